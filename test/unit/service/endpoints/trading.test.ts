import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { funds } from '../../../../src/service/endpoints/accounts/funds';
import { cancelOrder, confirmOrder, prepareCancellation } from '../../../../src/service/endpoints/orders/changes';
import { fillHistory, orderFills, orderHistory } from '../../../../src/service/endpoints/orders/history';
import { orderTypes, placeOrder, preparePlacement } from '../../../../src/service/endpoints/orders/placeOrder';
import type { OrderPlacement, OrderType } from '../../../../src/service/endpoints/tradingRecords';
import { decode } from '../../../support/network/decode';
import { refused } from '../../../support/network/refusal';

const limit: OrderPlacement = {
  accountId: '8001',
  code: 'US.AAPL',
  quantity: '10',
  side: 'BUY',
  orderType: 'LIMIT',
  timeInForce: 'DAY',
  price: '210.50',
};
const hong = { ...limit, code: 'HK.00700', price: '560' };
const needsPrice: readonly OrderType[] = ['LIMIT', 'AUCTION_LIMIT', 'STOP_LIMIT', 'LIMIT_IF_TOUCHED'];
const needsTrigger: readonly OrderType[] = ['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED'];

describe('preparePlacement', () => {
  it('produces one text and the same bytes, with the digits unchanged', () => {
    const all = {
      ...limit,
      orderType: 'STOP_LIMIT',
      timeInForce: 'GTC',
      auxPrice: '209.000',
      session: 'RTH+Pre/Post-Mkt',
      remark: 'mine "x" #ab12',
    } as const;
    const prepared = preparePlacement(all);
    expect(prepared).toMatchObject({
      method: 'POST',
      orderId: undefined,
      path: '/api/v1.0/accounts/8001/orders',
      query: '',
      bodyText:
        '{"code":"US.AAPL","qty":"10","side":"BUY","order_type":"STOP_LIMIT","time_in_force":"GTC","price":"210.50","aux_price":"209.000","session":"RTH+Pre/Post-Mkt","remark":"mine \\"x\\" #ab12"}',
    });
    expect(Buffer.from(prepared.body ?? []).toString()).toBe(prepared.bodyText);
    expect(placeOrder.build(prepared)).toEqual({
      path: prepared.path,
      query: '',
      headers: { 'content-type': 'application/json' },
      body: prepared.body,
    });
    expect(placeOrder.build(prepared).body).toBe(prepared.body);
  });

  it('leaves out fields without a value, and sends a lot type in Hong Kong', () => {
    expect(preparePlacement({ ...hong, lotType: 'ODD' }).bodyText).toBe(
      '{"code":"HK.00700","qty":"10","side":"BUY","order_type":"LIMIT","time_in_force":"DAY","price":"560","lot_type":"ODD"}',
    );
  });

  it.each(orderTypes)('requires for %s exactly the figures that it has', (orderType) => {
    const figures = (price: boolean, trigger: boolean): string => {
      return refused(() => preparePlacement({ ...limit, orderType, price: price ? '1' : undefined, auxPrice: trigger ? '2' : undefined }));
    };
    const [priced, triggered] = [needsPrice.includes(orderType), needsTrigger.includes(orderType)];
    expect(figures(priced, triggered)).toBe('accepted');
    expect(figures(!priced, triggered)).toBe(priced ? 'price filled' : 'price not-applicable');
    expect(figures(priced, !triggered)).toBe(triggered ? 'aux_price filled' : 'aux_price not-applicable');
  });

  it.each<readonly [string, Partial<OrderPlacement>]>([
    ['acc_id sendable', { accountId: '..' }],
    ['acc_id filled', { accountId: '' }],
    ['code market-code', { code: 'AAPL' }],
    ['qty range', { quantity: '0' }],
    ['qty range', { quantity: '0.000' }],
    ['qty decimal', { quantity: '1e3' }],
    ['qty decimal', { quantity: '-1' }],
    ['price range', { price: '0.0' }],
    ['price decimal', { price: '1,5' }],
    ['price filled', { price: undefined }],
    ['side format', { side: 'HOLD' as 'BUY' }],
    ['order_type format', { orderType: 'ICEBERG' as 'LIMIT' }],
    ['time_in_force format', { timeInForce: 'IOC' as 'DAY' }],
    ['session format', { session: 'NIGHT' as 'RTH' }],
    ['session not-applicable', { code: 'HK.00700', session: 'RTH' }],
    ['session not-applicable', { orderType: 'MARKET', price: undefined, session: 'ALL_DAY' }],
    ['lot_type not-applicable', { lotType: 'ROUND' }],
    ['lot_type format', { code: 'HK.00700', lotType: 'HALF' as 'ODD' }],
    ['remark bytes', { remark: 'x'.repeat(65) }],
    ['remark bytes', { remark: '備'.repeat(22) }],
    ['remark sendable', { remark: '\ud800' }],
  ])('rejects by the rule: %s', (expected, change) => {
    expect(refused(() => preparePlacement({ ...limit, ...change }))).toBe(expected);
  });

  it('accepts values at the edge of what is allowed', () => {
    expect(refused(() => preparePlacement({ ...limit, remark: `${'備'.repeat(21)}x` }))).toBe('accepted');
    expect(refused(() => preparePlacement({ ...limit, orderType: 'MARKET', price: undefined, session: 'RTH' }))).toBe('accepted');
  });

  it('sends every value that it accepts, and rejects remarks longer than 64 bytes', () => {
    const digits = fc.bigInt({ min: 1n, max: 999_999_999_999_999n }).map(String);
    fc.assert(
      fc.property(digits, digits, fc.string({ unit: 'grapheme', maxLength: 70 }), (quantity, price, remark) => {
        const build = () => preparePlacement({ ...limit, quantity, price, remark });
        if (Buffer.byteLength(remark) > 64) expect(refused(build)).toBe('remark bytes');
        else expect(JSON.parse(build().bodyText)).toMatchObject({ qty: quantity, price, remark });
      }),
    );
  });
});

describe('prepareCancellation', () => {
  it('has a query and no body', () => {
    const prepared = prepareCancellation({ accountId: '8001', orderId: 'a/b', exchange: 'SEHK' });
    expect(prepared).toEqual({
      method: 'DELETE',
      accountId: '8001',
      orderId: 'a/b',
      path: '/api/v1.0/accounts/8001/orders/a%2Fb',
      query: 'exchange=SEHK',
      bodyText: '',
      body: undefined,
    });
    expect(cancelOrder.build({ accountId: '8001', orderId: 'a/b', exchange: 'SEHK' })).toEqual({
      path: prepared.path,
      query: prepared.query,
      headers: {},
      body: undefined,
    });
  });

  it('accepts the exchanges of A-shares too, and rejects an unknown exchange', () => {
    expect(refused(() => prepareCancellation({ accountId: '1', orderId: 'o', exchange: 'SSE' }))).toBe('accepted');
    expect(refused(() => prepareCancellation({ accountId: '1', orderId: 'o', exchange: 'U S' }))).toBe('exchange name');
    expect(refused(() => prepareCancellation({ accountId: '1', orderId: ' ', exchange: 'US' }))).toBe('order_id filled');
  });
});

it('a confirmation names the exchange of the order when it is known', () => {
  const body = confirmOrder.build({ accountId: '1', confirmId: 'c', exchange: 'US' }).body;
  expect(Buffer.from(body ?? []).toString()).toBe('{"confirm_id":"c","exchange":"US"}');
});

describe('the history of orders and fills', () => {
  const range = { accountId: '1', tradeMarket: 'HK', start: '1700000000000000', end: '1700000000000001' };

  it('is requested with both ends of its range, and with the cursor as it came', () => {
    expect(orderHistory.build({ ...range, code: 'US.A', pageFlag: 'x/=' }).query).toBe(
      'trd_market=HK&code=US.A&start=1700000000000000&end=1700000000000001&page_flag=x%2F%3D&page_size=100',
    );
    expect(fillHistory.build(range).query).toBe('trd_market=HK&start=1700000000000000&end=1700000000000001&page_flag=&page_size=50');
    expect(orderFills.build({ accountId: '1', tradeMarket: 'US' }).query).toBe('trd_market=US&page_flag=&page_size=100');
  });

  it.each([
    ['start digits', { start: '' }],
    ['start digits', { start: '1.5' }],
    ['end digits', { end: '-1' }],
    ['end not-before-start', { end: '1699999999999999' }],
    ['code market-code', { code: 'A' }],
  ])('is rejected by the rule: %s', (expected, change) => {
    expect(refused(() => orderHistory.build({ ...range, ...change }))).toBe(expected);
    expect(refused(() => fillHistory.build({ ...range, ...change }))).toBe(expected);
  });

  it('returns fills with exact digits, loses only a bad fill, and is an error without its list', () => {
    const fill =
      '{"deal_id":123456789012345678,"order_id":"o","qty":"1.10","price":2.50,"currency":" USD","counter_broker_id":"A1","odd":[1]}';
    for (const endpoint of [orderFills, fillHistory]) {
      expect(decode(endpoint, `{"s":"ok","d":{"order_fills":[${fill}],"page_flag":"f","completed":false}}`)).toMatchObject({
        hasMore: true,
        nextKey: 'f',
        items: [
          {
            dealId: '123456789012345678',
            quantity: '1.10',
            price: '2.50',
            currency: 'USD',
            counterBrokerId: 'A1',
            unknown: { odd: '[1]' },
          },
        ],
      });
      expect(decode(endpoint, `{"s":"ok","d":{"order_fills":[${fill},{"deal_id":1}],"completed":true}}`)).toBe(
        'd.order_fills[1].order_id string or number/nothing',
      );
      expect(decode(endpoint, '{"s":"ok","d":{"page_flag":"","completed":true}}')).toBe('d.order_fills array/nothing');
    }
    expect(decode(orderHistory, '{"s":"ok","d":{"completed":true}}')).toBe('d.orders array/nothing');
  });
});

it('funds come with exact digits and cash by market, and with unreadable figures empty', () => {
  const d = '{"currency":"HKD","power":1.50,"cash":"2.00","hk_cash":"3.10","us_cash":null,"initial_margin":"x","odd":true}';
  expect(decode(funds, `{"s":"ok","d":${d}}`)).toMatchObject({
    currency: 'HKD',
    power: '1.50',
    cash: '2.00',
    initialMargin: '',
    cashByMarket: { hk: '3.10' },
  });
  expect(decode(funds, '{"s":"ok"}')).toBe('d object/nothing');
  expect(funds.build({ accountId: '1', currency: 'HKD' }).query).toBe('currency=HKD');
});
