import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { writeOf } from '../../promises/broker/orderWrites';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

let world: World;
afterEach(async () => world.close());

it('says of a change that became a cancellation and a new order that the old one has ended, and names the new one', async () => {
  world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
  const { broker, machine } = world;
  broker.hasLive(accountId);
  const old = broker.book.addBuy(accountId, 'T-1');
  broker.treat = ({ request, send }) => {
    if (writeOf(request) === undefined) return false;
    old.apply(machine.monotonicMs, request.number, { status: 'CANCELLED_ALL' });
    broker.book.addBuy(accountId, 'T-9').apply(machine.monotonicMs, request.number, { qty: '500', price: '554' });
    send({ status: 200, body: { s: 'ok', d: { order_id: 'T-9' } } });
    return true;
  };
  const window = await world.openOrders();
  const values = { qty: '500', price: '554', auxPrice: '' };
  await new TicketUser(window, {
    ...{ accountId, orderId: 'T-1', entry: 'row', ...values, says: 'yes', confirms: true, persists: true },
  }).play();
  await machine.pass(60_000);
  expect(broker.orderRequests).toHaveLength(1);
  const told = window.said.map(({ text }) => text).filter((text) => text.startsWith('Outcome unknown: '));
  expect(told).toEqual([
    expect.stringMatching(/ The response names order T-9: .* It has ended with its old values\. Status: canceled\. Nothing is filled\.$/),
  ]);
});
