import { opened } from '../../../support/builders/lists';
import { describe, expect, it } from 'vitest';
import { tradingPower } from '../../../../src/service/endpoints/accounts/tradingPower';
import type { ReadEndpoint, RequestParts } from '../../../../src/service/endpoints/endpoint';
import { currentCandles, historyCandles } from '../../../../src/service/endpoints/quotes/candles';
import { intradayPoints } from '../../../../src/service/endpoints/quotes/intradayPoints';
import { marketStates } from '../../../../src/service/endpoints/quotes/marketStates';
import { orderBook } from '../../../../src/service/endpoints/quotes/orderBook';
import { capitalDistribution, capitalFlow } from '../../../../src/service/endpoints/quotes/capital';
import { ownerPlates } from '../../../../src/service/endpoints/quotes/plates';
import { snapshot } from '../../../../src/service/endpoints/quotes/snapshot';
import { ticks } from '../../../../src/service/endpoints/quotes/ticks';
import { changeSecurityGroup, groupSecurities, securityGroups } from '../../../../src/service/endpoints/watchlist/securityGroups';
import { DecodeError, InvalidInputError } from '../../../../src/service/errors';
import { isObject, parseJson } from '../../../../src/service/schema/json';
import { aQuote, aSession } from '../../../support/builders/quoteBuilders';

/** Decodes JSON text as on the wire, or returns the path of the error. */
function decode<I, O>(endpoint: ReadEndpoint<I, O>, answer: string): O | string {
  const json = parseJson(Buffer.from(answer));
  if (!isObject(json)) throw new Error('the test must give an object');
  try {
    return endpoint.decode(json, { request: endpoint, path: '' }, { sentAt: 0, receivedAt: 0 });
  } catch (error) {
    if (error instanceof DecodeError) return error.path;
    throw error;
  }
}

const sent = ({ path, query, body }: RequestParts): readonly string[] => [path, query, Buffer.from(body ?? []).toString()];
const candles = { code: 'HK.00700', period: 'day', adjustment: 'forward', count: 370 } as const;

describe('a request for market data', () => {
  it.each([
    ['order-book', orderBook.build({ code: 'HK.1', levels: 10 }), ['/api/v1.0/quote/order-book', '', '{"code":"HK.1","num":10}']],
    ['market-state', marketStates.build({ codes: ['HK.1'] }), ['/api/v1.0/quote/market-state', '', '{"code_list":["HK.1"]}']],
    ['rt-data', intradayPoints.build({ code: 'HK.1' }), ['/api/v1.0/quote/HK.1/rt-data', '', '']],
    ['rt-ticker', ticks.build({ code: 'HK.1', count: 750 }), ['/api/v1.0/quote/HK.1/rt-ticker', 'num=750', '']],
    ['cur-kline', currentCandles.build(candles), ['/api/v1.0/quote/HK.00700/cur-kline', 'num=370&ktype=2&autype=1', '']],
    [
      'history-kline',
      historyCandles.build({ ...candles, period: '60m', adjustment: 'none', start: '2026-01-01', end: '2026-02-01' }),
      ['/api/v1.0/quote/HK.00700/history-kline', 'start=2026-01-01&end=2026-02-01&num=370&ktype=9&autype=0', ''],
    ],
    [
      'history-kline with the end that the page before named',
      historyCandles.build({ ...candles, end: '2026-02-01 10:29:59' }),
      ['/api/v1.0/quote/HK.00700/history-kline', 'end=2026-02-01%2010%3A29%3A59&num=370&ktype=2&autype=1', ''],
    ],
    ['owner-plate', ownerPlates.build({ code: 'US.BRK/B' }), ['/api/v1.0/quote/US.BRK%2FB/owner-plate', '', '']],
    ['capital-flow', capitalFlow.build({ code: 'HK.1' }), ['/api/v1.0/quote/HK.1/capital-flow', '', '']],
    ['capital-distribution', capitalDistribution.build({ code: 'HK.1' }), ['/api/v1.0/quote/HK.1/capital-distribution', '', '']],
    ['user-security-group', securityGroups.build({ type: 'CUSTOM' }), ['/api/v1.0/quote/user-security-group', 'group_type=CUSTOM', '']],
    ['user-security', groupSecurities.build({ groupName: 'Tech' }), ['/api/v1.0/quote/user-security', 'group_name=Tech', '']],
    [
      'modify-user-security',
      changeSecurityGroup.build({ groupName: 'Tech', operation: 'moveOut', codes: ['HK.1'] }),
      ['/api/v1.0/quote/modify-user-security', '', '{"group_name":"Tech","op":"MOVE_OUT","code_list":["HK.1"]}'],
    ],
    [
      'acctradinginfo',
      tradingPower.build({ accountId: '8001', code: 'US.A', orderType: 'LIMIT', price: '1.5', orderId: 'o' }),
      ['/api/v1.0/accounts/8001/acctradinginfo', 'code=US.A&order_type=LIMIT&price=1.5&order_id=o', ''],
    ],
  ])('has the right path, query and body: %s', (_name, parts, expected) => {
    expect(sent(parts)).toEqual(expected);
  });

  it.each<[string, () => unknown]>([
    ['num', () => orderBook.build({ code: 'HK.1', levels: 61 })],
    ['num', () => ticks.build({ code: 'HK.1', count: 0 })],
    ['num', () => currentCandles.build({ ...candles, count: 371 })],
    ['symbol', () => currentCandles.build({ ...candles, code: '00700' })],
    ['end', () => historyCandles.build({ ...candles, end: '2026-02-30' })],
    ['end', () => historyCandles.build({ ...candles, start: '2026-02-02', end: '2026-02-01' })],
    ['code_list', () => marketStates.build({ codes: [] })],
    ['code_list', () => changeSecurityGroup.build({ groupName: 'x', operation: 'add', codes: Array.from({ length: 201 }, () => 'HK.1') })],
    ['group_name', () => changeSecurityGroup.build({ groupName: ' ', operation: 'add', codes: ['HK.1'] })],
    ['order_type', () => tradingPower.build({ accountId: '1', code: 'HK.1', orderType: '' })],
  ])('is rejected with a bad %s', (field, build) => {
    expect(build).toThrow(expect.objectContaining({ field }));
    expect(build).toThrow(InvalidInputError);
  });
});

describe('an answer of market data', () => {
  it('keeps every digit of a snapshot, in numbers and texts, and reads null and nested objects as empty', () => {
    const text = `{"data":{"snapshot_list":[{"code":"HK.00700","name":null,"update_time":1795000000123,"last_price":562.50,
      "prev_close_price":"560.0","bid_price":562.4,"bid_vol":12345678901234567890,"ask_price":null,"lot_size":100,"price_spread":0.1,
      "sec_status":"NORMAL","suspension":true,"pe_ratio":{"ttm":1},"pre_market":{"price":561.10,"change_rate":-0.2},"after_market":null,
      "new_field":[1.50]}]}}`;
    const page = decode(snapshot, text);
    expect(typeof page === 'string' ? page : opened(page).items).toEqual([
      aQuote('HK.00700', {
        updatedAt: 1_795_000_000_123,
        lastPrice: '562.50',
        previousClose: '560.0',
        bidPrice: '562.4',
        bidVolume: '12345678901234567890',
        lotSize: '100',
        priceSpread: '0.1',
        isSuspended: true,
        preMarket: { ...aSession('561.10', undefined), changeRate: '-0.2' },
      }),
    ]);
  });

  it('may hold order books as the list in data, and is rejected if both sides of a book are missing', () => {
    const text =
      '{"data":{"books":[{"code":"HK.1","exchange_data_time_ms":"1795000000000","bid_list":[{"price":1.10,"volume":200,"order_count":3},{"price":"1.05","volume":"1"}],"ask_list":null}]}}';
    expect(decode(orderBook, text)).toEqual([
      {
        exchange: '',
        at: 1_795_000_000_000,
        bids: [
          { price: '1.10', volume: '200', exchange: '' },
          { price: '1.05', volume: '1', exchange: '' },
        ],
        asks: [],
      },
    ]);
    expect(decode(orderBook, '{"data":{"books":[]}}')).toBe('data.books[0]');
    expect(decode(orderBook, '{"data":[{"code":"HK.1"}]}')).toBe('data[0].books');
    expect(decode(orderBook, '{"data":{"books":[{"bid_list":[]}]}}')).toBe('data.books[0].ask_list');
    expect(decode(orderBook, '{"data":{"books":[{"bid_list":[{"price":null,"volume":1}],"ask_list":[]}]}}')).toBe(
      'data.books[0].bid_list[0].price',
    );
  });

  it('has candles in the field names of either call', () => {
    const current =
      '{"data":{"kline_list":[{"time_key":1795000000000,"open_price":1.0,"close_price":2.50,"high_price":3,"low_price":0.5,"last_close_price":null,"volume":9}]}}';
    const candle = { time: 1_795_000_000_000, open: '1.0', high: '3', low: '0.5', close: '2.50', previousClose: '', volume: '9' };
    expect(decode(currentCandles, current)).toEqual([{ ...candle, date: '', turnover: '' }]);
    const history =
      '{"has_more":true,"data":{"kline_list":[{"time_key":"1795000000000","date":20261120,"open":1.0,"close":2.50,"high":3,"low":0.5,"last_close":"1.1","volume":9,"turnover":1e3}]}}';
    expect(decode(historyCandles, history)).toEqual({
      items: [{ ...candle, date: '20261120', previousClose: '1.1', turnover: '1e3' }],
      hasMore: true,
      nextEnd: '',
    });
    const named = (next: string): unknown =>
      decode(historyCandles, `{"data":{"kline_list":[],"has_more":true},"extra":{"next_time":${JSON.stringify(next)}}}`);
    expect(named('2026-11-19')).toMatchObject({ nextEnd: '2026-11-19' });
    expect(named('2026-11-19 10:29:59')).toMatchObject({ nextEnd: '2026-11-19 10:29:59' });
    expect(named('2026-11-19&num=1')).toMatchObject({ nextEnd: '' });
    expect(decode(historyCandles, '{"data":{"kline_list":[],"has_more":true}}')).toEqual({ items: [], hasMore: true, nextEnd: '' });
    expect(decode(historyCandles, '{"data":{"kline_list":[]}}')).toEqual({ items: [], hasMore: false, nextEnd: '' });
    expect(decode(currentCandles, '{"data":{"kline_list":[{"open_price":1}]}}')).toBe('data.kline_list[0].time_key');
    const beside = (more: string): unknown => decode(historyCandles, `{"data":{"kline_list":[]${more}`);
    expect(beside(',"next_time":1788451200000}}')).toMatchObject({ hasMore: true });
    expect(beside('},"pagination":{"has_more":true}}')).toMatchObject({ hasMore: true });
    expect(beside(',"next_time":1788451200000},"pagination":{"has_more":false}}')).toMatchObject({ hasMore: false });
  });

  it('keeps a tick’s sequence of 19 digits', () => {
    expect(
      decode(
        ticks,
        '{"data":{"ticker_list":[{"sequence":1234567890123456789,"time":5,"price":1.10,"volume":1,"ticker_direction":"SELL"},{"price":2}]}}',
      ),
    ).toEqual([
      { sequence: '1234567890123456789', time: 5, price: '1.10', volume: '1', direction: 'sell' },
      { sequence: '', time: undefined, price: '2', volume: '', direction: 'neutral' },
    ]);
  });

  it('is read from its only list even if that has an unexpected name', () => {
    const point = { time: 5, price: '1.5', section: '' };
    expect(decode(intradayPoints, '{"data":{"whatever":[{"time":5,"price":1.5}]}}')).toEqual([point]);
    expect(decode(intradayPoints, '{"data":[{"time":5,"price":1.5}]}')).toEqual([point]);
    expect(decode(intradayPoints, '{"data":{"a":[],"b":[]}}')).toBe('data.section_list');
    expect(decode(intradayPoints, '{"data":null}')).toBe('data');
    expect(decode(intradayPoints, '{"data":{"rt_data_list":[{}]}}')).toBe('data.rt_data_list[0].time');
  });

  it('is read as securities, states, plates and groups', () => {
    expect(decode(groupSecurities, '{"data":{"security_list":[{"code":"HK.1","stock_name":"N","lot_size":100}]}}')).toEqual([
      { code: 'HK.1' },
    ]);
    expect(decode(marketStates, '{"data":{"market_state_list":[{"code":"HK.1","market_state":"REST"}]}}')).toEqual([
      { code: 'HK.1', state: 'REST' },
    ]);
    expect(decode(ownerPlates, '{"data":{"sectors":[{"plate_code":"HK.BK1","plate_name":"P","plate_type":"INDUSTRY"}]}}')).toEqual([
      { code: 'HK.BK1', name: 'P' },
    ]);
    expect(decode(securityGroups, '{"data":{"group_list":[{"group_name":"Tech","group_type":"CUSTOM"}]}}')).toEqual([
      { name: 'Tech', type: 'CUSTOM' },
    ]);
  });

  it('is read as trading power', () => {
    expect(decode(tradingPower, '{"s":"ok","d":{"max_cash_buy":"100","max_sell_short":null,"max_buy_back":12.50}}')).toMatchObject({
      cashBuy: '100',
      shortSell: '',
      buyBack: '12.50',
    });
    expect(decode(tradingPower, '{"s":"ok"}')).toBe('d');
  });
});
