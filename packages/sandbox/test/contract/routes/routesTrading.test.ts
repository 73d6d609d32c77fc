import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { record, records } from '../../support/sandboxService';
import type { Answer, Json } from '../../support/sandboxService';
import { openTrading } from '../../support/tradingService';
import type { TradingService } from '../../support/tradingService';

const live = '/api/v1.0/accounts/8001';
let service: TradingService;
beforeAll(async () => {
  service = await openTrading();
});
beforeEach(() => {
  service.sandbox.reset();
});
afterAll(async () => service.close());

const refused = (errmsg: RegExp): object => ({ body: { s: 'error', errcode: -1200, errmsg: expect.stringMatching(errmsg) as unknown } });

async function list(path: string, key: string, query: Readonly<Record<string, string>> = {}): Promise<readonly Json[]> {
  return records(record((await service.ada.get(`${live}/${path}`, query)).body['d'])[key]);
}

async function funds(currency = 'HKD'): Promise<Json> {
  return record((await service.ada.get(`${live}/funds`, { currency })).body['d']);
}

describe('POST orders', () => {
  it('puts the order first in the list, with the remark word for word', async () => {
    const remark = '  mine “x” 备 #ab12';
    const id = await service.placed({ remark });
    expect(await service.order(id)).toMatchObject({
      code: 'HK.00700',
      side: 'BUY',
      order_type: 'LIMIT',
      order_status: 'SUBMITTED',
      qty: '100',
      dealt_qty: '0',
      remark,
    });
    expect((await list('orders', 'orders'))[0]).toMatchObject({ order_id: id });
    expect(await list('orders', 'orders', { trd_market: 'US' })).not.toContainEqual(expect.objectContaining({ order_id: id }));
  });

  it('fills a market order at once, with its effect on positions, money and fills', async () => {
    const before = [await service.held('US.AAPL'), Number((await funds('USD'))['cash'])] as const;
    const price = await service.price('US.AAPL');
    const id = await service.placed({ code: 'US.AAPL', qty: '10', order_type: 'MARKET', price: undefined });
    expect(await service.order(id)).toMatchObject({ order_status: 'FILLED_ALL', dealt_qty: '10', dealt_avg_price: price });
    expect(await service.held('US.AAPL')).toBe(before[0] + 10);
    expect(Number((await funds('USD'))['cash'])).toBeCloseTo(before[1] - 10 * Number(price), 2);
    expect(await list('order_fills', 'order_fills')).toContainEqual(
      expect.objectContaining({ order_id: id, qty: '10', price, trd_side: 'BUY', deal_id: expect.stringMatching(/^\d+$/) as unknown }),
    );
  });

  it('fills a limit order in parts when the price has reached it, at its limit or better', async () => {
    const limit = await service.price('HK.00700', 1);
    const id = await service.placed({ code: 'HK.00700', qty: '400', price: limit });
    expect(await service.order(id)).toMatchObject({ order_status: 'FILLED_PART', dealt_qty: '100' });
    service.advance(3_600_000);
    expect(await service.order(id)).toMatchObject({ order_status: 'FILLED_ALL', dealt_qty: '400' });
    const fills = (await list('order_fills', 'order_fills')).filter((fill) => fill['order_id'] === id);
    expect(fills.length).toBeGreaterThan(1);
    expect(fills.reduce((sum, fill) => sum + Number(fill['qty']), 0)).toBe(400);
    for (const fill of fills) expect(Number(fill['price'])).toBeLessThanOrEqual(Number(limit));
  });

  it('gives the same fills however often the orders are read', async () => {
    const run = async (looks: number): Promise<readonly unknown[]> => {
      service.sandbox.reset();
      const id = await service.placed({ qty: '300', price: await service.price('HK.00700', -1) });
      for (let look = 0; look < looks; look += 1) {
        service.advance(600_000 / looks);
        await service.order(id);
      }
      service.advance(-600_000);
      const fills = await (async () => {
        service.advance(600_000);
        return list('order_fills', 'order_fills');
      })();
      service.advance(-600_000);
      return fills.filter((fill) => fill['order_id'] === id).map((fill) => [fill['qty'], fill['price'], fill['create_time']]);
    };
    const once = await run(1);
    expect(once.length).toBeGreaterThan(0);
    expect(await run(8)).toEqual(once);
  });

  it('keeps a stop order waiting for its trigger', async () => {
    const far = await service.placed({ order_type: 'STOP', side: 'BUY', price: undefined, aux_price: await service.price('HK.00700', 90) });
    const above = { order_type: 'STOP', price: undefined, aux_price: await service.price('HK.00700', 1) };
    const below = { order_type: 'MARKET_IF_TOUCHED', price: undefined, aux_price: await service.price('HK.00700', -1) };
    const near = [await service.placed(above), await service.placed(below)];
    service.advance(8 * 3_600_000);
    expect(await service.order(far)).toMatchObject({ order_status: 'SUBMITTED' });
    const states = await Promise.all(near.map(async (id) => (await service.order(id))?.['order_status']));
    expect(states).toContain('FILLED_ALL');
  });

  it('ends a day order at the close, and no other', async () => {
    const day = await service.placed();
    const stays = await service.placed({ time_in_force: 'GTC', remark: 'REST' });
    service.advance(13 * 3_600_000);
    expect(await service.order(day)).toMatchObject({ order_status: 'CANCELLED_ALL', last_err_msg: 'Expired at the close' });
    expect(await service.order(stays)).toMatchObject({ order_status: 'SUBMITTED' });
    service.advance(2 * 86_400_000);
    expect(await service.order(day)).toBeUndefined();
    expect(await service.order(stays)).toBeDefined();
    service.advance(-(2 * 24 + 13) * 3_600_000);
  });

  it.each<readonly [RegExp, Json]>([
    [/code/, { code: 'HK.99999', price: '540' }],
    [/qty/, { qty: '0' }],
    [/qty/, { qty: 100 }],
    [/qty/, { qty: '1.5' }],
    [/side/, { side: 'HOLD' }],
    [/order_type/, { order_type: 'ICEBERG' }],
    [/time_in_force/, { time_in_force: 'IOC' }],
    [/price/, { price: undefined }],
    [/aux_price/, { order_type: 'STOP_LIMIT' }],
    [/session/, { session: 'RTH' }],
    [/lot_type/, { code: 'US.AAPL', lot_type: 'ODD' }],
    [/remark/, { remark: 'x'.repeat(65) }],
  ])('refuses a malformed order, and keeps no record: %s', async (reason, changes) => {
    const before = (await list('orders', 'orders', { page_size: '100' })).length;
    expect(await service.place(changes)).toMatchObject(refused(reason));
    expect(await list('orders', 'orders', { page_size: '100' })).toHaveLength(before);
  });

  it.each<readonly [string, RegExp, Json]>([
    ['lot', /multiple of the lot/, { qty: '150' }],
    ['odd lot', /less than a whole lot/, { lot_type: 'ODD' }],
    ['tick', /multiple of the tick/, { price: '540.3' }],
    ['distance', /deviated too much/, { price: '1' }],
    ['buying power', /buying power/i, { qty: '100000' }],
    ['nothing to sell', /position/, { side: 'SELL', qty: '1000000' }],
    ['no short position', /short position/, { side: 'BUY_BACK', code: 'US.MSFT', qty: '100000' }],
    ['a short sale of an A-share', /^A-shares cannot be sold short$/, { code: 'SH.600519', side: 'SELL_SHORT' }],
    [
      'a short sale of what is held',
      /^A security cannot be sold short while the account holds it/,
      { code: 'US.MSFT', qty: '1', side: 'SELL_SHORT' },
    ],
    ['a future in an account of securities', /cannot trade/, { code: 'US.ESmain', qty: '1' }],
    ['a market that the account does not have', /cannot trade/, { code: 'JP.7203' }],
  ])('rejects an order for a reason of the market, and keeps a failed record: %s', async (_name, reason, changes) => {
    expect(await service.place({ ...changes, remark: 'mine #1' })).toMatchObject(refused(reason));
    expect((await list('orders', 'orders'))[0]).toMatchObject({
      order_status: 'FAILED',
      remark: 'mine #1',
      last_err_msg: expect.stringMatching(reason) as unknown,
    });
  });

  it('names the buying power as the reason against a short sale when there is none left', async () => {
    await service.placed({ code: 'SG.D05', qty: '500', remark: 'REST' });
    const short = { code: 'SG.Z74', qty: '100000', side: 'SELL_SHORT', price: await service.price('SG.Z74') };
    expect(await service.place(short)).toMatchObject(refused(/^Insufficient buying power/));
    expect(await service.place({ ...short, code: 'SG.D05', qty: '100', price: await service.price('SG.D05') })).toMatchObject(
      refused(/^Insufficient buying power/),
    );
  });

  it('refuses to change or cancel an order that is not at the exchange yet, and says so', async () => {
    const id = await service.placed({ remark: 'SLOW' });
    expect(await service.cancel(id)).toMatchObject(refused(/not at the exchange yet/));
    const body = { exchange: 'SEHK', qty: '200', price: await service.price('HK.00700', -80) };
    expect(await service.ada.put(`/api/v1.0/accounts/8001/orders/${id}`, body)).toMatchObject(refused(/not at the exchange yet/));
  });

  it('names the kind of the account as the reason against a short sale', async () => {
    const asked = { market: 2, symbol: 'TSLA', order_type: 1, order_side: 3, qty: '1', price: await service.price('US.TSLA') };
    expect((await service.lin.post('/api/v1.0/sim-trade/SIM-1002/orders', asked)).body).toMatchObject({
      ret_code: -5,
      ret_msg: 'A cash account cannot sell short',
    });
  });

  it('accepts an odd lot, and rounds digits beyond its precision', async () => {
    const id = await service.placed({ qty: '30', lot_type: 'ODD', price: '540.00004' });
    expect(await service.order(id)).toMatchObject({ qty: '30', price: '540' });
  });

  it('accepts market orders only while the market is open', async () => {
    const closed = await openTrading({ alwaysOpen: false });
    try {
      closed.advance(10 * 3_600_000);
      expect(await closed.place({ order_type: 'MARKET', price: undefined })).toMatchObject(refused(/trading hours/));
      const id = await closed.placed({ price: await closed.price('HK.00700') });
      expect(await closed.order(id)).toMatchObject({ order_status: 'SUBMITTED', dealt_qty: '0' });
    } finally {
      await closed.close();
    }
  });
});

describe('the first word of a remark', () => {
  it.each([1, 2, 3, 4, 5])('refuses the order when it is ERR-%i', async (number) => {
    expect((await service.place({ remark: `ERR-${number} #x` })).body).toMatchObject({ s: 'error', errcode: -1200 });
    expect((await list('orders', 'orders'))[0]).toMatchObject({ order_status: 'FAILED', remark: `ERR-${number} #x` });
  });

  it('reports a failure inside an answer that says ok when it is FAILED', async () => {
    const { body } = await service.place({ remark: 'FAILED #x' });
    expect(body).toMatchObject({ s: 'ok', d: { order_status: 'FAILED', order_id: expect.stringMatching(/\d/) as unknown } });
  });

  it('asks for a confirmation when it is CONFIRM, and places the order once after it', async () => {
    const before = (await list('orders', 'orders', { page_size: '100' })).length;
    const { body } = await service.place({ remark: 'CONFIRM #x' });
    expect(body).toMatchObject({ s: 'error', errcode: -2100, need_order_confirm: true });
    expect(await list('orders', 'orders', { page_size: '100' })).toHaveLength(before);
    const confirm = async (): Promise<Json> =>
      (await service.ada.post(`${live}/order_confirm`, { confirm_id: body['confirm_id'], exchange: 'SEHK' })).body;
    const id = String(record((await confirm())['d'])['order_id']);
    expect(await service.order(id)).toMatchObject({ order_status: 'SUBMITTED', remark: 'CONFIRM #x' });
    expect(await confirm()).toMatchObject({ s: 'error', errcode: -1200 });
    const asked = await service.cancel(id);
    expect(asked.body).toMatchObject({ errcode: -2100 });
    await service.ada.post(`${live}/order_confirm`, { confirm_id: asked.body['confirm_id'] });
    expect(await service.order(id)).toMatchObject({ order_status: 'CANCELLED_ALL' });
  });

  it('asks for the browser when it is BROWSER', async () => {
    expect((await service.place({ remark: 'BROWSER #x' })).body).toMatchObject({
      errcode: -2101,
      jump_url: expect.stringMatching(/^https:/) as unknown,
    });
  });

  it('decides with SLOW, LATE and HANG how an accepted order ends', async () => {
    const [slow, late, hang] = [
      await service.placed({ remark: 'SLOW' }),
      await service.placed({ remark: 'LATE' }),
      await service.placed({ remark: 'HANG' }),
    ];
    for (const id of [slow, late, hang]) expect(await service.order(id)).toMatchObject({ order_status: 'SUBMITTING' });
    service.advance(3_000);
    expect(await service.order(slow)).toMatchObject({ order_status: 'SUBMITTED' });
    expect(await service.order(late)).toMatchObject({ order_status: 'FAILED', last_err_msg: expect.stringMatching(/Rejected/) as unknown });
    expect(await service.order(hang)).toMatchObject({ order_status: 'SUBMITTING' });
  });

  it('decides with UNSEEN, LOST and MUTE how an order can be found', async () => {
    const [unseen, lost, mute] = [
      await service.placed({ remark: 'UNSEEN' }),
      await service.placed({ remark: 'LOST' }),
      await service.placed({ remark: 'MUTE #1' }),
    ];
    expect([await service.order(unseen), await service.order(lost)]).toEqual([undefined, undefined]);
    expect(await service.order(mute)).toMatchObject({ remark: '' });
    service.advance(5_000);
    expect(await service.order(unseen)).toMatchObject({ order_status: 'SUBMITTED' });
    expect(await service.order(lost)).toBeUndefined();
  });
});

describe('DELETE orders', () => {
  it('has three ends: cancelled, cancelled after a part, too late', async () => {
    const marketable = { qty: '200', price: await service.price('HK.00700', 1) };
    const [whole, part, late] = [
      await service.placed({ remark: 'REST' }),
      await service.placed({ ...marketable, remark: 'PART' }),
      await service.placed({ ...marketable, remark: 'TOOLATE' }),
    ];
    for (const id of [whole, part, late]) expect((await service.cancel(id)).body).toEqual({ s: 'ok' });
    expect(await service.order(whole)).toMatchObject({ order_status: 'CANCELLED_ALL', dealt_qty: '0' });
    expect(await service.order(part)).toMatchObject({ order_status: 'CANCELLED_PART', dealt_qty: '100' });
    expect(await service.order(late)).toMatchObject({ order_status: 'SUBMITTED' });
    service.advance(3_000);
    expect(await service.order(late)).toMatchObject({ order_status: 'FILLED_ALL', dealt_qty: '200' });
    expect(await service.cancel(late)).toMatchObject(refused(/already filled/));
    expect(await service.cancel(whole)).toMatchObject(refused(/no longer open/));
  });

  it('follows the ids of the initial orders', async () => {
    expect((await service.cancel('OK-1')).body).toEqual({ s: 'ok' });
    expect(await service.order('OK-1')).toMatchObject({ order_status: 'CANCELLED_ALL' });
    expect((await service.cancel('OK-4')).body).toEqual({ s: 'ok' });
    expect(await service.order('OK-4')).toMatchObject({ order_status: 'CANCELLED_PART', dealt_qty: '100' });
    expect((await service.cancel('ERR-2')).body).toMatchObject({ errcode: -1200 });
    expect((await service.cancel('CONFIRM-2')).body).toMatchObject({ errcode: -2100 });
    expect((await service.cancel('BROWSER-2')).body).toMatchObject({ errcode: -2101 });
    expect((await service.cancel('SLOW-1')).body).toEqual({ s: 'ok' });
    expect(await service.order('SLOW-1')).toMatchObject({ order_status: 'SUBMITTED' });
    service.advance(3_000);
    expect(await service.order('SLOW-1')).toMatchObject({ order_status: 'CANCELLED_ALL' });
  });

  it('needs the exchange of the order', async () => {
    expect(await service.cancel('OK-1', 'US')).toMatchObject(refused(/exchange/));
    expect(await service.cancel('OK-1', '')).toMatchObject(refused(/exchange/));
    expect(await service.cancel('NONE')).toMatchObject(refused(/does not exist/));
    expect(await service.order('OK-1')).toMatchObject({ order_status: 'SUBMITTED' });
  });

  it('frees what was reserved for the order', async () => {
    const before = await funds();
    const id = await service.placed();
    expect(Number((await funds())['power'])).toBeLessThan(Number(before['power']));
    await service.cancel(id);
    expect(await funds()).toEqual(before);
  });
});

describe('the history of orders and fills', () => {
  const all = { start: '0', end: '99999999999999999' };

  it('has orders of weeks ago page by page, each once, by the time they were made', async () => {
    const id = await service.placed();
    const seen: unknown[] = [];
    for (let flag: string | undefined = ''; flag !== undefined;) {
      const { body } = await service.ada.get(`${live}/orders_history`, { ...all, page_flag: flag, page_size: '50' });
      const d = record(body['d']);
      seen.push(...records(d['orders']).map((order) => order['order_id']));
      flag = d['completed'] === true ? undefined : String(d['page_flag']);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(120);
    expect(seen[0]).toBe(id);
  });

  it('is limited by time, market and code, and to the documented 90 days by default', async () => {
    const whole = await list('orders_history', 'orders', { ...all, page_size: '100' });
    const oldest = await list('orders_history', 'orders', {
      start: String(service.now() * 1000 - 1),
      end: String(service.now() * 1000),
      page_size: '100',
    });
    expect(oldest.length).toBeLessThan(whole.length);
    for (const order of await list('orders_history', 'orders', { ...all, trd_market: 'HK', page_size: '100' }))
      expect(String(order['code'])).toMatch(/^HK\./);
    for (const order of await list('orders_history', 'orders', { ...all, code: 'US.AAPL' })) expect(order['code']).toBe('US.AAPL');
    expect(await list('orders_history', 'orders')).not.toEqual([]);
    expect(await service.ada.get(`${live}/orders_history`, { start: 'x' })).toMatchObject(refused(/start/));
  });

  it('has every fill, on pages of at most 50', async () => {
    const orders = await list('orders_history', 'orders', { ...all, page_size: '100' });
    const fills = await list('fills_history', 'order_fills', { ...all, page_size: '50' });
    expect(fills).toHaveLength(50);
    for (const fill of fills.slice(0, 20)) {
      const order = orders.find((found) => found['order_id'] === fill['order_id']);
      if (order !== undefined) expect(['FILLED_ALL', 'FILLED_PART', 'CANCELLED_PART']).toContain(order['order_status']);
    }
    expect(await service.ada.get(`${live}/fills_history`, { ...all, page_size: '51' })).toMatchObject(refused(/page_size/));
  });
});

describe('acctradinginfo for a change of an order', () => {
  const answer = async (query: Readonly<Record<string, string>>): Promise<Answer> =>
    service.ada.get(`${live}/acctradinginfo`, { code: 'HK.00700', order_type: 'LIMIT', ...query });
  const most = async (query: Readonly<Record<string, string>>): Promise<Json> => record((await answer(query)).body['d']);

  it('leaves out what is reserved for this order, and nothing else', async () => {
    const price = await service.price('HK.00700', -10);
    const before = await most({ price });
    const buy = await service.placed({ price, qty: String(before['max_cash_and_margin_buy']), remark: 'REST' });
    const sold = String(before['max_position_sell']);
    expect(Number(sold)).toBeGreaterThan(0);
    const sell = await service.placed({ side: 'SELL', qty: sold, price: await service.price('HK.00700', 20), remark: 'REST' });
    expect(await most({ price })).toMatchObject({ max_cash_and_margin_buy: '0', max_position_sell: '0' });
    expect(await most({ price, order_id: buy })).toEqual({ ...before, max_position_sell: '0' });
    expect(await most({ price, order_id: sell })).toMatchObject({ max_cash_and_margin_buy: '0', max_position_sell: sold });
    expect(await most({ price, order_id: 'OK-1' })).toEqual(await most({ price }));
  });

  it.each([
    [/order_id/, { order_id: 'none' }],
    [/order_type/, { order_type: 'ICEBERG' }],
    [/order_type/, { order_type: 'limit' }],
    [/order_type/, { order_type: '' }],
  ])('answers -1200 about %s to %j', async (reason, query) => {
    expect(await answer({ price: '500', ...query })).toMatchObject(refused(reason));
  });

  it.each(['LIMIT', 'MARKET', 'AUCTION', 'AUCTION_LIMIT', 'STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED'])(
    'knows %s',
    async (type) => {
      expect(Number((await most({ order_type: type, price: await service.price('HK.00700') }))['max_cash_buy'])).toBeGreaterThan(0);
    },
  );
});

it('acctradinginfo gives the most that an order can have', async () => {
  const most = async (query: Readonly<Record<string, string>>): Promise<Json> =>
    record((await service.ada.get(`${live}/acctradinginfo`, { code: 'HK.00700', order_type: 'LIMIT', ...query })).body['d']);
  const price = await service.price('HK.00700', -10);
  const { max_cash_and_margin_buy: buy } = await most({ price });
  expect(Number(buy) % 100).toBe(0);
  expect((await service.place({ price, qty: String(Number(buy) + 100), remark: 'REST' })).body).toMatchObject({ s: 'error' });
  expect((await service.place({ price, qty: String(buy), remark: 'REST' })).body).toMatchObject({ s: 'ok' });
  expect(await most({ price })).toMatchObject({ max_cash_and_margin_buy: '0' });
  expect(await most({})).toMatchObject({ max_cash_buy: '0' });
});
