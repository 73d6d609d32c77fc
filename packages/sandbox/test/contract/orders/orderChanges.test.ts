import Big from 'big.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { figure, sumOf } from '../../support/accounting';
import { openService, record, records } from '../../support/sandboxService';
import type { Json } from '../../support/sandboxService';
import { openTrading } from '../../support/tradingService';
import type { TradingService } from '../../support/tradingService';

const live = '/api/v1.0/accounts/8001';
const dayMs = 86_400_000;
let service: TradingService;
let liveLike: TradingService;
beforeAll(async () => {
  service = await openTrading();
  liveLike = await openTrading({ likeLive: true });
});
beforeEach(() => {
  service.sandbox.reset();
  liveLike.sandbox.reset();
});
afterAll(async () => {
  await service.close();
  await liveLike.close();
});

const change = async (id: string, body: Json, of = service): Promise<Json> => (await of.ada.put(`${live}/orders/${id}`, body)).body;
const fills = async (id: string, of = service): Promise<readonly Json[]> =>
  records(record((await of.ada.get(`${live}/order_fills`, { page_size: '100' })).body['d'])['order_fills']).filter(
    (fill) => fill['order_id'] === id,
  );
const funds = async (currency: string): Promise<Json> => record((await service.ada.get(`${live}/funds`, { currency })).body['d']);

describe('a change of a placed order', () => {
  it.each<readonly [string, RegExp, number, (price: (steps: number) => Promise<string>) => Promise<Json>]>([
    ['a price off the tick', /tick/, -1200, async (price) => ({ price: new Big(await price(-80)).plus('0.01').toFixed() })],
    ['a price far from the market', /deviated/, 28, async (price) => ({ price: new Big(await price(0)).times('0.7').round(0).toFixed() })],
    ['more than the account can pay', /buying power/, 14, async (price) => ({ price: await price(-80), qty: '1000000' })],
    ['a part of a lot', /lot/, -1200, async (price) => ({ price: await price(-80), qty: '150' })],
  ])('is refused like a new order: %s', async (_name, reason, recorded, asked) => {
    for (const of of [service, liveLike]) {
      const id = await of.placed({ remark: 'REST' });
      const before = await of.order(id);
      const body = { exchange: 'SEHK', qty: '100', ...(await asked(async (steps) => of.price('HK.00700', steps))) };
      const answer = await change(id, body, of);
      expect(answer).toMatchObject({ s: 'error', errcode: of === liveLike ? recorded : -1200 });
      if (of === service) expect(answer['errmsg']).toMatch(reason);
      expect(await of.order(id)).toEqual(before);
      expect((await of.place({ ...body, exchange: undefined })).body, 'the refusal of a new order').toEqual(answer);
    }
  });

  it('is refused for a trigger that a new order could not have', async () => {
    const id = await service.placed({
      order_type: 'STOP',
      price: undefined,
      aux_price: await service.price('HK.00700', 40),
      remark: 'REST',
    });
    const asked = { exchange: 'SEHK', qty: '100', price: '0' };
    const far = new Big(await service.price('HK.00700')).times('1.3').round(0).toFixed();
    expect(await change(id, { ...asked, aux_price: far })).toMatchObject({ errmsg: expect.stringMatching(/deviated/) as unknown });
    const off = new Big(await service.price('HK.00700', 40)).plus('0.01').toFixed();
    expect(await change(id, { ...asked, aux_price: off })).toMatchObject({ errmsg: expect.stringMatching(/tick/) as unknown });
  });

  it('is refused in a paper account for the same reasons', async () => {
    const account = '/api/v1.0/sim-trade/SIM-1001';
    const price = await service.price('HK.00700', -80);
    const body = { market: 1, symbol: '00700', order_type: 1, order_side: 1, qty: '100', price, text: 'REST' };
    const placed = record((await service.ada.post(`${account}/orders`, body)).body['data']);
    const modify = async (newPrice: string): Promise<Json> =>
      (await service.ada.post(`${account}/orders/${String(placed['order_id'])}/modify`, { market: 1, new_qty: '100', new_price: newPrice }))
        .body;
    expect(await modify(new Big(price).plus('0.01').toFixed())).toMatchObject({
      ret_code: -5,
      ret_msg: expect.stringMatching(/tick/) as unknown,
    });
    expect(await modify('1')).toMatchObject({ ret_code: -5, ret_msg: expect.stringMatching(/deviated/) as unknown });
    expect(await modify(await service.price('HK.00700', -70))).toMatchObject({ ret_code: 0 });
  });
});

describe('an order of the start', () => {
  it('is filled when a change brings its limit to the market, with everything that follows', async () => {
    const [held, before] = [await service.held('HK.00700'), await funds('HKD')];
    const price = new Big(await service.price('HK.00700', 30)).gt('562.5') ? await service.price('HK.00700', 30) : '570';
    expect(await change('OK-1', { exchange: 'SEHK', qty: '300', price })).toEqual({ s: 'ok' });
    service.advance(60_000);
    expect(await service.order('OK-1')).toMatchObject({ order_status: 'FILLED_ALL', qty: '300', price, dealt_qty: '300' });
    const own = await fills('OK-1');
    expect(own.length, 'in parts').toBeGreaterThan(1);
    const quantity = sumOf(own, (fill) => figure(fill, 'qty')).toNumber();
    const cost = sumOf(own, (fill) => figure(fill, 'qty').times(figure(fill, 'price')));
    expect(quantity).toBe(300);
    expect(await service.held('HK.00700')).toBe(held + 300);
    expect((await funds('HKD'))['cash']).toBe(new Big(String(before['cash'])).minus(cost).toFixed(2));
    const { body } = await service.ada.get(`${live}/orders_history`, { start: '0', end: '99999999999999999', page_size: '100' });
    expect(records(record(body['d'])['orders']).find((order) => order['order_id'] === 'OK-1')).toEqual(await service.order('OK-1'));
  });

  it('rests after a change away from the market, and after one of the quantity alone', async () => {
    const before = await funds('HKD');
    for (const body of [
      { qty: '400', price: '562.5' },
      { qty: '400', price: await service.price('HK.00700', -80) },
    ]) {
      expect(await change('OK-1', { exchange: 'SEHK', ...body })).toEqual({ s: 'ok' });
      service.advance(dayMs);
      expect(await service.order('OK-1')).toMatchObject({ order_status: 'SUBMITTED', ...body, dealt_qty: '0' });
    }
    expect(await funds('HKD')).toMatchObject({ cash: before['cash'], frozen_cash: before['frozen_cash'] });
  });

  it('is filled when a change brings its trigger to the market', async () => {
    const price = await service.price('US.AAPL', 20);
    expect(await change('OK-2', { exchange: 'US', qty: '2', price: await service.price('US.AAPL', -500), aux_price: price })).toEqual({
      s: 'ok',
    });
    service.advance(60_000);
    expect(await service.order('OK-2')).toMatchObject({ order_status: 'FILLED_ALL', dealt_qty: '2' });
  });

  it.each<readonly [string, string, Json, RegExp]>([
    ['far beyond the market', 'OK-1', { exchange: 'SEHK', qty: '300', price: '5625' }, /deviated/],
    ['off the tick', 'OK-1', { exchange: 'SEHK', qty: '300', price: '563.3' }, /tick/],
    ['for more than can be paid', 'OK-1', { exchange: 'SEHK', qty: '30000', price: '563' }, /buying power/],
    ['for what is not held', 'OK-2', { exchange: 'US', qty: '99999' }, /can be sold/],
  ])('is not brought to the market %s', async (_name, id, body, reason) => {
    const before = await service.order(id);
    const moved = id === 'OK-2' ? { price: before?.['price'], aux_price: await service.price('US.AAPL', 20) } : {};
    expect(await change(id, { ...body, ...moved })).toMatchObject({
      ...{ s: 'error', errcode: -1200, errmsg: expect.stringMatching(reason) as unknown },
    });
    service.advance(60_000);
    expect(await service.order(id)).toEqual(before);
  });

  it('asks at any price, and rests after its confirmation, if its ID asks for one', async () => {
    const { confirm_id: id } = await change('CONFIRM-1', { exchange: 'US', qty: '4', price: '561.5' });
    expect((await service.ada.post(`${live}/order_confirm`, { confirm_id: id })).body).toMatchObject({ s: 'ok' });
    service.advance(60_000);
    expect(await service.order('CONFIRM-1')).toMatchObject({ order_status: 'SUBMITTED', qty: '4', price: '561.5', dealt_qty: '0' });
  });

  it('reserves money once it is at the market, and ends with the day of its change', async () => {
    const before = await funds('HKD');
    const id = 'OK-1';
    expect(await change(id, { exchange: 'SEHK', qty: '20000', price: '563' })).toMatchObject({ s: 'error' });
    expect(await change(id, { exchange: 'SEHK', qty: '600', price: '563' })).toEqual({ s: 'ok' });
    const price = await service.price('HK.00700', -80);
    expect(await change(id, { exchange: 'SEHK', qty: '600', price })).toEqual({ s: 'ok' });
    const open = record(await service.order(id));
    expect(open).toMatchObject({ order_status: 'FILLED_PART', price });
    const rest = new Big(String(open['qty'])).minus(String(open['dealt_qty']));
    const frozen = new Big(String((await funds('HKD'))['frozen_cash'])).minus(String(before['frozen_cash']));
    expect(frozen.toFixed(2)).toBe(rest.times(price).toFixed(2));
    service.advance(3_600_000);
    expect(await service.order(id)).toEqual(open);
    // A trading day lasts until the next one, over weekends and holidays, too.
    let now: Json | undefined = open;
    for (let hours = 0; hours < 240 && now?.['order_status'] === 'FILLED_PART'; hours += 6) {
      service.advance(6 * 3_600_000);
      now = await service.order(id);
    }
    expect(now).toMatchObject({ order_status: 'CANCELLED_PART', last_err_msg: 'Expired at the close' });
    expect((await funds('HKD'))['frozen_cash']).toBe(before['frozen_cash']);
  });

  it('of a paper account is filled too, and rests otherwise', async () => {
    for (const [of, account] of [
      [service, 'SIM-1001'],
      [liveLike, '281756479864562681'],
    ] as const) {
      const path = `/api/v1.0/sim-trade/${account}`;
      const orders = async (): Promise<readonly Json[]> =>
        records(record((await of.ada.get(`${path}/orders`, { market: '1' })).body['data'])['orders']);
      const cash = async (): Promise<Big> =>
        new Big(String(record((await of.ada.get(`${path}/cash-info`, { market: '1' })).body['data'])['balance']));
      const [open] = (await orders()).filter((order) => order['status'] === 2);
      const [id, balance] = [String(open?.['order_id']), await cash()];
      const modify = async (steps: number): Promise<Json> => {
        const new_price = await of.price(`HK.${String(open?.['symbol'])}`, steps);
        return (await of.ada.post(`${path}/orders/${id}/modify`, { market: 1, new_qty: open?.['qty'], new_price })).body;
      };
      const now = async (): Promise<Json | undefined> => (await orders()).find((order) => order['order_id'] === id);
      expect(await modify(-30)).toMatchObject({ ret_code: 0 });
      of.advance(60_000);
      expect(await now()).toMatchObject({ status: 2, cum_qty: '0' });
      expect(await modify(10)).toMatchObject({ ret_code: 0 });
      of.advance(60_000);
      const filled = record(await now());
      expect(filled).toMatchObject({ status: 4, cum_qty: open?.['qty'] });
      const cost = new Big(String(filled['cum_qty'])).times(String(filled['avg_fill_price']));
      expect(
        balance
          .minus(await cash())
          .minus(cost)
          .abs()
          .toNumber(),
      ).toBeLessThan(0.02);
    }
  });

  it('at the market survives a restart, and is filled further', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'market-desk-changes-'));
    const run = async <T>(act: (opened: TradingService) => Promise<T>): Promise<T> => {
      const opened = await openTrading({ stateFile: join(folder, 'state.json') });
      try {
        return await act(opened);
      } finally {
        await opened.close();
      }
    };
    try {
      const before = await run(async (opened) => {
        expect(await change('OK-1', { exchange: 'SEHK', qty: '600', price: '563' }, opened)).toEqual({ s: 'ok' });
        return [await opened.order('OK-1'), await opened.held('HK.00700'), await fills('OK-1', opened)];
      });
      expect(before[0]).toMatchObject({ order_status: 'FILLED_PART' });
      await run(async (opened) => {
        const { body } = await opened.ada.get(`${live}/orders`, { page_size: '100' });
        const found = records(record(body['d'])['orders']).filter((order) => order['order_id'] === 'OK-1');
        expect(found).toHaveLength(1);
        opened.advance(60_000);
        expect(await opened.order('OK-1')).toMatchObject({ order_status: 'FILLED_ALL', dealt_qty: '600' });
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('a strict service keeps to the rules of the specification, and deals nothing', async () => {
  const strict = await openService({ strict: true });
  try {
    const put = async (price: string): Promise<Json> =>
      (await strict.ada.put(`${live}/orders/OK-1`, { exchange: 'SEHK', qty: '250', price })).body;
    for (const price of ['561.12345', '5625', '5630']) {
      expect(await put(price)).toEqual({ s: 'ok' });
      strict.advance(60_000);
    }
  } finally {
    await strict.close();
  }
});
