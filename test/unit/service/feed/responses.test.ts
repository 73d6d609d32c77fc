import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFrame } from '../../../../src/service/feed/exactJson';
import { readFrame } from '../../../../src/service/feed/responses';

/** The same value with every number as the text that JSON writes for it. */
function quoted(value: unknown): unknown {
  if (typeof value === 'number') return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(quoted);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, quoted(inner)]));
  return value;
}

describe('reading a frame', () => {
  it('is what JSON.parse reads, with numbers as their text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (value) => {
        const text = JSON.stringify(value);
        expect(parseFrame(text)).toEqual(quoted(JSON.parse(text)));
      }),
      { numRuns: 2000 },
    );
  });

  it('loses no digit of a sequence or an amount, and leaves digits within texts alone', () => {
    expect(parseFrame('{"sequence":7300000000000000123,"price":1.10,"note":"id 007, 12345678901234567890 \\"5\\""}')).toEqual({
      sequence: '7300000000000000123',
      price: '1.10',
      note: 'id 007, 12345678901234567890 "5"',
    });
  });

  it.each(['', 'x', '[]', '1', '"a"', '{', '{"a":007}', '{"a":1.}', '{"a":.5}', '{"a":NaN}', 'null'])('takes %j for no frame', (text) => {
    expect(readFrame(text)).toEqual({ kind: 'dropped', reason: 'not-json', type: '' });
  });
});

const push = (type: string, data: object, more: object = {}): string =>
  JSON.stringify({ timestamp: 1_795_000_000_000, type, symbol: 'HK.00700', data, ...more });

describe('a push', () => {
  it('of a quote has its own time and exact figures', () => {
    expect(readFrame(push('QUOTE', { last_price: 562.5, data_time_ms: 1_795_000_000_123, volume: '900', bid_price: null }))).toMatchObject({
      kind: 'push',
      push: { kind: 'quote', symbol: 'HK.00700', at: 1_795_000_000_123, lastPrice: '562.5', volume: '900', bidPrice: '' },
    });
  });

  it.each([
    ['without any price', push('QUOTE', { volume: 5 }), 'no-figures'],
    ['with a word for a price', push('QUOTE', { last_price: 'n/a' }), 'no-figures'],
    ['with an exponent', push('QUOTE', { last_price: '1e9' }), 'no-figures'],
    ['without a time', JSON.stringify({ type: 'QUOTE', symbol: 'HK.1', data: { last_price: 1 } }), 'bad-time'],
    ['with a negative time', push('QUOTE', { last_price: 1, data_time_ms: -5 }), 'bad-time'],
    ['without a symbol', push('QUOTE', { last_price: 1 }, { symbol: undefined }), 'no-symbol'],
    ['of an unknown type', push('WEATHER', { last_price: 1 }), 'unknown-type'],
    ['without data', JSON.stringify({ timestamp: 1, type: 'QUOTE', symbol: 'HK.1' }), 'no-figures'],
  ])('%s is dropped with its reason', (_case, frame, reason) => {
    expect(readFrame(frame)).toMatchObject({ kind: 'dropped', reason });
  });

  it('of depth, ticks and candles keeps what can be read', () => {
    expect(
      readFrame(push('ORDER_BOOK', { bid_list: [{ price: '1.1', volume: 5, order_count: 2 }, { volume: 1 }], ask_list: [] })),
    ).toMatchObject({
      push: { kind: 'orderBook', bids: [{ price: '1.1', volume: '5', orderCount: '2' }], asks: [] },
    });
    const ticks =
      '{"timestamp":5,"type":"TICKER","symbol":"US.A","data":{"ticker_list":[{"sequence":7300000000000000123,"time_ms":4,"price":1,"direction":"SELL"}]}}';
    expect(readFrame(ticks)).toMatchObject({ push: { kind: 'ticks', ticks: [{ sequence: '7300000000000000123', direction: 'sell' }] } });
    const candle = { time_key: 60_000, open_price: 1, high_price: 2, low_price: 1, close_price: 2, period: '1m' };
    expect(readFrame(push('KLINE', candle))).toMatchObject({ push: { kind: 'candle', period: '1m', candles: [{ open: '1', high: '2' }] } });
  });
});

describe('an answer', () => {
  it.each([
    ['{"id":3,"code":0}', { id: 3, code: 0 }],
    ['{"ret_code":0,"ret_msg":"","data":{"id":3,"code":0,"message":"ok"}}', { id: 3, code: 0 }],
    ['{"ret_code":0,"data":{"id":3,"code":-9,"message":"no right"}}', { id: 3, code: -9, message: 'no right' }],
    ['{"ret_code":-9,"ret_msg":"no right"}', { id: undefined, code: -9, message: 'no right' }],
    ['{"id":1,"session_id":"s","server_time":1795000000000000}', { id: 1, code: 0, sessionId: 's' }],
  ])('%s is understood', (frame, expected) => {
    expect(readFrame(frame)).toMatchObject({ kind: 'answer', ...expected });
  });

  it('of the trade feed is a hint, whatever its form', () => {
    expect(readFrame('{"type":"EVENT_FILL","data":{"order_id":12345678901234567890}}')).toEqual({
      kind: 'hint',
      hint: { kind: 'order', event: 'EVENT_FILL', orderId: '12345678901234567890', accountId: '' },
    });
    expect(readFrame('{"event":"EVENT_REPLACED"}')).toMatchObject({ kind: 'hint', hint: { event: 'EVENT_REPLACED', orderId: '' } });
  });
});
