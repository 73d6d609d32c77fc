import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareSymbol } from '../../../../src/service/endpoints/simulated/wire';
import { simulatedCash, simulatedTradingPower } from '../../../../src/service/endpoints/simulated/cash';
import { simulatedOrderHistory, simulatedOrders } from '../../../../src/service/endpoints/simulated/orders';
import {
  prepareSimulatedCancellation,
  prepareSimulatedModification,
  prepareSimulatedPlacement,
} from '../../../../src/service/endpoints/simulated/writes';
import type { SimulatedPlacement } from '../../../../src/service/endpoints/tradingRecords';
import { decode } from '../../../support/network/decode';
import { refused } from '../../../support/network/refusal';

const limit: SimulatedPlacement = {
  accountId: '281756479864562681',
  market: 1,
  symbol: '00700',
  quantity: '100',
  side: 'BUY',
  orderType: 'LIMIT',
  price: '560.5',
};
const account = { accountId: '1', market: 1 };

describe('a request about an order of a paper account', () => {
  it('places it in integers, with the market in the body', () => {
    expect(prepareSimulatedPlacement({ ...limit, side: 'SELL', session: 'extended', remark: 'mine #a' })).toMatchObject({
      method: 'POST',
      path: '/api/v1.0/sim-trade/281756479864562681/orders',
      bodyText:
        '{"market":1,"symbol":"00700","order_type":1,"order_side":2,"qty":"100","price":"560.5","text":"mine #a","order_trade_time_type":2}',
    });
    expect(
      prepareSimulatedPlacement({ ...limit, price: undefined, side: 'SELL_SHORT', orderType: 'MARKET', session: 'regular' }).bodyText,
    ).toBe('{"market":1,"symbol":"00700","order_type":3,"order_side":3,"qty":"100","order_trade_time_type":1}');
    expect(prepareSimulatedPlacement({ ...limit, side: 'BUY_BACK' }).bodyText).toContain('"order_side":4');
  });

  it('changes it with both values, and cancels it with the market', () => {
    const order = { ...account, orderId: 'a b' };
    expect(prepareSimulatedModification({ ...order, quantity: '200', price: '1.50' })).toMatchObject({
      path: '/api/v1.0/sim-trade/1/orders/a%20b/modify',
      bodyText: '{"market":1,"new_qty":"200","new_price":"1.50"}',
      orderId: 'a b',
    });
    expect(prepareSimulatedCancellation(order)).toMatchObject({
      path: '/api/v1.0/sim-trade/1/orders/a%20b/cancel',
      bodyText: '{"market":1}',
    });
  });

  it.each<readonly [string, Partial<SimulatedPlacement>]>([
    ['symbol bare-code', { symbol: 'HK.00700' }],
    ['symbol bare-code', { symbol: 'SEHK.00700' }],
    ['symbol bare-code', { symbol: '' }],
    ['symbol bare-code', { symbol: '0 0' }],
    ['market whole-number', { market: -1 }],
    ['market whole-number', { market: 1.5 }],
    ['order_type format', { orderType: 'STOP' as 'LIMIT' }],
    ['order_side format', { side: 'HOLD' as 'BUY' }],
    ['order_trade_time_type format', { session: 'night' as 'regular' }],
    ['price filled', { price: undefined }],
    ['price not-applicable', { orderType: 'MARKET' }],
    ['price range', { price: '0' }],
    ['qty range', { quantity: '0' }],
    ['text bytes', { remark: 'x'.repeat(101) }],
    ['acc_id filled', { accountId: '' }],
  ])('is rejected by the rule: %s', (expected, change) => {
    expect(refused(() => prepareSimulatedPlacement({ ...limit, ...change }))).toBe(expected);
  });

  it('is rejected when a change has only one of the two values', () => {
    const order = { ...account, orderId: 'o', quantity: '1', price: '1' };
    expect(refused(() => prepareSimulatedModification({ ...order, price: '' }))).toBe('new_price decimal');
    expect(refused(() => prepareSimulatedModification({ ...order, quantity: '0' }))).toBe('new_qty range');
    expect(refused(() => prepareSimulatedCancellation({ ...order, orderId: '..' }))).toBe('order_id sendable');
  });
});

describe('bareSymbol', () => {
  it.each([
    ['HK.00700', '00700'],
    ['HK.700', '00700'],
    ['SEHK.9988', '09988'],
    ['HK.HSImain', 'HSImain'],
    ['US.BRK.B', 'BRK.B'],
    ['US.AAPL', 'AAPL'],
    ['JP.7203', '7203'],
    ['BRK.B', 'BRK.B'],
    ['00700', '00700'],
  ])('turns %s into the symbol %s', (code, bare) => {
    expect(bareSymbol(code)).toBe(bare);
  });

  it('returns a symbol that every call accepts, and leaves that unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom('HK', 'US', 'SH', 'JP'), fc.stringMatching(/^[A-Z0-9]{1,8}$/), (market, code) => {
        const symbol = bareSymbol(`${market}.${code}`);
        expect(bareSymbol(symbol)).toBe(symbol);
        expect(refused(() => prepareSimulatedPlacement({ ...limit, symbol }))).toBe('accepted');
      }),
    );
  });
});

describe('a list of a paper account', () => {
  const row = '{"order_id":281756479864562999,"side":1,"order_type":1,"status":3,"qty":"200","cum_qty":"100","text":"#a"}';

  it.each([
    [2, '0', 'SUBMITTED'],
    [3, '1', 'FILLED_PART'],
    [4, '1', 'FILLED_ALL'],
    [5, '0', 'CANCELLED_ALL'],
    [5, '0.00', 'CANCELLED_ALL'],
    [5, '0.5', 'CANCELLED_PART'],
    [6, '0', 'FAILED'],
    [77, '0', '77'],
  ])('translates status %i with %s filled into the words of live orders', (status, filled, word) => {
    const answer = { ret_code: 0, data: { orders: [{ order_id: 1, status, cum_qty: filled, side: 9, order_type: 2 }] } };
    expect(decode(simulatedOrders, answer)).toMatchObject([
      { status: word, side: '9', orderType: '2', sent: { status: String(status), side: '9', orderType: '2' } },
    ]);
  });

  it('keeps IDs complete, and accepts nulls', () => {
    const nulls = '{"order_id":"1","market":null,"time_in_force":null,"price":null,"status":null}';
    expect(decode(simulatedOrders, `{"ret_code":0,"data":{"orders":[${row},${nulls}]}}`)).toMatchObject([
      { orderId: '281756479864562999', side: 'BUY', orderType: 'LIMIT', remark: '#a', dealtQuantity: '100' },
      { orderId: '1', market: '', status: '', price: '' },
    ]);
    expect(decode(simulatedOrders, { ret_code: 0, data: {} })).toBe('data.orders array/nothing');
  });

  it.each([
    ['inside data', (p: object) => ({ data: { orders: [{ order_id: '1' }], pagination: p } })],
    ['at the top level', (p: object) => ({ data: { orders: [{ order_id: '1' }] }, pagination: p })],
  ])('continues as the pagination says if it is %s', (_name, answer) => {
    const page = (p: object): unknown => decode(simulatedOrderHistory, { ret_code: 0, ...answer(p) });
    expect(page({ has_more: true, next_key: 'k' })).toMatchObject({ hasMore: true, nextKey: 'k' });
    expect(page({ has_more: false, next_key: 'k' })).toMatchObject({ hasMore: false });
    expect(page({ next_key: 'k' })).toMatchObject({ hasMore: true, nextKey: 'k' });
    expect(page({ next_key: '' })).toMatchObject([{ orderId: '1' }]);
    for (const last of ['0', '-1', 0, -1]) expect(page({ next_key: last })).toMatchObject({ hasMore: false });
    expect(page({ has_more: true })).toMatch(/pagination\.next_key string\/nothing$/);
    expect(page({})).toMatchObject({ hasMore: undefined });
  });

  it('is not known to be complete without pagination, except today’s list', () => {
    const answer = { ret_code: 0, data: { orders: [{ order_id: '1' }] } };
    expect(decode(simulatedOrderHistory, answer)).toMatchObject({ hasMore: undefined });
    expect(decode(simulatedOrders, answer)).toMatchObject([{ orderId: '1' }]);
    expect(decode(simulatedOrders, { ...answer, pagination: { has_more: true, next_key: 'k' } })).toMatchObject({ hasMore: undefined });
  });

  it('is requested with both ends of its range and the cursor', () => {
    const query = { ...account, start: '1', end: '2' };
    expect(simulatedOrderHistory.build({ ...query, nextKey: '=x' }).query).toBe(
      'market=1&time_begin=1&time_end=2&page_size=50&next_key=%3Dx',
    );
    expect(refused(() => simulatedOrderHistory.build({ ...query, end: '0' }))).toBe('time_end not-before-start');
    expect(refused(() => simulatedOrderHistory.build({ ...query, start: 'x' }))).toBe('time_begin digits');
    expect(simulatedOrderHistory.empty?.(query)).toBeDefined();
    expect(simulatedOrderHistory.empty?.({ ...query, nextKey: 'x' })).toBeUndefined();
  });
});

it('cash and trading power of a paper account come with exact digits', () => {
  expect(decode(simulatedCash, '{"ret_code":0,"data":{"balance":10.50,"mv":null,"total_asset":"3","odd":1}}')).toMatchObject({
    balance: '10.50',
    marketValue: '',
    totalAssets: '3',
  });
  expect(decode(simulatedCash, '{"ret_code":0}')).toBe('data object/nothing');
  const power = { ...account, symbol: '00700', orderType: 'MARKET' } as const;
  expect(simulatedTradingPower.build({ ...power, orderId: 'o' }).query).toBe('market=1&symbol=00700&order_type=3&order_id=o');
  expect(refused(() => simulatedTradingPower.build({ ...power, symbol: 'HK.00700' }))).toBe('symbol bare-code');
  expect(decode(simulatedTradingPower, '{"ret_code":0,"data":{"max_sell_qty_round_lot":400}}')).toMatchObject({ positionSell: '400' });
});
