import { readFaults } from '../../broker/readFaults';
import type { ReadFault } from '../../broker/readFaults';
import type { Treatment } from '../../broker/broker';
import type { Plant } from '../../desk/bundle';
import { sayYes, World } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { blindSpots } from '../selfCheck';
import { pastPlants } from './pastPlants';
import { pastSurfaces } from './pastSurfaces';
import { surfaces } from './surfaces';
import type { Surface } from './surfaces';

/** Words by which a list says that something is missing, or that it could not be read at all. */
const warning =
  /incomplete|not complete|could(n’t| not)|cannot|can’t|failed|missing|not up to date|out of date|broke|unreadable|skipped|error|is down|no right|permission|too many|try again|wrong|did(n’t| not) (answer|respond)|instead of data|timed? ?out|not signed|not available|partial|unavailable|rejected|retry/i;
/** Words that say that the service does not have such a list. */
const absence = /does(n’t| not) (list|offer|provide|have)|not offered|lists no|lists today’s fills only|accounts listed|unsupported/i;

/** Long enough for several polls, and for what is retried after a while. */
const recoveryMs = 12 * 60_000;

interface Case {
  readonly surface: Surface;
  readonly fault: ReadFault;
  /** How many requests are answered properly before the fault begins, so that later pages or markets fail. */
  readonly spared: number;
  /** After this many requests the fault is over, within the same look; -1: it lasts. */
  readonly lasts: number;
  /** The list was read successfully before. */
  readonly wasWell: boolean;
}

interface Tally {
  complete: number;
  marked: number;
  absent: number;
  recovered: number;
  readonly bySurface: Map<string, number>;
}

/** Promise 10: lists are complete or say that they are not. */
export const listProof = proofOver(surfaces, {
  number: 10,
  promise: 'lists are complete or say that they are not',
  quickRuns: 18,
  fullRuns: 10_000,
});

/** Promise 17: history and fills are complete or say that they are not, exports included. */
export const pastListProof = proofOver(
  pastSurfaces,
  {
    number: 17,
    promise: 'history and fills are complete or say that they are not, in exports too',
    quickRuns: 10,
    fullRuns: 10_000,
  },
  pastPlants,
);

function proofOver(places: readonly Surface[], about: Omit<Proof, 'run'>, more: readonly ListPlant[] = []): Proof {
  return {
    ...about,
    run: async (context) => {
      const tally = newTally();
      const blind = await blindSpots(
        context,
        [...planted, ...more],
        async (plant) =>
          (await runLists(places, { ...context, from: 0, runs: 40, progress: () => undefined }, newTally(), plant, 1)).length > 0,
      );
      const breaches = [...blind, ...(await runLists(places, context, tally))];
      return {
        tried: `${context.runs} services that spoil one list in one of ${readFaults.length} ways, over ${tally.bySurface.size} places where lists are shown`,
        found: `${tally.complete} looks complete, ${tally.marked} said to be incomplete or failed, ${tally.absent} said not to be offered; ${tally.recovered} recovered with the service`,
        breaches,
      };
    },
  };
}

export interface ListPlant {
  readonly name: string;
  /** A fault between the program and the broker, in addition to the one of the case. */
  readonly treat?: Treatment;
  /** A fault above the program: what a careless view would show. */
  readonly spoil?: (text: string) => string;
  /** A file that is missing from the package. */
  readonly missing?: RegExp;
  /** A change of the program. */
  readonly program?: Pick<Plant, 'find' | 'put'>;
}

const newTally = (): Tally => ({ complete: 0, marked: 0, absent: 0, recovered: 0, bySurface: new Map() });

const planted: readonly ListPlant[] = [
  {
    name: 'lists that do not say what is missing',
    spoil: (text) => text.replaceAll(new RegExp(warning, 'gi'), '').replaceAll(new RegExp(absence, 'gi'), ''),
  },
  { name: 'lists that lose their last row', spoil: (text) => text.replace(/(.*)([a-z]zq\d{4})/s, '$1') },
  { name: 'lists that call every fault “not offered”', spoil: (text) => (warning.test(withoutRows(text)) ? 'not offered' : text) },
  {
    name: 'pages after the first that are never asked for',
    treat: ({ carryOut, send }) => {
      const reply = carryOut();
      const text = JSON.stringify(reply.body)
        .replace(/"page_flag":"[^"]*","completed":false/, '"page_flag":"","completed":true')
        .replace(/"has_more":true,"next_key":"[^"]*"/, '"has_more":false,"next_key":"-1"');
      send({ ...reply, body: text });
      return true;
    },
  },
  { name: 'a package without its HTTP client', missing: /^transport-/ },
];

async function runLists(
  places: readonly Surface[],
  context: ProofContext,
  tally: Tally,
  plant?: ListPlant,
  enough = 40,
): Promise<readonly Breach[]> {
  const breaches = new Map<string, Breach>();
  for (let index = context.from; index < context.from + context.runs && breaches.size < enough; index += 1) {
    const random = Random.forCase(context.seed ^ 0x10, index);
    const chosen = drawCase(places, random);
    for (const summary of await runCase(chosen, random, tally, plant)) {
      const key = `${chosen.surface.name}: ${summary.replaceAll(/\d+/g, '#')}`;
      if (!breaches.has(key))
        breaches.set(key, {
          summary: `${chosen.surface.name}, ${chosen.fault.name}: ${summary}`,
          replay: { case: index, ...chosen, surface: chosen.surface.name, fault: chosen.fault.name },
        });
    }
    context.progress(index);
  }
  return [...breaches.values()];
}

function drawCase(places: readonly Surface[], random: Random): Case {
  return {
    surface: random.pick(places),
    fault: random.pick(readFaults),
    spared: random.pick([0, 0, 0, 1, 2, 3, 5]),
    lasts: random.pick([-1, -1, 1, 2, 4]),
    wasWell: random.chance(0.6),
  };
}

async function runCase(
  { surface, fault, spared, lasts, wasWell }: Case,
  random: Random,
  tally: Tally,
  plant?: ListPlant,
): Promise<readonly string[]> {
  const world = new World({
    settings: { 'marketDesk.plates': ['HK.BK1'] },
    ...(plant?.missing === undefined ? {} : { plants: [{ name: plant.name, missing: plant.missing }] }),
    ...(plant?.program === undefined ? {} : { plants: [{ name: plant.name, ...plant.program }] }),
  });
  const found: string[] = [];
  const isSpoilt = { now: false };
  try {
    const truth = surface.fill(world, random);
    if (plant?.treat !== undefined) world.broker.treat = plant.treat;
    const window = await world.open().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (typeof window === 'string') return [`the window does not get as far as its lists: ${window}`];
    const look = async (): Promise<string> => {
      const text = await surface.look(window, world);
      return plant?.spoil?.(text) ?? text;
    };
    if (wasWell) {
      const text = await look();
      const missing = truth.filter((row) => !text.includes(row));
      if (missing.length > 0) found.push(`an honest service: ${missing.length} of ${truth.length} rows are missing: ${text.slice(0, 300)}`);
      found.push(...repeated(text, surface, 'an honest service'));
      if (surface.isView === true) await world.machine.pass(random.pick([500, 31_000]));
    }
    const count = { requests: 0, spoilt: 0 };
    const treatment: Treatment = (exchange) => {
      const between = plant?.treat?.(exchange) ?? false;
      if (between || !isSpoilt.now || !surface.endpoint.test(exchange.request.path)) return between;
      count.requests += 1;
      if (count.requests <= spared || (lasts >= 0 && count.requests > spared + lasts)) return false;
      count.spoilt += 1;
      fault.play(exchange);
      return true;
    };
    world.broker.treat = treatment;
    isSpoilt.now = true;
    if (surface.isView === true) await world.machine.pass(random.pick([1000, 35_000, 95_000]));
    const spoiltText = await look();
    found.push(
      ...judge(spoiltText, { truth, fault, spoilt: count.spoilt }, tally),
      ...repeated(spoiltText, surface, 'while it was spoilt'),
    );
    isSpoilt.now = false;
    await world.machine.pass(recoveryMs);
    if (surface.refresh !== undefined) await window.play(surface.refresh, [], sayYes);
    const after = await look();
    const missing = truth.filter((row) => !after.includes(row));
    found.push(...repeated(after, surface, 'long after the service recovered'));
    if (missing.length > 0)
      found.push(`${missing.length} of ${truth.length} rows are still missing long after the service recovered: ${excerpt(after)}`);
    else if (warning.test(withoutRows(after))) found.push(`the service recovered, and the list still says: ${excerpt(after)}`);
    else tally.recovered += 1;
    tally.bySurface.set(surface.name, (tally.bySurface.get(surface.name) ?? 0) + 1);
  } finally {
    isSpoilt.now = false;
    await world.close();
  }
  return found;
}

interface Played {
  readonly truth: readonly string[];
  readonly fault: ReadFault;
  /** How many answers were spoiled; a list of several markets or pages has several answers. */
  readonly spoilt: number;
}

function judge(text: string, { truth, fault, spoilt }: Played, tally: Tally): readonly string[] {
  const missing = truth.filter((row) => !text.includes(row));
  const plain = withoutRows(text);
  const isMarked = warning.test(plain) || /"end":"more"|Load more|loading|slow to respond/i.test(plain);
  // If the service says that the list is empty, the text may say so.
  const isAbsent = absence.test(fault.saysNothing === true ? plain.replaceAll(/no accounts listed|lists no HK plates/g, '') : plain);
  if (missing.length === 0) tally.complete += 1;
  else if (isAbsent && !isMarked) tally.absent += 1;
  else if (isMarked) tally.marked += 1;
  const found: string[] = [];
  if (missing.length > 0 && !isMarked && !isAbsent && fault.saysNothing !== true)
    found.push(`${missing.length} of ${truth.length} rows are missing without a word: ${excerpt(text)}`);
  if (isAbsent && !isMarked && fault.isAbsence !== true) found.push(`said not to be offered: ${excerpt(text)}`);
  if (fault.isOneRecord === true && missing.length > Math.max(2, spoilt))
    found.push(`one bad record cost ${missing.length} of ${truth.length} rows: ${excerpt(text)}`);
  return found;
}

/** Rows that occur more often than they should, whatever the service does: anyone adding them up would count them twice. */
function repeated(text: string, { shows }: Surface, when: string): readonly string[] {
  if (shows === undefined) return [];
  const counts = new Map<string, number>();
  for (const [row] of text.matchAll(/[a-z]zq\d{4}/g)) counts.set(row, (counts.get(row) ?? 0) + 1);
  const more = [...counts].filter(([, count]) => count > shows);
  return more.length === 0 ? [] : [`${when}: ${more.length} of ${counts.size} rows are counted more than once: ${excerpt(text)}`];
}

/** A text without the rows of the list themselves. */
function withoutRows(text: string): string {
  return text.replaceAll(/[a-z]zq\d{4}/g, '');
}

function excerpt(text: string): string {
  return withoutRows(text).replaceAll(/\s+/g, ' ').slice(0, 240);
}
