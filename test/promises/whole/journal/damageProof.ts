import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeFaults } from '../../broker/writeFaults';
import type { EditorWindow } from '../../desk/editorWindow';
import { makeMemoryFolder } from '../../desk/memoryFolder';
import { World } from '../../desk/world';
import type { KeptWorld } from '../../desk/world';
import type { Breach, Proof, ProofContext } from '../../proof';
import { Random } from '../../random';
import { TicketUser } from '../tickets/ticketUser';
import { accountId } from '../tickets/ticketWorld';
import { blindSpots } from '../selfCheck';
import { addOrder, count, plan } from './killProof';

const lockedId = 'LOCKED-1';

interface Written extends KeptWorld {
  readonly folder: string;
}

type Damage = readonly [name: string, act: (journal: string, random: Random) => void];

const names = (journal: string): readonly string[] =>
  readdirSync(journal)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();

function onLines(change: (lines: string[], at: number) => unknown): Damage[1] {
  return (journal, random) => {
    const path = join(journal, random.pick(names(journal)));
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    change(lines, random.integer(0, lines.length - 1));
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  };
}

function onLast(change: (path: string, random: Random) => void): Damage[1] {
  return (journal, random) => change(join(journal, names(journal).at(-1) ?? ''), random);
}

function changeByte(path: string, random: Random): void {
  const bytes = readFileSync(path);
  const at = random.integer(0, bytes.length - 2);
  const old = bytes[at] ?? 0;
  bytes[at] = old === 0x41 ? 0x42 : 0x41;
  writeFileSync(path, bytes);
}

/** Damage by a disk fault, a cleanup tool, or someone with an editor. */
const damages: readonly Damage[] = [
  ['a changed byte', (journal, random) => changeByte(join(journal, random.pick(names(journal))), random)],
  ['a removed line', onLines((lines, at) => lines.splice(at, 1))],
  ['a repeated line', onLines((lines, at) => lines.splice(at, 0, lines[at] ?? ''))],
  ['an invented line', onLines((lines, at) => lines.splice(at, 0, (lines[at] ?? '').replace('"seq":', '"seq":9')))],
  [
    'two lines swapped',
    onLines((lines, at) => ([lines[at], lines[at === 0 ? 1 : at - 1]] = [lines[at === 0 ? 1 : at - 1] ?? '', lines[at] ?? ''])),
  ],
  ['the last line removed', onLines((lines) => lines.pop())],
  ['the last attempt removed', onLines((lines) => lines.splice(-2, 2))],
  ['the tail removed', onLines((lines, at) => lines.splice(at))],
  ['the head removed', onLines((lines, at) => lines.splice(0, at + 1))],
  [
    'the locked order’s lines removed',
    onLines((lines) => lines.splice(0, lines.length, ...lines.filter((line) => !line.includes(lockedId)))),
  ],
  [
    'the locked order’s outcome rewritten',
    onLines((lines) =>
      lines.splice(0, lines.length, ...lines.map((line) => line.replace('"kind":"unknown"', '"kind":"notSent"').replace('x', 'y'))),
    ),
  ],
  [
    'cut in the middle of a line',
    onLast((path, random) => truncateSync(path, Math.max(1, readFileSync(path).length - random.integer(2, 300)))),
  ],
  ['emptied', (journal) => names(journal).forEach((name) => writeFileSync(join(journal, name), ''))],
  ['zeros', onLast((path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)))],
  ['deleted', (journal) => names(journal).forEach((name) => rmSync(join(journal, name)))],
  ['the folder deleted', (journal) => rmSync(journal, { recursive: true })],
  ['the folder renamed', (journal) => renameSync(journal, `${journal}.old`)],
  ['a file renamed', onLast((path) => renameSync(path, `${path}.bak`))],
  ['a file under another number', onLast((path) => renameSync(path, join(dirname(path), 'orders-000000009999.jsonl')))],
  ['HTML', onLast((path) => writeFileSync(path, '<html></html>\n'))],
];

interface DamageTally {
  damages: number;
  noticed: number;
  readonly kinds: Set<string>;
}

const newTally = (): DamageTally => ({ damages: 0, noticed: 0, kinds: new Set() });

interface DamagePlant {
  readonly name: string;
  /** Parts of the editor's state that are lost with the damage. */
  readonly forgets: readonly string[];
}

const planted: readonly DamagePlant[] = [
  { name: 'a window that does not remember the end of the journal', forgets: ['marketDesk.orderJournalHead'] },
  { name: 'a window that does not remember which orders are locked', forgets: ['marketDesk.orderLocks'] },
];

/** The part of promise 3 about journals that were changed after they were written. */
export const damageProof: Proof = {
  number: 3,
  promise: 'every attempt is on disk before it is sent, and the journal guards',
  quickRuns: 5,
  fullRuns: 2000,
  run: async (context) => {
    const tally = newTally();
    const blind = await blindSpots(
      context,
      planted,
      async (plant) =>
        (await runDamages({ ...context, from: 0, runs: damages.length, progress: () => undefined }, newTally(), plant, 1)).length > 0,
    );
    const breaches = [...blind, ...(await runDamages(context, tally))];
    return {
      tried: `${tally.damages} journals damaged in ${tally.kinds.size} ways, each followed by an ordinary change, a restart, an acknowledgment and a restart`,
      found: `${tally.damages - tally.noticed} unnoticed, 0 that freed the locked order`,
      breaches,
    };
  },
};

/** Damages a journal that locks an order; then follow an ordinary change, a restart, an acknowledgment, and another restart. */
async function runDamages(context: ProofContext, tally: DamageTally, plant?: DamagePlant, enough = 12): Promise<readonly Breach[]> {
  const breaches = new Map<string, Breach>();
  const written = await writeJournal(context.quick ? 4 : 30);
  for (let index = context.from; index < context.from + context.runs && breaches.size < enough; index += 1) {
    const random = Random.forCase(context.seed ^ 0xda, index);
    const damage = damages[index % damages.length] ?? damages[0];
    if (damage === undefined) break;
    for (const summary of await damageOne(written, damage, random, tally, plant))
      if (!breaches.has(`${damage[0]} ${summary.slice(0, 30)}`))
        breaches.set(`${damage[0]} ${summary.slice(0, 30)}`, { summary: `${damage[0]}: ${summary}`, replay: { case: index } });
    context.progress(index);
  }
  rmSync(written.folder, { recursive: true, force: true });
  return [...breaches.values()];
}

const settings = { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }] };

function fill(world: World): void {
  world.broker.hasLive(accountId);
}

/** Some accepted changes, then one whose outcome is unknown, by a user who closes the window. */
async function writeJournal(changes: number): Promise<Written> {
  const folder = makeMemoryFolder('kept');
  const world = new World({ authentication: 'apiKey', folder, settings });
  fill(world);
  const window = await world.open();
  for (let index = 0; index < changes; index += 1) {
    addOrder(world, `W-${index}`);
    await new TicketUser(window, plan(`W-${index}`)).play();
  }
  addOrder(world, lockedId);
  const reset = writeFaults.find(({ name }) => name === 'closed');
  world.broker.treat = (exchange) => {
    if (exchange.request.method !== 'PUT') return false;
    reset?.play(exchange, false);
    return true;
  };
  await new TicketUser(window, plan(lockedId)).play();
  world.broker.treat = () => false;
  await world.machine.pass(1000);
  await world.close();
  return { folder, ...world.keep() };
}

function forget({ profile }: World, { forgets }: DamagePlant): void {
  const state = JSON.parse(profile.state) as Readonly<Record<string, unknown>>;
  profile.state = JSON.stringify(Object.fromEntries(Object.entries(state).filter(([key]) => !forgets.includes(key))));
  profile.stateChanged.fire(profile.state);
}

async function damageOne(
  written: Written,
  [name, act]: Damage,
  random: Random,
  tally: DamageTally,
  plant: DamagePlant | undefined,
): Promise<readonly string[]> {
  const found: string[] = [];
  const folder = mkdtempSync(join(dirname(written.folder), 'market-desk-damaged-'));
  cpSync(written.folder, folder, { recursive: true });
  const world = new World({ authentication: 'apiKey', folder, settings, kept: written });
  fill(world);
  addOrder(world, lockedId);
  addOrder(world, 'X-1');
  const journal = join(folder, 'journal');
  const isWhileOpen = random.chance(0.3);
  const trySend = async (window: EditorWindow, orderId: string, acknowledges = false): Promise<number> => {
    const before = count(world, orderId);
    window.said.splice(0);
    await new TicketUser(window, plan(orderId, { acknowledges })).play();
    await world.machine.pass(1000);
    return count(world, orderId) - before;
  };
  try {
    let window = await world.open();
    if (!isWhileOpen) await window.close();
    act(journal, random);
    if (plant !== undefined) forget(world, plant);
    if (!isWhileOpen) window = await world.open();
    tally.damages += 1;
    tally.kinds.add(name);
    if ((await trySend(window, 'X-1')) > 0) found.push(`an ordinary change was sent on${isWhileOpen ? ' in the same window' : ''}`);
    const said = window.said.map(({ text }) => text).join(' / ');
    if (/journal/i.test(said)) tally.noticed += 1;
    else found.push(`nothing was said of the journal: ${said.slice(-200)}`);
    if ((await trySend(window, lockedId)) > 0) found.push('the locked order was changed');
    await window.close();
    mkdirSync(folder, { recursive: true });
    window = await world.open();
    if ((await trySend(window, 'X-1')) > 0) found.push('an ordinary change was sent after a restart');
    if ((await trySend(window, lockedId)) > 0) found.push('the locked order was changed after a restart');
    await trySend(window, 'X-1', true);
    if ((await trySend(window, 'X-1')) === 0 && count(world, 'X-1') === 0)
      found.push(`no change is possible after the acknowledgment: ${window.said.at(-1)?.text ?? ''}`);
    if ((await trySend(window, lockedId)) > 0) found.push('the acknowledgment freed the locked order');
    await window.close();
    window = await world.open();
    if ((await trySend(window, lockedId)) > 0) found.push('the locked order was free after the acknowledgment and a restart');
    await window.close();
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
}
