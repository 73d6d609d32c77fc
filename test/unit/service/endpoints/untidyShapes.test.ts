import { describe, expect, it } from 'vitest';
import { liveAccounts, simulatedAccounts } from '../../../../src/service/endpoints/accounts/accounts';
import { simulatedPositions } from '../../../../src/service/endpoints/accounts/simulatedPositions';
import { plateList } from '../../../../src/service/endpoints/quotes/plates';
import { livePositions } from '../../../../src/service/endpoints/accounts/livePositions';
import { orderFills } from '../../../../src/service/endpoints/orders/history';
import { orderDetails } from '../../../../src/service/endpoints/orders/orderDetails';
import { orders } from '../../../../src/service/endpoints/orders/orders';
import { ticks } from '../../../../src/service/endpoints/quotes/ticks';
import { queryOfPasted } from '../../../../src/service/auth/oauthCallback';
import { parseJson } from '../../../../src/service/schema/json';
import type { JsonObject } from '../../../../src/service/schema/json';
import { readList } from '../../../../src/service/lists/readList';
import { opened } from '../../../support/builders/lists';
import { byExchange, fills, paidBack } from '../../../support/records/untidy';

const place = { path: '', request: undefined } as never;
const response = { sentAt: 0, receivedAt: 0 };

/** An answer as it comes off the wire. */
function answer(body: unknown): JsonObject {
  return parseJson(JSON.stringify(body)) as JsonObject;
}

const order = { order_id: '1', trd_side: 'SELL', code: 'SEHK.00700', create_time: 1795485600, updated_time: 1795485600123 };
const fill = fills.busted;

describe('records as services of the family send them', () => {
  it('are read from a list that is the whole answer, and from one with a name', () => {
    const read = { orderId: '1', side: 'SELL', createdAt: '1795485600000000', updatedAt: '1795485600123000' };
    expect(opened(orders.decode(answer({ s: 'ok', d: [order] }), place, response))).toMatchObject({ items: [read], hasMore: false });
    for (const d of [[order], { orders: [order] }])
      expect(opened(orderDetails.decode(answer({ s: 'ok', d }), place, response)).items).toMatchObject([read]);
    for (const d of [[byExchange], { positions: [byExchange] }])
      expect(opened(livePositions.decode(answer({ s: 'ok', d }), place, response)).items).toMatchObject([
        { code: 'SEHK.09988', quantity: '100' },
      ]);
    for (const d of [{ order_fills: [fill] }, { fills: [fill] }, [fill]])
      expect(opened(orderFills.decode(answer({ s: 'ok', d }), place, response)).items).toMatchObject([
        { dealId: 'D2', status: 'CANCELLED' },
      ]);
  });

  it.each([
    [{ d: { positions: [byExchange], completed: false } }, false],
    [{ d: { positions: [byExchange], page_flag: 'p2' } }, false],
    [{ d: { positions: [], has_more: 'true' } }, false],
    [{ d: [byExchange], pagination: { has_more: 1, next_key: 'k' } }, false],
    [{ d: [byExchange], next_key: 'k' }, false],
    [{ d: { positions: [byExchange], page_flag: '', completed: true } }, true],
    [{ d: { positions: [byExchange], has_more: false, next_key: 'k' } }, true],
    [{ d: { positions: [byExchange], next_key: '-1' } }, true],
    [{ d: [byExchange] }, true],
  ])('are all of a list whose call has no pages only if nothing says otherwise: %j', async (body, isWhole) => {
    const page = livePositions.decode(answer({ s: 'ok', ...body }), place, response);
    const list = await readList([{ name: '', route: '', ask: async () => Promise.resolve(page) }], {
      signal: new AbortController().signal,
    });
    expect(list.verdict).toBe(isWhole ? 'complete' : 'incomplete');
  });

  it.each([
    ['paper positions', simulatedPositions, { ret_code: 0, data: { positions: [] }, pagination: { has_more: true } }],
    ['live accounts', liveAccounts, { s: 'ok', d: { accounts: [], completed: false } }],
    ['paper accounts', simulatedAccounts, { ret_code: 0, data: { accounts: [], next_key: 'k' } }],
    ['plates', plateList, { ret_code: 0, data: { plate_list: [], pagination: { has_more: true } } }],
  ])('are cut where the answer says so: %s', (_, endpoint, body) => {
    expect(opened<unknown>(endpoint.decode(answer(body), place, response)).isCut).toBe(true);
  });

  it('are not all where the list is the answer and a cursor stands beside it', () => {
    const page = opened(orders.decode(answer({ s: 'ok', d: [order], page_flag: 'p2' }), place, response));
    expect(page).toMatchObject({ hasMore: true, nextKey: 'p2' });
  });

  it('are an error, never an empty list, without any', () => {
    for (const d of [{}, { rows: [order] }, 'none', null]) {
      expect(() => orderDetails.decode(answer({ s: 'ok', d: d === null ? undefined : d }), place, response)).toThrow();
      expect(() => orderFills.decode(answer({ s: 'ok', d }), place, response)).toThrow();
    }
  });

  it('have figures by diluted cost with those beside them, and none that the service calls meaningless', () => {
    const [position] = opened(livePositions.decode(answer({ s: 'ok', d: [paidBack] }), place, response)).items;
    expect(position).toMatchObject({
      ...{ costPrice: '', profitRatio: '', profit: '1300', dayProfit: '10' },
      ...{ averageCost: '9', unrealizedProfit: '100', realizedProfit: '1200', unknown: {} },
    });
    const invalid = { ...paidBack, unrealized_pl_valid: false, realized_pl_valid: 'x' };
    expect(opened(livePositions.decode(answer({ s: 'ok', d: [invalid] }), place, response)).unreadable).toHaveLength(1);
    const none = opened(livePositions.decode(answer({ s: 'ok', d: [{ ...invalid, realized_pl_valid: true }] }), place, response)).items;
    expect(none).toMatchObject([{ unrealizedProfit: '', realizedProfit: '1200' }]);
  });

  it('leave out trades that were canceled, and say which were outside the regular hours', () => {
    const tick = { sequence: '1', time: 1795485600000, price: 1, volume: 2, ticker_direction: 'BUY' };
    const list = [tick, { ...tick, sequence: '2', trade_type: 'U' }, { ...tick, sequence: '3', period_type: 'AFTER' }];
    const read = ticks.decode(answer({ ret_code: 0, data: { ticker_list: list } }), place, response);
    expect(read.map(({ sequence, session }) => [sequence, session])).toEqual([
      ['1', undefined],
      ['3', 'afterMarket'],
    ]);
  });
});

describe('a pasted address', () => {
  const address = 'http://127.0.0.1:1/cb?code=C&state=S';
  it.each([
    address,
    `"${address}"`,
    `'${address}'`,
    `<${address}>`,
    `(${address})`,
    `[${address}]`,
    `“${address}”`,
    `«${address}»`,
    ` "<${address}>" `,
    `${address}"`,
    address.replace('&', '&amp;'),
    `<${address.replace('&', '&#38;')}>`,
    'code=C&state=S',
    '"code=C&amp;state=S"',
  ])('is read without what stands around it: %s', (pasted) => {
    expect(queryOfPasted(pasted)).toBe('code=C&state=S');
  });
});
