import { describe, expect, it } from 'vitest';
import { calendarHostGuards } from '../../../src/panel/calendar/calendarProtocol';
import type { ListName, PanelAction, ToCalendarHost } from '../../../src/panel/calendar/calendarProtocol';
import { historyHostGuards } from '../../../src/panel/history/historyProtocol';
import type { HistoryAction, ToHistoryHost } from '../../../src/panel/history/historyProtocol';
import { ordersHostGuards } from '../../../src/panel/orders/ordersPageProtocol';
import type { OrdersPageAction, OrdersTab, SelectedAction, ToOrdersHost } from '../../../src/panel/orders/ordersPageProtocol';
import type { Guards } from '../../../src/panel/platform/messages';
import { portfolioHostGuards } from '../../../src/panel/portfolio/portfolioProtocol';
import type { PortfolioAction, ToPortfolioHost } from '../../../src/panel/portfolio/portfolioProtocol';
import { securityHostGuards } from '../../../src/panel/security/securityProtocol';
import type { ToSecurityHost } from '../../../src/panel/security/securityProtocol';
import { ticketHostGuards } from '../../../src/panel/ticket/ticketProtocol';
import type { TicketTexts, ToTicketHost } from '../../../src/panel/ticket/ticketProtocol';
import { watchlistHostGuards } from '../../../src/panel/watchlist/watchlistProtocol';
import type { ToWatchlistHost, WatchAction } from '../../../src/panel/watchlist/watchlistProtocol';
import { welcomeActions, welcomeHostGuards } from '../../../src/panel/welcome/welcomeProtocol';
import type { ToWelcomeHost } from '../../../src/panel/welcome/welcomeProtocol';

/** Bodies that a page can send, for each of its messages: the compiler asks for a new message, and for a new word in one. */
type Sent<Bodies extends object> = { readonly [K in keyof Bodies]: readonly [Bodies[K], ...Bodies[K][]] };

/** Every word of a union: the compiler asks for all of them. */
function every<W extends string>(words: Readonly<Record<W, true>>): readonly [W, ...W[]] {
  const [first, ...others] = Object.keys(words) as W[];
  if (first === undefined) throw new Error('a union without a word');
  return [first, ...others];
}

function each<W extends string, B>(words: readonly [W, ...W[]], bodyOf: (word: W) => B): readonly [B, ...B[]] {
  const [first, ...others] = words;
  return [bodyOf(first), ...others.map(bodyOf)];
}

const tabs = every<OrdersTab>({ open: true, history: true, fills: true });
const orders: Sent<ToOrdersHost> = {
  visible: [{ symbols: ['HK.00700'] }, { symbols: [] }],
  ready: [null],
  refresh: [null],
  look: [
    ...each(tabs, (tab) => ({ tab, range: { kind: 'days', days: 7 } as const })),
    { tab: 'fills', range: { kind: 'dates', from: '2026-11-01', to: '2026-11-27' } },
  ],
  act: each(every<OrdersPageAction>({ signIn: true, connect: true, startSandbox: true, cancelAll: true }), (action) => ({ action })),
  open: each(tabs, (tab) => ({ tab, id: 'live:1/2' })),
  order: each(every<SelectedAction>({ modify: true, cancel: true }), (action) => ({ action, id: 'live:1/2' })),
  keep: [{ view: '{}' }],
  copy: [{ text: 'HK.00700\t100' }],
  export: each(tabs, (tab) => ({ tab, ids: ['live:1/2'] })),
};

const texts: Readonly<Record<keyof TicketTexts, string>> = {
  ...{ qty: '100', price: '9.95', aux_price: '', side: 'BUY', order_type: 'LIMIT', time_in_force: 'DAY', session: 'ALL' },
  ...{ lot_type: 'BOARD', remark: 'mine' },
};
const ticket: Sent<ToTicketHost> = {
  ready: [null],
  cancelOrder: [null],
  editLimits: [null],
  edit: [texts, {}],
  leave: [null],
  review: [texts],
  part: [{ at: 2, texts }],
  risk: [
    { stop: '9.5', risk: '1', unit: 'percent' },
    { stop: '', risk: '', unit: 'amount' },
  ],
  size: [texts],
  rehearse: [texts],
  diff: [texts],
  act: [0, 1, 4],
  chooseAnother: [null],
  chooseAccount: [null],
  cancel: [null],
  close: [null],
};

const lists = every<ListName>({ search: true, hot: true, agenda: true });
const row = { name: 'hot', generation: 1, index: 0, zone: 'UTC' } as const;
const rows = { name: 'hot', generation: 1, indexes: [0, 3], zone: 'UTC' } as const;
const calendar: Sent<ToCalendarHost> = {
  ready: [null],
  search: [{ keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 }],
  hot: [
    { date: null, zone: 'UTC', pageSize: 20 },
    { date: '20261127', zone: 'UTC', pageSize: 1 },
  ],
  more: each(lists, (name) => ({ name, generation: 1, rows: 20 })),
  stop: each(lists, (name) => ({ name })),
  act: each(
    every<PanelAction>({
      ...{ retry: true, signIn: true, connect: true, setUpApiKey: true, synchronize: true, showCertificate: true },
      ...{ showLog: true, startSandbox: true },
    }),
    (action) => ({ name: 'search', action }) as const,
  ),
  openLink: [row],
  copyRows: [rows],
  exportEvent: [row],
  showHistory: [row],
  remind: [row],
  agenda: [{ zone: 'UTC' }],
  zone: ['Asia/Hong_Kong'],
  view: [{ tab: 'hot' }],
  holdings: [null],
  exportList: [
    { ...rows, format: 'csv' },
    { ...rows, format: 'ics' },
  ],
  nextDay: [{ after: '20261127', zone: 'UTC' }],
};

const commands = every<ToSecurityHost['act']['command']>({
  ...{ signIn: true, connect: true, startSandbox: true, search: true, calendar: true, watch: true, alert: true },
  ...{ order: true, buy: true, sell: true, compare: true },
});
const security: Sent<ToSecurityHost> = {
  alertAt: [{ price: '553.0' }],
  ready: [null],
  refresh: [null],
  act: each(commands, (command) => ({ command })),
  chart: [
    { period: '1m', adjustment: 'none' },
    { period: 'month', adjustment: 'backward' },
  ],
  earlier: [null],
  modify: [
    { accountId: '1', accountKind: 'live', orderId: '2' },
    { accountId: '1', accountKind: 'simulated', orderId: '2', price: '9.95', auxPrice: '10' },
  ],
  cancel: [{ accountId: '1', accountKind: 'live', orderId: '2' }],
  moveAlert: [{ id: 'one', price: '9.95' }],
  pick: [
    { price: '9.95', side: 'BUY' },
    { price: '9.95', side: 'SELL' },
  ],
  studies: [
    { averages: [], previousClose: true, fills: true },
    { averages: [5], exponential: [12, 26], strength: 14, vwap: true, previousClose: false },
  ],
  uncompare: [{ symbol: 'HK.00700' }],
  copy: [{ text: '9.95' }],
  review: [{ to: 'open' }, { to: 'close' }],
};

const portfolio: Sent<ToPortfolioHost> = {
  ready: [null],
  refresh: [null],
  act: each(every<PortfolioAction>({ signIn: true, connect: true, startSandbox: true, retry: true, selectAccount: true }), (action) => ({
    action,
  })),
  visible: [{ symbols: ['HK.00700'] }, { symbols: [] }],
  open: [{ symbol: 'HK.00700' }],
  keep: [{ view: '{}' }],
  copy: [{ text: '100' }],
  export: [{ header: ['Symbol'], rows: [['HK.00700']], accounts: ['live:1'] }],
};

const watchlist: Sent<ToWatchlistHost> = {
  ready: [null],
  visible: [{ symbols: ['HK.00700'] }],
  open: [{ symbol: 'HK.00700' }],
  remove: [{ ids: ['g HK.00700'] }],
  move: [
    { ids: ['g HK.00700'], before: null },
    { ids: ['g HK.00700'], before: 'g HK.00005' },
  ],
  toggleGroup: [{ id: 'g' }],
  copy: [{ symbols: ['HK.00700'] }],
  chosen: [{ ids: [] }, { ids: ['g HK.00700'] }],
  act: each(every<WatchAction>({ signIn: true, connect: true, startSandbox: true, add: true, retry: true }), (action) => ({ action })),
  room: [{ width: 250.5, em: 12.6 }],
};

const history: Sent<ToHistoryHost> = {
  ready: [null],
  refresh: [null],
  stop: [null],
  act: each(
    every<HistoryAction>({ signIn: true, connect: true, startSandbox: true, choose: true, search: true, remind: true }),
    (action) => ({ action }),
  ),
  copy: [{ text: '3.1' }],
};

function refusedBy<Bodies extends object>(guards: Guards<Bodies>, sent: Sent<Bodies>): readonly string[] {
  const types = Object.keys(sent) as (keyof Bodies & string)[];
  expect(types.toSorted()).toEqual(Object.keys(guards).toSorted());
  return types.flatMap((type) => sent[type].filter((body) => !guards[type](body)).map((body) => `${type} ${JSON.stringify(body)}`));
}

describe('the guards of a page’s messages', () => {
  it('let everything pass that the page can send', () => {
    expect(refusedBy(ordersHostGuards, orders)).toEqual([]);
    expect(refusedBy(ticketHostGuards, ticket)).toEqual([]);
    expect(refusedBy(calendarHostGuards, calendar)).toEqual([]);
    expect(refusedBy(securityHostGuards, security)).toEqual([]);
    expect(refusedBy(portfolioHostGuards, portfolio)).toEqual([]);
    expect(refusedBy(watchlistHostGuards, watchlist)).toEqual([]);
    expect(refusedBy(historyHostGuards, history)).toEqual([]);
  });

  it('of the welcome page let its actions pass', () => {
    const welcome: Sent<ToWelcomeHost> = { ready: [null], act: each(welcomeActions, (action) => ({ action })) };
    expect(refusedBy(welcomeHostGuards, welcome)).toEqual([]);
  });

  it('refuse what no page sends', () => {
    const nonsense = [undefined, 0.5, '', [], { tab: 'past' }, { action: 'send' }, { ids: [''] }];
    expect(nonsense.filter((body) => ordersHostGuards.look(body) || ordersHostGuards.act(body) || ordersHostGuards.export(body))).toEqual(
      [],
    );
    expect(nonsense.filter((body) => ticketHostGuards.review(body) || ticketHostGuards.act(body))).toEqual([]);
  });
});
