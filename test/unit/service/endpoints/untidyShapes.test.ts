import { describe, expect, it } from 'vitest';
import { livePositions } from '../../../../src/service/endpoints/accounts/livePositions';
import { orderFills } from '../../../../src/service/endpoints/orders/history';
import { orderDetails } from '../../../../src/service/endpoints/orders/orderDetails';
import { orders } from '../../../../src/service/endpoints/orders/orders';
import { ticks } from '../../../../src/service/endpoints/quotes/ticks';
import { queryOfPasted } from '../../../../src/service/auth/oauthCallback';
import { parseJson } from '../../../../src/service/schema/json';
import type { JsonObject } from '../../../../src/service/schema/json';
import { opened } from '../../../support/builders/lists';

const place = { path: '', request: undefined } as never;
const response = { sentAt: 0, receivedAt: 0 };

/** An answer as it comes off the wire. */
function answer(body: unknown): JsonObject {
  return parseJson(JSON.stringify(body)) as JsonObject;
}

const order = { order_id: '1', trd_side: 'SELL', code: 'SEHK.00700', create_time: 1795485600, updated_time: 1795485600123 };
const fill = { deal_id: '1', order_id: '1', qty: '1', price: '2', trd_side: 'BUY', status: 'CANCELLED' };

describe('records as services of the family send them', () => {
  it('are read from a list that is the whole answer, and from one with a name', () => {
    const read = { orderId: '1', side: 'SELL', createdAt: '1795485600000000', updatedAt: '1795485600123000' };
    expect(opened(orders.decode(answer({ s: 'ok', d: [order] }), place, response))).toMatchObject({ items: [read], hasMore: false });
    for (const d of [[order], { orders: [order] }])
      expect(opened(orderDetails.decode(answer({ s: 'ok', d }), place, response)).items).toMatchObject([read]);
    const position = { code: 'SEHK.09988', qty: '100' };
    for (const d of [[position], { positions: [position] }])
      expect(opened(livePositions.decode(answer({ s: 'ok', d }), place, response)).items).toMatchObject([
        { code: 'SEHK.09988', quantity: '100' },
      ]);
    for (const d of [{ order_fills: [fill] }, { fills: [fill] }, [fill]])
      expect(opened(orderFills.decode(answer({ s: 'ok', d }), place, response)).items).toMatchObject([
        { dealId: '1', status: 'CANCELLED' },
      ]);
  });

  it('are an error, never an empty list, without any', () => {
    for (const d of [{}, { rows: [order] }, 'none', null]) {
      expect(() => orderDetails.decode(answer({ s: 'ok', d: d === null ? undefined : d }), place, response)).toThrow();
      expect(() => orderFills.decode(answer({ s: 'ok', d }), place, response)).toThrow();
    }
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
