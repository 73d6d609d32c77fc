import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

/** The service places the order, returns no mark, and its clock differs: what it lists seems to be older than the request. */
describe('a new order at a service without marks whose clock is not ours', () => {
  let world: World;
  afterEach(async () => world.close());

  async function told(slowMs: number, answer: (orderId: string) => object): Promise<string> {
    const settings = { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' };
    world = new World({ settings });
    const { broker, machine } = world;
    broker.clockSkewMs = -slowMs;
    broker.placing.remark = () => '';
    broker.hasLive(accountId);
    broker.treat = ({ request, send, carryOut }) => {
      if (request.method !== 'POST' || !request.path.endsWith('/orders')) return false;
      carryOut();
      const [order] = [...broker.book.orders.values()];
      send({ status: 200, body: answer(order?.facts.orderId ?? '') });
      return true;
    };
    const window = await world.open();
    window.setVisible('marketDesk.orders', true);
    const place = { code: 'HK.00700', side: 'BUY', orderType: 'LIMIT', remark: '' } as const;
    const values = { qty: '300', price: '553', auxPrice: '' };
    await new TicketUser(window, {
      action: 'place',
      ...{ accountId, orderId: '', place, entry: 'arguments', ...values, says: 'yes', confirms: true, persists: true, stays: true },
    }).play();
    await machine.pass(180_000);
    expect(broker.book.orders.size).toBe(1);
    return window.said.flatMap(({ kind, text }) => (kind === 'modal' ? [] : [text])).join('\n');
  }

  it.each([60_000, 5 * 60 * 60_000])('is not told as rejected while it is open (%d ms slow)', async (slowMs) => {
    const texts = await told(slowMs, () => ({ s: 'error', errcode: 14, errmsg: 'Insufficient buying power', need_order_confirm: false }));
    expect(texts).toContain('Not proven');
    expect(texts).not.toMatch(/isn’t in the market|counts as rejected|lists don’t have/);
  });

  it('is told as probably listed under the ID of its answer', async () => {
    const texts = await told(5 * 60 * 60_000, (orderId) => ({ s: 'ok', d: { order_id: orderId } }));
    expect(texts).toMatch(/probably listed as /);
    expect(texts).not.toContain('doesn’t show it');
  });
});
