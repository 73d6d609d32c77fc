import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson, registrationBody, signIn } from '../support/sandboxHarness';
import { openService, record, records } from '../support/sandboxService';
import type { Json, SandboxService } from '../support/sandboxService';

let service: SandboxService;
const hongKong = '281756479864562681';
beforeAll(async () => {
  service = await openService({ likeLive: true, limitsRequests: false });
});
afterAll(async () => service.close());

const likeLivePositions = (account: string): string => `/api/v1.0/sim-trade/${account}/positions`;

describe('accounts of a like-live service, as recorded,', () => {
  it('have one paper account for each market, with integers for words and ids too large for a number', async () => {
    const { body } = await textOf('/api/v1.0/sim-trade/accounts');
    expect(body).toContain(`"account_id":${hongKong},`);
    const listed = records(record(record(JSON.parse(body))['data'])['accounts']);
    expect(listed.map((account) => account['market_id'])).toEqual([1, 2, 3, 6, 15, 100]);
    for (const account of listed) expect([account['broker_id'], account['account_type']].every(Number.isInteger)).toBe(true);
    const live = await textOf('/api/v1.0/accounts/authorized_trd_accs');
    expect(live.body).toContain('"account_id":8001,');
  });

  it('need the market, and give bare symbols', async () => {
    const get = async (account: string, query?: Record<string, string>) => (await service.ada.get(likeLivePositions(account), query)).body;
    expect(await get(hongKong)).toMatchObject({ ret_code: -5 });
    expect(await get('281756479864562682')).toMatchObject({ ret_code: -3 });
    const positions = records(record((await get(hongKong, { market: '1' }))['data'])['positions']);
    expect(positions[0]).toMatchObject({ symbol: '00700', stock_name: '腾讯控股', market: 1 });
    expect(records(record((await get('281756479864562780', { market: '100' }))['data'])['positions'])[0]).toMatchObject({ symbol: 'AAPL' });
  });

  it('give the ratio of a position as a fraction', async () => {
    const { body } = await service.ada.get(likeLivePositions(hongKong), { market: '1' });
    for (const position of records(record(body['data'])['positions'])) {
      const [value, profit, ratio] = ['mv', 'profit', 'profit_ratio'].map((name) => Number(position[name]));
      const paid = position['pstn_type'] === 1 ? (value ?? 0) + (profit ?? 0) : (value ?? 0) - (profit ?? 0);
      expect(ratio).toBeCloseTo((profit ?? 0) / paid, 3);
    }
  });

  it('spell some codes with the exchange', async () => {
    const { body } = await service.ada.post('/api/v1.0/accounts/8001/orders/detail', { exchange: 'SEHK', order_ids: ['CONFIRM-2'] });
    expect(records(body['d'])[0]).toMatchObject({ code: 'SEHK.09988' });
  });
});

describe('what a like-live service requires, as documented,', () => {
  it.each([
    ['orders_history', 'trd_market', { start: '0', end: '9999999999999999' }],
    ['fills_history', 'trd_market', { start: '0', end: '9999999999999999' }],
    ['order_fills', 'trd_market', {}],
    ['funds', 'currency', {}],
  ] as const)('%s without %s is refused', async (call, missing, query) => {
    const { body } = await service.ada.get(`/api/v1.0/accounts/8001/${call}`, query);
    expect(body).toMatchObject({ s: 'error', errcode: -1200, errmsg: `missing required parameter: ${missing}` });
    const given = missing === 'currency' ? { currency: 'USD' } : { trd_market: 'HK' };
    expect((await service.ada.get(`/api/v1.0/accounts/8001/${call}`, { ...query, ...given })).body).toMatchObject({ s: 'ok' });
  });
});

describe('orders for options at a like-live service, as documented,', () => {
  it('are in no list, open or past, only in detail', async () => {
    const pages = async (path: string, query: Record<string, string>): Promise<readonly unknown[]> => {
      const types: unknown[] = [];
      let flag: string | undefined;
      do {
        const { body } = await service.ada.get(path, { ...query, page_size: '100', ...(flag === undefined ? {} : { page_flag: flag }) });
        const d = record(body['d']);
        types.push(...records(d['orders']).map((order) => order['security_type']));
        flag = d['completed'] === true ? undefined : String(d['page_flag']);
      } while (flag !== undefined);
      return [...new Set(types)];
    };
    for (const [path, query] of [
      ['orders', {}],
      ['orders_history', { trd_market: 'US', start: '0', end: '9999999999999999' }],
    ] as const) {
      const types = await pages(`/api/v1.0/accounts/8001/${path}`, query);
      expect(types).toContain('STOCK');
      expect(types).not.toContain('OPTION');
    }
    const plain = await openService();
    const listed = records(
      record((await plain.ada.get('/api/v1.0/accounts/8001/orders', { trd_market: 'US', page_size: '100' })).body['d'])['orders'],
    );
    await plain.close();
    const option = listed.find((order) => order['security_type'] === 'OPTION');
    const { body } = await service.ada.post('/api/v1.0/accounts/8001/orders/detail', {
      exchange: 'CBOE',
      order_ids: [option?.['order_id']],
    });
    expect(records(body['d']).map((order) => order['security_type'])).toEqual(['OPTION']);
  });
});

describe('quotes of a like-live service, as documented,', () => {
  it.each([
    ['a snapshot of unknown symbols alone', 'snapshot', { code_list: ['US.NOSUCH'] }, -7],
    ['states of symbols without a market', 'market-state', { code_list: ['00700'] }, -3],
    ['a change of a system group', 'modify-user-security', { op: 'ADD', group_name: 'HK', code_list: ['HK.00700'] }, -8],
  ])('are refused with the recorded code for %s', async (_, path, body, code) => {
    expect((await service.ada.post(`/api/v1.0/quote/${path}`, body)).body).toMatchObject({ ret_code: code });
  });

  it.each([
    ['a day’s section that nobody knows', 'rt-data', { request_section: 'ALL' }],
    ['the latest candles without their number', 'cur-kline', {}],
  ])('are refused with -3 for %s', async (_, path, query) => {
    expect((await service.ada.get(`/api/v1.0/quote/HK.00700/${path}`, query)).body).toMatchObject({ ret_code: -3 });
  });

  it.each([
    ['BEFORE', 'PREMARKET', 'pre_market', 'US_PREMARKET'],
    ['AFTER', 'AFTERHOURS', 'after_market', 'US_AFTERHOURS'],
    ['OVERNIGHT', 'OVERNIGHT', 'overnight', 'US_OVERNIGHT'],
  ])('have the trades and points of the session that is asked for (%s)', async (period, request_section, block, trade_section) => {
    const quote = async (path: string, query: Readonly<Record<string, string>>): Promise<Json> =>
      record(record((await service.ada.get(`/api/v1.0/quote/US.AAPL/${path}`, query)).body)['data']);
    const { quote_list: quotes } = record((await service.ada.post('/api/v1.0/quote/stock-quote', { code_list: ['US.AAPL'] })).body['data']);
    const told = record(record(records(quotes)[0])[block]);
    const trades = records((await quote('rt-ticker', { num: '5', period }))['ticker_list']);
    expect(trades).toHaveLength(5);
    expect(new Set(trades.map(({ period_type: type }) => type))).toEqual(new Set([period]));
    const [section, another] = records((await quote('rt-data', { request_section }))['section_list']);
    expect(another).toBeUndefined();
    expect(section).toMatchObject({ trade_section });
    // A session that is running goes on meanwhile.
    expect(Math.abs(Number(trades.at(-1)?.['time']) - Number(told['data_time_ms'] ?? told['data_time']))).toBeLessThan(60_000);
    const whole = records((await quote('rt-data', { request_section: 'FULL' }))['section_list']).map((each) => each['trade_section']);
    expect(whole).toContain(trade_section);
    expect(whole).toContain('US_REGULAR');
    expect(records((await quote('rt-ticker', { num: '5' }))['ticker_list']).every(({ period_type: type }) => type === 'NORMAL')).toBe(true);
  });

  it('have no trades outside regular hours for a security without such sessions', async () => {
    const { ticker_list: trades } = record(
      (await service.ada.get('/api/v1.0/quote/HK.00700/rt-ticker', { num: '5', period: 'AFTER' })).body['data'],
    );
    expect(trades).toEqual([]);
  });

  it('leave out unknown symbols next to others without an error, and know no state of other markets', async () => {
    const code_list = ['US.NOSUCH', 'US.AAPL', 'DE.SAP'];
    const { data } = record((await service.ada.post('/api/v1.0/quote/snapshot', { code_list })).body);
    expect([Object.keys(record(data)), records(record(data)['snapshot_list']).length]).toEqual([['snapshot_list', 'skipped'], 1]);
    const states = records(
      record((await service.ada.post('/api/v1.0/quote/market-state', { code_list })).body['data'])['market_state_list'],
    );
    expect(states.find(({ code }) => code === 'DE.SAP')).toEqual({ code: 'DE.SAP', market_state: 'NONE' });
  });
});

describe('orders of a like-live service, as recorded,', () => {
  it.each([
    ['ERR-1', 14],
    ['ERR-3', 28],
    ['ERR-2', -1200],
  ])('are refused as a change of %s with code %i', async (id, errcode) => {
    const { body: listed } = await service.ada.get('/api/v1.0/accounts/8001/orders', { page_size: '100' });
    const order = records(record(listed['d'])['orders']).find((found) => found['order_id'] === id);
    const exchange = String(order?.['code']).startsWith('US') ? 'US' : 'SEHK';
    const change = { exchange, qty: order?.['qty'], price: order?.['price'], aux_price: order?.['aux_price'] };
    const { status, body } = await service.ada.put(`/api/v1.0/accounts/8001/orders/${id}`, change);
    expect([status, body]).toEqual([
      200,
      {
        s: 'error',
        errcode,
        errmsg: expect.stringMatching(/./) as unknown,
        ...(errcode === -1200 ? {} : { need_order_confirm: false }),
      },
    ]);
  });
});

describe('quotes of a like-live service, as recorded,', () => {
  const search = '/api/v1.0/quote/economic-calendar/search';
  const hot = '/api/v1.0/quote/economic-calendar/hot';

  it('rank data by relevance, in Chinese, without a currency', async () => {
    const { body } = await service.ada.get(search, { keyword: '失业率', search_type: '1', limit: '30' });
    const found = records(body['data']);
    const times = found.map((event) => Number(event['event_time']));
    expect(times).not.toEqual(times.toSorted((a, b) => a - b));
    expect(times).not.toEqual(times.toSorted((a, b) => b - a));
    for (const event of found) {
      expect(event['event_text']).toContain('<em>失</em><em>业</em><em>率</em>');
      expect(event['event_text']).not.toContain('Unemployment');
      expect(event['currency']).toBeNull();
    }
  });

  it('give each event once over all pages', async () => {
    const ids: unknown[] = [];
    for (let key = ''; key !== '-1';) {
      const { body } = await service.ada.get(search, { keyword: 'CPI', search_type: '1', limit: '30', next_key: key });
      ids.push(...records(body['data']).map((event) => event['unique_id']));
      key = String(record(body['pagination'])['next_key']);
    }
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['UTC', true],
    ['Asia/Hong_Kong', true],
    ['America/Argentina/Buenos_Aires', true],
    ['utc', false],
    ['asia/tokyo', false],
    ['nowhere', false],
  ])('have events for the zone %s: %s', async (timezone, there) => {
    const { body } = await service.ada.get(hot, { timezone, date: '20260610' });
    expect(body['ret_code']).toBe(0);
    const { length } = records(body['data']);
    expect([length > 0, length <= 3]).toEqual([there, true]);
  });

  it('give figures as numbers, nulls for what a security lacks, and 0 for a session that is not running', async () => {
    const { body } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['HK.00700', 'US.ESmain', 'US.AAPL'] });
    const [share, future, american] = records(record(body['data'])['snapshot_list']);
    expect([typeof share?.['last_price'], typeof share?.['pe_ratio'], typeof share?.['update_time']]).toEqual([
      'number',
      'number',
      'number',
    ]);
    expect([future?.['pe_ratio'], future?.['turnover_rate'], share?.['pre_price']]).toEqual([null, null, 0]);
    expect([american?.['pre_price'], american?.['after_price'], american?.['overnight_price']].filter((price) => price !== 0)).toHaveLength(
      1,
    );
  });

  it('cut trading days at 4,000', async () => {
    const { body } = await service.ada.get('/api/v1.0/quote/trading-days', { market: 'US', start: '2000-01-01', end: '2026-12-31' });
    expect(records(record(body['data'])['trading_days'])).toHaveLength(4000);
  });

  it('list plates only by GET, some stale, some without permission', async () => {
    const stock = '/api/v1.0/quote/plate-stock';
    expect((await service.ada.post('/api/v1.0/quote/plate/HK.BK1000/stock', { next_key: '', limit: 5 })).status).toBe(404);
    const { body } = await service.ada.get(stock, { plate_code: 'HK.BK1000', limit: '200', sort_field: 'CUR_PRICE', ascend: '0' });
    const [first] = records(record(body['data'])['stock_list']);
    expect([typeof first?.['list_time'], record(body['pagination'])['total']]).toEqual(['number', 1534]);
    expect((await service.ada.get(stock, { plate_code: 'SZ.BK0990' })).body).toMatchObject({ ret_code: -7 });
    const denied = (await service.ada.get(stock, { plate_code: 'JP.BK3001' })).body;
    expect(denied).toMatchObject({
      ret_code: -9,
      ret_msg: 'realtime quote permission required',
      error: { message: expect.stringContaining('JP') as unknown },
    });
    const codes = async (ascend: string) => {
      const answer = await service.ada.get(stock, { plate_code: 'HK.BK1000', limit: '50', sort_field: 'CODE', ascend });
      return records(record(answer.body['data'])['stock_list']).map(({ code }) => String(code));
    };
    const [up, down] = [await codes('1'), await codes('0')];
    expect([up, down]).toEqual([up.toSorted(), down.toSorted().reverse()]);
    expect(up).not.toEqual(down);
    expect((await service.ada.get(stock, { plate_code: 'HK.BK1000', sort_field: 'NO_SUCH' })).body).toMatchObject({ ret_code: -3 });
  });
});

describe('history of a like-live service, as recorded,', () => {
  const history = async (query: Readonly<Record<string, string>>) =>
    (await service.ada.get('/api/v1.0/quote/US.AAPL/history-kline', query)).body;

  it('has minutes from its start on, 1,000 at once, without the last day and without saying that more follow', async () => {
    const answer = await history({ ktype: '1', start: '2026-06-01', end: '2026-06-06', num: '370' });
    const bars = records(record(answer['data'])['kline_list']);
    expect([bars.length, bars[0]?.['date'], record(answer['data'])['next_time']]).toEqual([1_000, 20260601, null]);
    const oneDay = await history({ ktype: '1', start: '2026-06-01', end: '2026-06-01' });
    expect(records(record(oneDay['data'])['kline_list'])).toEqual([]);
    const two = records(record((await history({ ktype: '1', start: '2026-06-01', end: '2026-06-03' }))['data'])['kline_list']);
    expect(new Set(two.map(({ date }) => date))).toEqual(new Set([20260601, 20260602]));
  });

  it('names the previous page by milliseconds, which may be sent as the end', async () => {
    const first = await history({ ktype: '2', end: '2026-06-09', num: '5' });
    expect(first['pagination']).toMatchObject({ has_more: true });
    const next = record(first['data'])['next_time'];
    const before = records(record((await history({ ktype: '2', end: String(next), num: '5' }))['data'])['kline_list']);
    const times = [...before, ...records(record(first['data'])['kline_list'])].map(({ time_key: time }) => Number(time));
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times).toHaveLength(10);
  });

  it('has no plates by region in Hong Kong', async () => {
    expect((await service.ada.get('/api/v1.0/quote/plate-list', { market: 'HK', plate_class: 'REGION' })).body).toMatchObject({
      ret_code: -8,
    });
  });
});

describe('the gateway of a like-live service, as recorded,', () => {
  it('refuses a registration for a custom scheme with nothing but a status', async () => {
    const answer = await postJson(`${service.sandbox.url}/oauth2/register`, registrationBody({ redirect_uris: ['vscode://a.b/c'] }));
    expect([answer.status, await answer.text()]).toEqual([422, expect.not.stringContaining('"error"')]);
  });

  it('answers 403 in the envelope of the family', async () => {
    const { bearer } = await signIn(service.sandbox, { scopes: ['quote:write'] });
    const get = async (path: string) => {
      const answer = await fetch(service.sandbox.url + path, { headers: bearer });
      return [answer.status, await answer.json()];
    };
    expect(await get('/api/v1.0/quote/plate-list')).toEqual([403, expect.objectContaining({ ret_code: -9 })]);
    expect(await get('/api/v1.0/accounts/8001/orders')).toEqual([403, expect.objectContaining({ s: 'error', errcode: -9 })]);
  });

  it('limits requests with HTTP 200, the wait in the text or in a field', async () => {
    const limited = await openService({ likeLive: true });
    try {
      const days = async () => limited.ada.get('/api/v1.0/quote/trading-days', { market: 'HK', start: '2026-06-01', end: '2026-06-02' });
      for (let count = 0; count < 30; count += 1) expect((await days()).body['ret_code']).toBe(0);
      limited.advance(20_000);
      expect(await days()).toMatchObject({
        status: 200,
        body: { ret_code: -11, error: { message: expect.stringMatching(/retry after 40 s/) as unknown } },
      });
      expect((await limited.ada.get('/api/v1.0/quote/plate-list')).body['ret_code']).toBe(0);
      limited.advance(40_000);
      expect((await days()).body['ret_code']).toBe(0);
      const orders = async () => (await limited.ada.get('/api/v1.0/accounts/8001/orders')).body;
      expect(await orders()).toMatchObject({ s: 'ok' });
      expect(await orders()).toMatchObject({ ret_code: -11, error: { retry_after: 1 } });
      for (let count = 1; count < 30; count += 1) {
        limited.advance(20);
        expect(await orders()).toMatchObject({ s: 'ok' });
      }
      limited.advance(20);
      expect(await orders()).toMatchObject({ ret_code: -11, error: { retry_after: 30 } });
    } finally {
      await limited.close();
    }
  });

  it('requires credentials for server time with --server-time-needs-credentials', async () => {
    const careful = await openService({ serverTimeNeedsCredentials: true });
    try {
      const path = '/api/v1.0/server-time';
      expect([(await careful.nobody.get(path)).status, (await careful.ada.get(path)).status]).toEqual([401, 200]);
    } finally {
      await careful.close();
    }
  });
});

async function textOf(path: string): Promise<{ readonly body: string }> {
  const { bearer } = await signIn(service.sandbox);
  return { body: await (await fetch(service.sandbox.url + path, { headers: bearer })).text() };
}
