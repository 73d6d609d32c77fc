import Big from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNotOffered } from '../../src/service/notOffered';
import type { ServiceClient } from '../../src/service/serviceClient';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';
import { itemsOf } from '../support/builders/lists';
import { serviceNoon } from 'market-desk-sandbox/test/sandboxService';
import { worlds } from '../support/sandbox/worlds';

const call = { signal: new AbortController().signal };
const decimal = /^-?\d+(\.\d+)?$/;
const code = 'HK.00700';
const always = { start: '0', end: '99999999999999999' };
const candles = { code, period: 'day', adjustment: 'forward', count: 50 } as const;

const sum = (amounts: readonly string[]): Big => amounts.reduce((all, amount) => all.plus(amount), new Big(0));

/** Every call beyond the specification, with what a service that offers it must return. */
const calls: readonly (readonly [string, (client: ServiceClient['beyond']) => Promise<unknown>, (found: unknown) => unknown])[] = [
  [
    'live accounts',
    async (beyond) => itemsOf(beyond.liveAccounts(call)),
    (found) => expect(found).toContainEqual(expect.objectContaining({ id: '8001' })),
  ],
  ['paper accounts', async (beyond) => itemsOf(beyond.simulatedAccounts(call)), (found) => expect(found).not.toEqual([])],
  [
    'orders of a market',
    async (beyond) => itemsOf(beyond.orders({ accountId: '8001', tradeMarket: 'HK' }, call)),
    (found) =>
      expect(found).toContainEqual(expect.objectContaining({ orderId: 'OK-1', quantity: expect.stringMatching(decimal) as unknown })),
  ],
  [
    'one order',
    async (beyond) => itemsOf(beyond.orderDetails({ accountId: '8001', exchange: 'SEHK', orderIds: ['OK-1'] }, call)),
    (found) => expect(found).toEqual([expect.objectContaining({ orderId: 'OK-1', price: expect.stringMatching(decimal) as unknown })]),
  ],
  [
    'live positions',
    async (beyond) => itemsOf(beyond.livePositions({ accountId: '8001' }, call)),
    (found) => expect(found).not.toEqual([]),
  ],
  [
    'stocks of a plate',
    async (beyond) => itemsOf(beyond.plateStock({ plateId: 'HK.BK1000', limit: 200 }, call)),
    (found) => expect(found).toHaveLength(200),
  ],
  [
    'plates',
    async (beyond) => itemsOf(beyond.plateList({ market: 'HK', plateClass: 'ALL' }, call)),
    (found) => expect(found).not.toEqual([]),
  ],
  [
    'a snapshot',
    async (beyond) => itemsOf(beyond.snapshot({ codes: [code] }, call)),
    (found) => expect(found).toEqual([expect.objectContaining({ code, lastPrice: expect.stringMatching(decimal) as unknown })]),
  ],
  ['states of markets', async (beyond) => beyond.marketStates({ codes: [code] }, call), (found) => expect(found).toMatchObject([{ code }])],
  ['depth', async (beyond) => beyond.orderBook({ code, levels: 5 }, call), (found) => expect(found).not.toEqual([])],
  ['the course of the day', async (beyond) => beyond.intradayPoints({ code }, call), (found) => expect(Array.isArray(found)).toBe(true)],
  ['ticks', async (beyond) => beyond.ticks({ code, count: 10 }, call), (found) => expect(Array.isArray(found)).toBe(true)],
  ['candles of now', async (beyond) => beyond.currentCandles(candles, call), (found) => expect(found).toHaveLength(50)],
  [
    'candles of before',
    async (beyond) => (await beyond.historyCandles({ ...candles, end: '2026-11-20' }, call)).items,
    (found) => expect(found).toHaveLength(50),
  ],
  [
    'money in and out',
    async (beyond) => {
      const [flow, sides] = await Promise.all([beyond.capitalFlow({ code }, call), beyond.capitalDistribution({ code }, call)]);
      const [inflow, out] = [sum(Object.values(sides.in)), sum(Object.values(sides.out))];
      return inflow.gt(0) && inflow.minus(out).eq(flow.at(-1)?.net ?? '');
    },
    (isWhole) => expect(isWhole).toBe(true),
  ],
  ['plates of a security', async (beyond) => beyond.ownerPlates({ code }, call), (found) => expect(found).not.toEqual([])],
  [
    'what an account can trade',
    async (beyond) => beyond.tradingPower({ accountId: '8001', code, orderType: 'LIMIT', price: '560' }, call),
    (found) => expect(found).toMatchObject({ cashBuy: expect.stringMatching(/^\d+00$/) as unknown }),
  ],
  [
    'funds',
    async (beyond) => beyond.funds({ accountId: '8001', currency: 'HKD' }, call),
    (found) =>
      expect(found).toMatchObject({
        currency: 'HKD',
        cash: expect.stringMatching(decimal) as unknown,
        cashByMarket: { us: expect.stringMatching(decimal) as unknown },
      }),
  ],
  [
    'history of orders',
    async (beyond) => itemsOf(beyond.orderHistory({ accountId: '8001', tradeMarket: 'HK', ...always }, call)),
    (found) => expect((found as readonly unknown[]).length).toBeGreaterThan(50),
  ],
  [
    'fills of before',
    async (beyond) => itemsOf(beyond.fillHistory({ accountId: '8001', tradeMarket: 'HK', ...always }, call)),
    (found) => expect(found).toHaveLength(50),
  ],
  [
    'fills of today',
    async (beyond) => itemsOf(beyond.orderFills({ accountId: '8001', tradeMarket: 'HK' }, call)),
    (found) => expect(Array.isArray(found)).toBe(true),
  ],
  ['groups', async (beyond) => beyond.securityGroups({ type: 'ALL' }, call), (found) => expect(found).not.toEqual([])],
];

describe.each(worlds)('calls beyond the specification, %s', (name, options) => {
  let held: ClientAndSandbox;
  beforeAll(async () => {
    // At noon of a trading day: outside the trading hours, no money moves.
    held = await openClient('bearer', { sandbox: { ...options, wallClock: () => serviceNoon } });
  });
  afterAll(async () => held.close());

  it.each(calls)('are answered or reported as not offered, depending on the service: %s', async (_, ask, check) => {
    const found: unknown = await ask(held.client.beyond).catch((error: unknown) => error);
    if (name === 'strict') expect(isNotOffered(found)).toBe(true);
    else {
      expect(isNotOffered(found)).toBe(false);
      check(found);
    }
  });

  it('confirm nothing when no confirmation is open, although a like-live service answers ok', async () => {
    const outcome = await held.client.beyond.confirmOrder({ accountId: '8001', orderId: 'CONFIRM-1', confirmId: 'made-up' }, call);
    expect(outcome.kind).toBe({ strict: 'notOffered', usual: 'refused', 'like live': 'accepted' }[name]);
  });

  it('change a group of securities and read it again', async () => {
    const { beyond } = held.client;
    if (name === 'strict') {
      const change = { groupName: 'x', operation: 'add', codes: [code] } as const;
      expect(await beyond.changeSecurityGroup(change, call).catch((error: unknown) => isNotOffered(error))).toBe(true);
      return;
    }
    const groups = await beyond.securityGroups({ type: 'CUSTOM' }, call);
    const groupName = groups[0]?.name ?? '';
    const codes = async (): Promise<readonly string[]> =>
      (await beyond.groupSecurities({ groupName }, call)).map((security) => security.code);
    await beyond.changeSecurityGroup({ groupName, operation: 'add', codes: ['US.AAPL'] }, call);
    expect(await codes()).toContain('US.AAPL');
    await beyond.changeSecurityGroup({ groupName, operation: 'moveOut', codes: ['US.AAPL'] }, call);
    expect(await codes()).not.toContain('US.AAPL');
  });
});

describe('a session outside regular hours', () => {
  it.each([{}, { likeLive: true, limitsRequests: false }])(
    'is read with its price and range from %j, and with its change where that is told',
    async (options) => {
      const { client, ...opened } = await openClient('bearer', { sandbox: { wallClock: () => serviceNoon, ...options } });
      try {
        const [quote] = await itemsOf(client.beyond.snapshot({ codes: ['US.AAPL'] }, call));
        const sessions = [quote?.preMarket, quote?.afterMarket, quote?.overnight].filter((session) => session !== undefined);
        expect(sessions.length).toBeGreaterThan(0);
        for (const session of sessions) {
          const figure = expect.stringMatching(/^-?\d/) as unknown;
          const { price, highPrice, lowPrice } = session;
          expect([lowPrice, price, highPrice].toSorted((a, b) => Number(a) - Number(b))).toEqual([lowPrice, price, highPrice]);
          expect(session).toMatchObject({
            volume: figure,
            turnover: figure,
            ...('likeLive' in options ? { change: figure, changeRate: figure } : {}),
          });
        }
      } finally {
        await opened.close();
      }
    },
  );
});

describe('the day P&L of the sandbox', () => {
  it('follows from its own prices, and from the purchase price of securities bought today', async () => {
    const { client, ...opened } = await openClient('bearer');
    try {
      const positions = await itemsOf(client.beyond.livePositions({ accountId: '8001' }, call));
      const quotes = await itemsOf(client.beyond.snapshot({ codes: positions.map((position) => position.code) }, call));
      const told = positions.map(({ code: symbol, side, quantity, price, costPrice, dayProfit }) => {
        const { previousClose: close = '', contractSize = '1' } = quotes.find((quote) => quote.code === symbol) ?? {};
        const since = (base: string): string =>
          new Big(price)
            .minus(base)
            .times(quantity)
            .times(contractSize || '1')
            .times(side === 'SHORT' ? -1 : 1)
            .toFixed();
        const stated = new Big(dayProfit).toFixed();
        return stated === since(close) ? 'close' : stated === since(costPrice) ? 'purchase' : `${symbol}: ${stated}`;
      });
      expect(told.filter((base) => base === 'purchase')).toHaveLength(1);
      expect(new Set(told)).toEqual(new Set(['close', 'purchase']));
    } finally {
      await opened.close();
    }
  });
});
