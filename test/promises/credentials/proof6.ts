import type { Proof } from '../proof';
import { runIsolated } from './isolated';

/** Promise 6: credentials go only to the approved origin. */
export const proof6: Proof = {
  number: 6,
  promise: 'credentials go only to the approved origin',
  quickRuns: 20,
  fullRuns: 1_500,
  run: async (context) => runIsolated('credentials/origins/originProof.ts', context),
};
