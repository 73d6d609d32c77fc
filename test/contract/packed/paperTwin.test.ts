import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeOf } from '../../promises/broker/orderWrites';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { World } from '../../promises/desk/world';
import { TicketForm } from '../../promises/whole/tickets/ticketForm';
import { ensurePacked } from '../../support/packed/ensurePacked';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';

const accountId = '8001';
const orderId = 'T-1';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('a live order whose account and ID are also those of a paper order', () => {
  let world: World;
  let window: EditorWindow;

  beforeEach(async () => {
    world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
    const { broker } = world;
    broker.hasLive(accountId);
    broker.lists.set('simulatedAccounts', [{ account_id: accountId, broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' }]);
    broker.book.addBuy(accountId, orderId);
    // The book has one order of an ID; the paper twin is only listed.
    broker.treat = ({ request, send, carryOut, socket }) => {
      if (!request.path.startsWith(`/api/v1.0/sim-trade/${accountId}/orders`)) return false;
      if (writeOf(request) !== undefined) {
        socket.destroy();
        return true;
      }
      carryOut();
      const paper = { order_id: orderId, side: 1, symbol: '00700', stock_name: 'Twin', order_type: 1, status: 2, qty: '900', cum_qty: '0' };
      const orders = [{ ...paper, price: '10', create_time: '1790000000000000', update_time: '1790000000000000', text: '', market: 1 }];
      send({ status: 200, body: { ret_code: 0, ret_msg: '', data: { orders } } });
      return true;
    };
    window = await world.openOrders();
  });
  afterEach(async () => world.close());

  async function row(contextValue: string): Promise<unknown> {
    const found = (await window.rows('marketDesk.orders')).find((one) => one.contextValue === contextValue);
    return (found ?? expect.unreachable()).node;
  }

  function told(words: RegExp): readonly string[] {
    return window.said.flatMap(({ kind, text }) => (kind !== 'modal' && words.test(text) ? [text] : []));
  }

  it('can be canceled while the outcome of a change of the paper order is unknown', async () => {
    const values = { qty: '500', price: '11', auxPrice: '' };
    const rows = await window.rows('marketDesk.orders');
    const twin = rows.find(({ contextValue }) => contextValue === 'openPaperOrder') ?? expect.unreachable();
    vi.spyOn(window, 'rows').mockResolvedValueOnce([{ ...twin, label: orderId }]);
    const asked = await new TicketUser(window, {
      ...{ accountId, orderId, entry: 'row', ...values, says: 'yes', confirms: true, persists: true },
    }).play();
    expect(asked.dialogs.map(({ text }) => text)).toEqual([expect.stringMatching(/account 8001 · order T-1 · checked at/m)]);
    expect(told(/^Outcome unknown: /)).toHaveLength(1);
    await window.play('marketDesk.orders.cancel', [await row('openOrder')], (prompt) => {
      if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => button === 'Cancel Order'));
      else prompt.close();
    });
    await world.machine.pass(5_000);
    expect(world.broker.book.find(accountId, orderId)?.state.status).toBe('CANCELLED_ALL');
    expect(told(/^Canceled: /)).toHaveLength(1);
    expect(told(/Nothing was sent/)).toEqual([]);
  });

  it('gets a form of its own while that of the paper order is being filled in', async () => {
    const none = (): void => expect.unreachable();
    await window.play('marketDesk.orders.modify', [await row('openPaperOrder')], none);
    const shown = async (): Promise<TicketForm> => {
      // Its page is loaded when it is looked at.
      const form = TicketForm.in(window) ?? expect.unreachable();
      await world.machine.pass(2_000);
      return form;
    };
    const paper = await shown();
    paper.fill('Quantity', '700');
    await window.play('marketDesk.orders.modify', [await row('openOrder')], none);
    const live = await shown();
    expect([live.sight().fields.get('Quantity')?.typed, paper.sight().fields.get('Quantity')?.typed]).toEqual(['1000', '700']);
  });
});
