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

const change = async (id: string, body: Json): Promise<Json> => (await service.ada.put(`${live}/orders/${id}`, body)).body;
const confirm = async (id: unknown): Promise<Json> => (await service.ada.post(`${live}/order_confirm`, { confirm_id: id })).body;
const control = async (name: string, body: Json): Promise<number> =>
  (await postJson(`${service.sandbox.url}/sandbox/orders/${name}`, { account: '8001', ...body })).status;

it('a change that waited for its confirmation is refused when more was filled meanwhile', async () => {
  const { confirm_id: id } = await change('CONFIRM-1', { exchange: 'US', qty: '10', price: '170' });
  expect(await control('fill', { order_id: 'CONFIRM-1', qty: '30', price: '172' })).toBe(200);
  expect(await confirm(id)).toEqual({ s: 'error', errcode: -1200, errmsg: 'qty is less than the filled quantity' });
  expect(await service.order('CONFIRM-1')).toMatchObject({ order_status: 'FILLED_PART', qty: '40', dealt_qty: '30' });
});

it('a change that waited for its confirmation is refused when the order has ended meanwhile', async () => {
  const { confirm_id: id } = await change('CONFIRM-1', { exchange: 'US', qty: '10', price: '170' });
  expect(await control('cancel', { order_id: 'CONFIRM-1', reason: 'gone' })).toBe(200);
  const ended = await service.order('CONFIRM-1');
  expect(await confirm(id)).toEqual({ s: 'error', errcode: -1200, errmsg: 'the order is no longer open' });
  expect(await service.order('CONFIRM-1')).toEqual(ended);
});

it('an accepted change is rejected later when the order is filled before it is applied', async () => {
  expect(await change('SLOW-1', { exchange: 'SEHK', qty: '500', price: '80' })).toEqual({ s: 'ok' });
  expect(await change('SLOW-5', { exchange: 'SEHK', qty: '100', price: '50' })).toEqual({ s: 'ok' });
  expect([await control('fill', { order_id: 'SLOW-1' }), await control('fill', { order_id: 'SLOW-5', qty: '200' })]).toEqual([200, 200]);
  const filled = await service.order('SLOW-1');
  service.advance(3_000);
  expect(await service.order('SLOW-1')).toEqual(filled);
  const kept = { order_status: 'FILLED_PART', qty: '500', dealt_qty: '200', last_err_msg: expect.stringMatching(/Rejected/) as unknown };
  expect(await service.order('SLOW-5')).toMatchObject(kept);
});

it('a change to the filled quantity leaves nothing open', async () => {
  const price = String((await service.order('OK-4'))?.['price']);
  expect(await change('OK-4', { exchange: 'SEHK', qty: '100', price })).toEqual({ s: 'ok' });
  expect(await service.order('OK-4')).toMatchObject({ order_status: 'FILLED_ALL', qty: '100', dealt_qty: '100' });
});

it('a paper order of a like-live service is not filled at a limit that left the market before', async () => {
  const liveLike = await openTrading({ likeLive: true });
  try {
    const account = '/api/v1.0/sim-trade/281756479864562681';
    const [near, far] = [await liveLike.price('HK.00700', 2), await liveLike.price('HK.00700', -80)];
    const body = { market: 1, symbol: '00700', order_type: 1, order_side: 1, qty: '200', price: near };
    const id = String(record((await liveLike.ada.post(`${account}/orders`, body)).body['data'])['order_id']);
    const changed = await liveLike.ada.post(`${account}/orders/${id}/modify`, { market: 1, new_qty: '200', new_price: far });
    expect(changed.body).toMatchObject({ ret_code: 0 });
    liveLike.advance(4_000);
    const { data } = (await liveLike.ada.get(`${account}/orders`, { market: '1' })).body;
    const found = records(record(data)['orders']).find((order) => order['order_id'] === id);
    expect(found).toMatchObject({ status: 2, cum_qty: '0', price: far });
  } finally {
    await liveLike.close();
  }
});

it('whoever looks late finds the fills before a slow change and a slow cancellation', async () => {
  const run = async (looks: number): Promise<unknown> => {
    service.sandbox.reset();
    const marketable = { code: 'HK.00939', qty: '8000', price: await service.price('HK.00939', 5), remark: 'SLOW' };
    const [changed, canceled] = [await service.placed(marketable), await service.placed(marketable)];
    service.advance(3_000);
    await service.order(changed);
    const price = await service.price('HK.00939', -50);
    expect(await change(changed, { exchange: 'SEHK', qty: '8000', price })).toEqual({ s: 'ok' });
    expect((await service.cancel(canceled)).body).toEqual({ s: 'ok' });
    for (let look = 0; look < looks; look += 1) {
      service.advance(4_000 / looks);
      await service.order(changed);
    }
    const found = await Promise.all([changed, canceled].map(service.order));
    service.advance(-7_000);
    return found.map((order) => [order?.['order_status'], order?.['dealt_qty'], order?.['dealt_avg_price']]);
  };
  const often = await run(8);
  expect(JSON.stringify(often)).toContain('FILLED_ALL');
  expect(await run(1)).toEqual(often);
});

it('a paper order asks nothing, whatever its text', async () => {
  const account = '/api/v1.0/sim-trade/SIM-1001';
  const price = await service.price('HK.00700', -80);
  const body = { market: 1, symbol: '00700', order_type: 1, order_side: 1, qty: '100', price, text: 'CONFIRM #1' };
  const id = String(record((await service.ada.post(`${account}/orders`, body)).body['data'])['order_id']);
  const asked = { market: 1, new_qty: '200', new_price: price };
  expect((await service.ada.post(`${account}/orders/${id}/modify`, asked)).body).toMatchObject({ ret_code: 0 });
  const { data } = (await service.ada.get(`${account}/orders`, { market: '1' })).body;
  expect(records(record(data)['orders']).find((order) => order['order_id'] === id)).toMatchObject({ qty: '200' });
});
