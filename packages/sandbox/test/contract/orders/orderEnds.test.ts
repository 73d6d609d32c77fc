import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { postJson } from '../../support/sandboxHarness';
import { openService, records } from '../../support/sandboxService';
import type { Json, SandboxService } from '../../support/sandboxService';
import { openTrading } from '../../support/tradingService';
import type { TradingService } from '../../support/tradingService';

async function orderOf(service: SandboxService, id: string): Promise<Json | undefined> {
  const { body } = await service.ada.post('/api/v1.0/accounts/8001/orders/detail', { exchange: 'SEHK', order_ids: [id] });
  return records(body['d'])[0];
}

async function change(service: SandboxService, id: string, price = '99'): Promise<Json> {
  return (await service.ada.put(`/api/v1.0/accounts/8001/orders/${id}`, { exchange: 'SEHK', qty: '600', price })).body;
}

it('an accepted change in the sandbox may be rejected later, or never end', async () => {
  const service = await openService({ likeLive: true, limitsRequests: false });
  try {
    const [late, hanging] = [await orderOf(service, 'LATE-1'), await orderOf(service, 'HANG-2')];
    expect([await change(service, 'LATE-1', '999'), await change(service, 'HANG-2', '90')]).toEqual([{ s: 'ok' }, { s: 'ok' }]);
    service.advance(2_999);
    expect(await orderOf(service, 'LATE-1')).toEqual(late);
    service.advance(1);
    expect(await orderOf(service, 'LATE-1')).toMatchObject({
      qty: late?.['qty'],
      price: late?.['price'],
      last_err_msg: expect.stringMatching(/.+/) as unknown,
    });
    service.advance(86_400_000);
    expect(await orderOf(service, 'HANG-2')).toEqual(hanging);
  } finally {
    await service.close();
  }
});

it('a control of the sandbox decides about the next change', async () => {
  const service = await openService();
  try {
    expect((await postJson(`${service.sandbox.url}/sandbox/orders`, { nextChange: 'reject' })).status).toBe(200);
    expect((await postJson(`${service.sandbox.url}/sandbox/orders`, { nextChange: 'explode' })).status).toBe(400);
    const before = await orderOf(service, 'OK-1');
    expect(await change(service, 'OK-1')).toEqual({ s: 'ok' });
    service.advance(3_000);
    expect(await orderOf(service, 'OK-1')).toMatchObject({
      qty: before?.['qty'],
      last_err_msg: 'Rejected by the exchange: price outside the permitted range',
    });
    expect(await change(service, 'OK-1')).toEqual({ s: 'ok' });
    expect(await orderOf(service, 'OK-1')).toMatchObject({ qty: '600', last_err_msg: '' });
  } finally {
    await service.close();
  }
});

it('placed orders, their fills, and what they reserve survive a restart but no reset', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-orders-'));
  const run = async <T>(act: (service: TradingService) => Promise<T>): Promise<T> => {
    const service = await openTrading({ stateFile: join(folder, 'state.json') });
    try {
      return await act(service);
    } finally {
      await service.close();
    }
  };
  const seen = async (service: TradingService, ids: readonly string[]): Promise<unknown> => ({
    orders: await Promise.all(ids.map(async (id) => service.order(id))),
    held: await service.held('US.AAPL'),
    fills: (await service.ada.get('/api/v1.0/accounts/8001/order_fills')).body,
    ok1: await service.order('OK-1'),
  });
  try {
    const [ids, before] = await run(async (service) => {
      const resting = await service.placed({ remark: 'REST #1' });
      const filled = await service.placed({ code: 'US.AAPL', qty: '3', order_type: 'MARKET', price: undefined });
      await service.cancel('OK-1');
      return [[resting, filled], await seen(service, [resting, filled])] as const;
    });
    expect(before).toMatchObject({
      orders: [{ order_status: 'SUBMITTED' }, { order_status: 'FILLED_ALL' }],
      ok1: { order_status: 'CANCELLED_ALL' },
    });
    expect(await run(async (service) => seen(service, ids))).toEqual(before);
    await run(async (service) => {
      expect((await service.cancel(ids[0])).body).toEqual({ s: 'ok' });
      service.sandbox.reset();
      expect(await service.order(ids[1])).toBeUndefined();
    });
    expect(await run(async (service) => service.order(ids[1]))).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('changed orders survive a restart but no reset', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'market-desk-orders-'));
  const stateFile = join(folder, 'state.json');
  const quantity = async (act?: (service: SandboxService) => unknown): Promise<unknown> => {
    const service = await openService({ stateFile });
    try {
      await act?.(service);
      return (await orderOf(service, 'OK-1'))?.['qty'];
    } finally {
      await service.close();
    }
  };
  try {
    expect(await quantity()).toBe('300');
    expect(await quantity(async (service) => change(service, 'OK-1'))).toBe('600');
    expect(await quantity()).toBe('600');
    expect(await quantity((service) => service.sandbox.reset())).toBe('300');
    expect(await quantity()).toBe('300');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
