import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, record, records } from '../../support/sandboxService';
import type { Answer, Caller, Json, SandboxService } from '../../support/sandboxService';

let service: SandboxService;
beforeAll(async () => {
  service = await openService();
});
beforeEach(() => {
  service.sandbox.reset();
});
afterAll(async () => service.close());

const path = (account: string, order: string): string => `/api/v1.0/accounts/${account}/orders/${encodeURIComponent(order)}`;
const modify = async (order: string, body: unknown): Promise<Answer> => service.ada.put(path('8001', order), body);
const modifyFuture = async (order: string, body: unknown): Promise<Answer> => service.lin.put(path('8002', order), body);
const confirm = async (confirmId: unknown, caller: Caller = service.ada, account = '8001'): Promise<Answer> =>
  caller.post(`/api/v1.0/accounts/${account}/order_confirm`, { confirm_id: confirmId });

async function listed(caller: Caller, account: string): Promise<readonly Json[]> {
  const { body } = await caller.get(`/api/v1.0/accounts/${account}/orders`, { page_size: '100' });
  return records(record(body['d'])['orders']);
}

async function orderNow(id: string, account = '8001'): Promise<Json> {
  const found = (await listed(account === '8001' ? service.ada : service.lin, account)).find((order) => order['order_id'] === id);
  return record(found);
}

/** A limit far from the market, on the side where the order rests. */
const awayFrom = (order: Json): string => (String(order['side']).startsWith('BUY') ? '9' : '9000');
const hk = { exchange: 'SEHK', qty: '400', price: '561.5' };
const refused = (errmsg: RegExp): object => ({
  status: 200,
  body: { s: 'error', errcode: -1200, errmsg: expect.stringMatching(errmsg) as unknown },
});

describe('PUT order, accepted,', () => {
  it.each([
    ['OK-1', { exchange: 'SEHK', qty: '400', price: '561.5' }],
    ['OK-2', { exchange: 'US', qty: '20', price: '205.1', aux_price: '206' }],
    ['OK-3', { exchange: 'CBOE', qty: '3', price: '18.5' }],
    ['OK-4', { exchange: 'SEHK', qty: '300', price: '427' }],
    ['OK-5', { exchange: 'SGX', qty: '500', price: '46.9', aux_price: '47' }],
  ])('changes the order %s at once', async (id, body) => {
    expect(await modify(id, body)).toEqual({ status: 200, body: { s: 'ok' } });
    expect(await orderNow(id)).toMatchObject({
      qty: body.qty,
      price: body.price,
      ...('aux_price' in body ? { aux_price: body.aux_price } : {}),
    });
  });

  it.each(['1', '2', '3', '4', '5'])('changes the order SLOW-%s some seconds later', async (number) => {
    const id = `SLOW-${number}`;
    const before = await orderNow(id);
    const exchange = String(before['code']).startsWith('US') ? 'US' : 'SEHK';
    const price = String(before['price']) === '0' ? '0' : '20.5';
    // Away from the market: a stop below it, a touch above it.
    const trigger = before['order_type'] === 'MARKET_IF_TOUCHED' ? '298.25' : '20.25';
    expect((await modify(id, { exchange, qty: '77', price, aux_price: trigger })).body).toEqual({ s: 'ok' });
    expect(await orderNow(id)).toEqual(before);
    expect((await modify(id, { exchange, qty: '78', price, aux_price: trigger })).body).toMatchObject({ s: 'error', errcode: -1200 });
    service.advance(2_999);
    expect(await orderNow(id)).toEqual(before);
    service.advance(1);
    const after = await orderNow(id);
    expect(after).toMatchObject({ qty: '77', price });
    expect(Number(after['updated_time'])).toBe(service.now() * 1000);
  });

  it('accepts an id with a slash, a space, a percent sign and a letter beyond ASCII', async () => {
    expect((await modifyFuture('EDGE/1 50% ü', { exchange: 'CME', qty: '2', price: '6300.25' })).body).toEqual({ s: 'ok' });
    expect(await orderNow('EDGE/1 50% ü', '8002')).toMatchObject({ qty: '2', price: '6300.25' });
  });

  it('ignores aux_price for an order without a trigger', async () => {
    expect((await modify('OK-1', { ...hk, aux_price: 'not a number' })).body).toEqual({ s: 'ok' });
    expect(await orderNow('OK-1')).toMatchObject({ aux_price: '0' });
  });

  it.each(['MARKET', 'STOP', 'MARKET_IF_TOUCHED', 'AUCTION'])('accepts a price of zero for %s', async (type) => {
    const order = record((await listed(service.lin, '8002')).find((candidate) => candidate['order_type'] === type));
    const exchange = { 'HK.MHImain': 'HKFE', 'HK.HSImain': 'HKFE', 'US.CLmain': 'NYMEX', 'US.GCmain': 'COMEX' }[String(order['code'])];
    expect((await modifyFuture(String(order['order_id']), { exchange, qty: '1', price: '0', aux_price: '60' })).body).toEqual({ s: 'ok' });
  });
});

describe('PUT order, with too many digits,', () => {
  it.each([
    ['561.5', '561.5'],
    ['561.12345', '561.1234'],
    ['561.99999', '561.9999'],
    ['561.00009', '561'],
    ['561.1234567890123456789', '561.1234'],
    [`561.1234${'9'.repeat(5_000)}`, '561.1234'],
  ])('discards digits of the price of a stock: %s becomes %s', async (typed, kept) => {
    expect((await modify('OK-1', { ...hk, price: typed })).body).toEqual({ s: 'ok' });
    expect(await orderNow('OK-1')).toMatchObject({ price: kept });
  });

  it.each([
    ['0.0068235001', '0.0068235'],
    ['0.006823509999', '0.006823509'],
    ['6823.1234567899', '6823.123456789'],
  ])('keeps nine digits of the price of a future: %s becomes %s', async (typed, kept) => {
    expect((await modifyFuture('FUT-6', { exchange: 'CME', qty: '1', price: typed, aux_price: '1' })).body).toEqual({ s: 'ok' });
    expect(await orderNow('FUT-6', '8002')).toMatchObject({ price: kept });
  });

  it.each([
    ['206.0004', '206'],
    ['206.0005', '206.001'],
    ['206.1235', '206.124'],
    ['206.9999', '207'],
  ])('rounds the trigger of a securities account to three: %s becomes %s', async (typed, kept) => {
    expect((await modify('OK-2', { exchange: 'US', qty: '20', price: '205', aux_price: typed })).body).toEqual({ s: 'ok' });
    expect(await orderNow('OK-2')).toMatchObject({ aux_price: kept });
  });

  it.each([
    ['0.0079234994', '0.007923499'],
    ['0.0079234995', '0.0079235'],
    ['0.1234567895', '0.12345679'],
  ])('rounds the trigger of a futures account to nine: %s becomes %s', async (typed, kept) => {
    expect((await modifyFuture('FUT-6', { exchange: 'CME', qty: '1', price: '1', aux_price: typed })).body).toEqual({ s: 'ok' });
    expect(await orderNow('FUT-6', '8002')).toMatchObject({ aux_price: kept });
  });
});

describe('PUT order, refused with -1200,', () => {
  const stop = { exchange: 'US', qty: '20', price: '205', aux_price: '206' };
  it.each<[string, string, unknown, RegExp]>([
    ['no exchange', 'OK-1', { qty: '1', price: '1' }, /exchange is required/],
    ['an unknown exchange', 'OK-1', { ...hk, exchange: 'MOON' }, /exchange/],
    ["another order's exchange", 'OK-1', { ...hk, exchange: 'US' }, /exchange/],
    ['no qty', 'OK-1', { exchange: 'SEHK', price: '1' }, /qty is required/],
    ['no price', 'OK-1', { exchange: 'SEHK', qty: '1' }, /price is required/],
    ['a number for a qty', 'OK-1', { ...hk, qty: 400 }, /qty must be a string/],
    ['a number for a price', 'OK-1', { ...hk, price: 561.5 }, /price must be a string/],
    ['an empty qty', 'OK-1', { ...hk, qty: '' }, /qty is required/],
    ['a qty of zero', 'OK-1', { ...hk, qty: '0' }, /qty/],
    ['a negative qty', 'OK-1', { ...hk, qty: '-1' }, /qty/],
    ['a price of zero for a limit order', 'OK-1', { ...hk, price: '0' }, /price/],
    ['a price that is nothing but discarded digits', 'OK-1', { ...hk, price: '0.00009' }, /price/],
    ['an exponent', 'OK-1', { ...hk, price: '1e3' }, /price is not a valid number/],
    ['a plus sign', 'OK-1', { ...hk, price: '+1' }, /price/],
    ['a comma', 'OK-1', { ...hk, price: '1,000' }, /price/],
    ['a space', 'OK-1', { ...hk, price: ' 1' }, /price/],
    ['full-width digits', 'OK-1', { ...hk, price: '１' }, /price/],
    ['a leading zero', 'OK-1', { ...hk, price: '01' }, /price/],
    ['a point at the end', 'OK-1', { ...hk, price: '1.' }, /price/],
    ['sixteen digits', 'OK-1', { ...hk, price: '1234567890123456' }, /price/],
    ['half a contract', 'OK-3', { exchange: 'CBOE', qty: '1.5', price: '18' }, /contracts/],
    ['less than was dealt', 'OK-4', { exchange: 'SEHK', qty: '99', price: '427' }, /filled quantity/],
    ['no trigger where the type needs one', 'OK-2', { exchange: 'US', qty: '20', price: '205' }, /aux_price is required/],
    ['a trigger that is no number', 'OK-2', { ...stop, aux_price: 'x' }, /aux_price/],
    ['a trigger that rounds to zero', 'OK-2', { ...stop, aux_price: '0.0004' }, /aux_price/],
    ['an order that is no longer open', 'DONE-1', { exchange: 'SEHK', qty: '1', price: '1' }, /no longer open/],
    ['an order that does not exist', 'OK-99', hk, /order does not exist/],
    ["another account's order", 'FUT-1', { exchange: 'HKFE', qty: '1', price: '1' }, /order does not exist/],
    ['a body that is no JSON', 'OK-1', '{"exchange":', /JSON/],
    ['a body that is a list', 'OK-1', '[]', /JSON/],
    ['a body that gives qty two values', 'OK-1', '{"exchange":"SEHK","qty":"300","price":"561.5","qty":"400"}', /two values/],
    [
      'a body that gives price two values, one of them escaped',
      'OK-1',
      '{"exchange":"SEHK","qty":"300","price":"561.5","pri\\u0063e":"9"}',
      /two values/,
    ],
  ])('refuses %s', async (_, id, body, errmsg) => {
    const before = await listed(service.ada, '8001');
    expect(await modify(id, body)).toMatchObject(refused(errmsg));
    expect(await listed(service.ada, '8001')).toEqual(before);
  });

  it.each(['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED'])('refuses %s without a trigger', async (type) => {
    const order = record((await listed(service.lin, '8002')).find((candidate) => candidate['order_type'] === type));
    const exchange = { 'US.CLmain': 'NYMEX', 'US.6Jmain': 'CME', 'US.GCmain': 'COMEX', 'US.ZCmain': 'CBOT' }[String(order['code'])];
    expect(await modifyFuture(String(order['order_id']), { exchange, qty: '1', price: '1' })).toMatchObject(
      refused(/aux_price is required/),
    );
  });

  it.each(['ASHARE-1', 'ASHARE-2', 'ASHARE-3', 'ASHARE-4', 'ASHARE-5', 'SZSE-1'])('refuses the A-share order %s', async (id) => {
    expect(await modify(id, { exchange: id.startsWith('SZSE') ? 'SZSE' : 'SSE', qty: '100', price: '10' })).toMatchObject(
      refused(/A-share/),
    );
  });

  it('refuses an account that does not exist, and a paper account', async () => {
    expect(await service.ada.put(path('9999', 'OK-1'), hk)).toMatchObject(refused(/account does not exist/));
    expect(await service.ada.put(path('SIM-1001', 'OK-1'), hk)).toMatchObject(refused(/account does not exist/));
  });

  it('refuses a body that is not declared as JSON', async () => {
    expect(await service.ada.put(path('8001', 'OK-1'), hk, { 'Content-Type': 'text/plain' })).toMatchObject(refused(/Content-Type/));
  });

  it.each(['1', '2', '3', '4', '5'])('refuses ERR-%s by its own rule', async (number) => {
    const id = `ERR-${number}`;
    const before = await orderNow(id);
    const exchange = String(before['code']).startsWith('US') ? 'US' : 'SEHK';
    expect(await modify(id, { exchange, qty: '9', price: '9', aux_price: '9' })).toMatchObject(refused(/./));
    expect(await orderNow(id)).toEqual(before);
  });
});

describe('PUT order, with -2100 and Order Confirm,', () => {
  const body = { exchange: 'US', qty: '41', price: '170.55' };
  const ask = async (): Promise<string> => {
    const answer = await modify('CONFIRM-1', body);
    expect(answer).toMatchObject({ status: 200, body: { s: 'error', errcode: -2100, need_order_confirm: true } });
    expect(answer.body['errmsg']).not.toBe('');
    expect(answer.body['jump_url']).toBeUndefined();
    return String(answer.body['confirm_id']);
  };

  it('changes nothing before the confirmation', async () => {
    const before = await orderNow('CONFIRM-1');
    const confirmId = await ask();
    service.advance(10_000);
    expect(await orderNow('CONFIRM-1')).toEqual(before);
    expect((await confirm(confirmId)).body).toEqual({ s: 'ok', d: { order_id: 'CONFIRM-1' } });
    expect(await orderNow('CONFIRM-1')).toMatchObject({ qty: '41', price: '170.55' });
  });

  it('accepts a confirmation id once', async () => {
    const confirmId = await ask();
    await confirm(confirmId);
    expect(await confirm(confirmId)).toMatchObject(refused(/confirm_id/));
  });

  it('accepts only the id of the latest answer', async () => {
    const first = await ask();
    const second = await ask();
    expect(second).not.toBe(first);
    expect(await confirm(first)).toMatchObject(refused(/confirm_id/));
    expect((await confirm(second)).body).toMatchObject({ s: 'ok' });
  });

  it('lets a confirmation id expire after five minutes', async () => {
    const confirmId = await ask();
    service.advance(5 * 60_000 + 1);
    expect(await confirm(confirmId)).toMatchObject(refused(/confirm_id/));
  });

  it('accepts no id that is unknown, missing, or of another account', async () => {
    const confirmId = await ask();
    expect(await confirm('unknown')).toMatchObject(refused(/confirm_id/));
    expect(await confirm(undefined)).toMatchObject(refused(/confirm_id/));
    expect(await confirm(confirmId, service.lin, '8002')).toMatchObject(refused(/confirm_id/));
    expect((await confirm(confirmId)).body).toMatchObject({ s: 'ok' });
  });

  it('asks for a confirmation of every order whose id begins with CONFIRM-', async () => {
    for (const order of (await listed(service.ada, '8001')).filter(({ order_id: id }) => String(id).startsWith('CONFIRM-'))) {
      const exchange = order['security_type'] === 'OPTION' ? 'CBOE' : String(order['code']).startsWith('US') ? 'US' : 'SEHK';
      const price = awayFrom(order);
      expect((await modify(String(order['order_id']), { exchange, qty: '700', price, aux_price: '9' })).body).toMatchObject({
        errcode: -2100,
        need_order_confirm: true,
      });
    }
  });
});

describe('PUT order, with -2101,', () => {
  it.each(['1', '2', '3', '4', '5'])('sends BROWSER-%s to an https address and changes nothing', async (number) => {
    const id = `BROWSER-${number}`;
    const before = await orderNow(id);
    const exchange = String(before['code']).startsWith('US') ? 'US' : 'SEHK';
    const { status, body } = await modify(id, { exchange, qty: '9', price: awayFrom(before), aux_price: '9' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ s: 'error', errcode: -2101, need_order_confirm: false });
    expect(new URL(String(body['jump_url']))).toMatchObject({ protocol: 'https:', hostname: 'broker.example' });
    expect(body['confirm_id']).toBeUndefined();
    expect(await orderNow(id)).toEqual(before);
  });
});

describe('the right to change an order', () => {
  it('is refused without a credential and for an account that was not granted', async () => {
    expect((await service.nobody.put(path('8001', 'OK-1'), hk)).status).toBe(401);
    expect((await service.lin.put(path('8001', 'OK-1'), hk)).status).toBe(403);
    expect(await orderNow('OK-1')).toMatchObject({ qty: '300' });
  });
});

describe('the lists of orders', () => {
  it('hold orders of every type, in securities and futures, and each known form of id five times', async () => {
    const securities = await listed(service.ada, '8001');
    const all = [...securities, ...(await listed(service.lin, '8002'))];
    expect(new Set(all.map((order) => order['order_type']))).toEqual(
      new Set(['LIMIT', 'MARKET', 'AUCTION', 'AUCTION_LIMIT', 'STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED']),
    );
    expect(new Set(all.map((order) => order['security_type']))).toEqual(new Set(['STOCK', 'OPTION', 'FUTURES']));
    for (const prefix of ['OK', 'ERR', 'CONFIRM', 'BROWSER', 'ASHARE', 'SLOW']) {
      expect(
        securities
          .map((order) => String(order['order_id']))
          .filter((id) => id.startsWith(`${prefix}-`))
          .toSorted(),
      ).toEqual([1, 2, 3, 4, 5].map((number) => `${prefix}-${String(number)}`));
    }
  });

  it('are paged by page_flag', async () => {
    const seen: unknown[] = [];
    let flag = '';
    let completed = false;
    for (let page = 0; !completed && page < 10; page += 1) {
      const data = record((await service.ada.get('/api/v1.0/accounts/8001/orders', { page_size: '10', page_flag: flag })).body['d']);
      seen.push(...records(data['orders']).map((order) => order['order_id']));
      completed = data['completed'] === true;
      flag = String(data['page_flag']);
    }
    expect(flag).toBe('');
    expect(seen).toEqual((await listed(service.ada, '8001')).map((order) => order['order_id']));
  });

  it('are filtered by market, the newest first, with times in microseconds', async () => {
    const data = record((await service.ada.get('/api/v1.0/accounts/8001/orders', { trd_market: 'HKCC' })).body['d']);
    const orders = records(data['orders']);
    expect(orders.map((order) => order['order_id'])).toEqual(['ASHARE-1', 'ASHARE-2', 'ASHARE-3', 'ASHARE-4', 'ASHARE-5', 'SZSE-1']);
    const times = orders.map((order) => Number(order['create_time']));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(Math.abs(Number(times[0]) / 1000 - service.now())).toBeLessThan(24 * 3_600_000);
  });

  it.each(['9', '101', 'x'])('refuse page_size %s', async (size) => {
    expect(await service.ada.get('/api/v1.0/accounts/8001/orders', { page_size: size })).toMatchObject(refused(/page_size/));
  });

  it('give details by id within one exchange', async () => {
    const detail = async (body: unknown): Promise<Answer> => service.ada.post('/api/v1.0/accounts/8001/orders/detail', body);
    const found = records((await detail({ exchange: 'SEHK', order_ids: ['OK-1', 'OK-2', 'nothing'] })).body['d']);
    expect(found.map((order) => order['order_id'])).toEqual(['OK-1']);
    expect(await detail({ exchange: 'SEHK', order_ids: [] })).toMatchObject(refused(/order_ids/));
    expect(await detail({ exchange: 'SEHK', order_ids: Array.from({ length: 50 }, (_, index) => String(index)) })).toMatchObject(
      refused(/order_ids/),
    );
    expect(await detail({ exchange: 'SEHK', order_ids: ['OK-1', 5] })).toMatchObject(refused(/order_ids/));
    expect(await detail({ exchange: 'MOON', order_ids: ['OK-1'] })).toMatchObject(refused(/exchange/));
  });

  it('are restored by a reset', async () => {
    await modify('OK-1', hk);
    expect(await orderNow('OK-1')).toMatchObject({ qty: '400' });
    service.sandbox.reset();
    expect(await orderNow('OK-1')).toMatchObject({ qty: '300' });
  });
});
