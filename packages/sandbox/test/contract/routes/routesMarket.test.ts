import Big from 'big.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../support/sandboxHarness';
import { openService, record, records } from '../../support/sandboxService';
import type { Json, SandboxService } from '../../support/sandboxService';

let service: SandboxService;
let strict: SandboxService;
beforeAll(async () => {
  [service, strict] = await Promise.all([openService({ alwaysOpen: true }), openService({ strict: true })]);
});
afterAll(async () => Promise.all([service.close(), strict.close()]));

const invalid = { ret_code: -3, error: { code: 'invalid_parameter' } };
const unknown = { ret_code: -7, error: { code: 'invalid_symbol' } };
const get = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<Json> =>
  (await service.ada.get(`/api/v1.0/quote/${path}`, query)).body;
const post = async (path: string, body: unknown): Promise<Json> => (await service.ada.post(`/api/v1.0/quote/${path}`, body)).body;
const data = async (answer: Promise<Json>): Promise<Json> => record((await answer)['data']);
const booksOf = async (code: string): Promise<readonly Json[]> => {
  const [found] = records((await post('order-book', { code, num: 60 }))['data']);
  return records(found?.['books']);
};
const snapshotOf = async (code: string): Promise<Json> => {
  const [found] = records((await data(post('snapshot', { code_list: [code] })))['snapshot_list']);
  return record(found);
};

describe('the prices of the sandbox at one instant', () => {
  it.each(['HK.00700', 'US.AAPL', 'SH.600519', 'US.6Jmain', 'JP.7203'])('agree in every answer for %s', async (code) => {
    const snapshot = await snapshotOf(code);
    const last = snapshot['last_price'];
    const [quote] = records((await data(post('stock-quote', { code_list: [code] })))['quote_list']);
    expect(quote).toMatchObject({ last_price: last, data_time: snapshot['update_time'], volume: snapshot['volume'] });
    const [tick] = records((await data(get(`${code}/rt-ticker`, { num: '1' })))['ticker_list']);
    expect(tick).toMatchObject({ price: last, time: snapshot['update_time'] });
    const sections = records((await data(get(`${code}/rt-data`)))['section_list']);
    expect(records(sections.at(-1)?.['point_list']).at(-1)).toMatchObject({ cur_price: last });
    for (const ktype of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15, 26, 29]) {
      const [bar] = records((await data(get(`${code}/cur-kline`, { num: '1', ktype: String(ktype) })))['kline_list']);
      expect(bar).toMatchObject({ close_price: last });
    }
    const books = await booksOf(code);
    const prices = (name: string): readonly number[] => books.flatMap((book) => records(book[name]).map(({ price }) => Number(price)));
    const [bid, ask] = [Math.max(...prices('bid_list')), Math.min(...prices('ask_list'))];
    expect([bid, ask]).toEqual([snapshot['bid_price'], snapshot['ask_price']]);
    expect(bid <= Number(last) && Number(last) <= ask).toBe(true);
  });

  it('are the same in the positions', async () => {
    const positions = records(record((await service.ada.get('/api/v1.0/sim-trade/SIM-1001/positions')).body['data'])['positions']);
    expect(positions.length).toBeGreaterThan(0);
    const { snapshot_list: list } = await data(post('snapshot', { code_list: positions.map(({ symbol }) => symbol) }));
    const prices = new Map(records(list).map((item) => [item['code'], new Big(String(item['last_price']))]));
    for (const held of positions) expect(prices.get(held['symbol'])?.eq(String(held['cur_price'])), String(held['symbol'])).toBe(true);
  });

  it('come with the other figures of a snapshot', async () => {
    const snapshot = await snapshotOf('US.AAPL');
    const number = (name: string): number => Number(snapshot[name]);
    expect(number('lowest52weeks_price')).toBeLessThanOrEqual(number('low_price'));
    expect(number('highest52weeks_price')).toBeGreaterThanOrEqual(number('high_price'));
    expect(snapshot).toMatchObject({ price_spread: 0.01, lot_size: 1, suspension: false, sec_status: 'NORMAL' });
    expect(record(snapshot['pre_market'])['last_price']).toBeGreaterThan(0);
    expect(await snapshotOf('HK.00700')).toMatchObject({ pre_market: null, after_market: null, overnight: null });
  });

  it('are written with all their digits', async () => {
    const signedIn = await signIn(service.sandbox, { user: 'ada' });
    const response = await fetch(`${service.sandbox.url}/api/v1.0/quote/HK.00700/rt-ticker?num=2`, { headers: signedIn.bearer });
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(text).toMatch(/"sequence":\d{19},/);
    expect(text).toMatch(/"price":\d+\.\d{3},/);
  });
});

describe('the sessions outside regular hours', () => {
  /** An hour of each part of an American day, and whether each session is after the latest regular day or before its close. */
  const moments = [
    ['at night', 0, { pre_market: 'previous', after_market: 'latest', overnight: 'latest' }],
    ['before the open', 8, { pre_market: 'latest', after_market: 'latest', overnight: 'latest' }],
    ['in regular hours', 12, { pre_market: 'previous', after_market: 'previous', overnight: 'previous' }],
    ['after the close', 17, { pre_market: 'previous', after_market: 'latest', overnight: 'previous' }],
  ] as const;

  it.each(moments)(
    'have the documented or recorded fields, and changes from the regular close before them, %s',
    async (_, hours, bases) => {
      const [usual, likeLive] = await Promise.all([openService(), openService({ likeLive: true, limitsRequests: false })]);
      try {
        for (const opened of [usual, likeLive]) opened.advance(hours * 3_600_000);
        const asked = async ({ ada }: SandboxService, call: string, list: string): Promise<Json> =>
          record(records(record((await ada.post(`/api/v1.0/quote/${call}`, { code_list: ['US.AAPL'] })).body['data'])[list])[0]);
        const quote = await asked(usual, 'stock-quote', 'quote_list');
        const snapshot = await asked(usual, 'snapshot', 'snapshot_list');
        const flat = await asked(likeLive, 'snapshot', 'snapshot_list');
        for (const [name, prefix] of [
          ['pre_market', 'pre'] as const,
          ['after_market', 'after'] as const,
          ['overnight', 'overnight'] as const,
        ]) {
          const block = record(quote[name]);
          // A recorded snapshot has other names, and no change.
          const { data_time_ms, price: last_price, high: high_price, low: low_price, volume, turnover } = block;
          expect(snapshot[name]).toEqual({ data_time_ms, last_price, high_price, low_price, volume, turnover });
          const figures = ['price', 'high', 'low', 'volume', 'turnover', 'change_val', 'change_rate', 'amplitude'];
          expect(Object.keys(block)).toEqual(['data_time_ms', ...figures]);
          const base = Number(quote[bases[name] === 'latest' ? 'last_price' : 'prev_close_price']);
          const [price, high, low] = [Number(block['price']), Number(block['high']), Number(block['low'])];
          expect(low <= price && price <= high).toBe(true);
          expect(block['change_val']).toBeCloseTo(price - base, 6);
          expect(block['change_rate']).toBeCloseTo((100 * (price - base)) / base, 3);
          expect(block['amplitude']).toBeCloseTo((100 * (high - low)) / base, 3);
          if (flat[`${prefix}_price`] === 0) continue;
          const names = figures.map((figure) => `${prefix}_${['high', 'low'].includes(figure) ? `${figure}_price` : figure}`);
          expect(figures.map((figure) => block[figure])).toEqual(names.map((figure) => flat[figure]));
        }
      } finally {
        await Promise.all([usual.close(), likeLive.close()]);
      }
    },
  );
});

describe('the order book of the sandbox', () => {
  it('has ten levels in Hong Kong and China, and in the US sixty or one fewer at each of two exchanges, in order', async () => {
    for (const [code, levels] of [
      ['HK.00700', [10]],
      ['SH.600519', [10]],
      ['US.AAPL', [59, 60]],
    ] as const) {
      const books = await booksOf(code);
      expect(books.map(({ exchange }) => exchange)).toEqual(code.startsWith('US.') ? ['NASDAQ', 'ARCA'] : ['']);
      for (const book of books) {
        const prices = (name: string): readonly number[] => records(book[name]).map(({ price }) => Number(price));
        expect(levels).toContain(prices('bid_list').length);
        expect(prices('bid_list')).toEqual([...new Set(prices('bid_list'))].toSorted((a, b) => b - a));
        expect(prices('ask_list')).toEqual([...new Set(prices('ask_list'))].toSorted((a, b) => a - b));
      }
    }
    expect(await post('order-book', { code: 'HK.00700', num: 61 })).toMatchObject(invalid);
    expect(await post('order-book', { code: 'XX.NONE' })).toMatchObject(unknown);
  });
});

describe('the history of candles', () => {
  const page = async (query: Readonly<Record<string, string>>, code = 'HK.00700'): Promise<Json> => get(`${code}/history-kline`, query);

  it.each([
    ['2', '2020-01-01', 'HK.00700'],
    ['1', '2026-06-01', 'US.AAPL'],
    ['6', '2026-05-01', 'HK.00700'],
    ['3', '2001-01-01', 'US.AAPL'],
  ])('pages backwards by extra.next_time, each bar once: ktype %s since %s of %s', async (ktype, start, code) => {
    const seen: Json[] = [];
    let end = '2026-06-10';
    for (let requests = 0; requests < 30; requests += 1) {
      const answer = await page({ ktype, start, end, num: '370' }, code);
      const list = records(record(answer['data'])['kline_list']);
      seen.unshift(...list);
      const next = String(record(answer['extra'])['next_time']);
      if (list.length < 370) break;
      expect(record(answer['data'])['has_more']).toBe(true);
      end = next;
    }
    const times = seen.map((bar) => Number(bar['time_key']));
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(600);
    seen.slice(1).forEach((bar, index) => expect(bar['last_close']).toBe(seen[index]?.['close']));
  });

  /** For each ktype the days from the first one of a security to the end, and the fewest bars a page: at most some fifty pages. */
  const walks: Readonly<Record<string, readonly [span: number, least: number]>> = {
    ...{ '1': [0, 9], '2': [40, 1], '3': [250, 1], '4': [1_100, 1], '5': [8_000, 1], '6': [1, 6], '7': [3, 3], '8': [4, 2] },
    ...{ '9': [5, 1], '10': [0, 3], '11': [3_000, 1], '14': [9, 1], '15': [15, 1], '26': [1, 3], '29': [9, 1] },
  };
  const firstDays: Readonly<Record<string, string>> = { 'HK.00700': '2004-06-16', 'US.AAPL': '1990-01-02' };

  it.each(Object.entries(walks))(
    'walks back to the first day with any number of bars a page, each bar once: ktype %s',
    async (ktype, walk) => {
      const [span, least] = walk;
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...Object.keys(firstDays)),
          fc.oneof(fc.integer({ min: least, max: 12 }), fc.integer({ min: least, max: 370 })),
          fc.integer({ min: 0, max: 6 }),
          async (code, num, later) => {
            const first = firstDays[code] ?? '';
            const last = new Date(Date.parse(first) + (span === 0 ? 0 : span + later) * 86_400_000).toISOString().slice(0, 10);
            const seen: Json[] = [];
            let end: string | undefined = last;
            for (let requests = 0; end !== undefined; requests += 1) {
              expect(requests).toBeLessThan(90);
              const answer = await page({ ktype, end, num: String(num) }, code);
              const list = records(record(answer['data'])['kline_list']);
              const hasMore = record(answer['data'])['has_more'];
              expect(list.length).toBe(hasMore === true ? num : list.length);
              seen.unshift(...list);
              end = hasMore === true ? String(record(answer['extra'])['next_time']) : undefined;
            }
            const times = seen.map((bar) => Number(bar['time_key']));
            expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
            seen.slice(1).forEach((bar, index) => expect(bar['last_close']).toBe(seen[index]?.['close']));
            expect(seen[0]).toMatchObject({ date: Number(first.replaceAll('-', '')) });
            const newest = records(record((await page({ ktype, end: last, num: '1' }, code))['data'])['kline_list']);
            expect(seen.at(-1)).toEqual(newest[0]);
          },
        ),
        { numRuns: 4 },
      );
    },
  );

  it('names the last day before the first bar as the next end, whatever day of the bar was asked for', async () => {
    const next = async (ktype: string, end: string): Promise<unknown> =>
      record((await page({ ktype, end, num: '1' }, 'US.AAPL'))['extra'])['next_time'];
    expect(await next('2', '2026-01-05')).toBe('2026-01-04');
    expect(await next('3', '2026-01-22')).toBe('2026-01-18');
    expect(await next('4', '2026-01-22')).toBe('2025-12-31');
    expect(await next('11', '2026-05-22')).toBe('2026-03-31');
    expect(await next('5', '2026-11-24')).toBe('2025-12-31');
  });

  it('ends with the listing, and only there says that there is no more', async () => {
    const answer = await page({ ktype: '5', end: '2026-06-10' });
    expect(answer).toMatchObject({ data: { has_more: false }, extra: { next_time: '' } });
    expect(records(record(answer['data'])['kline_list'])[0]).toMatchObject({ date: 20040616 });
    expect(await page({ ktype: '2', start: '2026-06-09', end: '2026-06-10' })).toMatchObject({ data: { has_more: true } });
  });

  it.each(['1990-01-01', '0500-01-01', '0050-06-30', '0500-01-01 09:30:00', '0000-01-01 00:00:00'])(
    'is empty before the first day, and at an end: %s',
    async (end) => {
      for (const ktype of ['1', '2', '5'])
        expect(await page({ ktype, end })).toMatchObject({ data: { kline_list: [], has_more: false }, extra: { next_time: '' } });
    },
  );

  it.each(['2030-01-01', '9999-12-31 23:59:59'])('ends today when later days are requested, with the current bar: %s', async (end) => {
    const list = records((await data(page({ end, num: '5' })))['kline_list']);
    expect(list).toHaveLength(5);
    expect(list.at(-1)).toMatchObject({ date: 20260610, close: (await snapshotOf('HK.00700'))['last_price'] });
  });

  it.each([
    ['no end', {}],
    ['a date that is none', { end: '2026-02-30' }],
    ['an hour that is none', { end: '2026-06-10 25:00:00' }],
    ['a minute that is none', { end: '2026-06-10 10:60:00' }],
    ['a second that is none', { start: '2026-06-10 10:00:60', end: '2026-06-10' }],
    ['a start after the end', { start: '2026-06-11', end: '2026-06-10' }],
    ['too many bars', { end: '2026-06-10', num: '371' }],
    ['an unknown ktype', { end: '2026-06-10', ktype: '12' }],
    ['an unknown adjustment', { end: '2026-06-10', autype: '9' }],
  ])('answers -3 to %s', async (_, query) => {
    expect(await page(query)).toMatchObject(invalid);
  });

  it('answers -7 for an unknown symbol', async () => {
    expect(await page({ end: '2026-06-10' }, 'XX.NONE')).toMatchObject(unknown);
    expect(await get('XX.NONE/cur-kline')).toMatchObject(unknown);
  });
});

describe('the data about securities', () => {
  it('has names, lots and listing, the state of their market, and their plates', async () => {
    const [basic] = records((await data(post('stock-basicinfo', { code_list: ['HK.00700', 'XX.NONE'] })))['basic_list']);
    expect(basic).toMatchObject({
      code: 'HK.00700',
      name: 'TENCENT',
      sc_name: '腾讯控股',
      lot_size: 100,
      listing_date: Date.UTC(2004, 5, 16),
    });
    const [state] = records((await data(post('market-state', { code_list: ['HK.00700'] })))['market_state_list']);
    expect(state).toMatchObject({ code: 'HK.00700', market_state: 'AFTERNOON' });
    const sectors = records((await data(get('HK.00700/owner-plate')))['sectors']);
    expect(sectors.map((sector) => sector['plate_code'])).toEqual(['HK.BK1000', 'HK.BK1001', 'HK.BK1050', 'HK.LIST23618']);
  });
});

describe("the users' groups of securities", () => {
  it('have the listing dates of the basic information, in milliseconds', async () => {
    const listed = records((await data(get('user-security', { group_name: 'Chips' })))['security_list']);
    const asked = { code_list: listed.map(({ code }) => code) };
    const basics = records((await data(post('stock-basicinfo', asked)))['basic_list']);
    const dates = (rows: readonly Json[]): readonly unknown[] => rows.map(({ code, listing_date: date }) => [code, date]);
    expect(dates(listed)).toEqual(dates(basics));
    expect(listed.every(({ listing_date: date }) => Number.isInteger(date))).toBe(true);
  });

  const codesOf = async (name: string): Promise<readonly unknown[]> =>
    records((await data(get('user-security', { group_name: name })))['security_list']).map(({ code }) => code);

  it('are listed by kind, and can be changed with the right scope', async () => {
    const groups = records((await data(get('user-security-group', { group_type: 'CUSTOM' })))['group_list']);
    expect(groups.map((group) => group['group_name'])).toEqual(['Favorites', 'Banks', 'Chips']);
    const before = await codesOf('Chips');
    expect(await post('modify-user-security', { group_name: 'Chips', op: 'ADD', code_list: ['HK.00700', 'US.NVDA'] })).toMatchObject({
      ret_code: 0,
    });
    expect(await codesOf('Chips')).toEqual([...before, 'HK.00700']);
    await post('modify-user-security', { group_name: 'Chips', op: 'MOVE_OUT', code_list: ['HK.00700'] });
    expect(await codesOf('Chips')).toEqual(before);
    service.sandbox.reset();
    expect(await codesOf('Chips')).toEqual(before);
  });

  it('stay unchanged when they are of the system, or without quote:write', async () => {
    expect(await post('modify-user-security', { group_name: 'HK', op: 'ADD', code_list: ['HK.00700'] })).toMatchObject(invalid);
    expect(await post('modify-user-security', { group_name: 'Chips', op: 'SWAP', code_list: ['HK.00700'] })).toMatchObject(invalid);
    expect(await post('modify-user-security', { group_name: 'Chips', op: 'ADD', code_list: ['XX.NONE'] })).toMatchObject(unknown);
    expect(await get('user-security', { group_name: 'Nope' })).toMatchObject(invalid);
    const reader = await signIn(service.sandbox, { user: 'ada', scopes: ['quote:read'] });
    const response = await fetch(`${service.sandbox.url}/api/v1.0/quote/modify-user-security`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...reader.bearer },
      body: JSON.stringify({ group_name: 'Chips', op: 'ADD', code_list: ['HK.00700'] }),
    });
    expect(response.status).toBe(403);
  });
});

it.each([
  ['POST', 'stock-quote'],
  ['POST', 'market-state'],
  ['POST', 'order-book'],
  ['POST', 'stock-basicinfo'],
  ['GET', 'HK.00700/rt-data'],
  ['GET', 'HK.00700/rt-ticker'],
  ['GET', 'HK.00700/cur-kline'],
  ['GET', 'HK.00700/history-kline'],
  ['GET', 'HK.00700/owner-plate'],
  ['GET', 'user-security-group'],
  ['GET', 'user-security'],
  ['POST', 'modify-user-security'],
])('a strict service has no %s %s', async (method, path) => {
  const address = `/api/v1.0/quote/${path}`;
  expect((method === 'GET' ? await strict.ada.get(address) : await strict.ada.post(address, {})).status).toBe(404);
});
