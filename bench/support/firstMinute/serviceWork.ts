/** The service of the benchmark, in a process of its own. */
import { startSandbox } from 'market-desk-sandbox';
import { isShort } from '../rounds';

void startSandbox({ port: 0, likeLive: true, limitsRequests: !isShort, alwaysOpen: process.argv[2] === 'alwaysOpen' }).then(({ url }) =>
  process.send?.({ url }),
);
process.on('disconnect', () => process.exit());
