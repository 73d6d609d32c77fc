import { it } from 'vitest';

/** A test for the nightly run (`npm run test:long -- outside`): of its subject, others run each time. */
export const nightly = it.runIf(process.env['MARKET_DESK_LONG'] !== undefined);
