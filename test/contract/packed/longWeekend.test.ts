import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';
const hourMs = 60 * 60_000;

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('an order without an end, in a window that is closed and opened again days later', () => {
  let world: World;
  afterEach(async () => world.close());

  it.each([
    ['was accepted', { lost: false, listed: false, afterMs: 64 * hourMs }, /^Order accepted, but not found: /],
    ['was accepted', { lost: false, listed: true, afterMs: 30 * 24 * hourMs }, /^Order placed: /],
    ['got no response', { lost: true, listed: true, afterMs: 64 * hourMs }, /^Order placed: /],
    ['got no response', { lost: true, listed: true, afterMs: 30 * 24 * hourMs }, /^Order placed: /],
  ] as const)('that %s (%o) is told what became of it', async (_, { lost, listed, afterMs }, words) => {
    world = new World({
      settings: { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' },
    });
    const { broker, machine } = world;
    broker.hasLive(accountId);
    broker.placing.lagMs = listed ? hourMs : 365 * 24 * hourMs;
    broker.treat = ({ request, socket, carryOut }) => {
      if (!lost || request.method !== 'POST' || !request.path.endsWith('/orders')) return false;
      carryOut();
      socket.destroy();
      return true;
    };
    const window = await world.open();
    const place = { code: 'HK.00700', side: 'BUY', orderType: 'LIMIT', remark: '' } as const;
    const values = { qty: '300', price: '553', auxPrice: '' };
    await new TicketUser(window, {
      action: 'place',
      ...{ accountId, orderId: '', place, entry: 'arguments', ...values, says: 'yes', confirms: true, persists: true },
    }).play();
    await machine.pass(5_000);
    await window.close();
    await machine.pass(afterMs);
    const next = await world.open();
    next.setVisible('marketDesk.orders', true);
    await machine.pass(10 * 60_000);
    const told = next.said.flatMap(({ kind, text }) => (kind !== 'modal' && words.test(text) ? [text] : []));
    expect(told).toHaveLength(1);
  });
});
