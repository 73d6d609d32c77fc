import Big from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, record, records } from '../../support/sandboxService';
import type { Answer, Json, SandboxService } from '../../support/sandboxService';

let service: SandboxService;
let strict: SandboxService;
beforeAll(async () => {
  [service, strict] = await Promise.all([openService(), openService({ strict: true })]);
});
afterAll(async () => Promise.all([service.close(), strict.close()]));

const invalid = { ret_code: -3, error: { code: 'invalid_parameter' } };

describe('GET server-time', () => {
  it('gives the clock as a string of milliseconds, without a credential', async () => {
    const answer = await service.nobody.get('/api/v1.0/server-time');
    expect(answer).toEqual({ status: 200, body: { server_time_ms: String(service.now()) } });
  });

  it('follows the clock skew of the sandbox', async () => {
    service.sandbox.setClockSkew(-90_000);
    const { body } = await service.nobody.get('/api/v1.0/server-time');
    service.sandbox.setClockSkew(0);
    expect(body).toEqual({ server_time_ms: String(service.now() - 90_000) });
  });
});

describe('GET trading-days', () => {
  const days = async (query: Readonly<Record<string, string>>, on = service): Promise<Answer> =>
    on.ada.get('/api/v1.0/quote/trading-days', query);

  it.each([
    ['no market', { start: '2026-06-01', end: '2026-06-30' }],
    ['no start', { market: 'HK', end: '2026-06-30' }],
    ['no end', { market: 'HK', start: '2026-06-01' }],
    ['an unknown market', { market: 'MARS', start: '2026-06-01', end: '2026-06-30' }],
    ['a market in small letters', { market: 'hk', start: '2026-06-01', end: '2026-06-30' }],
    ['an end before the start', { market: 'HK', start: '2026-06-30', end: '2026-06-01' }],
    ['a day that is not in the calendar', { market: 'HK', start: '2026-02-30', end: '2026-06-30' }],
    ['a date without dashes', { market: 'HK', start: '20260601', end: '2026-06-30' }],
    ['a date with a time', { market: 'HK', start: '2026-06-01T00:00:00Z', end: '2026-06-30' }],
  ])('answers -3 to %s', async (_, query) => {
    expect((await days(query)).body).toMatchObject(invalid);
  });

  it('gives trading days with their kind and leaves out the other days', async () => {
    const { body } = await days({ market: 'HK', start: '2026-12-21', end: '2027-01-04' });
    expect(body).toMatchObject({ ret_code: 0, ret_msg: '' });
    const whole = { trade_date_type: 'WHOLE', trade_second: 19_800 };
    const morning = { trade_date_type: 'MORNING', trade_second: 9_000 };
    expect(record(body['data'])['trading_days']).toEqual([
      ...['2026-12-21', '2026-12-22', '2026-12-23'].map((time) => ({ time, ...whole })),
      { time: '2026-12-24', ...morning },
      ...['2026-12-28', '2026-12-29', '2026-12-30'].map((time) => ({ time, ...whole })),
      { time: '2026-12-31', ...morning },
      { time: '2027-01-04', ...whole },
    ]);
  });

  it.each(['HK', 'US', 'SH', 'SZ', 'BJ', 'SG', 'JP', 'AU', 'CA', 'MY', 'KR', 'JP_FUTURE', 'SG_FUTURE'])(
    'knows %s, for ranges down to one day',
    async (market) => {
      const one = await days({ market, start: '2026-06-10', end: '2026-06-10' });
      expect(records(record(one.body['data'])['trading_days'])).toHaveLength(1);
      const weekend = await days({ market, start: '2026-06-13', end: '2026-06-14' });
      expect(weekend.body).toMatchObject({ ret_code: 0, data: { trading_days: [] } });
    },
  );

  it('answers any range, cut after 4,000 days, from where the rest can be asked for', async () => {
    const dates = async (start: string, end: string): Promise<readonly string[]> =>
      records(record((await days({ market: 'HK', start, end })).body['data'])['trading_days']).map(({ time }) => String(time));
    const [first, rest] = [await dates('2010-01-01', '2026-06-30'), await dates('2025-01-01', '2026-06-30')];
    expect([first.length, first[0]]).toEqual([4_000, '2010-01-04']);
    expect(await dates(first.at(-1) ?? '', '2026-06-30')).toEqual([first.at(-1), ...rest.filter((date) => date > (first.at(-1) ?? ''))]);
    expect(await dates('0000-01-01', '9999-12-31')).toHaveLength(4_000);
  });

  it.each([
    ['0001-01-01', '0001-01-05', ['0001-01-02', '0001-01-03', '0001-01-04', '0001-01-05']],
    ['0099-12-24', '0100-01-02', ['0099-12-24', '0099-12-28', '0099-12-29', '0099-12-30', '0099-12-31']],
    ['1850-01-01', '1850-01-04', ['1850-01-02', '1850-01-03', '1850-01-04']],
    ['1989-12-30', '1990-01-02', ['1990-01-02']],
    ['2099-12-31', '2100-01-04', ['2099-12-31', '2100-01-04']],
    ['9999-12-30', '9999-12-31', ['9999-12-30', '9999-12-31']],
  ])('gives the weekdays without three common holidays in years without a table: %s to %s', async (start, end, expected) => {
    const { body } = await days({ market: 'US', start, end });
    expect(records(record(body['data'])['trading_days']).map(({ time }) => time)).toEqual(expected);
    expect(record((await days({ market: 'US', start, end }, strict)).body['data'])['open']).toEqual(expected);
  });

  it('answers a strict request for many years as a whole', async () => {
    const { body } = await days({ market: 'HK', start: '1990-01-01', end: '2099-12-31' }, strict);
    const open = record(body['data'])['open'];
    expect(Array.isArray(open) && open.length > 28_000 && open.at(-1) === '2099-12-31').toBe(true);
  });

  it('has a body of another shape in a strict sandbox', async () => {
    const { body } = await days({ market: 'US', start: '2026-11-23', end: '2026-11-30' }, strict);
    expect(body).toMatchObject({ ret_code: 0 });
    expect(record(body['data'])['trading_days']).toBeUndefined();
    expect(JSON.stringify(body['data'])).toContain('2026-11-27');
  });

  it('returns internal_error for !internal', async () => {
    expect((await days({ market: '!internal', start: '2026-06-01', end: '2026-06-30' })).body).toMatchObject({
      ret_code: -4,
      error: { code: 'internal_error' },
    });
  });
});

describe('GET sim-trade positions', () => {
  const positions = async (account: string, query?: Readonly<Record<string, string>>): Promise<Answer> =>
    (account === 'SIM-1002' ? service.lin : service.ada).get(`/api/v1.0/sim-trade/${account}/positions`, query);
  const listed = async (account: string, query?: Readonly<Record<string, string>>): Promise<readonly Json[]> =>
    records(record((await positions(account, query)).body['data'])['positions']);

  it('gives forty positions over both accounts, long and short, with the fields of the specification', async () => {
    const all = [...(await listed('SIM-1001')), ...(await listed('SIM-1002'))];
    expect(all).toHaveLength(40);
    expect(new Set(all.map((item) => item['pstn_id'])).size).toBe(40);
    expect(new Set(all.map((item) => item['pstn_type']))).toEqual(new Set([0, 1]));
    for (const item of all) {
      expect(Object.keys(item).toSorted()).toEqual(
        [
          'buy_avg_price',
          'cost_price',
          'cur_price',
          'market',
          'mv',
          'profit',
          'profit_ratio',
          'pstn_id',
          'pstn_type',
          'qty',
          'qty_avbl',
          'stock_name',
          'symbol',
        ].toSorted(),
      );
      expect(Number.isInteger(item['market'])).toBe(true);
      expect(item['symbol']).toMatch(/^[A-Z]+\..+/);
    }
  });

  it('gives consistent amounts, with the ratio in percent', async () => {
    for (const item of [...(await listed('SIM-1001')), ...(await listed('SIM-1002'))]) {
      const [qty, cost, price, value, profit, ratio] = ['qty', 'cost_price', 'cur_price', 'mv', 'profit', 'profit_ratio'].map(
        (field) => new Big(String(item[field])),
      );
      if (
        qty === undefined ||
        cost === undefined ||
        price === undefined ||
        value === undefined ||
        profit === undefined ||
        ratio === undefined
      ) {
        throw new Error('a field is missing');
      }
      const gain = item['pstn_type'] === 1 ? cost.minus(price) : price.minus(cost);
      expect(value.eq(price.times(qty))).toBe(true);
      expect(profit.eq(gain.times(qty))).toBe(true);
      expect(ratio.minus(gain.div(cost).times(100)).abs().lte('0.0051')).toBe(true);
      expect(new Big(String(item['qty_avbl'])).lte(qty)).toBe(true);
    }
  });

  it('filters by market', async () => {
    const all = await listed('SIM-1001');
    const markets = [...new Set(all.map((item) => Number(item['market'])))];
    expect(markets.length).toBeGreaterThan(2);
    for (const market of markets) {
      expect(await listed('SIM-1001', { market: String(market) })).toEqual(all.filter((item) => item['market'] === market));
    }
    expect(await listed('SIM-1001', { market: '424242' })).toEqual([]);
  });

  it.each(['x', '', '-1', '1.5', '99999999999'])('answers -3 to market "%s"', async (market) => {
    expect((await positions('SIM-1001', { market })).body).toMatchObject(invalid);
  });

  it('answers -3 for an unknown or live account, and 403 for one of another user', async () => {
    expect((await positions('SIM-9')).body).toMatchObject(invalid);
    expect((await positions('8001')).body).toMatchObject(invalid);
    expect((await service.lin.get('/api/v1.0/sim-trade/SIM-1001/positions')).status).toBe(403);
    expect((await service.nobody.get('/api/v1.0/sim-trade/SIM-1001/positions')).status).toBe(401);
  });

  it('moves some prices as time passes, and none while it stands still', async () => {
    const before = await listed('SIM-1001');
    expect(await listed('SIM-1001')).toEqual(before);
    service.advance(15_000);
    const after = await listed('SIM-1001');
    const moved = after.filter((item, index) => item['cur_price'] !== before[index]?.['cur_price']).length;
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(after.length);
  });
});

describe('POST plate stock', () => {
  const page = async (plate: string, body: unknown, headers?: Readonly<Record<string, string>>, on = service): Promise<Answer> =>
    on.ada.post(`/api/v1.0/quote/plate/${plate}/stock`, body, headers);
  const bad = { code: -3, error: { code: 'invalid_parameter' } };

  it('gives the 1,534 constituents of HK.BK1000 once each, with the total on every page', async () => {
    const seen: unknown[] = [];
    let nextKey = '';
    let requests = 0;
    do {
      const { body } = await page('HK.BK1000', { next_key: nextKey, limit: 200 });
      expect(body).toMatchObject({ code: 0, pagination: { total: 1_534 } });
      expect(body['ret_code']).toBeUndefined();
      const pagination = record(body['pagination']);
      seen.push(...records(record(body['data'])['stock_list']).map((item) => item['code']));
      requests += 1;
      expect(pagination['has_more']).toBe(pagination['next_key'] !== '-1');
      nextKey = String(pagination['next_key']);
    } while (nextKey !== '-1');
    expect(requests).toBe(8);
    expect(seen).toHaveLength(1_534);
    expect(new Set(seen).size).toBe(1_534);
    expect(seen).toContain('HK.00700');
  });

  it('ends on a page that is exactly full', async () => {
    const { body } = await page('HK.BK1050', { next_key: '', limit: 200 });
    expect(records(record(body['data'])['stock_list'])).toHaveLength(200);
    expect(body['pagination']).toEqual({ has_more: false, next_key: '-1', total: 200 });
  });

  it('gives names in three scripts and the other known fields', async () => {
    const { body } = await page('HK.BK1001', { next_key: '', limit: 10 });
    const list = records(record(body['data'])['stock_list']);
    expect(list).toHaveLength(8);
    expect(list[0]).toMatchObject({
      code: 'HK.00700',
      stock_name: 'TENCENT',
      sc_name: '腾讯控股',
      tc_name: '騰訊控股',
      stock_type: 'STOCK',
      lot_size: 100,
      list_time: '2004-06-16',
    });
  });

  it.each([1, 1_000, undefined])('accepts limit %s', async (limit) => {
    const { body } = await page('HK.BK1000', { next_key: '', limit });
    expect(records(record(body['data'])['stock_list'])).toHaveLength(limit ?? 200);
  });

  it.each<[string, unknown]>([
    ['limit 0', { next_key: '', limit: 0 }],
    ['limit 1001', { next_key: '', limit: 1_001 }],
    ['limit as text', { next_key: '', limit: '10' }],
    ['a fraction of a limit', { next_key: '', limit: 1.5 }],
    ['a cursor nobody gave', { next_key: 'zzz', limit: 10 }],
    ['the cursor of the end', { next_key: '-1', limit: 10 }],
    ['a cursor that is no text', { next_key: 7, limit: 10 }],
    ['a body that is no object', '[]'],
    ['a body that is no JSON', 'next_key='],
  ])('answers -3 to %s', async (_, body) => {
    expect((await page('HK.BK1000', body)).body).toMatchObject(bad);
  });

  it("refuses another plate's cursor", async () => {
    const { body } = await page('HK.BK1000', { next_key: '', limit: 10 });
    const nextKey = record(body['pagination'])['next_key'];
    expect((await page('US.BK2100', { next_key: nextKey, limit: 10 })).body).toMatchObject(bad);
    expect((await page('HK.BK1000', { next_key: nextKey, limit: 20 })).body).toMatchObject({ code: 0 });
  });

  it('answers -7 for an unknown plate, or -3 in a strict sandbox', async () => {
    expect((await page('HK.NOPE', { next_key: '', limit: 10 })).body).toMatchObject({ code: -7, error: { code: 'invalid_symbol' } });
    expect((await page('HK.NOPE', { next_key: '', limit: 10 }, {}, strict)).body).toMatchObject(bad);
  });

  it('accepts the header X-Vendor-Client-Nnid when it is a number', async () => {
    const body = { next_key: '', limit: 10 };
    expect((await page('HK.BK1001', body, { 'X-Vendor-Client-Nnid': '12345' })).body).toMatchObject({ code: 0 });
    expect((await page('HK.BK1001', body, { 'X-Vendor-Client-Nnid': 'abc' })).body).toMatchObject(bad);
  });

  it('returns internal_error for !internal', async () => {
    expect((await page('HK.!internal', { next_key: '', limit: 10 })).body).toMatchObject({ code: -4, error: { code: 'internal_error' } });
  });
});

describe('beyond the specification', () => {
  it('lists twelve plates from 8 to 1,534 constituents, by market and class', async () => {
    const list = async (query: Readonly<Record<string, string>>): Promise<readonly Json[]> =>
      records(record((await service.ada.get('/api/v1.0/quote/plate-list', query)).body['data'])['plate_list']);
    const all = await list({});
    const totals = await Promise.all(
      all.map(
        async ({ code }) =>
          record((await service.ada.post(`/api/v1.0/quote/plate/${String(code)}/stock`, { limit: 1 })).body['pagination'])['total'],
      ),
    );
    expect(all).toHaveLength(12);
    expect([Math.min(...totals.map(Number)), Math.max(...totals.map(Number))]).toEqual([8, 1_534]);
    expect((await list({ market: 'US' })).map(({ code }) => code)).toEqual(['US.BK2001', 'US.BK2045', 'US.BK2100']);
    expect((await list({ market: 'HK', plate_class: 'CONCEPT' })).map(({ plate_id: id }) => id)).toEqual(['BK1001', 'LIST23618']);
    expect((await service.ada.get('/api/v1.0/quote/plate-list', { plate_class: 'X' })).body).toMatchObject(invalid);
  });

  it('lists the stocks of a plate by GET, sorted as asked', async () => {
    const stocks = async (query: Readonly<Record<string, string>>): Promise<Answer> =>
      service.ada.get('/api/v1.0/quote/plate-stock', query);
    const { body } = await stocks({ plate_code: 'US.BK2100', limit: '1000', sort_field: 'NAME', ascend: 'false' });
    const names = records(record(body['data'])['stock_list']).map((item) => String(item['stock_name']));
    expect(names).toHaveLength(987);
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    expect(body['pagination']).toEqual({ has_more: false, next_key: '-1', total: 987 });
    expect((await stocks({})).body).toMatchObject(invalid);
    for (const field of ['MOOD', 'constructor', '__proto__'])
      expect((await stocks({ plate_code: 'US.BK2100', sort_field: field })).body).toMatchObject(invalid);
  });

  it('sorts the stocks of a plate by every documented field', async () => {
    const codes = async (sort_field: string, ascend: string): Promise<readonly string[]> => {
      const query = { plate_code: 'HK.BK1001', sort_field, ascend };
      const { body } = await service.ada.get('/api/v1.0/quote/plate-stock', query);
      return records(record(body['data'])['stock_list']).map(({ code }) => String(code));
    };
    for (const field of ['CODE', 'NAME', 'CUR_PRICE', 'CHANGE_RATE', 'VOLUME', 'TURNOVER', 'MARKET_VAL', 'PE', 'PB']) {
      const up = await codes(field, 'true');
      expect([field, up.length, await codes(field, 'false')]).toEqual([field, 8, up.toReversed()]);
    }
    const { body } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: await codes('CUR_PRICE', 'true') });
    const prices = records(record(body['data'])['snapshot_list']).map((item) => Number(item['last_price']));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  it('gives a snapshot and leaves unknown codes out', async () => {
    const { body } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['HK.00700', 'XX.NONE', 'US.ESmain'] });
    const list = records(record(body['data'])['snapshot_list']);
    expect(list.map((item) => item['code'])).toEqual(['HK.00700', 'US.ESmain']);
    for (const item of list) {
      const [low, last, high] = ['low_price', 'last_price', 'high_price'].map((field) => new Big(String(item[field])));
      expect(low !== undefined && last !== undefined && high !== undefined && low.lte(last) && last.lte(high)).toBe(true);
    }
    expect((await service.ada.post('/api/v1.0/quote/snapshot', { code_list: [] })).body).toMatchObject(invalid);
    expect((await service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['HK.00700', 5] })).body).toMatchObject(invalid);
    expect(
      (await service.ada.post('/api/v1.0/quote/snapshot', { code_list: Array.from({ length: 401 }, () => 'HK.00700') })).body,
    ).toMatchObject(invalid);
  });

  it('lists the accounts that were granted', async () => {
    expect((await service.ada.get('/api/v1.0/sim-trade/accounts')).body).toMatchObject({
      ret_code: 0,
      data: { accounts: [{ account_id: 'SIM-1001', market_id: 1 }] },
    });
    expect((await service.lin.get('/api/v1.0/sim-trade/accounts')).body).toMatchObject({
      data: { accounts: [{ account_id: 'SIM-1002', market_id: 2 }] },
    });
    expect((await service.ada.get('/api/v1.0/accounts/authorized_trd_accs')).body).toMatchObject({
      s: 'ok',
      d: { accounts: [{ account_id: '8001', acc_type: 'margin' }] },
    });
    expect((await service.lin.get('/api/v1.0/accounts/authorized_trd_accs')).body).toMatchObject({
      s: 'ok',
      d: { accounts: [{ account_id: '8002' }] },
    });
  });

  it('enables in a live account the markets in which it has orders', async () => {
    const { body } = await service.ada.get('/api/v1.0/accounts/authorized_trd_accs');
    const [account] = records(record(body['d'])['accounts']);
    for (const [integer, market] of [
      [1, 'HK'],
      [2, 'US'],
      [4, 'HKCC'],
    ] as const) {
      const listed = await service.ada.get('/api/v1.0/accounts/8001/orders', { trd_market: market });
      expect(records(record(listed.body['d'])['orders']).length).toBeGreaterThan(0);
      expect(account?.['enable_market']).toContain(integer);
    }
  });

  it('gives live positions, filtered by code and ratio, and funds', async () => {
    const positions = async (query: Readonly<Record<string, string>>): Promise<readonly Json[]> =>
      records((await service.ada.get('/api/v1.0/accounts/8001/positions', query)).body['d']);
    const all = await positions({});
    expect(all.length).toBeGreaterThan(10);
    expect(await positions({ code: 'HK.00700' })).toEqual(all.filter((item) => item['code'] === 'HK.00700'));
    // A ratio that means nothing is within no bounds.
    const ratio = (item: Json): number => (item['pl_ratio_valid'] === false ? NaN : Number(item['pl_ratio']));
    expect(await positions({ pl_ratio_min: '-2.5', pl_ratio_max: '5' })).toEqual(
      all.filter((item) => ratio(item) >= -2.5 && ratio(item) <= 5),
    );
    expect((await service.ada.get('/api/v1.0/accounts/8001/positions', { pl_ratio_min: 'x' })).body).toMatchObject({
      s: 'error',
      errcode: -1200,
    });
    const funds = record((await service.ada.get('/api/v1.0/accounts/8001/funds', { currency: 'USD' })).body['d']);
    // What can be spent is the currency's own; cash is all of it, converted.
    expect(new Big(String(funds['available_funds'])).eq(new Big(String(funds['us_cash'])).minus(String(funds['frozen_cash'])))).toBe(true);
    expect(new Big(String(funds['cash'])).gt(String(funds['us_cash']))).toBe(true);
  });

  it('has the assets of the whole account in each currency', async () => {
    const assets = async (currency: string): Promise<number> =>
      Number(record((await service.ada.get('/api/v1.0/accounts/8001/funds', { currency })).body['d'])['total_assets']);
    const held = records((await service.ada.get('/api/v1.0/accounts/8001/positions')).body['d']);
    const parts = ['HKD', 'USD', 'CNY'].map((currency) => held.some((position) => position['currency'] === currency));
    expect(parts).toEqual([true, true, true]);
    expect((await assets('HKD')) / (await assets('USD'))).toBeCloseTo(7.8, 4);
    expect((await assets('HKD')) / (await assets('CNY'))).toBeCloseTo(1.08, 4);
  });

  it.each(['XXX', 'constructor', '__proto__', 'hasOwnProperty'])('has no money in the currency %s', async (currency) => {
    expect((await service.ada.get('/api/v1.0/accounts/8001/funds', { currency })).body).toMatchObject({
      s: 'ok',
      d: { currency, cash: '0.00', total_assets: '0.00' },
    });
  });

  it.each([
    ['GET', '/api/v1.0/accounts/authorized_trd_accs'],
    ['GET', '/api/v1.0/sim-trade/accounts'],
    ['GET', '/api/v1.0/accounts/8001/orders'],
    ['POST', '/api/v1.0/accounts/8001/order_confirm'],
    ['GET', '/api/v1.0/accounts/8001/positions'],
    ['GET', '/api/v1.0/accounts/8001/funds'],
    ['GET', '/api/v1.0/quote/plate-list'],
    ['GET', '/api/v1.0/quote/plate-stock?plate_code=HK.BK1000'],
    ['POST', '/api/v1.0/quote/snapshot'],
  ])('a strict service has no %s %s', async (method, path) => {
    const answer = method === 'GET' ? await strict.ada.get(path) : await strict.ada.post(path, {});
    expect(answer.status).toBe(404);
  });

  it('a strict service reads "detail" as the id of an order, which only PUT can address', async () => {
    expect((await strict.ada.post('/api/v1.0/accounts/8001/orders/detail', { exchange: 'SEHK', order_ids: ['OK-1'] })).status).toBe(405);
  });
});
