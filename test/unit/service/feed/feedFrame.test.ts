import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFrame } from '../../../../src/service/feed/feedFrame';
import { recorded } from '../../../support/recorded';

describe('reading a frame', () => {
  it.each(['', 'x', '[]', '1', '"a"', '{', '{"a":007}', '{"a":1.}', '{"a":.5}', '{"a":NaN}', 'null'])(
    'drops the text %j because it is not JSON',
    (text) => {
      expect(readFrame(text)).toEqual({ kind: 'dropped', reason: 'not-json', type: '', symbol: '' });
    },
  );
});

const push = (type: string, data: object, more: object = {}): string =>
  JSON.stringify({ timestamp: 1_795_000_000_000, type, symbol: 'HK.00700', data, ...more });

describe('a push', () => {
  it('has its own time and exact figures when it is a quote', () => {
    expect(readFrame(push('QUOTE', { last_price: 562.5, data_time_ms: 1_795_000_000_123, volume: '900', bid_price: null }))).toMatchObject({
      kind: 'push',
      push: { kind: 'quote', symbol: 'HK.00700', at: 1_795_000_000_123, lastPrice: '562.5', volume: '900', bidPrice: '' },
    });
  });

  it.each([
    ['without any price', push('QUOTE', { volume: 5 }), 'no-figures'],
    ['with a word for a price', push('QUOTE', { last_price: 'n/a' }), 'no-figures'],
    ['with a last price that cannot be read, beside others', push('QUOTE', { last_price: '1,234.5', bid_price: 1234 }), 'no-figures'],
    ['with an exponent', push('QUOTE', { last_price: '1e9' }), 'no-figures'],
    ['without a time', JSON.stringify({ type: 'QUOTE', symbol: 'HK.1', data: { last_price: 1 } }), 'bad-time'],
    ['with a negative time', push('QUOTE', { last_price: 1, data_time_ms: -5 }), 'bad-time'],
    ['without a symbol', push('QUOTE', { last_price: 1 }, { symbol: undefined }), 'no-symbol'],
    ['of an unknown type', push('WEATHER', { last_price: 1 }), 'unknown-type'],
    ['without data', JSON.stringify({ timestamp: 1, type: 'QUOTE', symbol: 'HK.1' }), 'no-figures'],
  ])('is dropped with its reason when it comes %s', (_case, frame, reason) => {
    expect(readFrame(frame)).toMatchObject({ kind: 'dropped', reason });
  });

  it.each([
    [{ suspension: true, sec_status: 'NORMAL' }, true],
    [{ suspension: '1' }, true],
    [{ sec_status: 'SUSPENDED' }, true],
    [{ suspension: false }, false],
    [{}, undefined],
  ])('tells with %j whether trading is suspended', (fields, isSuspended) => {
    expect(readFrame(push('QUOTE', { last_price: 1, ...fields }))).toMatchObject({ push: { isSuspended } });
  });

  it('drops depth of which a level cannot be read', () => {
    const level = { price: '1.1', volume: 5 };
    expect(readFrame(push('ORDER_BOOK', { bid_list: [level], ask_list: [] }))).toMatchObject({
      push: { kind: 'orderBook', bids: [{ price: '1.1', volume: '5' }], asks: [] },
    });
    for (const other of [{ volume: 1 }, { price: '--', volume: 1 }, null])
      expect(readFrame(push('ORDER_BOOK', { bid_list: [other, level], ask_list: [] }))).toMatchObject({
        kind: 'dropped',
        reason: 'no-figures',
      });
  });

  it('keeps what can be read of ticks', () => {
    const ticks =
      '{"timestamp":5,"type":"TICKER","symbol":"US.A","data":{"ticker_list":[{"sequence":7300000000000000123,"time_ms":4,"price":1,"direction":"SELL"}]}}';
    expect(readFrame(ticks)).toMatchObject({ push: { kind: 'ticks', ticks: [{ sequence: '7300000000000000123', direction: 'sell' }] } });
  });
});

describe('a recorded push', () => {
  it('has sessions with their own times and exact figures when it is a price', () => {
    expect(readFrame(recorded('a price in regular hours beside sessions that are over').text)).toEqual({
      kind: 'push',
      push: {
        kind: 'quote',
        symbol: 'US.NVDA',
        at: 1_788_875_118_570,
        lastPrice: '229.7141',
        previousClose: '230.36',
        openPrice: '233.14',
        highPrice: '233.71',
        lowPrice: '229.46',
        bidPrice: '',
        askPrice: '',
        bidVolume: '',
        askVolume: '',
        volume: '15789074',
        turnover: '3658485451.468',
        isSuspended: false,
        preMarket: {
          ...{ price: '233.14', at: 1_788_874_201_176, highPrice: '233.25', lowPrice: '230.28' },
          ...{ volume: '1702304', turnover: '394512858.477', change: '', changeRate: '' },
        },
        afterMarket: expect.objectContaining({ price: '229.4873', at: 1_788_566_556_447 }) as unknown,
        overnight: expect.objectContaining({ price: '231.28', at: 1_788_854_394_788 }) as unknown,
      },
    });
  });

  it('belongs to one exchange, which its best level names, when it is depth', () => {
    expect(readFrame(recorded('the book of one exchange').text)).toMatchObject({
      push: { kind: 'orderBook', exchange: 'ARCA', at: 1_788_875_118_777, bids: [{ price: '229.72', volume: '1' }, {}, {}] },
    });
    expect(readFrame(recorded('the book of another exchange right after it, with a level of a third').text)).toMatchObject({
      push: { exchange: 'NSDQ', asks: [{}, {}, { price: '230', exchange: 'NSDQ' }, { price: '230', volume: '200', exchange: 'NASD' }] },
    });
  });

  it('keeps trades that share a sequence', () => {
    expect(readFrame(recorded('trades of which two share a sequence').text)).toMatchObject({
      push: {
        ticks: [
          { sequence: '7683160128438140119', volume: '50', direction: 'sell' },
          { sequence: '7683160128438140119', volume: '5', direction: 'neutral' },
          { sequence: '7683160128438140120', price: '229.88' },
          { sequence: '7683160128438140120', price: '229.875' },
        ],
      },
    });
  });

  it('has a word and no symbol when it is the state of a market', () => {
    expect(readFrame(recorded('the state of a market, without any symbol').text)).toEqual({
      kind: 'push',
      push: { kind: 'marketState', market: 'US', at: 1_788_875_118_824, state: 'AFTERNOON' },
    });
    expect(readFrame(push('MARKET_STATE', { market_state: 'REST' }))).toMatchObject({ push: { market: 'HK', state: 'REST' } });
    expect(readFrame(push('MARKET_STATE', { status: 99 }))).toMatchObject({ kind: 'dropped', reason: 'no-figures' });
  });

  it('is of no use when it has candles, which nothing asks for', () => {
    expect(readFrame(recorded('the candle that is being made').text)).toMatchObject({ kind: 'dropped', type: 'KLINE' });
  });
});

describe('a figure of a push', () => {
  it('keeps every digit of a plain decimal number, and is empty for anything else', () => {
    const digits = fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: 1, maxLength: 18, size: 'max' });
    const number = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }), fc.option(digits))
      .map(([isNegative, whole, fraction]) => `${isNegative ? '-' : ''}${String(whole)}${fraction === null ? '' : `.${fraction}`}`);
    const junk = fc.constantFrom('null', 'true', '"n/a"', '""', '{}', '[1]', '"1."', '"-"', '1e5', '1234567890123456789012');
    fc.assert(
      fc.property(number, fc.boolean(), junk, (price, isText, volume) => {
        const text = `{"timestamp":1,"type":"QUOTE","symbol":"A.1","data":{"last_price":${isText ? `"${price}"` : price},"volume":${volume}}}`;
        expect(readFrame(text)).toMatchObject({ push: { lastPrice: price, volume: '' } });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an answer on the feed', () => {
  it.each([
    ['{"id":3,"code":0}', { id: 3, code: 0 }],
    ['{"ret_code":0,"ret_msg":"","data":{"id":3,"code":0,"message":"ok"}}', { id: 3, code: 0 }],
    ['{"ret_code":0,"data":{"id":3,"code":-9,"message":"no right"}}', { id: 3, code: -9 }],
    ['{"ret_code":-9,"ret_msg":"no right"}', { id: undefined, code: -9 }],
    ['{"id":1,"session_id":"s","server_time":1795000000000000}', { id: 1, code: 0 }],
    [recorded('an accepted subscription, short').text, { id: 3, code: 0 }],
    [recorded('an accepted subscription, long').text, { id: 3, code: 0 }],
    [recorded('a denied subscription, without its id').text, { id: undefined, code: -9 }],
    [recorded('an error of the channel').text, { code: 4001 }],
  ])('is understood: %s', (frame, expected) => {
    expect(readFrame(frame)).toMatchObject({ kind: 'answer', ...expected });
  });

  it('is read as a hint when it comes from the trade feed, whatever its form', () => {
    expect(readFrame('{"type":"EVENT_FILL","data":{"order_id":12345678901234567890}}')).toEqual({
      kind: 'hint',
      hint: { kind: 'order', event: 'EVENT_FILL', orderId: '12345678901234567890', accountId: '', code: '' },
    });
    expect(readFrame('{"event":"EVENT_REPLACED"}')).toMatchObject({ kind: 'hint', hint: { event: 'EVENT_REPLACED', orderId: '' } });
  });
});
