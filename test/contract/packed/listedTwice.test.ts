import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { World } from '../../promises/desk/world';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

let world: World;
afterEach(async () => world.close());

/** No record of it can be trusted, but an order with this ID may be in the market. */
it.each([{ qty: '400' }, { order_status: 'CANCELLED_ALL' }])(
  'cancels an order that its list has once more with %j, and names it',
  async (other) => {
    world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
    const { broker, machine } = world;
    broker.hasLive(accountId);
    const twice = broker.book.addBuy(accountId, 'T-1');
    broker.book.addBuy(accountId, 'T-2');
    broker.treat = ({ request, send, carryOut }) => {
      if (request.method !== 'GET' || !request.path.endsWith(`/${accountId}/orders`)) return false;
      const reply = carryOut();
      const { d } = reply.body as { d: { orders: object[] } };
      if (d.orders.length > 0) d.orders.push({ ...twice.record(), ...other });
      send(reply);
      return true;
    };
    const window = await world.openOrders();
    const rows = await window.rows('marketDesk.orders');
    expect(rows.map(({ label }) => label)).toContainEqual(expect.stringMatching(/more than once, with different values: T-1\.$/));
    await window.play('marketDesk.orders.cancelAll', [], (prompt) => {
      if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => /^Cancel \d+ Orders?$/.test(button)));
      else prompt.close();
    });
    const [question] = window.said.filter(({ kind }) => kind === 'modal');
    expect(question?.text).toMatch(/^BUY 1,000 Tencent @ 100 · T-2$/m);
    expect(question?.text).toMatch(/^BUY .*Tencent @ 100 · T-1$/m);
    await machine.pass(5_000);
    expect([...broker.book.orders.values()].map(({ state }) => state.status)).toEqual(['CANCELLED_ALL', 'CANCELLED_ALL']);
  },
);
