import type { Breach, Proof, ProofContext } from '../proof';
import { tryCallbacks } from './callbacks';
import { raceRefreshes, raceShape } from './refresh/refreshRace';
import { tryWaysBack } from './refresh/waysBack';
import type { WaysBackDefect } from './refresh/waysBack';

/** Makes 100,000 callbacks in the full run. */
const callbacksPerRefresh = 10;
/** Enough for each error and each status to occur. */
const plantedRefusals = 200;
const defects: readonly WaysBackDefect[] = ['deaf', 'forgetful'];

/** Promise 8: neither bad network nor a second window signs you out, nor leaves you signed in to nothing. */
export const proof8: Proof = {
  number: 8,
  promise: 'neither bad network nor a second window signs you out, nor leaves you signed in to nothing',
  quickRuns: 80,
  fullRuns: 10_000,
  run: async (context) => {
    const blind = await findBlindness(context);
    const race = await raceRefreshes(context);
    const back = await tryWaysBack(context, context.runs);
    const forged = await tryCallbacks(context, context.runs * callbacksPerRefresh);
    const words = [...race.results].map(([word, count]) => `${count} ${word}`).join(', ');
    return {
      tried: `${race.renewals} refreshes by ${raceShape}, ${race.faults} of them faulty (${race.kinds} kinds met), ${race.kills} windows killed; ${back.refusals} refreshes refused by an error of OAuth (${back.kinds} kinds); ${forged.callbacks} callbacks of ${forged.kinds} hostile kinds into ${forged.signIns} sign-ins; ${defects.length} planted faults`,
      found: `windows that lived to the end: ${words}; ${race.breaches.length} sessions lost; ${back.breaches.length} refusals without a way back; ${forged.breaches.length} hostile callbacks accepted; ${blind.length} planted faults missed`,
      cases: race.renewals + back.refusals + forged.callbacks,
      breaches: [...blind, ...race.breaches, ...back.breaches, ...forged.breaches].slice(0, 5),
    };
  },
};

/** A proof that misses a planted fault proves nothing. */
async function findBlindness(context: ProofContext): Promise<readonly Breach[]> {
  const blind: Breach[] = [];
  for (const defect of defects) {
    const { breaches } = await tryWaysBack({ ...context, progress: () => undefined }, plantedRefusals, defect);
    if (breaches.length === 0)
      blind.push({ summary: `the planted fault "${defect}" was not noticed`, replay: { seed: context.seed, defect } });
  }
  return blind;
}
