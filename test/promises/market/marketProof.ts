import type { Breach, Proof } from '../proof';
import { Random } from '../random';
import { judge } from './judge';
import { make } from './subject';
import type { Bent } from './subject';
import { createWorld, recordsOf } from './world';

/** Faults planted on the way: a proof that misses them proves nothing. */
const planted: readonly { readonly name: string; readonly bent: Bent }[] = [
  { name: 'a security that is recognized by the text of its code', bent: { isOf: (sent, code) => sent === code } },
  { name: 'a market that is left out of a comparison', bent: { isOf: (sent, code) => sent.slice(-4) === code.slice(-4) } },
  { name: 'a last price of 0 that is taken for a price', bent: { noPrice: '0.01' } },
  { name: 'a fill that was undone, and is counted', bent: { statusOf: () => 'OK' } },
  { name: 'dates of exchanges on the clock of the viewer', bent: { areDays: false } },
  { name: 'a ratio that the service calls meaningless, and that is shown', bent: { ratioIsValid: true } },
];
/** A plant concerns some records only. */
const mostLooks = 60;

/** Promise 20: one security is one security, and no price is no price. */
export const marketProof: Proof = {
  number: 20,
  promise: 'one security is one security, no price is no price, a date is a date',
  quickRuns: 60,
  fullRuns: 500,
  run: async (context) => {
    const breaches: Breach[] = [];
    for (const { name, bent } of planted) {
      let isNoticed = false;
      for (let index = 0; index < mostLooks && !isNoticed; index += 1) {
        const world = createWorld(Random.forCase(context.seed, index));
        isNoticed = judge(world, await make(world, bent)).length > 0;
      }
      if (!isNoticed) breaches.push({ summary: `the proof is blind to ${name}`, replay: { seed: context.seed } });
    }
    let records = 0;
    for (let index = context.from; index < context.from + context.runs && breaches.length < 5; index += 1) {
      const world = createWorld(Random.forCase(context.seed, index));
      records += recordsOf(world);
      const [problem] = judge(world, await make(world));
      if (problem !== undefined) breaches.push({ summary: problem, replay: { seed: context.seed, case: index } });
      context.progress(index);
    }
    return {
      tried: `${String(records)} records in every spelling, currency, sign, side, and status, in ${String(context.runs)} accounts; ${String(planted.length)} planted faults first`,
      found: `${String(breaches.length)} wrong limits, sums, prices, alerts, pages, files, or dates`,
      breaches,
      cases: records,
    };
  },
};
