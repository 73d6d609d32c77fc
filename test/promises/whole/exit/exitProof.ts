import { writeOf } from '../../broker/orderWrites';
import type { Plant } from '../../desk/bundle';
import type { World } from '../../desk/world';
import { isRecord } from '../../../../src/panel/platform/messages';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { blindSpots } from '../selfCheck';
import { drawPlan, ExitDesk } from './exitCase';
import { judgeExit } from './exitJudge';

/** Cases that share a world. */
const perWorld = 6;
/** A planted fault that has not appeared after this many cases counts as missed. */
const mostPlanted = 12;

interface ExitPlant {
  readonly name: string;
  readonly program?: Pick<Plant, 'find' | 'put'>;
  readonly world?: (world: World) => void;
}

const planted: readonly ExitPlant[] = [
  {
    name: 'a Cancel All that goes one by one, and stops at the first unknown outcome',
    program: {
      find: /Promise\.all\(this\.asked\.map\(/,
      put: '(async g=>{for(const o of this.asked){const r=await g(o);if(r.kind==="settled"&&r.outcome.kind==="unknown")break}})((',
    },
  },
  {
    name: 'a read before each cancellation',
    program: { find: /(?<=[`"]nothingSeen[`"])\|\|\w+!==void 0(?=\)return;let \w+=\w+\.action===[`"]cancel[`"])/, put: '' },
  },
  {
    name: 'an order that is left and not named',
    world: ({ profile }) => {
      profile.toPage = (message) => {
        const { type, body } = message;
        if (type !== 'view' || !isRecord(body) || !Array.isArray(body['rows'])) return message;
        return { type, body: { ...body, rows: body['rows'].slice(1) as unknown[] } };
      };
    },
  },
];

/** Promise 19: the emergency exit. */
export const exitProof: Proof = {
  number: 19,
  promise: 'Cancel All leaves nothing behind that it could have canceled',
  quickRuns: 4,
  fullRuns: 600,
  run: async (context) => {
    const blind = await blindSpots(
      context,
      planted,
      async (plant) => (await runExits({ ...context, from: 0, runs: mostPlanted, progress: () => undefined }, plant)).breaches.length > 0,
    );
    const { orders, faults, prompt, breaches } = await runExits(context);
    return {
      tried: `${context.runs} times Cancel All, of ${orders} orders together, live and paper, ${faults} of them answered otherwise than plainly, after half a minute without reads, right after a refresh, and after other cancellations`,
      found: `every order that was open got its one cancellation, ${prompt} within 2 s and the others as soon as the budget of 30 requests in 30 s allowed; ${breaches.length} breaches`,
      breaches: [...blind, ...breaches],
    };
  },
};

interface Exits {
  readonly orders: number;
  readonly faults: number;
  readonly prompt: number;
  readonly breaches: readonly Breach[];
}

/** @param plant - A fault: the run ends as soon as it appears. */
async function runExits({ seed, from, runs, progress }: ProofContext, plant?: ExitPlant): Promise<Exits> {
  const breaches = new Map<string, Breach>();
  let [orders, faults, prompt] = [0, 0, 0];
  let desk: ExitDesk | undefined;
  for (let index = from; index < from + runs && breaches.size < 20; index += 1) {
    if (desk === undefined || (index - from) % perWorld === 0) {
      await desk?.close();
      desk = await ExitDesk.open(plant?.program === undefined ? {} : { plants: [{ name: plant.name, ...plant.program }] });
      plant?.world?.(desk.world);
    }
    const random = Random.forCase(seed ^ 0x19, index);
    const plan = drawPlan(random);
    const played = await desk.play(plan, random);
    orders += plan.count;
    faults += plan.faults.size;
    const { yesMs = 0 } = played;
    prompt += played.requests.filter(
      (request) => writeOf(request)?.action === 'cancel' && request.firstByteMs >= yesMs && request.firstByteMs <= yesMs + 2_000,
    ).length;
    for (const what of judgeExit(played)) {
      const kind = what.replaceAll(/\d[\d.,]*/g, '#');
      const { isPaper, count, before, answerMs, confirms } = plan;
      const answers = [...plan.faults].map(([at, { kind: answer, isDone }]) => `${at}: ${answer.name}${isDone ? ', carried out' : ''}`);
      const replay = { case: index, isPaper, count, before, answerMs, confirms, filled: [...plan.filled], answers };
      if (!breaches.has(kind)) breaches.set(kind, { summary: `case ${index}: ${what}`, replay });
    }
    if (plant !== undefined && breaches.size > 0) break;
    progress(index + 1);
  }
  await desk?.close();
  return { orders, faults, prompt, breaches: [...breaches.values()] };
}
