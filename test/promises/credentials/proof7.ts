import type { Proof } from '../proof';
import { runIsolated } from './isolated';

/** Promise 7: no secret in logs, errors, journal, exports. */
export const proof7: Proof = {
  number: 7,
  promise: 'no secret in logs, errors, journal, exports',
  quickRuns: 20,
  fullRuns: 1_500,
  run: async (context) => runIsolated('credentials/secrets/secretProof.ts', context),
};
