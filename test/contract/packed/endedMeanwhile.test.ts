import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import type { PlayedTicket } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';
const orderId = 'T-1';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('an order whose last question stands open', () => {
  let world: World;
  let window: EditorWindow;

  beforeEach(async () => {
    world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
    world.broker.hasLive(accountId);
    world.broker.book.addBuy(accountId, orderId);
    window = await world.openOrders();
  });
  afterEach(async () => world.close());

  /** The user changes the order in any case, whatever happens to it at the last question. */
  async function change(meanwhile: () => void): Promise<PlayedTicket> {
    const values = { qty: '500', price: '101', auxPrice: '' };
    const user = new TicketUser(window, {
      ...{ accountId, orderId, entry: 'row', ...values, says: 'yes', confirms: true, persists: true },
      meanwhile: { at: 'modal', happens: meanwhile },
    });
    return user.play();
  }

  it('is called ended in the next question if it was canceled elsewhere, and never open after it', async () => {
    const order = world.broker.book.find(accountId, orderId);
    const { dialogs } = await change(() => order?.apply(world.machine.monotonicMs, undefined, { status: 'CANCELLED_ALL' }));
    expect(dialogs.map(({ text }) => /^⚠ The order has ended: canceled\.$/m.test(text))).toEqual([false, true]);
    await world.machine.pass(5_000);
    expect(window.said.map(({ text }) => text).filter((text) => /Status: submitted\./.test(text))).toEqual([]);
  });

  it('is not changed on the strength of a value in another currency', async () => {
    let currency = 'HKD';
    world.broker.treat = ({ request, send, carryOut }) => {
      if (!/\/orders(?:\/detail)?$/.test(request.path)) return false;
      const reply = carryOut();
      send({ ...reply, body: JSON.parse(JSON.stringify(reply.body).replaceAll('"HKD"', `"${currency}"`)) as unknown });
      return true;
    };
    const { dialogs } = await change(() => (currency = 'USD'));
    expect(dialogs.map(({ text }) => /^Order value: (\w+)/m.exec(text)?.[1])).toEqual(['HKD', 'USD']);
    expect(window.said.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Nothing was sent: .*\bCurrency: HKD → USD/s));
  });
});
