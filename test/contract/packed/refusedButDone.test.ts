import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeOf } from '../../promises/broker/orderWrites';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

/** Orders can’t be read for a minute, so that nothing contradicts the service at first. */
describe('a request that the service refused and made all the same', () => {
  let world: World;
  afterEach(async () => world.close());

  it.each([
    ['modify', 200, { s: 'error', errcode: -1200, errmsg: 'no' }, /^Change applied: .* → 500 @ 554\. Until now it counted as “rejected”/],
    ['modify', 403, { code: -9, message: 'scope' }, /^Change applied: .* Until now it counted as “not authorized”/],
    ['cancel', 429, { code: -11, message: 'busy' }, /^Canceled: .* Until now it counted as “too many requests”/],
    ['cancel', 404, 'no such page', /^Canceled: .* Until now it counted as “not canceled”/],
  ] as const)('(%s, %d) is told and written down as soon as its order is read', async (action, status, body, words) => {
    const settings = { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' };
    world = new World({ settings });
    const { broker, machine } = world;
    broker.hasLive(accountId);
    broker.book.addBuy(accountId, 'T-1');
    let isDown = false;
    broker.treat = ({ request, send, carryOut }) => {
      if (writeOf(request) === undefined) {
        if (isDown) send({ status: 502, body: '' });
        return isDown;
      }
      carryOut();
      isDown = true;
      machine.after(60_000, () => (isDown = false));
      send({ status, body });
      return true;
    };
    const window = await world.openOrders();
    const values = { qty: '500', price: '554', auxPrice: '' };
    await new TicketUser(window, {
      action,
      ...{ accountId, orderId: 'T-1', entry: 'row', ...values, says: 'yes', confirms: true, persists: true },
    }).play();
    await machine.pass(10_000);
    const told = (): readonly string[] => window.said.flatMap(({ kind, text }) => (kind !== 'modal' && words.test(text) ? [text] : []));
    expect(told()).toEqual([]);
    await machine.pass(5 * 60_000);
    expect(told()).toHaveLength(1);
    const [, row] = await window.rows('marketDesk.orders');
    expect(row?.description).toMatch(action === 'modify' ? /^applied/ : /^canceled/);
  });
});
