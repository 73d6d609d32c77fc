import { describe, expect, it } from 'vitest';
import { marketsOfCode, marketsToRead } from '../../../../../src/app/orders/lists/accountMarkets';
import { OrderLists } from '../../../../../src/app/orders/lists/orderLists';
import { listOfOrdersOnce, pastFillParts, pastOrderParts } from '../../../../../src/app/orders/lists/pastParts';
import type { HistoryRange } from '../../../../../src/domain/time/historyRange';
import { ApiError } from '../../../../../src/service/errors';
import { listOf, seen } from '../../../../../src/service/lists/list';
import { readList } from '../../../../../src/service/lists/readList';
import { booksOf } from '../../../../support/builders/books';
import { aFill } from '../../../../support/builders/fillBuilders';
import { pageOf } from '../../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../../support/fakeAccess';
import { settle } from '../../../../support/machine/fakeTime';
import { orderRecord } from '../../../../support/orders/orderFakes';
import { orderFillsPart } from '../../../../../src/service/endpoints/tradingSources';

const { signal } = new AbortController();
const range: HistoryRange = { start: '1', end: '2', isCurrent: true };
const all = ['HK', 'US', 'HKCC', 'SG', 'CA', 'FUTURES', 'JP', 'KR'];

function account(markets: readonly number[]) {
  return { id: '8001', name: '8001', kind: 'live', markets, source: 'service' } as const;
}

/** What the service says without a market (beyond the specification, trading calls). */
function missing(): ApiError {
  const serverMessage = 'missing required parameter: trd_market';
  return new ApiError({ envelope: 'order', serverCode: -1200, serverMessage, status: 200 });
}

/** A service that requires the market, and lists one fill in each; `refused` markets fail. */
function serviceOf(refused: readonly string[] = []) {
  const asked: string[] = [];
  const answer = (list: string, market: string | undefined) => {
    asked.push(`${list} ${market ?? 'none'}`);
    if (market === undefined || market === '' || refused.includes(market)) throw missing();
    return pageOf([aFill({ dealId: `${list} ${market}` })]);
  };
  const client = fakeClient({
    beyond: {
      orderFills: async ({ tradeMarket }) => Promise.resolve(answer('today', tradeMarket)),
      fillHistory: async ({ tradeMarket }) => Promise.resolve(answer('before', tradeMarket)),
      orderHistory: async ({ tradeMarket }) => {
        answer('orders', tradeMarket);
        return Promise.resolve(pageOf([]));
      },
    },
  });
  return { client, asked };
}

describe('the markets whose lists are read', () => {
  it.each([
    ['those of the account, and those in use first', [1, 2, 4], ['US'], ['US', 'HK', 'HKCC']],
    ['a market in which it was seen to have orders, too', [1], ['FUTURES'], ['FUTURES', 'HK']],
    ['all, if an integer is not known', [1, 2, 4, 6], ['HK'], ['HK', 'US', 'HKCC', 'SG', 'CA', 'FUTURES', 'JP', 'KR']],
    ['all, if none is listed', [], undefined, all],
  ])('are %s', (_, markets, inUse, expected) => {
    expect(marketsToRead({ markets }, { inUse }).map(({ market }) => market)).toEqual(expected);
  });

  it.each([
    ['HK.00700', ['HK']],
    ['SEHK.00700', ['HK']],
    ['HK.HSImain', ['HK', 'FUTURES']],
    ['US.BRK.B', ['US']],
    ['US.ES2612', ['US', 'FUTURES']],
    ['SH.600519', ['HKCC']],
    ['SZSE.000001', ['HKCC']],
    ['SG.CN2612', ['SG', 'FUTURES']],
    ['JP.130A', ['JP']],
    ['KR.0013V0', ['KR']],
    ['CA.RCI.B', ['CA']],
    ['MY.1155', undefined],
    ['00700', undefined],
  ])('of one security are its own: %s', (code, expected) => {
    expect(marketsOfCode(code)).toEqual(expected);
  });
});

describe('past orders and fills', () => {
  it('are asked for market by market, as the service requires', async () => {
    const { client, asked } = serviceOf();
    const source = async () => Promise.resolve(client);
    await readList(pastOrderParts(account([1, 2]), range, source, {}), { signal });
    const fills = await readList(pastFillParts(account([1, 2]), range, source, {}), { signal });
    expect(asked.sort()).toEqual(['before HK', 'before US', 'orders HK', 'orders US', 'today HK', 'today US']);
    expect(fills).toMatchObject({ verdict: 'complete' });
  });

  it('have a gap with the name of a market that fails, and the rest of the list', async () => {
    const { client } = serviceOf(['US']);
    const source = async () => Promise.resolve(client);
    const fills = await readList(pastFillParts(account([1, 2]), range, source, {}), { signal });
    expect(seen(fills).items.map(({ dealId }) => dealId)).toEqual(['today HK', 'before HK']);
    expect(seen(fills).gaps.map(({ kind, part }) => `${kind} ${part}`)).toEqual(['failed today US', 'failed before US']);
  });

  it('are on the page, each fill once although a service ignores the market', async () => {
    const client = fakeClient({
      beyond: {
        liveAccounts: async () => Promise.resolve(pageOf([{ id: '8001', kind: 'live', title: '', markets: [1, 2] }])),
        simulatedAccounts: async () => Promise.resolve(pageOf([])),
        orderFills: async () => Promise.resolve(pageOf([aFill({ dealId: 'D1' })])),
        fillHistory: async () => Promise.resolve(pageOf([aFill({ dealId: 'D1' }), aFill({ dealId: 'D2' })])),
      },
    });
    const time = { wallMs: () => 1_795_485_600_000, monotonicMs: () => 0 };
    const books = booksOf({ access: new FakeAccess(client), time });
    const nothing = (): void => undefined;
    const lists = new OrderLists({ books, timeZone: () => 'UTC', maxAgeMs: () => 0, changed: nothing, readingChanged: nothing });
    await books.directory.refresh(['live', 'simulated']);
    lists.show('fills', { kind: 'days', days: 1 });
    await lists.refresh();
    await settle();
    expect(lists.fills().flatMap(({ list }) => (list === undefined ? [] : seen(list).items.map(({ dealId }) => dealId)))).toEqual([
      'D1',
      'D2',
    ]);
  });

  it.each([
    ['their orders', 'B', '1795485600000000', 2],
    ['their day', 'A', '1795572000000000', 2],
    ['nothing, as the pages moved', 'A', '1795485600000000', 1],
  ])('on two pages with the same ID are told apart by %s', async (_, orderId, createdAt, count) => {
    const pages = [
      pageOf([aFill({ dealId: '1', orderId: 'A' })], { hasMore: true, nextKey: 'p2' }),
      pageOf([aFill({ dealId: '1', orderId, createdAt })]),
    ];
    const client = fakeClient({
      beyond: { orderFills: async ({ pageFlag }) => Promise.resolve(pages[pageFlag === 'p2' ? 1 : 0] ?? pageOf([])) },
    });
    const list = await readList([orderFillsPart(async () => client, { accountId: '8001', tradeMarket: 'HK' })], { signal });
    expect(seen(list).items).toHaveLength(count);
    expect(list.verdict).toBe(count === 2 ? 'complete' : 'incomplete');
  });

  it('of two markets are once, as they were updated last', () => {
    const [old, updated] = [
      orderRecord({ status: 'SUBMITTED', updatedAt: '1795485600000000' }),
      orderRecord({ status: 'CANCELLED_ALL', updatedAt: '1795485700000000' }),
    ];
    for (const orders of [
      [old, updated],
      [updated, old],
    ])
      expect(seen(listOfOrdersOnce(listOf(orders))).items.map(({ status }) => status)).toEqual(['CANCELLED_ALL']);
  });
});
