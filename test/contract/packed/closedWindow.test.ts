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

it.each([
  [/^Outcome unknown: BUY Tencent \(T-1\) → 500 @ 554\./, 'modify'],
  [/^Outcome unknown: cancel BUY 1,000 Tencent \(T-1\)\./, 'cancel'],
] as const)('the next window says once %s if the window of a request was killed and nothing was done', async (words, action) => {
  world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
  const { broker, machine } = world;
  broker.hasLive(accountId);
  broker.book.addBuy(accountId, 'T-1');
  const first = await world.openOrders();
  broker.treat = ({ request }) => {
    if (writeOf(request) === undefined) return false;
    first.options.life.kill();
    return true;
  };
  const values = { qty: '500', price: '554', auxPrice: '' };
  await new TicketUser(first, {
    ...{ action, accountId, orderId: 'T-1', entry: 'row', ...values, says: 'yes', confirms: true, persists: true },
  }).play();
  const window = await world.open();
  window.setVisible('marketDesk.orders', true);
  await machine.pass(600_000);
  expect(window.said.filter(({ text }) => words.test(text))).toHaveLength(1);
  const rows = await window.rows('marketDesk.orders');
  expect(rows.map(({ description }) => description)).toContainEqual(expect.stringMatching(/^outcome unknown/));
});
