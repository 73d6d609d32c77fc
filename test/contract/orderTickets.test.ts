import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TicketDesk } from '../../src/app/orders/ticket/ticketDesk';
import type { OpenReview } from '../../src/app/orders/ticket/ticketDesk';
import { emptyTicket, withOrder } from '../../src/app/orders/ticket/ticket';
import { prepareModification } from '../../src/service/endpoints/orders/changes';
import { createTransport } from '../../src/service/transport/transport';
import { askForYes } from '../../src/ui/orders/form/askForYes';
import type { OrderOrigin } from '../../src/domain/orders/orderOrigin';
import { editor } from '../support/editor/editor';
import { pageOf } from '../support/builders/lists';
import { bearer, followed, machine, openOrderDesk, orderNow } from '../support/orders/orderDesk';
import type { OrderDesk } from '../support/orders/orderDesk';
import { live } from '../support/orders/orderFakes';
import { useOrderWorlds } from '../support/orders/orderWorlds';
import { unlimited } from '../support/orders/unlimited';

let sandbox: RunningSandbox;
let desk: OrderDesk;

const puts = (service: RunningSandbox): readonly unknown[] => service.ledger.entries.filter(({ method }) => method === 'PUT');

describe.each([
  ['the usual world', {}],
  ['a world like live', { likeLive: true, limitsRequests: false }],
] as const)('an order ticket in %s', (_, world) => {
  const worlds = useOrderWorlds(['usual'], world);
  beforeEach(async () => {
    sandbox = worlds.usual;
    desk = await worlds.open(sandbox, ['8001']);
  });

  /** A ticket of this window for an order as it is now, up to its review. */
  async function ticketOn(
    window: OrderDesk,
    orderId: string,
    exchange: string,
    typed: { readonly qty: string; readonly price: string },
    origin?: OrderOrigin,
  ): Promise<OpenReview> {
    const tickets = new TicketDesk({ ...window, clock: machine, limits: () => unlimited });
    const order = await orderNow(window.client, '8001', orderId, exchange);
    const begun = await tickets.begin(withOrder({ ...emptyTicket, accountId: '8001' }, orderId, order));
    if (begun.kind !== 'open') throw new Error('locked');
    const opened = tickets.review({ ...begun.ticket, typed, ...(origin === undefined ? {} : { origin }) }, live);
    if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
    return opened.review;
  }

  it('says in the last question which program proposed it, and sends nothing when the user goes back', async () => {
    const origin = { kind: 'program', program: 'agent', name: 'Claude' } as const;
    const sent = puts(sandbox).length;
    const review = await ticketOn(desk, 'OK-2', 'US', { qty: '60', price: '180' }, origin);
    expect(await askForYes(review, 'UTC', undefined, () => [])).toMatchObject({ kind: 'back' });
    expect(editor.questions.at(-1)).toContain('the agent “Claude”');
    expect(puts(sandbox)).toHaveLength(sent);
  });

  it('is stopped when another window changed its order after the review, and says what changed', async () => {
    const review = await ticketOn(desk, 'OK-2', 'US', { qty: '60', price: '180' });
    expect(await review.check()).toMatchObject({ kind: 'ready', readAtMs: expect.any(Number) as number });
    const other = await ticketOn(desk, 'OK-2', 'US', { qty: '10', price: '180' });
    expect(await other.confirm(live)).toMatchObject({ outcome: { kind: 'accepted' } });
    const sent = puts(sandbox).length;
    const stopped = await review.confirm(live);
    expect(stopped).toMatchObject({ kind: 'blocked', reason: 'stale', verdict: { kind: 'newerAttempt', order: { quantity: '10' } } });
    expect(puts(sandbox)).toHaveLength(sent);
  });

  it('is stopped when its order changed at the broker, before the last question and again before it is sent', async () => {
    const review = await ticketOn(desk, 'OK-4', 'SEHK', { qty: '900', price: '430' });
    expect(await review.check()).toMatchObject({ kind: 'ready' });
    // A change made elsewhere, which the journal does not know.
    const now = await orderNow(desk.client, '8001', 'OK-4', 'SEHK');
    await desk.client.modifyOrder(
      prepareModification({ accountId: '8001', orderId: 'OK-4', exchange: 'SEHK', quantity: '700', price: now.price }),
      live,
    );
    const sent = puts(sandbox).length;
    expect(await review.confirm(live)).toMatchObject({
      reason: 'stale',
      verdict: { kind: 'changed', differences: [{ field: 'quantity', now: '700' }] },
    });
    const later = await ticketOn(desk, 'OK-4', 'SEHK', { qty: '900', price: '430' });
    await desk.client.modifyOrder(
      prepareModification({ accountId: '8001', orderId: 'OK-4', exchange: 'SEHK', quantity: '600', price: now.price }),
      live,
    );
    later.retry();
    expect(await later.check()).toMatchObject({ reason: 'stale', verdict: { kind: 'changed' } });
    expect(puts(sandbox)).toHaveLength(sent + 1);
  });

  it('reports a later rejection with the service’s message', async () => {
    const review = await ticketOn(desk, 'SLOW-5', 'SEHK', { qty: '1000', price: '40' });
    expect(await review.confirm(live)).toMatchObject({ outcome: { kind: 'accepted' } });
    const now = await orderNow(desk.client, '8001', 'SLOW-5', 'SEHK');
    vi.spyOn(desk.client.beyond, 'orderDetails').mockImplementation(async () => pageOf([{ ...now, lastError: 'Price out of the band' }]));
    expect(await followed(desk)).toMatchObject({ attempt: { state: 'rejectedLater', followed: { text: 'Price out of the band' } } });
    expect(await desk.journal.unresolvedFor(review.shown.preview.target)).toBeUndefined();
  });
});

describe('an order ticket at a service that lists no orders', () => {
  it('says that the order could not be read again, and is still stopped by a change of another window', async () => {
    const strict = await startSandbox({ port: 0, strict: true });
    const line = createTransport({ settings: () => ({}) });
    const home = await mkdtemp(join(tmpdir(), 'tickets-'));
    try {
      const window = openOrderDesk(
        { folder: home, transport: line, clockOffset: { ms: 0 } },
        strict,
        await bearer(strict, 'ada', ['8001']),
        'oauth',
      );
      const tickets = new TicketDesk({ ...window, clock: machine, limits: () => unlimited });
      const typedTicket = async (qty: string): Promise<OpenReview> => {
        const begun = await tickets.begin({
          ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', undefined),
          exchange: 'SEHK',
          orderType: 'LIMIT',
        });
        if (begun.kind !== 'open') throw new Error('locked');
        const opened = tickets.review({ ...begun.ticket, typed: { qty, price: '561.5' } }, live);
        if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
        return opened.review;
      };
      // Reviews are checked one at a time, under the order's lock.
      const first = await typedTicket('400');
      expect(await first.check()).toMatchObject({ kind: 'ready', readAtMs: undefined });
      const second = await typedTicket('300');
      expect(await second.check()).toMatchObject({ kind: 'ready', readAtMs: undefined });
      expect(await first.confirm(live)).toMatchObject({ outcome: { kind: 'accepted' } });
      expect(await second.confirm(live)).toMatchObject({ kind: 'blocked', reason: 'stale', verdict: { kind: 'newerAttempt' } });
      expect(puts(strict)).toHaveLength(1);
    } finally {
      await line.close();
      await strict.close();
      await rm(home, { recursive: true, force: true });
    }
  });
});
