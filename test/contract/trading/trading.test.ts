import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PreparedWrite } from '../../../src/service/endpoints/tradingRecords';
import { preparePlacement } from '../../../src/service/endpoints/orders/placeOrder';
import { bareSymbol } from '../../../src/service/endpoints/simulated/wire';
import {
  prepareSimulatedCancellation,
  prepareSimulatedModification,
  prepareSimulatedPlacement,
} from '../../../src/service/endpoints/simulated/writes';
import {
  fillHistoryPart,
  orderFillsPart,
  orderHistoryPart,
  simulatedOrderHistoryPart,
  simulatedOrdersPart,
} from '../../../src/service/endpoints/tradingSources';
import { readList } from '../../../src/service/lists/readList';
import { isNotOffered } from '../../../src/service/notOffered';
import type { OrderRecord } from '../../../src/service/records';
import { itemsOf } from '../../support/builders/lists';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';
import { worlds } from '../../support/sandbox/worlds';

const call = { signal: new AbortController().signal };
const accountId = '8001';
const always = { start: '0', end: '99999999999999999' };

describe.each(worlds)('orders from their beginning to their end, %s', (name, options) => {
  const isStrict = name === 'strict';
  let held: ClientAndSandbox;
  beforeAll(async () => {
    held = await openClient('ed25519', { sandbox: { ...options, alwaysOpen: true, language: 'en' } });
  });
  afterAll(async () => held.close());

  const paper = { accountId: name === 'like live' ? '281756479864562681' : 'SIM-1001', market: 1 };
  const source = async (): Promise<ClientAndSandbox['client']> => Promise.resolve(held.client);
  const lastPrice = async (code: string): Promise<number> => {
    const [quote] = await itemsOf(held.client.beyond.snapshot({ codes: [code] }, call));
    return Number(quote?.lastPrice);
  };
  /** Far below the market, in valid price steps of the security. */
  const resting = async (): Promise<string> => String(Math.round((await lastPrice('HK.00700')) * 0.9));
  const placement = async (remark: string): Promise<PreparedWrite> =>
    preparePlacement({
      accountId,
      code: 'HK.00700',
      quantity: '100',
      side: 'BUY',
      orderType: 'LIMIT',
      timeInForce: 'DAY',
      price: isStrict ? '500' : await resting(),
      remark,
    });
  const listed = async (orderId: string): Promise<OrderRecord | undefined> =>
    (await itemsOf(held.client.beyond.orders({ accountId, tradeMarket: 'HK' }, call))).find((order) => order.orderId === orderId);

  it('are placed, found by their mark, and cancelled', async () => {
    const outcome = await held.client.beyond.placeOrder(await placement('mine #ab12'), call);
    const cancellation = { accountId, orderId: 'OK-1', exchange: 'SEHK' };
    if (isStrict) {
      expect(outcome.kind).toBe('notOffered');
      expect((await held.client.beyond.cancelOrder(cancellation, call)).kind).toBe('notOffered');
      return;
    }
    if (outcome.kind !== 'accepted' || outcome.orderId === undefined) throw new Error(JSON.stringify(outcome));
    expect(await listed(outcome.orderId)).toMatchObject({ status: 'SUBMITTED', remark: 'mine #ab12' });
    expect(await held.client.beyond.cancelOrder({ ...cancellation, orderId: outcome.orderId }, call)).toEqual({ kind: 'accepted' });
    expect(await listed(outcome.orderId)).toMatchObject({ status: 'CANCELLED_ALL' });
  });

  it.each([
    ['CONFIRM #1', 'needsConfirmation'],
    ['BROWSER #1', 'needsBrowser'],
    ['ERR-1 #1', name === 'like live' ? 'saysRejected' : 'refused'],
    ['ERR-2 #1', 'refused'],
    ['FAILED #1', 'unknown'],
    ['LOST #1', 'accepted'],
  ])('have the right outcome for every answer to a placement: %s', async (remark, kind) => {
    const outcome = await held.client.beyond.placeOrder(await placement(remark), call);
    expect(outcome.kind).toBe(isStrict ? 'notOffered' : kind);
    if (outcome.kind !== 'needsConfirmation') return;
    const confirmed = await held.client.beyond.confirmOrder({ accountId, confirmId: outcome.confirmId, exchange: 'SEHK' }, call);
    if (confirmed.kind !== 'accepted' || confirmed.orderId === undefined) throw new Error(JSON.stringify(confirmed));
    expect(await listed(confirmed.orderId)).toMatchObject({ remark });
  });

  it('are read with complete histories and fills, or reported as not offered', async () => {
    const parts = [
      orderHistoryPart(source, { accountId, tradeMarket: 'HK', ...always }),
      fillHistoryPart(source, { accountId, tradeMarket: 'HK', ...always }),
      orderFillsPart(source, { accountId, tradeMarket: 'HK' }),
    ];
    for (const part of parts)
      expect((await readList<unknown>([part], call)).verdict, part.route).toBe(isStrict ? 'notOffered' : 'complete');
    const history = await readList([orderHistoryPart(source, { accountId, tradeMarket: 'HK', ...always })], call);
    if (history.verdict === 'complete') expect(history.items.length).toBeGreaterThan(50);
  });

  it('are placed, changed and cancelled in a paper account', async () => {
    const { beyond } = held.client;
    const price = isStrict ? '500' : await resting();
    const order = {
      ...paper,
      symbol: bareSymbol('HK.00700'),
      quantity: '200',
      side: 'BUY',
      orderType: 'LIMIT',
      price,
      remark: '#p1',
    } as const;
    const outcome = await beyond.placeSimulatedOrder(prepareSimulatedPlacement(order), call);
    if (isStrict) {
      expect(outcome.kind).toBe('notOffered');
      return;
    }
    if (outcome.kind !== 'accepted' || outcome.orderId === undefined) throw new Error(JSON.stringify(outcome));
    const { orderId } = outcome;
    const read = async (): Promise<OrderRecord | undefined> =>
      (await itemsOf(beyond.simulatedOrders(paper, call))).find((found) => found.orderId === orderId);
    expect(await read()).toMatchObject({ side: 'BUY', orderType: 'LIMIT', status: 'SUBMITTED', remark: '#p1', code: '00700' });
    const change = prepareSimulatedModification({ ...paper, orderId, quantity: '100', price });
    expect(await beyond.modifySimulatedOrder(change, call)).toEqual({ kind: 'accepted' });
    expect(await read()).toMatchObject({ quantity: '100' });
    expect(await beyond.cancelSimulatedOrder(prepareSimulatedCancellation({ ...paper, orderId }), call)).toEqual({ kind: 'accepted' });
    expect(await read()).toMatchObject({ status: 'CANCELLED_ALL' });
    expect((await beyond.cancelSimulatedOrder(prepareSimulatedCancellation({ ...paper, orderId }), call)).kind).toBe('saysRejected');
  });

  it('are read in a paper account with its money, limits, and complete lists, or reported as not offered', async () => {
    const { beyond } = held.client;
    const reads = [
      beyond.simulatedCash(paper, call),
      beyond.simulatedTradingPower({ ...paper, symbol: '00700', orderType: 'LIMIT', price: '560' }, call),
    ];
    for (const read of reads) expect(await read.then(() => true, isNotOffered)).toBe(true);
    for (const part of [simulatedOrdersPart(source, paper), simulatedOrderHistoryPart(source, { ...paper, ...always })])
      expect((await readList<unknown>([part], call)).verdict, part.route).toBe(isStrict ? 'notOffered' : 'complete');
  });

  it('are refused when a paper account cannot have them', async () => {
    if (isStrict) return;
    const order = { ...paper, symbol: '00700', quantity: '150', side: 'BUY', orderType: 'LIMIT', price: await resting() } as const;
    const { beyond } = held.client;
    expect((await beyond.placeSimulatedOrder(prepareSimulatedPlacement(order), call)).kind).toBe('saysRejected');
    expect((await beyond.placeSimulatedOrder(prepareSimulatedPlacement({ ...order, symbol: '700' }), call)).kind).toBe('refused');
  });
});

describe('a lost answer', () => {
  let held: ClientAndSandbox;
  beforeAll(async () => {
    held = await openClient('bearer', { sandbox: { alwaysOpen: true } });
  });
  afterAll(async () => held.close());

  it('leaves a placement unknown, made once, and found by its mark', async () => {
    const prepared = preparePlacement({
      accountId,
      code: 'US.AAPL',
      quantity: '1',
      side: 'BUY',
      orderType: 'MARKET',
      timeInForce: 'DAY',
      remark: '#lost1',
    });
    held.sandbox.faults.once({
      match: { method: 'POST', path: '/api/v1.0/accounts/{acc_id}/orders' },
      action: { kind: 'reset', processed: true },
    });
    expect((await held.client.beyond.placeOrder(prepared, call)).kind).toBe('unknown');
    expect(held.sandbox.ledger.of('POST', '/api/v1.0/accounts/8001/orders')).toHaveLength(1);
    const found = (await itemsOf(held.client.beyond.orders({ accountId, tradeMarket: 'US' }, call))).filter(
      ({ remark }) => remark === '#lost1',
    );
    expect(found).toMatchObject([{ status: 'FILLED_ALL' }]);
  });

  it('leaves a cancellation unknown, sent once', async () => {
    held.sandbox.faults.once({ match: { method: 'DELETE' }, action: { kind: 'truncate', framing: 'length' } });
    expect((await held.client.beyond.cancelOrder({ accountId, orderId: 'OK-1', exchange: 'SEHK' }, call)).kind).toBe('unknown');
    expect(held.sandbox.ledger.of('DELETE', '/api/v1.0/accounts/8001/orders/OK-1')).toHaveLength(1);
  });
});
