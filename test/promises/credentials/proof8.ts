import type { Proof } from '../proof';
import { tryCallbacks } from './callbacks';
import { raceRefreshes, raceShape } from './refreshRace';

/** 100,000 callbacks in the full run. */
const callbacksPerRefresh = 10;

/** Promise 8: neither bad network nor a second window signs you out. */
export const proof8: Proof = {
  number: 8,
  promise: 'neither bad network nor a second window signs you out',
  quickRuns: 200,
  fullRuns: 10_000,
  run: async (context) => {
    const race = await raceRefreshes(context);
    const forged = await tryCallbacks(context, context.runs * callbacksPerRefresh);
    const words = [...race.results].map(([word, count]) => `${count} ${word}`).join(', ');
    return {
      tried: `${race.renewals} refreshes by ${raceShape}, ${race.faults} of them faulty (${race.kinds} kinds met), ${race.kills} windows killed; ${forged.callbacks} callbacks of ${forged.kinds} hostile kinds into ${forged.signIns} sign-ins`,
      found: `windows that lived to the end: ${words}; ${race.breaches.length} sessions lost; ${forged.breaches.length} hostile callbacks accepted`,
      cases: race.renewals + forged.callbacks,
      breaches: [...race.breaches, ...forged.breaches].slice(0, 5),
    };
  },
};
