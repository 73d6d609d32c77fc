import { describe, expect, it } from 'vitest';
import { hotCalendar } from '../../../../src/service/endpoints/calendar/hotCalendar';
import { plateConstituents } from '../../../../src/service/endpoints/quotes/plates';
import { searchCalendar } from '../../../../src/service/endpoints/calendar/searchCalendar';
import { serverTime } from '../../../../src/service/endpoints/serverTime';
import { simulatedPositions } from '../../../../src/service/endpoints/accounts/simulatedPositions';
import { tradingDays } from '../../../../src/service/endpoints/quotes/tradingDays';
import { opened } from '../../../support/builders/lists';
import { openEnvelope } from '../../../../src/service/schema/envelope';
import { decode, objectOf } from '../../../support/network/decode';

const sample = { sentAt: 0, receivedAt: 0 };

function startOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[[\].]/g, '\\$&')} `);
}

const position = {
  pstn_id: 'p1',
  pstn_type: 0,
  market: 1,
  symbol: '00700',
  stock_name: 'Tencent',
  qty: '100',
  qty_avbl: '80',
  cost_price: '300.10',
  buy_avg_price: '301',
  cur_price: '310.50',
  mv: '31050',
  profit: '-3',
  profit_ratio: '-1.230',
};
const positions = (list: unknown): object => ({ ret_code: 0, data: { positions: list } });

describe('live positions in an answer', () => {
  it('are read with every digit as sent', () => {
    expect(decode(simulatedPositions, positions([position]))).toEqual([
      {
        positionId: 'p1',
        side: 'long',
        market: 1,
        symbol: '00700',
        name: 'Tencent',
        quantity: '100',
        availableQuantity: '80',
        costPrice: '300.10',
        averageBuyPrice: '301',
        currentPrice: '310.50',
        marketValue: '31050',
        profit: '-3',
        profitRatio: '-1.230',
        unknown: {},
      },
    ]);
  });

  it('are read without loss when numbers and texts are swapped', () => {
    const text =
      '{"data":{"positions":[{"pstn_id":9223372036854775807,"pstn_type":"1","market":"100","symbol":700,"qty":1.10,"extra":{"a":[1,"x"]},"currency":"HKD"}]}}';
    expect(decode(simulatedPositions, text)).toMatchObject([
      {
        positionId: '9223372036854775807',
        side: 'short',
        market: 100,
        symbol: '700',
        quantity: '1.10',
        costPrice: '',
        currency: 'HKD',
        unknown: { extra: '{"a":[1,"x"]}' },
      },
    ]);
  });

  it('keep a side that is unknown', () => {
    expect(decode(simulatedPositions, positions([{ ...position, pstn_type: 7 }]))).toMatchObject([{ side: { unknown: 7 } }]);
  });

  it('may be an empty list', () => {
    expect([decode(simulatedPositions, positions([])), decode(simulatedPositions, positions(null))]).toEqual([[], []]);
  });

  it.each([
    [{ ret_code: 0 }, 'data object/nothing'],
    [{ data: null }, 'data object/null'],
    [{ data: [] }, 'data object/array'],
    [{ data: {} }, 'data.positions array/nothing'],
    [positions('none'), 'data.positions array/string'],
    [positions([position, 5]), 'data.positions[1] object/number'],
    [positions([{ ...position, pstn_id: undefined }]), 'data.positions[0].pstn_id string or number/nothing'],
    [positions([{ ...position, market: 'HK' }]), 'data.positions[0].market whole number/string'],
    [positions([{ ...position, pstn_type: 1.5 }]), 'data.positions[0].pstn_type whole number/number'],
    [positions([{ ...position, mv: {} }]), 'data.positions[0].mv string or number/object'],
  ])('name the invalid field: %j', (answer, expected) => {
    expect(decode(simulatedPositions, answer)).toBe(expected);
  });
});

const event = {
  event_text: 'US <em>CPI</em>',
  previous: '3.1',
  predictive: '3.0',
  announce: null,
  star: 5,
  event_time: 1_790_000_000,
  country: 'US',
  currency: 'USD',
  unit: '%',
  unique_id: 'calendar_economic:1',
  detail_url: 'https://a.example.com/1',
};
const list = (data: unknown, pagination: unknown = { has_more: false, next_key: '-1' }): object => ({
  ret_code: 0,
  ret_msg: '',
  data,
  pagination,
});

describe('a page of the calendar', () => {
  it('keeps null, the empty text, and "0" apart in its events', () => {
    const events = [
      event,
      { ...event, announce: '', previous: null, predictive: null, unique_id: null, detail_url: null, currency: null, unit: null },
      { ...event, announce: '0' },
    ];
    expect(decode(searchCalendar, list(events))).toMatchObject({
      hasMore: false,
      nextKey: '-1',
      items: [
        { text: 'US <em>CPI</em>', announce: null, time: 1_790_000_000, star: 5 },
        { announce: '', previous: null, predictive: null, uniqueId: null, detailUrl: null },
        { announce: '0' },
      ],
    });
  });

  it('may leave out the star, the country, and whatever may be null', () => {
    expect(decode(hotCalendar, list([{ event_text: 'x', event_time: '1790000000' }]))).toMatchObject({
      items: [{ text: 'x', time: 1_790_000_000, star: 0, country: '', previous: null, announce: null, uniqueId: null }],
    });
  });

  it('has a total only when the service gives one', () => {
    expect(decode(searchCalendar, list([], { has_more: true, next_key: 'c', total: 7 }))).toEqual({
      items: [],
      hasMore: true,
      nextKey: 'c',
      total: 7,
    });
    expect(decode(searchCalendar, list(null, { has_more: false, next_key: null, total: null }))).toEqual([]);
  });

  it('does not say whether there is more if it comes without pagination', () => {
    const silent = { items: [], hasMore: undefined, nextKey: '' };
    expect([decode(searchCalendar, { ret_code: 0, data: [] }), decode(hotCalendar, { data: null, pagination: null })]).toEqual([
      silent,
      silent,
    ]);
  });

  it('returns a numeric cursor with every digit', () => {
    expect(decode(searchCalendar, '{"data":[],"pagination":{"has_more":true,"next_key":12345678901234567890}}')).toMatchObject({
      nextKey: '12345678901234567890',
    });
  });

  it.each([
    [{ ret_code: 0, data: [event] }, 'pagination'],
    [list([], { next_key: 'c' }), 'pagination.has_more'],
    [list([], { has_more: 'true', next_key: 'c' }), 'pagination.has_more'],
    [list([], { has_more: 1, next_key: 'c' }), 'pagination.has_more'],
    [list([], { has_more: true }), 'pagination.next_key'],
    [list([], { has_more: true, next_key: null }), 'pagination.next_key'],
    [list([], { has_more: true, next_key: {} }), 'pagination.next_key'],
    [list({}), 'data'],
    [{ pagination: { has_more: false } }, 'data'],
    [list([event, null]), 'data[1]'],
    [list([{ ...event, event_text: null }]), 'data[0].event_text'],
    [list([{ ...event, event_time: 1.5 }]), 'data[0].event_time'],
    [list([{ ...event, event_time: null }]), 'data[0].event_time'],
    [list([{ ...event, event_time: 253_402_300_800 }]), 'data[0].event_time'],
    [list([{ ...event, event_time: -62_135_596_801 }]), 'data[0].event_time'],
    [list([{ ...event, announce: {} }]), 'data[0].announce'],
    [list([{ ...event, star: 'many' }]), 'data[0].star'],
  ])('names the place of the fault: %j', (answer, path) => {
    expect(decode(searchCalendar, answer)).toMatch(startOf(path));
  });
});

const stock = { code: 'HK.00700', stock_id: 1, stock_name: 'Tencent', stock_type: 'STOCK', lot_size: 100, list_time: '2004-06-16' };
const known = { code: 'HK.00700', name: 'Tencent', stockType: 'STOCK', lotSize: '100', listTime: '2004-06-16', unknown: { stock_id: '1' } };

describe('the constituents of a plate', () => {
  it.each([
    ['stock_list', { stock_list: [stock] }],
    ['any other name', { info: 'x', whatever: [stock] }],
    ['stock_list first', { other: [{ code: 'X' }], stock_list: [stock] }],
    ['not a list of texts', { codes: ['a'], items: [stock] }],
    ['not an empty list where another has rows', { empty: [], items: [stock] }],
    ['data itself', [stock]],
    ['an object further down', { count: 1, page: { stock_list: [stock] } }],
  ])('are found under data: %s', (_name, data) => {
    expect(decode(plateConstituents, { code: 0, data, pagination: { has_more: false, next_key: '-1', total: 1 } })).toEqual({
      items: [known],
      hasMore: false,
      nextKey: '-1',
      total: 1,
    });
  });

  it.each([[[]], [{ stock_list: [] }], [{ stock_list: null }]])('may be an empty list: %j', (data) => {
    expect(opened(plateConstituents.decode(objectOf(list(data)), { request: plateConstituents, path: '' }, sample))).toMatchObject({
      items: [],
      hasMore: false,
    });
  });

  it.each([[{}], [{ total: 5 }], [{ stock_list: {} }]])('are not treated as an empty list if no list is there: %j', (data) => {
    expect(decode(plateConstituents, list(data))).toBe('data a list/object');
  });

  it('keep every unknown field, of any type', () => {
    expect(decode(plateConstituents, list([{ name: 'Only', lot_size: { a: 1 }, x: null, y: [1] }]))).toMatchObject({
      items: [{ name: 'Only', unknown: { lot_size: '{"a":1}', x: 'null', y: '[1]' } }],
    });
  });

  it('cannot pollute a prototype', () => {
    const decoded = decode(plateConstituents, '{"data":[{"code":"A","__proto__":{"polluted":true}}],"pagination":{"has_more":false}}');
    expect(decoded).toMatchObject([{ code: 'A' }]);
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    [{ data: 'x' }, 'data'],
    [{ pagination: { has_more: false } }, 'data'],
    [list([5]), 'data[0]'],
    [list({ codes: ['HK.1'] }), 'data.codes[0]'],
    [list({ stock_list: { 1: { code: 'HK.1' } } }), 'data.stock_list.1'],
    [list({ first: { code: 'HK.1' }, second: { code: 'HK.2' } }), 'data'],
    [list({ a: { b: { c: { d: { e: [stock] } } } } }), 'data.a.b.c'],
  ])('name the place of the fault: %j', (answer, path) => {
    expect(decode(plateConstituents, answer)).toMatch(startOf(path));
  });
});

describe('server time in an answer', () => {
  it('is read from text or number, in milliseconds', () => {
    expect(decode(serverTime, { server_time_ms: '1790000000123' })).toEqual({ serverTime: 1_790_000_000_123, sentAt: 10, receivedAt: 30 });
    expect(decode(serverTime, { server_time_ms: 1_790_000_000_123 })).toEqual({
      serverTime: 1_790_000_000_123,
      sentAt: 10,
      receivedAt: 30,
    });
  });

  it.each([
    [{}],
    [{ server_time_ms: '' }],
    [{ server_time_ms: '0' }],
    [{ server_time_ms: '-5' }],
    [{ server_time_ms: '1.5' }],
    [{ server_time_ms: '99999999999999999999' }],
    [{ server_time_ms: null }],
  ])('is refused as: %j', (answer) => {
    expect(decode(serverTime, answer)).toMatch(/^server_time_ms /);
  });
});

describe('trading days in an answer', () => {
  const days = (trading_days: unknown): object => ({ ret_code: 0, data: { trading_days } });

  it('are read when they have the shape known from elsewhere', () => {
    const answer = days([
      { time: '2026-01-02', trade_date_type: 'WHOLE', trade_second: 1 },
      { time: '2026-12-24', trade_date_type: 'MORNING' },
      { time: '2026-12-28', trade_date_type: 'AFTERNOON' },
      { time: '2026-12-29', trade_date_type: 'NIGHT' },
      { time: '2026-12-30' },
    ]);
    expect(decode(tradingDays, answer)).toEqual({
      kind: 'days',
      days: [
        { date: '2026-01-02', session: 'whole' },
        { date: '2026-12-24', session: 'morning' },
        { date: '2026-12-28', session: 'afternoon' },
        { date: '2026-12-29', session: { unknown: 'NIGHT' } },
        { date: '2026-12-30', session: { unknown: '' } },
      ],
    });
    expect(decode(tradingDays, days([]))).toEqual({ kind: 'days', days: [] });
  });

  it.each([
    [days('x')],
    [days([5])],
    [days([{ time: '2026-1-2' }])],
    [days([{ time: '2026-13-45' }])],
    [days([{ time: '2026-02-31' }])],
    [days([{ time: '2026-01-02' }, {}])],
    [{ data: ['2026-01-02'] }],
    [{ days: 1.5 }],
  ])('are kept as they came when they have another shape: %j', (answer) => {
    expect(decode(tradingDays, answer)).toEqual({ kind: 'raw', json: JSON.stringify(answer) });
  });

  it.each(['["2026-01-02"]', '[]', '"closed"', '[7.50]', '7', 'null'])('may come in an answer that is not an object: %s', (body) => {
    const response = { status: 200, headers: {}, body: Buffer.from(body), sentAt: 0, receivedAt: 0 };
    const answer = openEnvelope(response, { request: tradingDays, bare: true, nowMs: 0 });
    expect(tradingDays.decode(answer, { request: tradingDays, path: '' }, response)).toEqual({ kind: 'raw', json: body });
  });
});
