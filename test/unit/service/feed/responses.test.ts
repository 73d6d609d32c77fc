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

describe('a quote in any order of its members', () => {
  const names = {
    last_price: 'lastPrice',
    prev_close_price: 'previousClose',
    open_price: 'openPrice',
    high_price: 'highPrice',
    low_price: 'lowPrice',
    bid_price: 'bidPrice',
    ask_price: 'askPrice',
    volume: 'volume',
    turnover: 'turnover',
  } as const;
  /** JSON of a figure: numbers with up to 20 digits on both sides, as number or text, and what is no figure. */
  const digits = fc.string({ unit: fc.integer({ min: 0, max: 9 }).map(String), minLength: 1, maxLength: 20, size: 'max' });
  const number = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.option(digits), fc.constantFrom('', '', '', 'e5', 'E-2'))
    .map(
      ([isNegative, whole, fraction, exponent]) => `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}${exponent}`,
    );
  const junk = fc.constantFrom(
    'null',
    'true',
    '"n/a"',
    '""',
    '{}',
    '[1,{"last_price":5}]',
    '{"last_price":7,"data_time_ms":9}',
    '"1."',
    '"-"',
  );
  const figure = fc.oneof({ weight: 3, arbitrary: number }, { weight: 2, arbitrary: number.map((text) => `"${text}"`) }, junk);
  const time = fc.constantFrom('1795000000123', '"1795000000123"', '0', '-5', 'null', '1.5', '12345678901234567890', '1795000000123e0');
  const member = fc.oneof(
    fc.tuple(fc.constantFrom(...Object.keys(names), 'last_price'), figure),
    fc.tuple(fc.constant('data_time_ms'), time),
    fc.tuple(fc.constantFrom('', 'last', 'constructor', 'data', 'last_prices', 'l\\u0061st_price'), figure),
  );
  const data = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(member, { maxLength: 14 }).map((list) => `{${list.map(([key, value]) => `"${key}": ${value}`).join()}}`),
    },
    { weight: 1, arbitrary: junk },
  );
  const top = fc
    .tuple(
      fc.oneof(fc.tuple(data), fc.array(data, { maxLength: 2 })),
      fc.oneof(fc.constant(['1795000000123']), fc.array(time, { maxLength: 2 })),
      fc.array(fc.constantFrom('"QUOTE"', '"ORDER_BOOK"', '"QUOTE"', '5'), { minLength: 1, maxLength: 2 }),
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(['"HK.00700"'], ['7']) }, { weight: 1, arbitrary: fc.constantFrom([], ['""']) }),
      fc.array(figure, { maxLength: 1 }),
    )
    .chain(([datas, times, types, symbols, others]) => {
      const named = (key: string, values: readonly string[]): readonly string[] => values.map((value) => `"${key}":${value}`);
      const members = [
        named('data', datas),
        named('timestamp', times),
        named('type', types),
        named('symbol', symbols),
        named('x', others),
      ].flat();
      return fc.shuffledSubarray(members, { minLength: members.length, maxLength: members.length });
    })
    .map((members) => `{${members.join(' , ')}}`);

  const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const timeOf = (value: unknown): number | undefined => {
    const read = Number(textOf(value));
    return /^-?\d{1,16}$/.test(textOf(value) ?? '') && Number.isSafeInteger(read) ? read : undefined;
  };

  it('is read as if it were made an object first', () => {
    fc.assert(
      fc.property(top, (text) => {
        const json = parseFrame(text) ?? {};
        const [type, symbol, told] = [textOf(json['type']), textOf(json['symbol']) ?? '', objectOf(json['data'])];
        fc.pre(type === 'QUOTE');
        const at = timeOf(told?.['data_time_ms']) ?? timeOf(json['timestamp']);
        const figures = Object.entries(names).map(([sent, name]) => {
          const value = textOf(told?.[sent]) ?? '';
          return [name, /^-?\d{1,18}(\.\d{1,18})?$/.test(value) ? value : ''] as const;
        });
        const found = Object.fromEntries(figures);
        const hasPrice = found['lastPrice'] !== '' || found['bidPrice'] !== '' || found['askPrice'] !== '';
        const reason = symbol === '' ? 'no-symbol' : !hasPrice ? 'no-figures' : at === undefined || at <= 0 ? 'bad-time' : undefined;
        expect(readFrame(text)).toEqual(
          reason === undefined ? { kind: 'push', push: { kind: 'quote', symbol, at, ...found } } : { kind: 'dropped', reason, type },
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('of depth tells the same wherever its type stands', () => {
    const data = '{"bid_list":[{"volume":5,"price":"1.10","order_count":2},7,{"volume":1}],"ask_list":[],"x":[[]],"data_time_ms":9}';
    const expected = {
      kind: 'push',
      push: { kind: 'orderBook', symbol: 'A', at: 9, bids: [{ price: '1.10', volume: '5', orderCount: '2' }], asks: [] },
    };
    expect(readFrame(`{"type":"ORDER_BOOK","symbol":"A","data":${data}}`)).toEqual(expected);
    expect(readFrame(`{"data":${data},"symbol":"A","type":"QUOTE","type":"ORDER_BOOK"}`)).toEqual(expected);
    expect(readFrame(`{"type":"QUOTE","symbol":"A","data":${data},"type":"ORDER_BOOK"}`)).toEqual(expected);
    expect(readFrame(`{"type":"ORDER_BOOK","symbol":"A","data":${data.replace('"x":[[]],', '"ask_list":null,')}}`)).toMatchObject({
      reason: 'no-figures',
    });
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
      hint: { kind: 'order', event: 'EVENT_FILL', orderId: '12345678901234567890', accountId: '', code: '' },
    });
    expect(readFrame('{"event":"EVENT_REPLACED"}')).toMatchObject({ kind: 'hint', hint: { event: 'EVENT_REPLACED', orderId: '' } });
  });
});
