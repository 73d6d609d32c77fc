import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OrderState } from '../../promises/broker/book';
import { writeOf } from '../../promises/broker/orderWrites';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('an end that an order shows for some seconds, and then another one', () => {
  let world: World;
  afterEach(async () => world.close());

  it.each<readonly [string, 'cancel' | 'modify', Partial<OrderState>, string, RegExp, RegExp, RegExp]>([
    [
      'canceled, then filled',
      'cancel',
      { status: 'FILLED_ALL', dealtQty: '1000' },
      '',
      /^Canceled: /,
      /^Too late to cancel: .* It was filled \(1,000 of 1,000\)\. Until now it counted as “canceled”\.$/,
      /^too late/,
    ],
    [
      'canceled, then with a part filled before',
      'cancel',
      { status: 'CANCELLED_PART', dealtQty: '400' },
      '',
      /^Canceled: \S+ 1,000 [^.]+\.$/,
      /^Canceled: .* Filled before: 400 of 1,000\.$/,
      /^canceled/,
    ],
    [
      'changed, then as before with the words of a rejection',
      'modify',
      { qty: '1000', price: '100' },
      'Replace rejected',
      /^Change applied: /,
      /^Change rejected after it was accepted: .* The order says: Replace rejected\./,
      /^rejected/,
    ],
  ])('is told and written down (%s)', async (_, action, state, lastError, first, second, row) => {
    world = new World({
      settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' },
    });
    const { broker, machine } = world;
    broker.hasLive(accountId);
    const order = broker.book.addBuy(accountId, 'T-1');
    broker.treat = ({ request }) => {
      if (writeOf(request) === undefined) return false;
      machine.after(5_000, () => {
        order.apply(machine.monotonicMs, undefined, state);
        order.lastError = lastError;
      });
      return false;
    };
    const window = await world.openOrders();
    const values = { qty: '500', price: '554', auxPrice: '' };
    await new TicketUser(window, {
      action,
      ...{ accountId, orderId: 'T-1', entry: 'row', ...values, says: 'yes', confirms: true, persists: true, stays: true },
    }).play();
    await machine.pass(2 * 60_000);
    const told = (words: RegExp): readonly string[] =>
      window.said.flatMap(({ kind, text }) => (kind !== 'modal' && words.test(text) ? [text] : []));
    expect(told(first).length).toBeGreaterThan(0);
    expect(told(second).length).toBeGreaterThan(0);
    const change = (await window.rows('marketDesk.orders')).find(({ depth, description }) => depth === 1 && row.test(description));
    expect(change).toBeDefined();
  });
});
