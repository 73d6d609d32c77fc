import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { PathLike } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { writeOf } from '../../broker/orderWrites';
import type { OrderAction } from '../../broker/orderWrites';
import { placeFaults } from '../../broker/placeFaults';
import { writeFaults } from '../../broker/writeFaults';
import type { Arrival } from '../../broker/wire';
import type { WriteFault } from '../../broker/faultForms';
import type { EditorWindow } from '../../desk/editorWindow';
import { World } from '../../desk/world';
import type { WorldOptions } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { TicketUser } from '../tickets/ticketUser';
import type { TicketPlan } from '../tickets/ticketUser';
import { accountId } from '../tickets/ticketWorld';
import { blindSpots } from '../selfCheck';

/** Windows that are killed in one world. */
const killsPerWorld = 8;
/** About the number of steps that a ticket takes after its confirmation; later kills find a window that is done. */
const mostSteps = 150;

interface KillTally {
  kills: number;
  arrived: number;
  unknown: number;
  readonly steps: Set<number>;
}

const newTally = (): KillTally => ({ kills: 0, arrived: 0, unknown: 0, steps: new Set() });

interface KillPlant {
  readonly name: string;
  readonly files: NonNullable<WorldOptions['files']>;
}

/** A disk that claims to have written the journal's lines, but hasn't. */
export const forgetfulDisk: KillPlant['files'] = {
  open: async (path, flags, mode) => (isJournal(path, flags) ? forgetful(await open(path, flags, mode)) : open(path, flags, mode)),
};

const planted: readonly KillPlant[] = [{ name: 'a disk that forgets what the journal writes', files: forgetfulDisk }];

function isJournal(path: PathLike, flags: string | number | undefined): boolean {
  return flags === 'a' && String(path).endsWith('.jsonl');
}

/** Pretends to write, and writes nothing. */
function forgetful(file: FileHandle): FileHandle {
  file.appendFile = async () => Promise.resolve();
  return file;
}

/** The part of promise 3 about windows that end at any moment. */
export const killProof: Proof = {
  number: 3,
  promise: 'every attempt is on disk before it is sent, and the journal guards',
  quickRuns: 8,
  fullRuns: 5000,
  run: async (context) => {
    const tally = newTally();
    const blind = await blindSpots(
      context,
      planted,
      async (plant) => (await runKills({ ...context, from: 0, runs: 12, progress: () => undefined }, newTally(), plant, 1)).length > 0,
    );
    const breaches = [...blind, ...(await runKills(context, tally))];
    return {
      tried: `${tally.kills} windows of the built extension killed while they change, place or cancel an order, at ${tally.steps.size} different steps of their disk and connections`,
      found: `${tally.arrived} requests had arrived, each with its intent on the disk; ${tally.unknown} attempts without an outcome, all shown and locked after the restart; 0 sent by themselves`,
      breaches,
    };
  },
};

/** Kills the window at one of its steps after the confirmation, opens another, and checks what is left. */
async function runKills(context: ProofContext, tally: KillTally, plant?: KillPlant, enough = 6): Promise<readonly Breach[]> {
  const breaches: Breach[] = [];
  let world: World | undefined;
  for (let index = context.from; index < context.from + context.runs && breaches.length < enough; index += 1) {
    if (world === undefined || index % killsPerWorld === 0) {
      await world?.close();
      world = openWorld(Random.forCase(context.seed ^ 0x3c, Math.floor(index / killsPerWorld)), plant);
    }
    const summaries = await killOne(world, Random.forCase(context.seed ^ 0x3, index), index, tally);
    breaches.push(...summaries.slice(0, 2).map((summary) => ({ summary, replay: { case: index } })));
    context.progress(index);
  }
  await world?.close();
  return breaches;
}

function openWorld(random: Random, plant: KillPlant | undefined): World {
  const world = new World({
    authentication: random.chance(0.4) ? 'apiKey' : 'oauth',
    ...(plant === undefined ? {} : { files: plant.files }),
    settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' },
  });
  world.broker.hasLive(accountId);
  return world;
}

async function killOne(world: World, random: Random, index: number, tally: KillTally): Promise<readonly string[]> {
  const found: string[] = [];
  const { broker, machine } = world;
  const action = random.pick(['modify', 'place', 'cancel'] as const);
  // A new order is identified by its security.
  const [orderId, otherId] = [action === 'place' ? `HK.${30_000 + (index % 60_000)}` : `K-${index}`, `L-${index}`];
  if (action !== 'place') addOrder(world, orderId);
  addOrder(world, otherId);
  const fault = random.pick(action === 'place' ? placeFaults : writeFaults);
  const isDone = random.pick(fault.forms);
  playFault(world, fault, isDone, (request) => {
    const text = journalText(world.folder);
    if (isAbout(request, orderId) && standing(text, orderId) === 'nothing')
      found.push('a request arrived whose intent was not on the disk');
  });
  const window = await world.open();
  const { life } = window.options;
  const step = random.integer(1, mostSteps);
  await new TicketUser(window, planOf(action, orderId, { afterYes: () => life.count({ step, isTaken: random.chance(0.5) }) })).play();
  await machine.pass(random.pick([0, 500, 50_000]));
  if (!life.isDead) life.kill();
  await machine.pass(2000);
  tally.kills += 1;
  tally.steps.add(Math.min(step, life.steps));
  const arrived = count(world, orderId);
  broker.treat = () => false;
  const left = journalText(world.folder);
  const next = await world.open();
  next.setVisible('marketDesk.orders', true);
  await machine.pass(50_000);
  if (count(world, orderId) !== arrived)
    found.push(`${count(world, orderId) - arrived} requests were sent by themselves after the restart`);
  tally.arrived += arrived;
  const isOpen = standing(left, orderId);
  if (arrived > 0 && isOpen === 'nothing') found.push('a request arrived and the journal has nothing of it');
  const shown = (await next.rows('marketDesk.orders'))
    .filter(({ label }) => label.includes(orderId))
    .map(({ description, contextValue }) => `${contextValue} ${description}`);
  if (isOpen === 'open') {
    tally.unknown += 1;
    if (!shown.some((text) => /unknown|unresolved|applied|awaiting|canceled|placed|too late|according to the service/i.test(text)))
      found.push(`an attempt without an outcome is not shown: ${shown.join(' | ')}`);
    // A new order of this security would be a different order, so placing again is allowed.
    if (action !== 'place') await new TicketUser(next, planOf(action, orderId)).play();
    const isSettled = /"kind":"resolved"/.test(journalText(world.folder).slice(left.length));
    if (!isSettled && count(world, orderId) !== arrived) found.push('an order with an open attempt was changed again after the restart');
  }
  await new TicketUser(next, plan(otherId)).play();
  if (count(world, otherId) !== 1)
    found.push(
      `another order could not be changed after the restart: ${next.said
        .slice(-2)
        .map(({ text }) => text)
        .join(' / ')}`,
    );
  found.push(...(await verified(next)));
  await next.close();
  for (const order of [...broker.book.orders.values()]) broker.book.remove(order);
  world.windows.splice(0);
  return found;
}

export function addOrder(world: World, orderId: string): void {
  world.broker.book.addBuy(accountId, orderId);
}

export function plan(orderId: string, more: Partial<TicketPlan> = {}): TicketPlan {
  return { accountId, orderId, entry: 'command', qty: '900', price: '101', auxPrice: '', says: 'yes', confirms: true, ...more };
}

function planOf(action: OrderAction, name: string, more: Partial<TicketPlan> = {}): TicketPlan {
  if (action !== 'place') return plan(name, { action, ...more });
  const place = { code: name, side: 'BUY', orderType: 'LIMIT', remark: '' };
  return plan('', { action, place, entry: 'arguments', ...more });
}

/** Whether a request is about the order with this ID, or places one in this security. */
function isAbout(request: Arrival, name: string): boolean {
  const write = writeOf(request);
  return write?.orderId === name || (write?.action === 'place' && request.body.toString('utf8').includes(`"${name}"`));
}

/** The fault is played once for each order; later requests are handled normally. */
function playFault(world: World, kind: WriteFault, isDone: boolean, arrive: (request: Arrival) => void): void {
  let isPlayed = false;
  world.broker.treat = (exchange) => {
    if (writeOf(exchange.request) === undefined) return false;
    arrive(exchange.request);
    if (isPlayed) return false;
    isPlayed = true;
    kind.play(exchange, isDone);
    return true;
  };
}

export function count(world: World, orderId: string): number {
  return world.broker.orderRequests.filter(({ arrival }) => isAbout(arrival, orderId)).length;
}

export function journalText(folder: string): string {
  const journal = join(folder, 'journal');
  if (!existsSync(journal)) return '';
  return readdirSync(journal)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => readFileSync(join(journal, name), 'utf8'))
    .join('');
}

/** The state of an order according to the journal's lines, read as text: nothing, an intent without an end, or an end. */
function standing(text: string, orderId: string): 'nothing' | 'open' | 'ended' {
  const lines = text.split('\n');
  const intents = lines.filter((line) => line.includes('"kind":"intent"') && line.includes(`"${orderId}"`));
  if (intents.length === 0) return 'nothing';
  const attempts = intents.map((line) => /"attempt":"([^"]+)"/.exec(line)?.[1] ?? '');
  const isEnded = attempts.every((attempt) =>
    lines.some((line) => line.endsWith('}') && line.includes('"kind":"outcome"') && line.includes(attempt)),
  );
  return isEnded ? 'ended' : 'open';
}

/** What the journal's own view says about it. */
async function verified(window: EditorWindow): Promise<readonly string[]> {
  await window.play('marketDesk.orders.showJournalText', [], (prompt) => {
    if (prompt.kind === 'message') prompt.press(undefined);
    else prompt.close();
  });
  const text = window.opened.at(-1) ?? '';
  return /Verified/.test(text) && !/failed/.test(text.split('\n').slice(0, 6).join(' '))
    ? []
    : [`the journal is not verified: ${text.slice(0, 200)}`];
}
