import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postJson, registrationBody } from '../support/sandboxHarness';
import { openService, record, records } from '../support/sandboxService';
import type { Json, SandboxService } from '../support/sandboxService';

const live = '/api/v1.0/accounts/8001';
const positionsOf = async (service: SandboxService): Promise<readonly Json[]> =>
  records((await service.ada.get(`${live}/positions`)).body['d']);
const byCode = (list: readonly Json[], code: string): Json => record(list.find((each) => each['code'] === code));

describe('an ordinary sandbox is a little untidy', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(async () => service.close());

  it('with a diluted cost below zero, whose ratio means nothing, and the parts of its P&L', async () => {
    const held = byCode(await positionsOf(service), 'US.AMZN');
    expect(held).toMatchObject({
      cost_price: expect.stringMatching(/^-/) as unknown,
      cost_price_valid: false,
      pl_ratio: '0',
      pl_ratio_valid: false,
    });
    const [all, open, realized] = ['pl_val', 'unrealized_pl', 'realized_pl'].map((name) => Number(held[name]));
    expect(all).toBeCloseTo((open ?? 0) + (realized ?? 0), 2);
    expect(Number(held['average_cost'])).toBeGreaterThan(0);
  });

  it('with fills that were undone or changed', async () => {
    const statuses = new Set<unknown>();
    let flag = '';
    for (let page = 0; page < 20; page += 1) {
      const { body } = await service.ada.get(`${live}/fills_history`, {
        start: '0',
        end: '9999999999999999',
        page_size: '50',
        page_flag: flag,
      });
      const d = record(body['d']);
      for (const { status } of records(d['order_fills'])) statuses.add(status);
      flag = String(d['page_flag']);
      if (d['completed'] === true) break;
    }
    expect(statuses).toEqual(new Set(['OK', 'CANCELLED', 'CHANGED']));
  });

  it('with limits at zero and below it, which a change of the quantity leaves alone', async () => {
    const change = async (id: string, price: string): Promise<Json> =>
      (await service.lin.put(`/api/v1.0/accounts/8002/orders/${id}`, { exchange: id === 'FUT-10' ? 'NYMEX' : 'CBOT', qty: '3', price }))
        .body;
    expect([await change('FUT-10', '-37.63'), await change('FUT-11', '0')]).toEqual([{ s: 'ok' }, { s: 'ok' }]);
    const { body } = await service.lin.get('/api/v1.0/accounts/8002/orders', { page_size: '100' });
    const list = records(record(body['d'])['orders']);
    for (const [id, price] of [
      ['FUT-10', '-37.63'],
      ['FUT-11', '0'],
    ])
      expect(list.find((order) => order['order_id'] === id)).toMatchObject({ qty: '3', price });
    // Shares have no such prices.
    expect((await service.ada.put(`${live}/orders/OK-1`, { exchange: 'SEHK', qty: '300', price: '-1' })).body).toMatchObject({
      s: 'error',
    });
  });

  it('with securities that nobody trades, of a class, and in another currency', async () => {
    const codes = ['US.NEWCO', 'US.HALTD', 'CA.RCI.B', 'CA.REI.UN', 'KR.0013V0', 'JP.130A', 'SG.H78', 'HK.80700'];
    const { body } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: codes });
    const list = records(record(body['data'])['snapshot_list']);
    expect(list.map(({ code }) => code)).toEqual(codes);
    expect(list.slice(0, 3).map((quote) => [Number(quote['last_price']), quote['suspension']])).toEqual([
      [0, false],
      [0, true],
      [expect.any(Number), false],
    ]);
    expect(Number(byCode(list, 'US.NEWCO')['prev_close_price'])).toBeGreaterThan(0);
    const bars = records(
      record((await service.ada.get('/api/v1.0/quote/US.HALTD/cur-kline', { num: '2', ktype: '2' })).body['data'])['kline_list'],
    );
    const [open, close] = ['open_price', 'close_price'].map((name) => Number(bars.at(-1)?.[name]));
    expect([open, (close ?? 0) > 0]).toEqual([0, true]);
  });

  it('with minutes before and after the regular hours for those who ask', async () => {
    const minutes = async (code: string, extended: string): Promise<number> =>
      records(
        record(
          (
            await service.ada.get(`/api/v1.0/quote/${code}/history-kline`, {
              end: '2026-06-09',
              start: '2026-06-09',
              num: '370',
              ktype: '8',
              extended_time: extended,
            })
          ).body['data'],
        )['kline_list'],
      ).length;
    expect([await minutes('US.AAPL', '0'), await minutes('US.AAPL', '1'), await minutes('HK.00700', '1')]).toEqual([13, 32, 11]);
  });
});

describe('a like-live sandbox is as untidy as the world', () => {
  let service: SandboxService;
  beforeAll(async () => {
    service = await openService({ likeLive: true, limitsRequests: false });
  });
  afterAll(async () => service.close());

  it('with positions by exchange, without side and flags, from before a split, and cash as a row', async () => {
    const held = await positionsOf(service);
    const codes = held.map(({ code }) => String(code));
    expect(codes.filter((code) => code.startsWith('HK.') && !code.includes('TCH'))).toEqual([]);
    expect(codes).toEqual(expect.arrayContaining(['SEHK.00700', 'SEHK.09988', 'SSE.600519', 'US.AAPL', 'CA.CASH']));
    expect(Object.keys(byCode(held, 'SEHK.09988')).filter((name) => name === 'position_side' || name.endsWith('_valid'))).toEqual([]);
    const { body } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['HK.00005'] });
    const [quote] = records(record(body['data'])['snapshot_list']);
    expect(Number(byCode(held, 'SEHK.00005')['nominal_price']) / Number(quote?.['last_price'])).toBeCloseTo(10, 0);
  });

  it('with a combination below zero in detail alone, a class share, and a figure that is a word', async () => {
    const detail = async (exchange: string, id: string): Promise<Json> =>
      record(records((await service.ada.post(`${live}/orders/detail`, { exchange, order_ids: [id] })).body['d'])[0]);
    expect(await detail('CBOE', 'COMBO-1')).toMatchObject({ security_type: 'MULTILEG_OPTION', price: '-1.20' });
    expect(await detail('CA', 'RCI-1')).toMatchObject({ code: 'CA.RCI.B', security_type: 'STOCK', currency: 'CAD' });
    expect(await detail('SGX', 'RCI-2')).toMatchObject({ currency: 'USD', dealt_avg_price: 'N/A' });
    expect((await service.ada.put(`${live}/orders/COMBO-1`, { exchange: 'CBOE', qty: '3', price: '-1.20' })).body).toMatchObject({
      s: 'ok',
    });
  });

  it('with trades that were canceled, in the U.S.', async () => {
    const marks = async (code: string): Promise<readonly unknown[]> =>
      records(record((await service.ada.get(`/api/v1.0/quote/${code}/rt-ticker`, { num: '30' })).body['data'])['ticker_list']).map(
        (tick) => tick['trade_type'],
      );
    expect([(await marks('US.AAPL')).includes('U'), (await marks('HK.00700')).includes('U')]).toEqual([true, false]);
  });

  it('and registers a client that names neither grants nor responses', async () => {
    const body = registrationBody({ grant_types: undefined, response_types: undefined, redirect_uris: ['http://127.0.0.1:4567/cb'] });
    const answer = await postJson(`${service.sandbox.url}/oauth2/register`, body);
    expect([answer.status, await answer.json()]).toMatchObject([201, { grant_types: ['authorization_code'], response_types: ['code'] }]);
    const wrong = registrationBody({ grant_types: ['implicit'], redirect_uris: ['http://127.0.0.1:4567/cb'] });
    expect((await postJson(`${service.sandbox.url}/oauth2/register`, wrong)).status).toBe(400);
  });
});
