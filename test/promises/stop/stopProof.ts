import type { Breach, Proof, ProofContext } from '../proof';
import { Random } from '../random';
import { blindSpots } from '../whole/selfCheck';
import { playStopCase } from './stopCase';
import { stopPlants } from './stopPlants';
import type { StopPlant } from './stopPlants';
import { StopWorld } from './stopWorld';

/** Cases that share a world. */
const perWorld = 25;
/** A planted fault that has not appeared after this many cases counts as missed. */
const mostPlanted = 40;

/** Promise 16: after the switch nothing of an order leaves any window. */
export const stopProof: Proof = {
  number: 16,
  promise: 'after Stop Sending Orders nothing of an order leaves any window',
  quickRuns: 5,
  fullRuns: 10_000,
  run: async (context) => {
    const blind = await blindSpots(
      context,
      stopPlants,
      async (plant) => (await race({ ...context, from: 0, runs: mostPlanted }, plant)).breaches.length > 0,
    );
    const { actions, before, breaches } = await race(context);
    const told = [...actions].map(([action, count]) => `${count} ${action}`).join(', ');
    return {
      tried: `${context.runs} stops in one of 4 windows while the others sent (${told}), with restarts and files damaged, lost, or replaced, each followed by a release`,
      found: `${before} requests that left before the stop was told, ${breaches.length} breaches`,
      breaches: [...blind, ...breaches],
    };
  },
};

interface Raced {
  readonly actions: ReadonlyMap<string, number>;
  readonly before: number;
  readonly breaches: readonly Breach[];
}

/** @param plant - A fault: the race ends as soon as it appears. */
async function race({ seed, from, runs, progress }: ProofContext, plant?: StopPlant): Promise<Raced> {
  const actions = new Map<string, number>();
  const breaches: Breach[] = [];
  let before = 0;
  let desk: StopWorld | undefined;
  for (let index = from; index < from + runs && breaches.length < 20; index += 1) {
    if (desk === undefined || index % perWorld === 0) {
      await desk?.close();
      desk = await StopWorld.open(plant);
    }
    const tally = await playStopCase(desk, Random.forCase(seed, index));
    for (const action of tally.actions) actions.set(action, (actions.get(action) ?? 0) + 1);
    before += tally.before;
    for (const summary of tally.wrong) breaches.push({ summary: `case ${index}: ${summary}`, replay: { case: index } });
    if (plant !== undefined && tally.wrong.some((text) => text.startsWith('left after'))) break;
    progress(index + 1);
  }
  await desk?.close();
  const isRaced = plant !== undefined || before > 0 || runs < 10;
  if (!isRaced) breaches.push({ summary: `only ${before} requests left before a stop: nothing was raced`, replay: { case: from } });
  return { actions, before, breaches: plant === undefined ? breaches : breaches.filter(({ summary }) => summary.includes('left after')) };
}
