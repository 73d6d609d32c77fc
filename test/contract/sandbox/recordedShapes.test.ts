import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beyondEndpoints, specifiedEndpoints } from '../../../src/service/endpoints/table';
import { recordedCalls, recordedOf } from '../../support/recorded';
import { openFeed } from 'market-desk-sandbox/test/feedClient';
import { openService } from 'market-desk-sandbox/test/sandboxService';
import type { Json, SandboxService } from 'market-desk-sandbox/test/sandboxService';
import { signIn } from 'market-desk-sandbox/test/sandboxHarness';

/** The sandbox requests for the recorded answers of each call. */
const requests: Readonly<Record<string, (service: SandboxService) => Promise<{ readonly body: Json }>>> = {
  snapshot: async ({ ada }) => ada.post('/api/v1.0/quote/snapshot', { code_list: ['US.AAPL'] }),
  marketStates: async ({ ada }) => ada.post('/api/v1.0/quote/market-state', { code_list: ['HK.00700', 'US.AAPL'] }),
  tradingDays: async ({ ada }) => ada.get('/api/v1.0/quote/trading-days', { market: 'HK', start: '2026-12-21', end: '2026-12-31' }),
  orderBook: async ({ ada }) => ada.post('/api/v1.0/quote/order-book', { code: 'US.AAPL', num: 5 }),
  ticks: async ({ ada }) => ada.get('/api/v1.0/quote/US.AAPL/rt-ticker', { num: '3' }),
  intradayPoints: async ({ ada }) => ada.get('/api/v1.0/quote/HK.00700/rt-data', {}),
  currentCandles: async ({ ada }) => ada.get('/api/v1.0/quote/HK.00700/cur-kline', { num: '3', ktype: '26' }),
  historyCandles: async ({ ada }) => ada.get('/api/v1.0/quote/HK.00700/history-kline', { end: '2026-06-09', num: '3' }),
  simulatedAccounts: async ({ ada }) => ada.get('/api/v1.0/sim-trade/accounts', {}),
  simulatedPositions: async ({ ada }) => ada.get('/api/v1.0/sim-trade/281756479864562681/positions', { market: '1' }),
  simulatedCash: async ({ ada }) => ada.get('/api/v1.0/sim-trade/281756479864562681/cash-info', { market: '1' }),
  simulatedTradingPower: async ({ ada }) =>
    ada.get('/api/v1.0/sim-trade/281756479864562681/max-buy-sell', { market: '1', symbol: '00700', order_type: '1', price: '300' }),
  liveAccounts: async ({ ada }) => ada.get('/api/v1.0/accounts/authorized_trd_accs', {}),
  funds: async ({ ada }) => ada.get('/api/v1.0/accounts/8001/funds', { currency: 'HKD' }),
  livePositions: async ({ ada }) => ada.get('/api/v1.0/accounts/8001/positions', {}),
  orders: async ({ ada }) => ada.get('/api/v1.0/accounts/8001/orders', { trd_market: 'HK', page_flag: '' }),
  orderDetails: async ({ ada }) => ada.post('/api/v1.0/accounts/8001/orders/detail', { exchange: 'SEHK', order_ids: ['OK-1'] }),
  orderHistory: async ({ ada }) => ada.get('/api/v1.0/accounts/8001/orders_history', { trd_market: 'HK', page_flag: '', start: '1' }),
  orderFills: async ({ ada }) => ada.get('/api/v1.0/accounts/8001/order_fills', { trd_market: 'HK', page_flag: '' }),
  securityGroups: async ({ ada }) => ada.get('/api/v1.0/quote/user-security-group', {}),
  groupSecurities: async ({ ada }) => ada.get('/api/v1.0/quote/user-security', { group_name: 'Chips' }),
  hotCalendar: async ({ ada }) => ada.get('/api/v1.0/quote/economic-calendar/hot', { date: '20260610', timezone: 'Asia/Shanghai' }),
  searchCalendar: async ({ ada }) => ada.get('/api/v1.0/quote/economic-calendar/search', { keyword: 'CPI', search_type: '1' }),
  plateList: async ({ ada }) => ada.get('/api/v1.0/quote/plate-list', { market: 'HK', plate_class: 'INDUSTRY' }),
  plateStock: async ({ ada }) => ada.get('/api/v1.0/quote/plate-stock', { plate_code: 'HK.BK1000', limit: '2' }),
  capitalFlow: async ({ ada }) => ada.get('/api/v1.0/quote/HK.00700/capital-flow', {}),
  capitalDistribution: async ({ ada }) => ada.get('/api/v1.0/quote/HK.00700/capital-distribution', {}),
  ownerPlates: async ({ ada }) => ada.get('/api/v1.0/quote/HK.00700/owner-plate', {}),
  fillHistory: async ({ ada }) =>
    ada.get('/api/v1.0/accounts/8001/fills_history', { trd_market: 'HK', page_flag: '', start: '1', end: '1789351326000000' }),
  placeOrder: async ({ ada }) =>
    ada.post('/api/v1.0/accounts/8001/orders', {
      ...{ code: 'SEHK.00700', side: 'BUY', order_type: 'LIMIT', qty: '100', price: '550', time_in_force: 'DAY', remark: 'a shape' },
    }),
  modifyOrder: async ({ ada }) => ada.put('/api/v1.0/accounts/8001/orders/OK-1', { exchange: 'SEHK', qty: '300', price: '561.5' }),
  cancelOrder: async ({ ada }) => ada.delete('/api/v1.0/accounts/8001/orders/OK-2', { exchange: 'US' }),
  confirmOrder: async ({ ada }) => {
    const { body } = await ada.put('/api/v1.0/accounts/8001/orders/CONFIRM-1', { exchange: 'US', qty: '30', price: '170.5' });
    return ada.post('/api/v1.0/accounts/8001/order_confirm', { confirm_id: body['confirm_id'] });
  },
  tradingPower: async ({ ada }) =>
    ada.get('/api/v1.0/accounts/8001/acctradinginfo', { code: 'HK.00700', order_type: 'LIMIT', price: '560' }),
  changeSecurityGroup: async ({ ada }) =>
    ada.post('/api/v1.0/quote/modify-user-security', { group_name: 'Chips', op: 'ADD', code_list: ['US.AAPL'] }),
  placeSimulatedOrder: placePaperOrder,
  simulatedOrders: async (service) => {
    await placePaperOrder(service);
    return service.ada.get(`${paperAccount}/orders`, { market: '1' });
  },
  simulatedOrderHistory: async (service) => {
    await placePaperOrder(service);
    return service.ada.get(`${paperAccount}/history-orders`, { market: '1', time_begin: '1', time_end: '1799351326000000' });
  },
  modifySimulatedOrder: async (service) =>
    service.ada.post(`${paperAccount}/orders/${await paperOrder(service)}/modify`, { market: 1, new_qty: '200', new_price: '551' }),
  cancelSimulatedOrder: async (service) => service.ada.post(`${paperAccount}/orders/${await paperOrder(service)}/cancel`, { market: 1 }),
};

const paperAccount = '/api/v1.0/sim-trade/281756479864562681';

async function placePaperOrder({ ada }: SandboxService): Promise<{ readonly body: Json }> {
  return ada.post(`${paperAccount}/orders`, { market: 1, symbol: '00700', order_type: 1, order_side: 1, qty: '100', price: '550' });
}

async function paperOrder(service: SandboxService): Promise<string> {
  const { body } = await placePaperOrder(service);
  const { data } = body;
  if (typeof data !== 'object' || data === null || !('order_id' in data)) throw new Error(`no order: ${JSON.stringify(body)}`);
  return String(data.order_id);
}

/** The subscriptions for the recorded pushes. */
const pushes = [
  ['QUOTE', { quote: ['US.AAPL'] }],
  ['ORDER_BOOK', { order_book: ['US.AAPL'] }],
  ['TICKER', { ticker: ['US.AAPL'] }],
  ['KLINE', { kline: [{ symbol: 'US.AAPL', period: '10m', adjust: 'forward_include_dividend' }] }],
] as const;

/**
 * Calls of the specification without any published answer: the constituents of a plate by POST, which the family offers by GET
 * (`plateStock`), and the server's time, which exists only in the specification.
 */
const unrecorded = ['serverTime', 'plateConstituents'];

/** Fields that public clients read and no recorded answer has: the cost that is not diluted, and cash in a currency that an account may lack. */
const publishedOnly: ReadonlySet<string> = new Set(['.d[].average_cost', '.d.ca_cash']);

/** The path of every value in an answer, with lists merged, and its types; texts and numbers may replace each other. */
function shapeOf(value: unknown, path = ''): ReadonlyMap<string, ReadonlySet<string>> {
  const shape = new Map<string, Set<string>>();
  const add = (at: string, kind: string): void => void shape.set(at, (shape.get(at) ?? new Set()).add(kind));
  const collect = (found: ReadonlyMap<string, ReadonlySet<string>>): void => {
    for (const [at, kinds] of found) for (const kind of kinds) add(at, kind);
  };
  if (Array.isArray(value)) {
    add(path, 'list');
    for (const item of value) collect(shapeOf(item, `${path}[]`));
  } else if (typeof value === 'object' && value !== null) {
    add(path, 'object');
    for (const [key, inner] of Object.entries(value)) collect(shapeOf(inner, `${path}.${key}`));
  } else add(path, value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'scalar');
  return shape;
}

/** What an answer has that no recorded one has, and which of their lists and objects it lacks. */
function differences(answer: unknown, recorded: readonly unknown[]): readonly string[] {
  const [ours, theirs] = [shapeOf(answer), shapeOf(recorded)];
  const unknown = [...ours].flatMap(([path, kinds]) => {
    const known = theirs.get(`[]${path}`);
    if (known === undefined && publishedOnly.has(path)) return [];
    if (known === undefined) return [`${path} is not recorded`];
    const others = [...kinds].filter((kind) => kind !== 'null' && !known.has(kind) && !(known.size === 1 && known.has('null')));
    return others.map((kind) => `${path} is a ${kind}`);
  });
  const shapes = recorded.map((entry) => shapeOf(entry));
  const needed = [...(shapes[0] ?? [])].filter(
    ([path, kinds]) => (kinds.has('list') || kinds.has('object')) && shapes.every((shape) => shape.has(path)),
  );
  return [...unknown, ...needed.filter(([path]) => !ours.has(path)).map(([path]) => `${path} is missing`)];
}

describe('the like-live sandbox', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await openService({ likeLive: true, limitsRequests: false, alwaysOpen: true });
  });
  afterAll(async () => service.close());

  it.each(Object.entries(requests))('answers %s in a shape that was recorded or published', async (call, ask) => {
    const { body } = await ask(service);
    expect(body['s'] ?? body['ret_code']).toBe('s' in body ? 'ok' : 0);
    expect(differences(body, answersOf(call))).toEqual([]);
  });

  it('asks for a confirmation, and refuses, in published shapes', async () => {
    const { ada } = service;
    const asked = await ada.put('/api/v1.0/accounts/8001/orders/CONFIRM-1', { exchange: 'US', qty: '20', price: '170.5' });
    expect(differences(asked.body, failuresOf('modifyOrder'))).toEqual([]);
    expect(asked.body).toMatchObject({ s: 'error', need_order_confirm: true });
    const refused = await ada.delete('/api/v1.0/accounts/8001/orders/ERR-1', { exchange: 'SEHK' });
    expect(differences(refused.body, failuresOf('cancelOrder'))).toEqual([]);
    expect(refused.body).toMatchObject({ s: 'error' });
  });

  it('is compared with every recorded answer', () => {
    const compared = [...Object.keys(requests), ...pushes.map(([type]) => type), 'answer', 'MARKET_STATE'];
    expect([...recordedCalls].filter((call) => !compared.includes(call))).toEqual([]);
  });

  it('has a list of the calls without any public answer', () => {
    const calls = Object.keys({ ...specifiedEndpoints, ...beyondEndpoints });
    expect(calls.filter((call) => !recordedCalls.has(call))).toEqual(unrecorded);
  });

  it.each(pushes)('pushes %s in a shape that was recorded or published', async (type, topics) => {
    const feed = await openFeed(service.sandbox.quoteFeedUrl ?? '');
    try {
      const { bearer } = await signIn(service.sandbox, { user: 'ada' });
      feed.send({ id: 'auth-1', action: 'auth', data: { auth_type: 'oauth2', authorization: bearer.Authorization } });
      feed.send({ id: 'sub-1', action: 'subscribe', ...topics });
      expect(differences(await feed.waitFor((frame) => frame['type'] === type), answersOf(type))).toEqual([]);
      const answers = answersOf('answer');
      expect(differences(await feed.waitFor((frame) => frame['id'] === 'auth-1'), answers)).toEqual([]);
      expect(differences(await feed.waitFor((frame) => frame['id'] === 'sub-1'), answers)).toEqual([]);
    } finally {
      feed.close();
    }
  });

  it('denies a subscription as it was recorded, without its id', async () => {
    service.sandbox.feeds?.faults.deny(['HK.00005']);
    const feed = await openFeed(service.sandbox.quoteFeedUrl ?? '');
    try {
      const { bearer } = await signIn(service.sandbox, { user: 'ada' });
      feed.send({ id: '1', action: 'auth', data: { auth_type: 'oauth2', authorization: bearer.Authorization } });
      feed.send({ id: '2', action: 'subscribe', quote: ['HK.00005'] });
      const denied = await feed.waitFor((frame) => frame['ret_code'] !== undefined);
      const [recorded] = recordedOf('answer').filter(({ answer }) => 'error' in answer);
      expect([...shapeOf(denied)]).toEqual([...shapeOf(JSON.parse(recorded?.text ?? ''))]);
      expect(denied).toMatchObject({ ret_code: -9, ret_msg: 'realtime quote permission required' });
    } finally {
      feed.close();
      service.sandbox.feeds?.faults.clear();
    }
  });
});

function answersOf(call: string): readonly unknown[] {
  return parsed(call).filter((answer) => !isFailure(answer));
}

function failuresOf(call: string): readonly unknown[] {
  return parsed(call).filter(isFailure);
}

function parsed(call: string): readonly unknown[] {
  return recordedOf(call).map(({ text }): unknown => JSON.parse(text));
}

function isFailure(answer: unknown): boolean {
  if (typeof answer === 'object' && answer !== null && 's' in answer) return answer.s !== 'ok';
  return typeof answer === 'object' && answer !== null && 'ret_code' in answer && answer.ret_code !== 0 && !('data' in answer);
}
