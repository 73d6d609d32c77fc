import type { RunningSandbox } from 'market-desk-sandbox';
import { describe, expect, it } from 'vitest';
import type { ChangeResult } from '../../../src/app/orders/request/orderRequest';
import { deriveExchange } from '../../../src/domain/orders/orderRules';
import { followed, orderNow } from '../../support/orders/orderDesk';
import type { OrderDesk } from '../../support/orders/orderDesk';
import { live } from '../../support/orders/orderFakes';
import { useOrderWorlds } from '../../support/orders/orderWorlds';

const worlds = useOrderWorlds(['usual', 'likeLive', 'strict']);

const openDesk = async (sandbox: RunningSandbox): Promise<OrderDesk> => worlds.open(sandbox, ['8001', 'SIM-1001']);

/** Cancels an order in its current state. */
async function cancel(desk: OrderDesk, orderId: string, exchange: string): Promise<ChangeResult> {
  const order = await orderNow(desk.client, '8001', orderId, exchange);
  const place = { accountId: '8001', orderId, exchange: deriveExchange(order.code, order.securityType) ?? exchange };
  const facts = { code: order.code, name: order.name, side: order.side, orderType: order.orderType, status: order.status };
  const preview = desk.writer.previewCancel(
    place,
    { order, latestRoot: null },
    { order: { ...facts, filled: order.dealtQuantity, lastError: order.lastError }, isPaper: false },
  );
  return desk.writer.submit(preview, live);
}

const cancellations = (sandbox: RunningSandbox) => sandbox.ledger.entries.filter(({ method }) => method === 'DELETE');

describe.each([
  ['the usual world', () => worlds.usual],
  ['a world like live', () => worlds.likeLive],
] as const)('a cancellation in %s', (_, world) => {
  it('is sent once, and followed until the order is canceled', async () => {
    const desk = await openDesk(world());
    expect(await cancel(desk, 'OK-1', 'SEHK')).toMatchObject({ kind: 'settled', outcome: { kind: 'accepted' }, isRecorded: true });
    expect(cancellations(world()).map(({ path }) => path)).toEqual(['/api/v1.0/accounts/8001/orders/OK-1']);
    expect(await followed(desk)).toMatchObject({ attempt: { state: 'applied' }, order: { status: 'CANCELLED_ALL' } });
    expect((await desk.journal.attempts()).map(({ action, state }) => [action, state])).toEqual([['cancel', 'applied']]);
    expect(await orderNow(desk.client, '8001', 'OK-1', 'SEHK')).toMatchObject({ status: 'CANCELLED_ALL' });
  });

  it('keeps what was filled before', async () => {
    const desk = await openDesk(world());
    const before = await orderNow(desk.client, '8001', 'OK-4', 'SEHK');
    expect(before.status).toBe('FILLED_PART');
    await cancel(desk, 'OK-4', 'SEHK');
    expect(await followed(desk)).toMatchObject({
      attempt: { state: 'applied' },
      order: { status: 'CANCELLED_PART', dealtQuantity: before.dealtQuantity },
    });
  });

  it('is unknown and locks the order when its connection breaks, until the order shows the end', async () => {
    const sandbox = world();
    const response = await fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ match: { method: 'DELETE' }, action: { kind: 'reset', processed: true } }),
    });
    expect(response.ok).toBe(true);
    const desk = await openDesk(sandbox);
    expect(await cancel(desk, 'OK-1', 'SEHK')).toMatchObject({ outcome: { kind: 'unknown' } });
    expect(
      await desk.journal.unresolvedFor({ service: sandbox.url, isSandbox: true, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' }),
    ).toBeDefined();
    expect(await followed(desk)).toMatchObject({ attempt: { action: 'cancel', state: 'applied' } });
    expect(cancellations(sandbox)).toHaveLength(1);
  });
});

describe('a cancellation at a service that offers only the specification', () => {
  it('ends as not offered, and locks nothing', async () => {
    const desk = await openDesk(worlds.strict);
    const place = { accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' };
    const preview = desk.writer.previewCancel(place, { order: undefined, latestRoot: null }, { order: undefined, isPaper: false });
    expect(await desk.writer.submit(preview, live)).toMatchObject({ kind: 'settled', outcome: { kind: 'notOffered' } });
    expect(await desk.journal.unresolvedFor(preview.target)).toBeUndefined();
  });
});
