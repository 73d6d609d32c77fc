import type { Breach, Proof } from '../proof';
import { Random } from '../random';
import { FeedCase } from './feedCase';
import type { Plant } from './feedCase';

const steps = 40;

/** Faults planted in front of the checks: a proof that misses them proves nothing. */
const planted: readonly { readonly name: string; readonly plant: Plant }[] = [
  {
    name: 'a feed that always claims to be live',
    plant: {
      status: (status) => ({ ...status, feed: { kind: 'live', sinceMs: 0, roundTripMs: undefined, prices: { pushed: 1, asked: 1 } } }),
    },
  },
  { name: 'late prices taken for new ones', plant: { restamps: true } },
  { name: 'subscriptions sent twice', plant: { subscribesTwice: true } },
  { name: 'alerts that every window tells', plant: { claimsAlways: true } },
  { name: 'a feed whose word is not told', plant: { waits: true } },
  { name: 'fills of one order taken for one', plant: { swallows: true } },
  { name: 'a fill that is told again', plant: { tellsAgain: true } },
  { name: 'a token in the log', plant: { leaks: true } },
];

/** Promise 14: a price is never shown as newer than it is. */
export const proof14: Proof = {
  number: 14,
  promise: 'no old price as new, no dead feed as live, nothing subscribed or told twice',
  quickRuns: 80,
  fullRuns: 10_000,
  run: async (context) => {
    const breaches: Breach[] = [];
    for (const { name, plant } of planted) {
      let isNoticed = false;
      for (let index = 0; index < 60 && !isNoticed; index += 1)
        isNoticed = (await new FeedCase(Random.forCase(context.seed, index), plant).run(steps)).length > 0;
      if (!isNoticed) breaches.push({ summary: `the proof is blind to ${name}`, replay: { seed: context.seed } });
    }
    for (let index = context.from; index < context.from + context.runs && breaches.length < 5; index += 1) {
      const [problem] = await new FeedCase(Random.forCase(context.seed, index)).run(steps);
      if (problem !== undefined) breaches.push({ summary: problem, replay: { seed: context.seed, case: index } });
      context.progress(index);
    }
    return {
      tried: `${String(context.runs)} histories of one to three windows and a feed with drops, duplicates, late and future prices, garbage, denied rights, silence, restarts and clock steps, with orders that are filled in parts and shown late or not at all; ${String(planted.length)} planted faults first`,
      found: `${String(breaches.length)} prices shown wrongly, feeds said to be live wrongly, double subscriptions, leaks, feeds that did not come back, or fills told twice or never`,
      breaches,
    };
  },
};
