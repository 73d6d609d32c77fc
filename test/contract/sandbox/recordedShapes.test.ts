import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedOf } from '../../support/recorded';
import { openFeed } from '../../support/feed/feedClient';
import { openService, type Json, type SandboxService } from '../../support/sandbox/sandboxService';
import { signIn } from '../../support/sandbox/sandboxHarness';

/** How the sandbox is asked for what is recorded of a call. */
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
  securityGroups: async ({ ada }) => ada.get('/api/v1.0/quote/user-security-group', {}),
  groupSecurities: async ({ ada }) => ada.get('/api/v1.0/quote/user-security', { group_name: 'Chips' }),
};

/** Path of every value in an answer, lists as one, with what stands there; texts and numbers may stand for each other. */
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
    expect(body['ret_code']).toBe(0);
    expect(differences(body, answersOf(call))).toEqual([]);
  });

  it.each([
    ['QUOTE', { quote: ['US.AAPL'] }],
    ['ORDER_BOOK', { order_book: ['US.AAPL'] }],
    ['TICKER', { ticker: ['US.AAPL'] }],
    ['KLINE', { kline: [{ symbol: 'US.AAPL', period: '10m', adjust: 'forward_include_dividend' }] }],
  ])('pushes %s in a shape that was recorded or published', async (type, topics) => {
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
  return recordedOf(call)
    .map(({ text }): unknown => JSON.parse(text))
    .filter((answer) => !isFailure(answer));
}

function isFailure(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'ret_code' in answer && answer.ret_code !== 0 && !('data' in answer);
}
