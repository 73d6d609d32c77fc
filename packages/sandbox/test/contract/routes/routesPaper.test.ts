import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { record, records } from '../../support/sandboxService';
import type { Answer, Json } from '../../support/sandboxService';
import { openTrading } from '../../support/tradingService';
import type { TradingService } from '../../support/tradingService';

const worlds = [
  ['usual', {}, '/api/v1.0/sim-trade/SIM-1001'],
  ['like live', { likeLive: true }, '/api/v1.0/sim-trade/281756479864562681'],
] as const;

describe.each(worlds)('a paper account, %s', (world, options, account) => {
  const isLikeLive = world === 'like live';
  let service: TradingService;
  beforeAll(async () => {
    service = await openTrading(options);
  });
  beforeEach(() => {
    service.sandbox.reset();
  });
  afterAll(async () => service.close());

  const get = async (call: string, query: Readonly<Record<string, string>> = {}): Promise<Json> =>
    (await service.ada.get(`${account}/${call}`, { market: '1', ...query })).body;
  const rows = async (): Promise<readonly Json[]> => records(record((await get('orders'))['data'])['orders']);
  const row = async (id: string): Promise<Json | undefined> => (await rows()).find((order) => order['order_id'] === id);
  const place = async (changes: Json = {}): Promise<Answer> =>
    service.ada.post(`${account}/orders`, {
      market: 1,
      symbol: '00700',
      order_type: 1,
      order_side: 1,
      qty: '200',
      price: await service.price('HK.00700', -80),
      text: 'mine #1',
      ...changes,
    });
  const placed = async (changes: Json = {}): Promise<string> => {
    const { body } = await place(changes);
    if (body['ret_code'] !== 0) throw new Error(JSON.stringify(body));
    return String(record(body['data'])['order_id']);
  };
  const write = async (id: string, action: string, body: Json = {}): Promise<Json> =>
    (await service.ada.post(`${account}/orders/${id}/${action}`, { market: 1, ...body })).body;

  it('accepts an order, keeps its text, and shows it in integers', async () => {
    const id = await placed();
    const expected = { symbol: '00700', side: 1, order_type: 1, status: 2, qty: '200', cum_qty: '0', text: 'mine #1' };
    expect(await row(id)).toMatchObject({
      ...expected,
      market: isLikeLive ? null : 1,
      create_time: expect.stringMatching(/^\d{16}$/) as unknown,
    });
  });

  it('fills a marketable order at once in parts, or like live completely after 2 to 3 seconds', async () => {
    const id = await placed({ qty: '400', price: await service.price('HK.00700', 2) });
    expect(await row(id)).toMatchObject(isLikeLive ? { status: 2, cum_qty: '0' } : { status: 3, cum_qty: '100' });
    service.advance(isLikeLive ? 1_999 : 0);
    if (isLikeLive) expect(await row(id)).toMatchObject({ cum_qty: '0' });
    service.advance(isLikeLive ? 1_001 : 4 * 3_600_000);
    expect(await row(id)).toMatchObject({ status: 4, cum_qty: '400' });
  });

  if (!isLikeLive)
    it('keeps its markets apart: orders, money, and the securities that they have', async () => {
      const id = await placed();
      const elsewhere = { market: 3, new_qty: '300', new_price: await service.price('HK.00700', -80) };
      expect(await write(id, 'modify', elsewhere)).toMatchObject({ ret_code: -5 });
      expect(await write(id, 'cancel', elsewhere)).toMatchObject({ ret_code: -5 });
      expect(await row(id)).toMatchObject({ status: 2, qty: '200' });
      const cash = async (market: string): Promise<Json> => record((await get('cash-info', { market }))['data']);
      const [hongKong, japan] = [await cash('1'), await cash('15')];
      await placed({ market: 15, symbol: '7203', qty: '100', price: await service.price('JP.7203', -80) });
      expect(await cash('1')).toEqual(hongKong);
      expect(Number((await cash('15'))['hold'])).toBeGreaterThan(Number(japan['hold']));
      expect((await place({ symbol: 'HSImain', qty: '1' })).body).toMatchObject({ ret_code: -3, ret_msg: 'symbol is not known' });
    });

  it('changes money and positions by each fill', async () => {
    const held = async (): Promise<number> => {
      const { data } = await get('positions');
      const found = records(record(data)['positions']).find((position) => String(position['symbol']).endsWith('00700'));
      return Number(found?.['qty'] ?? 0) * (found?.['pstn_type'] === 1 ? -1 : 1);
    };
    const cash = async (): Promise<Json> => record((await get('cash-info'))['data']);
    const [quantity, before] = [await held(), await cash()];
    await placed({ qty: '200', price: await service.price('HK.00700', 2) });
    service.advance(4 * 3_600_000);
    expect(await held()).toBe(quantity + 200);
    expect(Number((await cash())['balance'])).toBeLessThan(Number(before['balance']));
    const resting = await placed({ price: await service.price('HK.00700', -80) });
    expect(Number((await cash())['hold'])).toBeGreaterThan(0);
    await write(resting, 'cancel');
    expect(Number((await cash())['hold'])).toBe(Number(before['hold']));
  });

  it('changes an order when both values are sent, and cancels it', async () => {
    const id = await placed();
    const price = await service.price('HK.00700', -70);
    expect(await write(id, 'modify', { new_price: price })).toMatchObject({ ret_code: -5 });
    expect(await write(id, 'modify', { new_qty: '100', new_price: price })).toMatchObject({ ret_code: 0 });
    expect(await row(id)).toMatchObject({ qty: '100', price });
    expect(await write(id, 'cancel')).toMatchObject({ ret_code: 0 });
    expect(await row(id)).toMatchObject({ status: 5, cum_qty: '0' });
    expect(await write(id, 'cancel')).toMatchObject({ ret_code: -5 });
    expect(await write(id, 'modify', { new_qty: '100', new_price: price })).toMatchObject({ ret_code: -5 });
  });

  it('has the three ends of a cancellation', async () => {
    const marketable = { qty: '400', price: await service.price('HK.00700', 2) };
    const [part, late] = [await placed({ ...marketable, text: 'PART' }), await placed({ ...marketable, text: 'TOOLATE' })];
    service.advance(isLikeLive ? 3_000 : 0);
    expect(await write(late, 'cancel')).toMatchObject({ ret_code: 0 });
    service.advance(3_000);
    expect(await row(late)).toMatchObject({ status: 4, cum_qty: '400' });
    if (isLikeLive) return;
    expect(await write(part, 'cancel')).toMatchObject({ ret_code: 0 });
    expect(await row(part)).toMatchObject({ status: 5, cum_qty: '100' });
  });

  it.each<readonly [number, Json]>([
    [-3, { market: undefined }],
    [-3, { market: 2 }],
    [-3, { symbol: 'HK.00700' }],
    [-3, { symbol: '700' }],
    [-3, { order_type: 2 }],
    [-3, { order_side: 5 }],
    [-3, { qty: '0' }],
    [-3, { price: '' }],
    [-3, { text: 'x'.repeat(101) }],
    [-5, { qty: '150' }],
    [-5, { price: '1' }],
    [-5, { qty: '10000000' }],
    [-5, { order_side: 2, qty: '10000000' }],
  ])('refuses with code %i: %j', async (code, changes) => {
    expect((await place(changes)).body).toMatchObject({ ret_code: code });
    const found = (await rows()).filter((order) => order['text'] === 'mine #1');
    expect(found.map((order) => order['status'])).toEqual(code === -5 ? [6] : []);
  });

  it('needs its own market on every call except the one for cash', async () => {
    for (const call of ['orders', 'cash-info', 'history-orders', 'max-buy-sell']) {
      expect((await service.ada.get(`${account}/${call}`)).body).toMatchObject({ ret_code: call === 'cash-info' ? 0 : -3 });
      expect(await get(call, { market: '2' })).toMatchObject({ ret_code: -3 });
    }
    const id = await placed();
    expect(await write(id, 'cancel', { market: 2 })).toMatchObject({ ret_code: -3 });
  });

  it('has a history page by page, with its pagination inside data, or like live next to it', async () => {
    const range = { time_begin: '0', time_end: String(service.now() * 1000), page_size: '40' };
    const seen: unknown[] = [];
    let key = '';
    do {
      const body = await get('history-orders', { ...range, ...(key === '' ? {} : { next_key: key }) });
      const data = record(body['data']);
      expect('pagination' in data).toBe(!isLikeLive);
      const pagination = record(isLikeLive ? body['pagination'] : data['pagination']);
      seen.push(...records(data['orders']).map((order) => order['order_id']));
      key = pagination['has_more'] === true ? String(pagination['next_key']) : '';
      if (key === '') expect(pagination['next_key']).toBe(isLikeLive ? '0' : '-1');
    } while (key !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(40);
  });

  it('gives the most that an order can have, and zeros for a limit order without a price', async () => {
    const most = async (query: Readonly<Record<string, string>>): Promise<Json> =>
      record((await get('max-buy-sell', { symbol: '00700', order_type: '1', ...query }))['data']);
    const price = await service.price('HK.00700');
    const cash = Number((await most({ price }))['max_cash_buy_qty_round_lot']);
    expect([cash > 0, cash % 100]).toEqual([true, 0]);
    expect(await most({})).toMatchObject({ max_cash_buy_qty_round_lot: '0' });
    expect(await get('max-buy-sell', { symbol: '700', order_type: '1' })).toMatchObject({ ret_code: -3 });
  });

  it('leaves out what is reserved for the order that is to be changed', async () => {
    const price = await service.price('HK.00700', -80);
    const most = async (query: Readonly<Record<string, string>> = {}): Promise<Json> =>
      record((await get('max-buy-sell', { symbol: '00700', order_type: '1', price, ...query }))['data']);
    const before = await most();
    const id = await placed({ qty: String(before['max_cash_buy_qty_round_lot']), price });
    expect(await most()).not.toEqual(before);
    expect(await most({ order_id: id })).toEqual(before);
  });

  it.each([
    ['an order that it does not have', { order_id: 'none' }],
    ['the type 2', { order_type: '2' }],
    ['the type 4', { order_type: '4' }],
    ['a type in words', { order_type: 'LIMIT' }],
  ])('answers -3 when the most is asked for %s', async (_, query) => {
    const asked = { symbol: '00700', order_type: '1', price: '500', ...query };
    expect(await get('max-buy-sell', asked)).toMatchObject({ ret_code: -3 });
  });

  it('reports nothing of its orders on the trade feed', async () => {
    const id = await placed();
    expect(service.sandbox.feeds?.connections).toEqual([]);
    const { body } = await service.ada.get('/api/v1.0/accounts/8001/orders', { page_size: '100' });
    expect(JSON.stringify(body)).not.toContain(id);
  });
});

describe('a paper account of a sandbox like live', () => {
  let service: TradingService;
  beforeAll(async () => {
    service = await openTrading({ likeLive: true });
  });
  afterAll(async () => service.close());
  const american = '/api/v1.0/sim-trade/281756479864562780';
  const body = { market: 100, symbol: 'AAPL', order_side: 1, qty: '1' };

  it('gives the rows of market 100 the market 2, and refuses market orders there', async () => {
    const price = await service.price('US.AAPL', -100);
    expect((await service.ada.post(`${american}/orders`, { ...body, order_type: 1, price })).body).toMatchObject({ ret_code: 0 });
    const { data } = (await service.ada.get(`${american}/orders`, { market: '100' })).body;
    for (const order of records(record(data)['orders'])) expect(order['market']).toBe(2);
    expect((await service.ada.post(`${american}/orders`, { ...body, order_type: 3 })).body).toMatchObject({ ret_code: -5 });
  });

  it('refuses a change now and then', async () => {
    const price = await service.price('US.AAPL', -100);
    const made = await service.ada.post(`${american}/orders`, { ...body, order_type: 1, price });
    const id = String(record(made.body['data'])['order_id']);
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      codes.push(
        (await service.ada.post(`${american}/orders/${id}/modify`, { market: 100, new_qty: '2', new_price: price })).body['ret_code'],
      );
    expect(codes.filter((code) => code === -5)).toHaveLength(2);
  });

  it('says ok for orders that do not exist', async () => {
    expect((await service.ada.post(`${american}/orders/none/cancel`, { market: 100 })).body).toMatchObject({ ret_code: 0 });
    expect((await service.cancel('none')).body).toEqual({ s: 'ok' });
    const change = { exchange: 'US', qty: '1', price: '1' };
    expect((await service.ada.put('/api/v1.0/accounts/8001/orders/none', change)).body).toEqual({ s: 'ok' });
    expect((await service.ada.post('/api/v1.0/accounts/8001/order_confirm', { confirm_id: 'none' })).body).toEqual({ s: 'ok' });
  });

  it.each([
    [14, { qty: '100000' }],
    [28, { price: '1' }],
  ])('refuses a placement with code %i, and leaves a failed record', async (errcode, changes) => {
    expect((await service.place({ ...changes, remark: `mine #${errcode}` })).body).toMatchObject({
      s: 'error',
      errcode,
      need_order_confirm: false,
    });
    const { body: listed } = await service.ada.get('/api/v1.0/accounts/8001/orders', { page_size: '100' });
    expect(records(record(listed['d'])['orders'])[0]).toMatchObject({ order_status: 'FAILED', remark: `mine #${errcode}` });
  });

  it('asks for a confirmation or a browser inside d', async () => {
    expect((await service.place({ remark: 'CONFIRM' })).body).toMatchObject({ s: 'ok', d: { need_order_confirm: true } });
    expect((await service.place({ remark: 'BROWSER' })).body).toMatchObject({ s: 'ok', d: { need_order_confirm: false } });
  });

  it('has an empty history without a start', async () => {
    for (const [call, key] of [
      ['orders_history', 'orders'],
      ['fills_history', 'order_fills'],
    ] as const) {
      const { body: found } = await service.ada.get(`/api/v1.0/accounts/8001/${call}`, { trd_market: 'HK' });
      expect(record(found['d'])[key]).toEqual([]);
    }
  });
});
