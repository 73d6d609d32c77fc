import Big from 'big.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { postJson } from '../../support/sandboxHarness';
import { record, records } from '../../support/sandboxService';
import type { Json } from '../../support/sandboxService';
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

const power = async (): Promise<number> => Number(record((await service.ada.get(`${live}/funds`, { currency: 'USD' })).body['d'])['power']);
const change = async (id: string, body: Json): Promise<Json> => (await service.ada.put(`${live}/orders/${id}`, body)).body;
const confirm = async (id: unknown): Promise<Json> => (await service.ada.post(`${live}/order_confirm`, { confirm_id: id })).body;
/** The most shares of Apple that the buying power pays for at the last price. */
const affordable = async (): Promise<string> => String(Math.floor((await power()) / Number(await service.price('US.AAPL'))));
const refused = { s: 'error', errcode: -1200, errmsg: expect.stringMatching(/buying power/) as unknown };

it.each<readonly [string, Json]>([
  ['at its trigger', { order_type: 'STOP', price: undefined, remark: 'REST' }],
  ['at the last price without a limit', { order_type: 'AUCTION', price: undefined }],
  ['at the last price while it is not submitted', { order_type: 'MARKET', price: undefined, remark: 'HANG' }],
])('an order reserves what it may cost, %s', async (_name, given) => {
  const trigger = await service.price('US.AAPL', 3_000);
  const asked = { code: 'US.AAPL', qty: await affordable(), ...given, ...(given['order_type'] === 'STOP' ? { aux_price: trigger } : {}) };
  const first = await service.place(asked);
  expect(await power()).toBeGreaterThanOrEqual(0);
  if (given['order_type'] === 'STOP') expect(first.body).toEqual(refused);
  else expect((await service.place(asked)).body).toEqual(refused);
});

it('an order that waited for its confirmation is refused when the money was spent meanwhile', async () => {
  const asked = { code: 'US.AAPL', qty: await affordable(), price: await service.price('US.AAPL'), remark: 'CONFIRM' };
  const ids = [(await service.place(asked)).body['confirm_id'], (await service.place(asked)).body['confirm_id']];
  expect(await confirm(ids[0])).toMatchObject({ s: 'ok' });
  expect(await confirm(ids[1])).toEqual(refused);
  expect(await power()).toBeGreaterThanOrEqual(0);
});

it('a placed order cannot be changed to more than the account can pay or has, or to a part of a lot', async () => {
  const price = await service.price('HK.00700', -80);
  const buy = await service.placed({ price, remark: 'REST' });
  const sell = await service.placed({ side: 'SELL', price: await service.price('HK.00700', 80), remark: 'REST' });
  const before = await Promise.all([buy, sell].map(service.order));
  expect(await change(buy, { exchange: 'SEHK', qty: '1000000', price })).toEqual(refused);
  for (const qty of ['150', '100.5']) {
    expect(await change(buy, { exchange: 'SEHK', qty, price })).toMatchObject({ errmsg: 'The quantity is not a multiple of the lot' });
  }
  const held = await service.held('HK.00700');
  expect(await change(sell, { exchange: 'SEHK', qty: String(held + 100), price })).toMatchObject({
    errmsg: expect.stringMatching(/position/) as unknown,
  });
  expect(await Promise.all([buy, sell].map(service.order))).toEqual(before);
  expect(await change(buy, { exchange: 'SEHK', qty: '200', price })).toEqual({ s: 'ok' });
  expect(await change(sell, { exchange: 'SEHK', qty: String(held - 100), price })).toEqual({ s: 'ok' });
});

it('a paper order cannot be changed to more than the account can pay', async () => {
  const account = '/api/v1.0/sim-trade/SIM-1001';
  const price = await service.price('HK.00700', -80);
  const body = { market: 1, symbol: '00700', order_type: 1, order_side: 1, qty: '100', price };
  const placed = record((await service.ada.post(`${account}/orders`, body)).body['data']);
  const path = `${account}/orders/${String(placed['order_id'])}/modify`;
  expect((await service.ada.post(path, { market: 1, new_qty: '1000000', new_price: price })).body).toMatchObject({ ret_code: -5 });
  expect((await service.ada.post(path, { market: 1, new_qty: '200', new_price: price })).body).toMatchObject({ ret_code: 0 });
});

it('an order without a price is never filled for nothing', async () => {
  const price = await service.price('HK.03690');
  await postJson(`${service.sandbox.url}/sandbox/orders/fill`, { account: '8001', order_id: 'ERR-4' });
  expect(await service.order('ERR-4')).toMatchObject({ order_status: 'FILLED_ALL', dealt_avg_price: price });
  const { body } = await service.ada.get(`${live}/order_fills`, { page_size: '100' });
  const fill = records(record(body['d'])['order_fills']).find((found) => found['order_id'] === 'ERR-4');
  expect(fill).toMatchObject({ price });
});

it('a sale leaves the average cost as it was, also of a position that was bought today', async () => {
  const positions = async (): Promise<readonly Json[]> => records((await service.ada.get(`${live}/positions`)).body['d']);
  const before = (await positions()).find((held) => held['code'] === 'US.MSFT');
  expect(before).toMatchObject({ today_pl_val: before?.['pl_val'] });
  await service.placed({ code: 'US.MSFT', qty: '1', side: 'SELL', order_type: 'MARKET', price: undefined });
  const after = (await positions()).find((held) => held['code'] === 'US.MSFT');
  expect(after).toMatchObject({ qty: String(Number(before?.['qty']) - 1), cost_price: before?.['cost_price'] });
  const [day, kept, realized] = ['today_pl_val', 'pl_val', 'realized_pl'].map((name) => new Big(String(after?.[name])));
  expect(day?.toFixed()).toBe(kept?.plus(realized ?? 0).toFixed());
});
