import type { EditorWindow } from '../../desk/editorWindow';
import type { WebviewPanel } from '../../../support/editor/webviewPanel';
import { Uri } from '../../../support/editor/values';
import { sayYes } from '../../desk/world';
import type { World } from '../../desk/world';
import type { Random } from '../../random';
import { account, addLive, marks, paper } from './surfaces';
import type { Surface } from './surfaces';

type Tab = 'history' | 'fills';

const days = 30;
const dayUs = 24 * 60 * 60 * 1_000_000;

/** Times within the range that the page shows, in ascending order. */
function times(world: World, random: Random, count: number): readonly number[] {
  const nowUs = world.broker.serverMs() * 1000;
  // The range may begin later on its first day than the current time of day, so the oldest days are left out.
  const drawn = Array.from({ length: count }, () => nowUs - random.integer(0, (days - 2) * 1000) * (dayUs / 1000));
  return drawn.sort((one, other) => one - other);
}

function fillPastOrders(world: World, random: Random): readonly string[] {
  addLive(world);
  const found = marks('o', random.integer(3, 240));
  const made = times(world, random, found.length);
  for (const [at, orderId] of found.entries()) {
    const market = random.pick(['HK', 'US']);
    world.broker.book.add({ ...bought, orderId, accountId: account, market }, { status: 'FILLED_ALL', dealtQty: '1000' }, made[at]);
  }
  return found;
}

function fillPastPaperOrders(world: World, random: Random): readonly string[] {
  world.broker.lists.set('simulatedAccounts', [{ account_id: paper, broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' }]);
  const found = marks('p', random.integer(3, 240));
  const made = times(world, random, found.length);
  for (const [at, orderId] of found.entries())
    world.broker.book.add({ ...bought, orderId, accountId: paper, market: 'PAPER' }, { status: 'CANCELLED_ALL' }, made[at]);
  return found;
}

function fillFills(world: World, random: Random): readonly string[] {
  addLive(world);
  const found = marks('f', random.integer(3, 240));
  const made = times(world, random, found.length);
  world.broker.fills.set(
    account,
    found.map((id, at) => ({ id, orderId: `order-${Math.floor(at / 3)}`, atUs: made[at] ?? 0 })),
  );
  return found;
}

const bought = { code: 'HK.00700', name: 'Tencent', securityType: 'STOCK', side: 'BUY', currency: 'HKD' };

/** The rows of a list on the page, and its messages. */
interface Shown {
  readonly ids: readonly string[];
  readonly text: string;
}

/** Reloads the list on the page, as a user does, and waits until that has ended. */
async function shownOn(window: EditorWindow, world: World, tab: Tab): Promise<Shown & { readonly panel: WebviewPanel }> {
  const panel = window.webviews.find(({ isDisposed }) => !isDisposed) ?? (await openPage(window, world, tab));
  const state = { isBusy: true, rows: [] as readonly Readonly<Record<string, unknown>>[], facts: {} as Readonly<Record<string, unknown>> };
  const read = (): void => {
    for (const { type, body } of panel.posted.splice(0) as { readonly type: string; readonly body: Readonly<Record<string, unknown>> }[]) {
      if (type === 'busy') state.isBusy = body['isBusy'] === true;
      if (type !== 'fills' && !(type === 'orders' && body['tab'] === tab)) continue;
      [state.rows, state.facts] = [body['rows'] as typeof state.rows, body['facts'] as typeof state.facts];
    }
  };
  panel.posted.splice(0);
  panel.send({ type: 'refresh', body: null });
  await world.machine.pass(1000);
  await world.machine.runUntil(() => (read(), !state.isBusy), 240_000);
  await world.machine.pass(1000);
  read();
  const { missing, notes } = state.facts;
  return { panel, ids: state.rows.map(({ id }) => String(id)), text: JSON.stringify([state.rows, missing, notes]) };
}

async function openPage(window: EditorWindow, world: World, tab: Tab): Promise<WebviewPanel> {
  await window.play('marketDesk.orders.openPage', [], sayYes);
  const [panel] = window.webviews;
  if (panel === undefined) throw new Error('no orders page');
  panel.send({ type: 'ready', body: null });
  panel.send({ type: 'look', body: { tab, range: { kind: 'days', days } } });
  await world.machine.pass(1000);
  return panel;
}

function page(tab: Tab): Surface['look'] {
  return async (window, world) => {
    const { text } = await shownOn(window, world, tab);
    // Names of members don't count as words.
    return text.replaceAll(/"\w+":/g, '');
  };
}

/** What an export writes, and the messages about it. */
function exported(tab: Tab, form: 'CSV' | 'JSON' | 'Ghostfolio' | 'Portfolio Performance' | 'beancount'): Surface['look'] {
  return async (window, world) => {
    const { panel, ids } = await shownOn(window, world, tab);
    const from = window.said.length;
    window.saved.clear();
    window.saveTarget = Uri.parse('memory:/rows');
    panel.send({ type: 'export', body: { tab, ids } });
    await world.machine.runUntil(() => window.prompts.length > 0, 10_000);
    for (let prompt = window.prompts.shift(); prompt !== undefined; prompt = window.prompts.shift()) {
      if (prompt.kind === 'pick') prompt.choose(({ label }) => label === form);
      else if (prompt.kind === 'message') prompt.press(undefined);
      else prompt.close();
      await world.machine.pass(500);
    }
    const files = [...window.saved.values()].map(wordsOf);
    return [...files, ...window.said.slice(from).map(({ text }) => text)].join('\n');
  };
}

/** A file without the names of its columns and members, with its verdicts in words. */
function wordsOf(text: string): string {
  if (text.startsWith('{')) return text.replaceAll('"isComplete": false', 'incomplete').replaceAll(/"\w+":/g, '');
  // The name of an account in a ledger must not be taken for a word about a fault.
  return text.slice(text.indexOf('\n')).replaceAll(/,no,/g, ',incomplete,').replaceAll('Assets:Broker', '');
}

const pastOrders = /\/accounts\/[^/]+\/orders_history$/;
const pastPaperOrders = /\/sim-trade\/[^/]+\/history-orders$/;
const fills = /\/(order_fills|fills_history)$/;

/** Every place that shows or writes past orders and fills. */
export const pastSurfaces: readonly Surface[] = [
  { name: 'Orders page, history', endpoint: pastOrders, fill: fillPastOrders, look: page('history'), shows: 2 },
  { name: 'Orders page, history of paper accounts', endpoint: pastPaperOrders, fill: fillPastPaperOrders, look: page('history'), shows: 2 },
  { name: 'Orders page, fills', endpoint: fills, fill: fillFills, look: page('fills'), shows: 2 },
  { name: 'export of history as CSV', endpoint: pastOrders, fill: fillPastOrders, look: exported('history', 'CSV'), shows: 1 },
  { name: 'export of history as JSON', endpoint: pastOrders, fill: fillPastOrders, look: exported('history', 'JSON'), shows: 1 },
  {
    name: 'export of paper history as CSV',
    endpoint: pastPaperOrders,
    fill: fillPastPaperOrders,
    look: exported('history', 'CSV'),
    shows: 1,
  },
  { name: 'export of fills as CSV', endpoint: fills, fill: fillFills, look: exported('fills', 'CSV'), shows: 1 },
  { name: 'export of fills as JSON', endpoint: fills, fill: fillFills, look: exported('fills', 'JSON'), shows: 1 },
  // What is missing from these is told next to them: the programs that read these files have no place for it.
  ...(['Ghostfolio', 'Portfolio Performance', 'beancount'] as const).map((form): Surface => ({
    name: `export of fills for ${form}`,
    endpoint: fills,
    fill: fillFills,
    look: exported('fills', form),
    shows: 1,
  })),
];
