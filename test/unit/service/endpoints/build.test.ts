import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liveAccounts, simulatedAccounts } from '../../../../src/service/endpoints/accounts/accounts';
import { confirmOrder, prepareModification } from '../../../../src/service/endpoints/orders/changes';
import type { RequestParts } from '../../../../src/service/endpoints/endpoint';
import { hotCalendar } from '../../../../src/service/endpoints/calendar/hotCalendar';
import { livePositions } from '../../../../src/service/endpoints/accounts/livePositions';
import { orderDetails } from '../../../../src/service/endpoints/orders/orderDetails';
import { orders } from '../../../../src/service/endpoints/orders/orders';
import { plateConstituents, plateList } from '../../../../src/service/endpoints/quotes/plates';
import { searchCalendar } from '../../../../src/service/endpoints/calendar/searchCalendar';
import { serverTime } from '../../../../src/service/endpoints/serverTime';
import { simulatedPositions } from '../../../../src/service/endpoints/accounts/simulatedPositions';
import { snapshot } from '../../../../src/service/endpoints/quotes/snapshot';
import { tradingDays } from '../../../../src/service/endpoints/quotes/tradingDays';
import { InvalidInputError } from '../../../../src/service/errors';
import type { CalendarSearchQuery, HotCalendarQuery, OrderModification } from '../../../../src/service/records';

const line = ({ path, query }: RequestParts): string => (query === '' ? path : `${path}?${query}`);
const bodyText = ({ body }: RequestParts): string => Buffer.from(body ?? []).toString();

/** The wire field that an InvalidInputError names. */
function refused(build: () => unknown): string {
  try {
    build();
  } catch (error) {
    if (error instanceof InvalidInputError) return error.field;
    throw error;
  }
  return 'accepted';
}

const search: CalendarSearchQuery = { keyword: 'CPI', searchType: 1 };
const hot: HotCalendarQuery = { timeZone: 'Europe/Paris' };
const plate = { plateId: 'HK.BK1000', limit: 200 };
const modification: OrderModification = { accountId: '8001', orderId: 'OK-1', exchange: 'US', quantity: '10', price: '1.5' };

describe('a request that is built as the specification has it', () => {
  it.each([
    ['server time', line(serverTime.build(undefined)), '/api/v1.0/server-time'],
    [
      'trading days',
      line(tradingDays.build({ market: 'HK', start: '2026-01-01', end: '2026-01-01' })),
      '/api/v1.0/quote/trading-days?market=HK&start=2026-01-01&end=2026-01-01',
    ],
    ['positions', line(simulatedPositions.build({ accountId: 'SIM-1001' })), '/api/v1.0/sim-trade/SIM-1001/positions'],
    [
      'positions of a market',
      line(simulatedPositions.build({ accountId: 'SIM-1001', market: 100 })),
      '/api/v1.0/sim-trade/SIM-1001/positions?market=100',
    ],
    [
      'search, defaults left to the service',
      line(searchCalendar.build(search)),
      '/api/v1.0/quote/economic-calendar/search?keyword=CPI&search_type=1',
    ],
    [
      'search, everything',
      line(searchCalendar.build({ keyword: '中 &=%+/?#', searchType: 3, limit: 30, nextKey: 'a/b=', order: 'descending' })),
      '/api/v1.0/quote/economic-calendar/search?keyword=%E4%B8%AD%20%26%3D%25%2B%2F%3F%23&search_type=3&limit=30&next_key=a%2Fb%3D&time_order_type=1',
    ],
    [
      'search, ascending',
      line(searchCalendar.build({ ...search, searchType: 2, order: 'ascending' })),
      '/api/v1.0/quote/economic-calendar/search?keyword=CPI&search_type=2&time_order_type=0',
    ],
    [
      'search, order where it does not apply',
      line(searchCalendar.build({ ...search, order: 'descending', nextKey: '' })),
      '/api/v1.0/quote/economic-calendar/search?keyword=CPI&search_type=1',
    ],
    ['hot list', line(hotCalendar.build(hot)), '/api/v1.0/quote/economic-calendar/hot?timezone=Europe%2FParis'],
    [
      'hot list, everything',
      line(hotCalendar.build({ ...hot, limit: 20, nextKey: 'n', date: '20260229'.replace('0229', '0228') })),
      '/api/v1.0/quote/economic-calendar/hot?limit=20&next_key=n&date=20260228&timezone=Europe%2FParis',
    ],
    ['live accounts', line(liveAccounts.build(undefined)), '/api/v1.0/accounts/authorized_trd_accs'],
    ['simulated accounts', line(simulatedAccounts.build(undefined)), '/api/v1.0/sim-trade/accounts'],
    [
      'orders',
      line(orders.build({ accountId: '8001', tradeMarket: 'US' })),
      '/api/v1.0/accounts/8001/orders?trd_market=US&page_flag=&page_size=100',
    ],
    ['live positions', line(livePositions.build({ accountId: '8001' })), '/api/v1.0/accounts/8001/positions'],
    ['plates', line(plateList.build({ market: 'HK', plateClass: 'ALL' })), '/api/v1.0/quote/plate-list?market=HK&plate_class=ALL'],
  ])('has the right path and query: %s', (_name, built, expected) => {
    expect(built).toBe(expected);
  });

  it.each([
    ['plate', plateConstituents.build(plate), '/api/v1.0/quote/plate/HK.BK1000/stock', '{"next_key":"","limit":200}'],
    [
      'next page of a plate',
      plateConstituents.build({ ...plate, nextKey: 'x"y' }),
      '/api/v1.0/quote/plate/HK.BK1000/stock',
      '{"next_key":"x\\"y","limit":200}',
    ],
    [
      'order detail',
      orderDetails.build({ accountId: '8001', exchange: 'US', orderIds: ['1', '2'] }),
      '/api/v1.0/accounts/8001/orders/detail',
      '{"exchange":"US","order_ids":["1","2"]}',
    ],
    [
      'order confirm',
      confirmOrder.build({ accountId: '8001', orderId: 'OK-1', confirmId: 'c-1' }),
      '/api/v1.0/accounts/8001/order_confirm',
      '{"confirm_id":"c-1"}',
    ],
    ['snapshot', snapshot.build({ codes: ['HK.00700'] }), '/api/v1.0/quote/snapshot', '{"code_list":["HK.00700"]}'],
  ])('has the right path and body: %s', (_name, parts, path, body) => {
    expect(line(parts)).toBe(path);
    expect(bodyText(parts)).toBe(body);
    expect(parts.headers).toEqual({ 'content-type': 'application/json' });
  });

  it('has the vendor header when a number is set', () => {
    expect(plateConstituents.build(plate, { vendorClientNnid: '0042' }).headers).toEqual({
      'content-type': 'application/json',
      'x-vendor-client-nnid': '0042',
    });
  });
});

const refusals: readonly (readonly [field: string, build: () => unknown])[] = [
  ['keyword', () => searchCalendar.build({ ...search, keyword: '' })],
  ['keyword', () => searchCalendar.build({ ...search, keyword: ' \t' })],
  ['keyword', () => searchCalendar.build({ ...search, keyword: '\ud800' })],
  ...[0, 5, 1.5, Number.NaN].map((type) => ['search_type', () => searchCalendar.build({ ...search, searchType: type as 1 })] as const),
  ...[0, 31, -1, 1.5, Number.NaN].map((limit) => ['limit', () => searchCalendar.build({ ...search, limit })] as const),
  ...[0, 21, -1, 1.5].map((limit) => ['limit', () => hotCalendar.build({ ...hot, limit })] as const),
  ...['', '2026-01-01', '20260230', '20261301', '2026010', '２０２６０１０１'].map(
    (date) => ['date', () => hotCalendar.build({ ...hot, date })] as const,
  ),
  ...['', 'Europe Paris', '../x', '+01:00'].map((timeZone) => ['timezone', () => hotCalendar.build({ timeZone })] as const),
  ['market', () => tradingDays.build({ market: ' ', start: '2026-01-01', end: '2026-01-02' })],
  ...['', '20260101', '2026-02-30', '2026-1-1'].map(
    (start) => ['start', () => tradingDays.build({ market: 'HK', start, end: '2026-01-02' })] as const,
  ),
  ['end', () => tradingDays.build({ market: 'HK', start: '2026-01-01', end: '2026-13-01' })],
  ['end', () => tradingDays.build({ market: 'HK', start: '2026-01-02', end: '2026-01-01' })],
  ['market', () => simulatedPositions.build({ accountId: '1', market: 1.5 })],
  ...['', '  ', '.', '..', '\udfff'].map((accountId) => ['acc_id', () => simulatedPositions.build({ accountId })] as const),
  ...['', 'HK', '.BK', 'HK.', 'HK. ', ' .BK'].map((plateId) => ['plate_id', () => plateConstituents.build({ ...plate, plateId })] as const),
  ...[0, -1, 1.5].map((limit) => ['limit', () => plateConstituents.build({ ...plate, limit })] as const),
  ...['x', '1 ', '-1', '１'].map(
    (vendorClientNnid) => ['X-Vendor-Client-Nnid', () => plateConstituents.build(plate, { vendorClientNnid })] as const,
  ),
  ['trd_market', () => orders.build({ accountId: '1', tradeMarket: '' })],
  ['order_ids', () => orderDetails.build({ accountId: '1', exchange: 'US', orderIds: [] })],
  ['order_ids', () => orderDetails.build({ accountId: '1', exchange: 'US', orderIds: [' '] })],
  ['order_ids', () => orderDetails.build({ accountId: '1', exchange: 'US', orderIds: Array.from({ length: 50 }, String) })],
  ['exchange', () => orderDetails.build({ accountId: '1', exchange: '', orderIds: ['1'] })],
  ['confirm_id', () => confirmOrder.build({ accountId: '1', orderId: 'OK-1', confirmId: '' })],
  ['code_list', () => snapshot.build({ codes: [] })],
  ['code_list', () => snapshot.build({ codes: Array.from({ length: 401 }, (_, index) => `HK.${index}`) })],
  ['code_list', () => snapshot.build({ codes: ['00700'] })],
  ['plate_class', () => plateList.build({ market: 'HK', plateClass: '' })],
];

describe('a request that breaks a rule', () => {
  it.each(refusals)('is rejected with the invalid field: %s', (field, build) => {
    expect(refused(build)).toBe(field);
  });

  it('does not include values at the edge of what is allowed', () => {
    expect(refused(() => [1, 30].map((limit) => searchCalendar.build({ ...search, limit })))).toBe('accepted');
    expect(refused(() => [1, 20].map((limit) => hotCalendar.build({ ...hot, limit, date: '20240229' })))).toBe('accepted');
    expect(refused(() => orderDetails.build({ accountId: '1', exchange: 'US', orderIds: Array.from({ length: 49 }, String) }))).toBe(
      'accepted',
    );
    expect(refused(() => snapshot.build({ codes: Array.from({ length: 400 }, (_, index) => `HK.${index}`) }))).toBe('accepted');
  });
});

describe('an id in the path of a request', () => {
  it.each([
    ['a/b', 'a%2Fb'],
    ['a b', 'a%20b'],
    ['a%20b', 'a%2520b'],
    ['a?b#c', 'a%3Fb%23c'],
    ['账户', '%E8%B4%A6%E6%88%B7'],
    ['a.b', 'a.b'],
    ['...', '...'],
  ])('is escaped once: %s', (id, escaped) => {
    expect(simulatedPositions.build({ accountId: id }).path).toBe(`/api/v1.0/sim-trade/${escaped}/positions`);
  });

  it('keeps the shape of the path and can be read back from it, whatever the ID', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        fc.pre(id.trim() !== '' && id !== '.' && id !== '..');
        const parts = prepareModification({ ...modification, orderId: id }).path.split('/');
        expect(parts).toHaveLength(7);
        expect(decodeURIComponent(parts[6] ?? '')).toBe(id);
      }),
    );
  });
});

describe('prepareModification', () => {
  it('produces one text and the same bytes, with keys in the order of the specification', () => {
    const prepared = prepareModification({ ...modification, auxPrice: '0.000000001', price: '999999999999999.123456789' });
    expect(prepared.path).toBe('/api/v1.0/accounts/8001/orders/OK-1');
    expect(prepared.bodyText).toBe('{"exchange":"US","qty":"10","price":"999999999999999.123456789","aux_price":"0.000000001"}');
    expect(Buffer.from(prepared.body).toString()).toBe(prepared.bodyText);
  });

  it('leaves aux_price out when there is none, and sends values unchanged', () => {
    expect(prepareModification({ ...modification, price: '1.500' }).bodyText).toBe('{"exchange":"US","qty":"10","price":"1.500"}');
  });

  const invalid = [
    '',
    ' ',
    '1 ',
    ' 1',
    '+1',
    '--1',
    '-01',
    '-.5',
    '1e3',
    '1E3',
    '1,5',
    '1.',
    '.5',
    '01',
    '00',
    '1.1234567890',
    '1234567890123456',
    '0x1',
    'Infinity',
    'NaN',
    '１',
    '1\n',
    '1.5.2',
    '٣',
  ];

  it.each(invalid)('rejects %j in every decimal', (value) => {
    expect(refused(() => prepareModification({ ...modification, quantity: value }))).toBe('qty');
    expect(refused(() => prepareModification({ ...modification, price: value }))).toBe('price');
    expect(refused(() => prepareModification({ ...modification, auxPrice: value }))).toBe('aux_price');
  });

  it('accepts a price below zero, as several legs and futures have, and no such quantity', () => {
    expect(refused(() => prepareModification({ ...modification, quantity: '-1' }))).toBe('qty');
    expect(prepareModification({ ...modification, price: '-1.50', auxPrice: '-37' }).bodyText).toBe(
      '{"exchange":"US","qty":"10","price":"-1.50","aux_price":"-37"}',
    );
  });

  it.each(['0', '0.0', '0.000000001', '1', '999999999999999', '10.50'])('accepts %j in every decimal', (value) => {
    expect(refused(() => prepareModification({ ...modification, quantity: value, price: value, auxPrice: value }))).toBe('accepted');
  });

  it.each(['SSE', 'SZSE', 'sse', 'szse', '', ' ', 'US ', 'U S', 'US"'])('rejects the exchange %j', (exchange) => {
    expect(refused(() => prepareModification({ ...modification, exchange }))).toBe('exchange');
  });

  it.each(['', '.', '..', '\ud800'])('rejects the ID %j', (id) => {
    expect(refused(() => prepareModification({ ...modification, accountId: id }))).toBe('acc_id');
    expect(refused(() => prepareModification({ ...modification, orderId: id }))).toBe('order_id');
  });
});
