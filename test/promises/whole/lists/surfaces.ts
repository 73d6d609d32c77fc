import type { EditorWindow } from '../../desk/editorWindow';
import { Uri } from '../../../support/editor/values';
import { sayYes } from '../../desk/world';
import type { World } from '../../desk/world';
import type { Random } from '../../random';

/** A place where a list of the service is shown. */
export interface Surface {
  readonly name: string;
  /** The requests that the list is made of. */
  readonly endpoint: RegExp;
  /** Fills the broker. @returns the marks by which each row can be recognized in text. */
  readonly fill: (world: World, random: Random) => readonly string[];
  /** Updates the surface. @returns everything that the user, or a program, can read there. */
  readonly look: (window: EditorWindow, world: World) => Promise<string>;
  /** How many times the mark of a single row appears; undefined if repetitions are not checked. */
  readonly shows?: number;
  /** It reads by itself, so it recovers without a look. */
  readonly isView?: boolean;
  /** The command with which the user reloads it, if it doesn't read by itself. */
  readonly refresh?: string;
}

export const account = '8001';
export const paper = 'SIM-1';

/** A text that occurs nowhere else. */
const mark = (kind: string, index: number): string => `${kind}zq${String(index).padStart(4, '0')}`;
export const marks = (kind: string, count: number): readonly string[] => Array.from({ length: count }, (_, index) => mark(kind, index));

/** All text of a view: its header and its rows. */
async function viewText(window: EditorWindow, id: string): Promise<string> {
  const view = window.view(id);
  const rows = await window.rows(id);
  return [view.description ?? '', view.message ?? '', ...rows.map(({ label, description }) => `${label} ${description}`)].join('\n');
}

function view(id: string): Surface['look'] {
  return async (window) => {
    const { machine } = window.options;
    window.setVisible(id, true);
    await machine.pass(200);
    // Requests are paced: a list of many parts takes time, and says so meanwhile.
    for (let waited = 0; waited < 60 && /^\s*Loading/m.test(await viewText(window, id)); waited += 1) await machine.pass(2000);
    return viewText(window, id);
  };
}

function tool(name: string, input: object): Surface['look'] {
  return async (window) => {
    const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
    const run = { text: undefined as string | undefined };
    Promise.resolve(window.tools.get(name)?.invoke({ input }, token)).then(
      (result) => (run.text = textOfResult(result)),
      (error: unknown) => (run.text = `failed: ${error instanceof Error ? error.message : String(error)}`),
    );
    await window.options.machine.runUntil(() => run.text !== undefined, 120_000);
    return run.text ?? 'failed: no answer';
  };
}

/** A model reads the text parts; names of members don't count as words. */
function textOfResult(result: unknown): string {
  const parts =
    typeof result === 'object' && result !== null && 'content' in result && Array.isArray(result.content)
      ? (result.content as unknown[])
      : [];
  const text = parts.map((part) => (typeof part === 'object' && part !== null && 'value' in part ? String(part.value) : '')).join('\n');
  return text
    .replaceAll('"isComplete":false', 'incomplete')
    .replaceAll('"notOffered":', 'not offered ')
    .replaceAll(/"kind":"raw"/g, 'incomplete')
    .replaceAll(/"\w+":/g, '');
}

export function addLive(world: World): void {
  world.broker.lists.set('liveAccounts', [{ account_id: account, security_firm: 'Firm', enable_market: [1, 2], acc_type: 'CASH' }]);
}

function fillOrders(world: World, random: Random): readonly string[] {
  addLive(world);
  const found = marks('o', random.integer(3, 140));
  const markets = random.pick([['HK'], ['HK', 'US'], ['HK', 'US', 'SG', 'FUTURES']] as const);
  for (const orderId of found) world.broker.book.addBuy(account, orderId, random.pick(markets));
  return found;
}

function fillPaper(world: World, random: Random): readonly string[] {
  const found = marks('p', random.integer(2, 40));
  world.broker.lists.set('simulatedAccounts', [{ account_id: paper, broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' }]);
  world.broker.lists.set(
    `positions/${paper}`,
    found.map((name, index) => ({
      pstn_id: `${index}`,
      pstn_type: 0,
      market: 1,
      symbol: `HK.${String(index).padStart(5, '0')}`,
      stock_name: name,
      qty: '100',
      qty_avbl: '100',
      cost_price: '10',
      buy_avg_price: '10',
      cur_price: '11',
      mv: '1100',
      profit: '100',
      profit_ratio: '10',
    })),
  );
  return found;
}

function fillLivePositions(world: World, random: Random): readonly string[] {
  addLive(world);
  const found = marks('l', random.integer(2, 40));
  world.broker.lists.set(
    `livePositions/${account}`,
    found.map((name, index) => ({
      position_side: 'LONG',
      code: `HK.${String(index).padStart(5, '0')}`,
      stock_name: name,
      qty: '100',
      can_sell_qty: '100',
      currency: 'HKD',
      nominal_price: '11',
      cost_price: '10',
      cost_price_valid: true,
      market_val: '1100',
      pl_ratio: '10',
      pl_ratio_valid: true,
      pl_val: '100',
      pl_val_valid: true,
    })),
  );
  return found;
}

function fillAccounts(world: World, random: Random): readonly string[] {
  const found = marks('a', random.integer(2, 6));
  world.broker.lists.set(
    'liveAccounts',
    found.map((id) => ({ account_id: id, security_firm: id, enable_market: [1], acc_type: 'CASH' })),
  );
  return found;
}

function fillPlate(world: World, random: Random): readonly string[] {
  const found = marks('s', random.integer(3, 120));
  const rows = found.map((name, index) => ({
    code: `HK.${String(index).padStart(5, '0')}`,
    stock_id: index,
    stock_name: name,
    sc_name: '',
    tc_name: '',
    stock_type: 'STOCK',
    lot_size: 100,
    list_time: '2020-01-01',
  }));
  world.broker.lists.set('plate/HK.BK1', rows);
  return found;
}

function fillPlates(world: World, random: Random): readonly string[] {
  const found = marks('c', random.integer(2, 40));
  world.broker.lists.set(
    'plateList',
    found.map((name, index) => ({ code: `HK.BK${index}`, plate_name: name })),
  );
  return found;
}

function events(found: readonly string[], world: World): readonly unknown[] {
  const base = Math.floor(world.broker.serverMs() / 1000);
  return found.map((text, index) => ({
    event_text: text,
    previous: '1',
    predictive: '2',
    announce: null,
    star: 3,
    event_time: base + index * 60,
    country: 'US',
    currency: null,
    unit: null,
    unique_id: `calendar_economic:${index + 1}`,
    detail_url: null,
  }));
}

const fillSearch =
  (most: number): Surface['fill'] =>
  (world, random) => {
    const found = marks('e', random.integer(3, most));
    world.broker.lists.set('search', events(found, world));
    return found;
  };

const fillHot =
  (most: number): Surface['fill'] =>
  (world, random) => {
    const found = marks('h', random.integer(3, most));
    world.broker.lists.set('hot', events(found, world));
    return found;
  };

function fillQuotes(world: World, random: Random): readonly string[] {
  const found = marks('q', random.integer(2, 20));
  world.broker.lists.set(
    'quotes',
    found.map((name, index) => ({
      code: `HK.${String(index + 1).padStart(5, '0')}`,
      name,
      update_time: world.broker.serverMs(),
      last_price: 10,
      prev_close_price: 9,
      open_price: 9,
      high_price: 11,
      low_price: 9,
      volume: 100,
      turnover: 1000,
      lot_size: 100,
    })),
  );
  return found;
}

function fillDays(world: World): readonly string[] {
  const found = Array.from({ length: 22 }, (_, index) => `2026-10-${String(index + 5).padStart(2, '0')}`);
  world.broker.lists.set(
    'tradingDays',
    found.map((time) => ({ time, trade_date_type: 'WHOLE', trade_second: 19800 })),
  );
  return found;
}

/** The calendar's page: loads everything, page by page, as scrolling to the end does. */
function calendarPage(name: 'search' | 'hot'): Surface['look'] {
  return async (window, world) => {
    let [panel] = window.webviews;
    if (panel === undefined) {
      await window.play('marketDesk.calendar.open', [], (prompt) => {
        if (prompt.kind === 'message') prompt.press(undefined);
        else prompt.close();
      });
      [panel] = window.webviews;
      if (panel === undefined) throw new Error('no calendar');
      panel.send({ type: 'ready', body: null });
      await world.machine.pass(100);
    }
    panel.posted.splice(0);
    panel.send(
      name === 'search'
        ? { type: 'search', body: { keyword: 'x', searchType: 1, order: 'ascending', pageSize: 20 } }
        : { type: 'hot', body: { date: null, zone: 'Asia/Shanghai', pageSize: 20 } },
    );
    const list = { rows: [] as unknown[], state: {} as Readonly<Record<string, unknown>> };
    const read = (): void => {
      for (const message of panel.posted.splice(0) as { readonly type: string; readonly body: Readonly<Record<string, unknown>> }[]) {
        if (message.type !== 'list' || message.body['name'] !== name) continue;
        list.state = message.body['state'] as Readonly<Record<string, unknown>>;
        if (Array.isArray(message.body['rows']))
          list.rows = [...list.rows.slice(0, Number(message.body['from'])), ...(message.body['rows'] as unknown[])];
      }
    };
    for (let page = 0; page < 40; page += 1) {
      await world.machine.runUntil(() => (read(), list.state['phase'] === 'ready' || list.state['phase'] === 'failed'), 90_000);
      if (list.state['phase'] !== 'ready' || list.state['end'] !== 'more') break;
      const { generation } = list.state;
      list.state = { phase: 'asked' };
      panel.send({ type: 'more', body: { name, generation, rows: list.rows.length } });
    }
    return JSON.stringify([list.state, list.rows]);
  };
}

/** Lists that a command opens one after the other; the row is chosen in the first list that has it. */
function opened(command: string, row: RegExp): Surface['look'] {
  return async (window, world) => {
    const seen: string[] = [];
    const from = window.said.length;
    const chosen = { once: false };
    await window.play(
      command,
      [],
      (prompt) => {
        const rows = prompt.kind === 'pick' ? prompt.rows() : [];
        const texts = rows.map(({ label, description, detail }) => `${label} ${description} ${detail}`);
        if (prompt.kind === 'pick') seen.push(prompt.title, prompt.placeholder(), ...texts);
        else if (prompt.kind === 'text') seen.push(prompt.prompt);
        const isHere = !chosen.once && texts.some((text) => row.test(text));
        chosen.once ||= isHere;
        if (prompt.kind === 'message') prompt.press(undefined);
        else if (prompt.kind === 'pick' && isHere) prompt.choose(({ label, description }) => row.test(`${label} ${description}`));
        else prompt.close();
      },
      200_000,
    );
    await world.machine.settle();
    return [...seen, ...window.said.slice(from).map(({ text }) => text)].join('\n');
  };
}

const plateView: Surface['look'] = async (window, world) => {
  const id = 'marketDesk.plates';
  window.setVisible(id, true);
  for (let page = 0; page < 8; page += 1) {
    await window.rows(id);
    await world.machine.pass(3000);
    const more = (await window.rows(id)).find(({ contextValue, label }) => /more/i.test(contextValue) || /^Load more/i.test(label));
    if (more === undefined) break;
    await window.play('marketDesk.plates.loadMore', [more.node], (prompt) => {
      if (prompt.kind === 'message') prompt.press(undefined);
    });
    await world.machine.pass(500);
  }
  return viewText(window, id);
};

/** What an export writes, and the messages about it, after the view was read. */
const exportedPositions: Surface['look'] = async (window, world) => {
  await view('marketDesk.positions')(window, world);
  await window.play('marketDesk.positions.refresh', [], sayYes, 200_000);
  const from = window.said.length;
  window.saved.clear();
  window.saveTarget = Uri.parse('memory:/positions.csv');
  await window.play('marketDesk.positions.export', [], (prompt) => {
    if (prompt.kind === 'message') prompt.press(undefined);
    else prompt.close();
  });
  // Names of columns don't count as words.
  const files = [...window.saved.values()].map((text) => text.slice(text.indexOf('\n')).replaceAll(/\bfalse\b/g, 'incomplete'));
  return [...files, ...window.said.slice(from).map(({ text }) => text)].join('\n');
};

const orders = /^\/api\/v1\.0\/accounts\/[^/]+\/orders$/;
const liveAccounts = /authorized_trd_accs$/;
const plateStock = /\/quote\/plate/;

/** Every list of the product, at each place where it is shown. */
export const surfaces: readonly Surface[] = [
  { name: 'Orders view', endpoint: orders, fill: fillOrders, look: view('marketDesk.orders'), isView: true },
  {
    name: 'Positions view, paper',
    endpoint: /sim-trade\/[^/]+\/positions$/,
    fill: fillPaper,
    look: view('marketDesk.positions'),
    isView: true,
  },
  { name: 'export of positions', endpoint: /sim-trade\/[^/]+\/positions$/, fill: fillPaper, look: exportedPositions },
  {
    name: 'Positions view, live',
    endpoint: /accounts\/[^/]+\/positions$/,
    fill: fillLivePositions,
    look: view('marketDesk.positions'),
    isView: true,
  },
  { name: 'accounts in the Orders view', endpoint: liveAccounts, fill: fillAccounts, look: view('marketDesk.orders'), isView: true },
  { name: 'accounts in the Positions view', endpoint: liveAccounts, fill: fillAccounts, look: view('marketDesk.positions'), isView: true },
  { name: 'Today view', endpoint: /calendar\/hot$/, fill: fillHot(45), look: view('marketDesk.today'), isView: true },
  { name: 'Plates view', endpoint: plateStock, fill: fillPlate, look: plateView, refresh: 'marketDesk.plates.refresh' },
  { name: 'plates to add', endpoint: /\/quote\/plate-list$/, fill: fillPlates, look: opened('marketDesk.plates.add', /^HK /) },
  { name: 'calendar, search', endpoint: /calendar\/search$/, fill: fillSearch(90), look: calendarPage('search') },
  { name: 'calendar, hot list', endpoint: /calendar\/hot$/, fill: fillHot(45), look: calendarPage('hot') },
  { name: 'orders of a ticket', endpoint: orders, fill: fillOrders, look: opened('marketDesk.orders.modify', new RegExp(account)) },
  { name: 'tool listOpenOrders', endpoint: orders, fill: fillOrders, look: tool('marketDesk_listOpenOrders', {}) },
  { name: 'tool listPositions', endpoint: /sim-trade\/[^/]+\/positions$/, fill: fillPaper, look: tool('marketDesk_listPositions', {}) },
  {
    name: 'tool listPositions, live',
    endpoint: /accounts\/[^/]+\/positions$/,
    fill: fillLivePositions,
    look: tool('marketDesk_listPositions', {}),
  },
  {
    name: 'tool searchCalendar',
    endpoint: /calendar\/search$/,
    fill: fillSearch(90),
    look: tool('marketDesk_searchCalendar', { keyword: 'x', from: '1970-01-01', limit: 100 }),
  },
  { name: 'tool listHotEvents', endpoint: /calendar\/hot$/, fill: fillHot(20), look: tool('marketDesk_listHotEvents', {}) },
  {
    name: 'tool listConstituents',
    endpoint: plateStock,
    fill: fillPlate,
    look: tool('marketDesk_listConstituents', { plate: 'HK.BK1', limit: 1000 }),
  },
  {
    name: 'tool getQuotes',
    endpoint: /quote\/snapshot$/,
    fill: fillQuotes,
    look: tool('marketDesk_getQuotes', { codes: Array.from({ length: 20 }, (_, index) => `HK.${String(index + 1).padStart(5, '0')}`) }),
  },
  {
    name: 'tool listTradingDays',
    endpoint: /trading-days$/,
    fill: fillDays,
    look: tool('marketDesk_listTradingDays', { market: 'HK', year: 2026, month: 10 }),
  },
];
