import { constituentsPart, hotPart, ordersPart, searchPart } from '../../src/service/endpoints/sources';
import { itemsOf, opened, wholeList } from '../support/builders/lists';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareModification } from '../../src/service/endpoints/orders/changes';
import { isNotOffered } from '../../src/service/notOffered';
import type { ServiceClient } from '../../src/service/serviceClient';
import type { Position } from '../../src/service/records';
import { openClient } from '../support/network/clientHarness';
import type { ClientAndSandbox } from '../support/network/clientHarness';
import { worlds } from '../support/sandbox/worlds';

/** A credential doesn’t depend on the world: each has one. */
const credentials = { strict: 'bearer', usual: 'ed25519', 'like live': 'rsa' } as const;
const everywhere = worlds.map(([world, sandbox]) => [world, credentials[world], sandbox] as const);
const call = { signal: new AbortController().signal };
const day = /^\d{4}-\d{2}-\d{2}$/;
const decimal = /^-?\d+(\.\d+)?$/;

/** The error codes of the service, or the result of the call. */
async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'success',
    (error: unknown) => error,
  );
}

const prepare = (orderId: string, changes: object = {}): ReturnType<typeof prepareModification> =>
  prepareModification({ accountId: '8001', orderId, exchange: 'SEHK', quantity: '400', price: '561.5', ...changes });

describe.each(everywhere)('every endpoint, %s, with a %s credential', (world, credential, sandbox) => {
  const strict = world === 'strict';
  const likeLive = world === 'like live';
  let held: ClientAndSandbox;
  let client: ServiceClient;

  beforeAll(async () => {
    held = await openClient(credential, { vendorClientNnid: '0042', sandbox });
    ({ client } = held);
  });
  afterAll(async () => held.close());

  /** Counts requests of one route while `work` runs. */
  async function asked<T>(method: string, path: string, work: () => Promise<T>): Promise<readonly [number, T]> {
    const before = held.sandbox.ledger.of(method, path).length;
    const result = await work();
    return [held.sandbox.ledger.of(method, path).length - before, result];
  }

  describe('GET /server-time', () => {
    it('gives Unix milliseconds, without a credential', async () => {
      const { serverTime, sentAt, receivedAt } = await client.serverTime(call);
      expect(Math.abs(serverTime - Date.now())).toBeLessThan(5_000);
      expect(receivedAt).toBeGreaterThanOrEqual(sentAt);
      expect(held.sandbox.ledger.entries.at(-1)).toMatchObject({ path: '/api/v1.0/server-time', credential: 'none' });
    });
  });

  describe('GET /quote/trading-days', () => {
    it(strict ? 'gives what the specification leaves open, as it came' : 'gives the days of a market', async () => {
      const answer = await client.tradingDays({ market: 'HK', start: '2026-12-20', end: '2026-12-31' }, call);
      if (strict) {
        expect(answer.kind).toBe('raw');
        return;
      }
      if (answer.kind !== 'days') throw new Error('expected days');
      expect(answer.days.length).toBeGreaterThan(3);
      expect(answer.days.every(({ date }) => day.test(date))).toBe(true);
      expect(answer.days).toContainEqual({ date: '2026-12-24', session: 'morning' });
      expect(answer.days.some(({ date }) => date === '2026-12-25')).toBe(false);
    });

    it('refuses an unknown market', async () => {
      expect(await codeOf(client.tradingDays({ market: 'XX', start: '2026-01-01', end: '2026-01-02' }, call))).toMatchObject({
        code: 'api',
        serverCode: -3,
      });
    });
  });

  describe('GET /sim-trade/{acc_id}/positions', () => {
    const figures = (position: Position): readonly string[] => {
      const { quantity, currentPrice, marketValue, profit, profitRatio } = position;
      return [quantity, currentPrice, marketValue, profit, profitRatio];
    };

    if (likeLive)
      it('gives the positions of one market only, and says that the market is missing without one', async () => {
        const accountId = '281756479864562682';
        expect(await codeOf(itemsOf(client.simulatedPositions({ accountId }, call)))).toMatchObject({ code: 'api', serverCode: -3 });
        const positions = await itemsOf(client.simulatedPositions({ accountId: '281756479864562681', market: 1 }, call));
        expect(positions.length).toBeGreaterThan(5);
        expect(positions.every(({ symbol }) => /^\d{5}$/.test(symbol))).toBe(true);
        expect(positions.flatMap(figures).every((value) => decimal.test(value))).toBe(true);
      });

    if (!likeLive)
      it('gives the positions, and those of one market', async () => {
        const positions = await itemsOf(client.simulatedPositions({ accountId: 'SIM-1001' }, call));
        expect(positions.length).toBeGreaterThan(10);
        expect(new Set(positions.map(({ positionId }) => positionId)).size).toBe(positions.length);
        expect(positions.flatMap(figures).every((value) => decimal.test(value))).toBe(true);
        expect(new Set(positions.map(({ side }) => side))).toEqual(new Set(['long', 'short']));
        const market = positions[0]?.market ?? -1;
        const some = await itemsOf(client.simulatedPositions({ accountId: 'SIM-1001', market }, call));
        // Prices may move between the two reads; the holdings do not.
        const held = ({ positionId, market: of, symbol, quantity }: Position) => ({ positionId, of, symbol, quantity });
        expect(some.map(held)).toEqual(positions.filter((position) => position.market === market).map(held));
        expect(some.length).toBeLessThan(positions.length);
      });
  });

  describe('GET /quote/economic-calendar/search', () => {
    const query = { keyword: 'CPI', searchType: 1, limit: 30 } as const;

    it('pages to the end, with one request per page', async () => {
      const [requests, events] = await asked('GET', '/api/v1.0/quote/economic-calendar/search', async () =>
        wholeList(searchPart(async () => client, query)),
      );
      expect(events.length).toBeGreaterThan(100);
      expect(events.every(({ text }) => text.includes('<em>'))).toBe(true);
      expect(requests).toBe(Math.ceil(events.length / 30));
    });

    it('ends with "-1" and has 20 events a page by default', async () => {
      expect(await itemsOf(client.searchCalendar({ keyword: 'CPI', searchType: 1 }, call))).toHaveLength(20);
      let nextKey = '';
      for (let pages = 0; nextKey !== '-1' && pages < 100; pages += 1) {
        const page = opened(await client.searchCalendar({ ...query, nextKey }, call));
        ({ nextKey } = page);
        expect(page.hasMore).toBe(nextKey !== '-1');
      }
      expect(nextKey).toBe('-1');
    });

    it.each([2, 3] as const)('sorts type %i by time both ways', async (searchType) => {
      const times = async (order: 'ascending' | 'descending'): Promise<number[]> =>
        (await itemsOf(client.searchCalendar({ keyword: likeLive ? '国' : 'a', searchType, order, limit: 30 }, call))).map(
          ({ time }) => time,
        );
      const [up, down] = [await times('ascending'), await times('descending')];
      expect(up.length).toBeGreaterThan(1);
      expect(up).toEqual([...up].sort((a, b) => a - b));
      expect(down).toEqual([...down].sort((a, b) => b - a));
      expect(down).not.toEqual(up);
    });

    it('reads a search without a match as an empty list, in any script', async () => {
      expect(opened(await client.searchCalendar({ keyword: 'zzqx & 50%+', searchType: 1 }, call))).toMatchObject({
        items: [],
        hasMore: false,
        nextKey: '-1',
      });
      expect(await itemsOf(client.searchCalendar({ keyword: '中国', searchType: 1 }, call))).not.toEqual([]);
    });

    it('refuses a made-up cursor', async () => {
      expect(await codeOf(client.searchCalendar({ ...query, nextKey: 'made-up' }, call))).toMatchObject({
        code: 'api',
        serverCode: -3,
        serverName: 'invalid_parameter',
      });
    });
  });

  describe('GET /quote/economic-calendar/hot', () => {
    it('gives a day in a zone, most important first, 10 a page by default', async () => {
      const page = await itemsOf(client.hotCalendar({ timeZone: 'America/New_York' }, call));
      expect(page.length).toBeLessThanOrEqual(10);
      const all = await wholeList(hotPart(async () => client, { timeZone: 'America/New_York', limit: 20 }));
      const stars = all.map(({ star }) => star);
      expect(stars).toEqual([...stars].sort((a, b) => b - a));
    });

    it('gives an empty list for a day without data', async () => {
      expect(opened(await client.hotCalendar({ timeZone: 'UTC', date: '20010101' }, call))).toMatchObject({ items: [], hasMore: false });
    });
  });

  describe('POST /quote/plate/{plate_id}/stock', () => {
    it('gives all constituents in the least number of requests, and the total', async () => {
      const first = client.plateConstituents({ plateId: 'HK.BK1000', limit: 1000 }, call);
      if (likeLive) expect(isNotOffered(await codeOf(first))).toBe(true);
      else expect(opened(await first)).toMatchObject({ total: 1534, hasMore: true });
      // Like live, the stocks of a plate come from another call, as in the whole family of services.
      const method = likeLive ? 'GET' : 'POST';
      const path = likeLive ? '/api/v1.0/quote/plate-stock' : '/api/v1.0/quote/plate/HK.BK1000/stock';
      const [requests, all] = await asked(method, path, async () =>
        wholeList(constituentsPart(async () => client, { plateId: 'HK.BK1000', limit: () => 1000 })),
      );
      expect(new Set(all.map(({ code }) => code)).size).toBe(1534);
      expect(requests).toBe(2);
    });

    it('says that a plate is unknown', async () => {
      const query = { plateId: 'HK.NONE', limit: 10 };
      const answer = likeLive ? client.beyond.plateStock(query, call) : client.plateConstituents(query, call);
      expect(await codeOf(answer)).toMatchObject({ code: 'api', envelope: 'quote' });
    });
  });

  describe('PUT /accounts/{acc_id}/orders/{order_id}', () => {
    beforeEach(() => held.sandbox.reset());

    it.each([
      ['OK-1', {}, { kind: 'accepted' }],
      ['OK-2', { exchange: 'US', quantity: '20', price: '205.1', auxPrice: '206' }, { kind: 'accepted' }],
      ['ERR-1', {}, { kind: 'refused', errcode: -1200 }],
      [
        'CONFIRM-1',
        { exchange: 'US', quantity: '41', price: '161.5' },
        { kind: 'needsConfirmation', confirmId: expect.stringMatching(/./) as unknown },
      ],
      [
        'BROWSER-1',
        { exchange: 'US', quantity: '16', price: '161.5' },
        { kind: 'needsBrowser', jumpUrl: expect.stringMatching(/^https:\/\//) as unknown },
      ],
      // Recorded: a change of an order that does not exist is accepted.
      ['NONE-1', {}, likeLive ? { kind: 'accepted' } : { kind: 'refused', errcode: -1200 }],
    ])('has the right outcome for the order %s', async (orderId, changes, outcome) => {
      const prepared = prepare(orderId, changes);
      expect(await client.modifyOrder(prepared, call)).toMatchObject(outcome);
      const [entry, ...others] = held.sandbox.ledger.of('PUT', prepared.path);
      expect(others).toEqual([]);
      expect(Buffer.from(entry?.body ?? []).toString()).toBe(prepared.bodyText);
    });

    if (strict)
      it('cannot be confirmed when the service offers no confirmation', async () => {
        const outcome = await client.modifyOrder(prepare('CONFIRM-1', { exchange: 'US', quantity: '41', price: '161.5' }), call);
        if (outcome.kind !== 'needsConfirmation') throw new Error(outcome.kind);
        expect(await client.beyond.confirmOrder({ accountId: '8001', orderId: 'CONFIRM-1', confirmId: outcome.confirmId }, call)).toEqual({
          kind: 'notOffered',
        });
      });

    if (!strict)
      it('changes the order only after its confirmation, which works once', async () => {
        const priceOf = async (id: string): Promise<string | undefined> =>
          (await itemsOf(client.beyond.orderDetails({ accountId: '8001', exchange: 'US', orderIds: [id] }, call)))[0]?.price;
        const outcome = await client.modifyOrder(prepare('CONFIRM-1', { exchange: 'US', quantity: '41', price: '161.5' }), call);
        if (outcome.kind !== 'needsConfirmation') throw new Error(outcome.kind);
        const before = await priceOf('CONFIRM-1');
        expect(before).not.toBe('161.5');
        expect(await client.beyond.confirmOrder({ accountId: '8001', orderId: 'CONFIRM-1', confirmId: outcome.confirmId }, call)).toEqual({
          kind: 'accepted',
        });
        expect(await priceOf('CONFIRM-1')).toBe('161.5');
        const again = await client.beyond.confirmOrder({ accountId: '8001', orderId: 'CONFIRM-1', confirmId: outcome.confirmId }, call);
        expect(again.kind).toBe(likeLive ? 'accepted' : 'refused');
        expect(await priceOf('CONFIRM-1')).toBe('161.5');
      });
  });

  describe('beyond the specification', () => {
    if (!strict)
      it('lists accounts, orders, positions, plates and quotes', async () => {
        const { beyond } = client;
        expect((await itemsOf(beyond.liveAccounts(call))).map(({ id }) => id)).toContain('8001');
        expect((await itemsOf(beyond.simulatedAccounts(call))).map(({ id }) => id)).toContain(likeLive ? '281756479864562681' : 'SIM-1001');
        const orders = await wholeList(ordersPart(async () => client, '8001', 'HK'));
        expect(orders.map(({ orderId }) => orderId)).toContain('OK-1');
        expect((await itemsOf(beyond.livePositions({ accountId: '8001' }, call))).length).toBeGreaterThan(3);
        expect((await itemsOf(beyond.plateList({ market: 'HK', plateClass: 'ALL' }, call))).map(({ code }) => code)).toContain('HK.BK1000');
        expect(await itemsOf(beyond.snapshot({ codes: ['HK.00700', 'HK.99999'] }, call))).toMatchObject([
          { code: 'HK.00700', lastPrice: expect.stringMatching(decimal) as unknown },
        ]);
      });

    if (strict)
      it('is recognized as not offered, call by call', async () => {
        const { beyond } = client;
        const calls = [
          beyond.liveAccounts(call),
          beyond.simulatedAccounts(call),
          beyond.orders({ accountId: '8001', tradeMarket: 'HK' }, call),
          beyond.orderDetails({ accountId: '8001', exchange: 'SEHK', orderIds: ['OK-1'] }, call),
          beyond.livePositions({ accountId: '8001' }, call),
          beyond.plateList({ market: 'HK', plateClass: 'ALL' }, call),
          beyond.snapshot({ codes: ['HK.00700'] }, call),
        ];
        for (const result of await Promise.allSettled(calls))
          expect(result.status === 'rejected' && isNotOffered(result.reason)).toBe(true);
      });
  });
});

it.each(worlds)('ids with special characters are escaped once and signed as sent, %s', async (_, sandbox) => {
  for (const credential of ['bearer', 'ed25519'] as const) {
    const { client, close } = await openClient(credential, { user: 'lin', sandbox });
    const prepared = prepareModification({ accountId: '8002', orderId: 'EDGE/1 50% ü', exchange: 'CME', quantity: '2', price: '6300.25' });
    expect(await client.modifyOrder(prepared, call)).toEqual({ kind: 'accepted' });
    await close();
  }
});
