import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderState } from '../../promises/broker/book';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { World } from '../../promises/desk/world';
import { TicketUser } from '../../promises/whole/tickets/ticketUser';
import { ensurePacked } from '../../support/packed/ensurePacked';

const accountId = '8001';
const code = 'HK.00700';
const halfHourMs = 30 * 60_000;

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('an order that was placed from the packed extension and rests', () => {
  let world: World;
  let first: EditorWindow;

  beforeEach(async () => {
    const settings = { 'marketDesk.accounts': [{ id: accountId, name: 'Desk', kind: 'live' }], 'marketDesk.orders.allow': 'all' };
    world = new World({ settings });
    world.broker.placing.status = 'SUBMITTED';
    world.broker.hasLive(accountId);
    world.broker.execute = (_, make) => make();
    first = await world.open();
    first.setVisible('marketDesk.orders', true);
    const place = { code, side: 'BUY', orderType: 'LIMIT', remark: '' } as const;
    const values = { qty: '300', price: '553', auxPrice: '' };
    await new TicketUser(first, {
      action: 'place',
      ...{ accountId, orderId: '', place, entry: 'arguments', ...values, says: 'yes', confirms: true, persists: true },
    }).play();
    await world.machine.pass(60_000);
    expect(told(/^Order placed: /)).toHaveLength(1);
    await world.machine.pass(halfHourMs);
  });
  afterEach(async () => world.close());

  /** What is shown in any window and fits. */
  function told(words: RegExp): readonly string[] {
    return world.windows.flatMap(({ said }) => said.flatMap(({ kind, text }) => (kind !== 'modal' && words.test(text) ? [text] : [])));
  }

  async function become(state: Partial<OrderState>): Promise<void> {
    const [order] = [...world.broker.book.orders.values()];
    order?.apply(world.machine.monotonicMs, undefined, state);
    await world.machine.pass(5 * 60_000);
  }

  const isEnd = /^(Filled|Canceled): /;

  it('is told as filled once, by one of two windows, and not again after a reload', async () => {
    const second = await world.open();
    second.setVisible('marketDesk.orders', true);
    await become({ dealtQty: '100', status: 'FILLED_PART' });
    expect(told(isEnd)).toEqual([]);
    await become({ dealtQty: '300', status: 'FILLED_ALL' });
    expect(told(isEnd)).toEqual([expect.stringMatching(/^Filled: BUY 300 .+ at 553 \(.+\)\.$/)]);
    const teller = world.windows.find(({ said }) => said.some(({ text }) => isEnd.test(text))) ?? expect.unreachable();
    const view = teller.view('marketDesk.orders');
    const reveal = vi.spyOn(view, 'reveal');
    const prompt = teller.prompts.find((each) => each.kind === 'message' && isEnd.test(each.message));
    if (prompt?.kind === 'message') prompt.press('Show Orders');
    await world.machine.pass(1_000);
    expect(reveal.mock.calls).toHaveLength(1);
    expect(await view.provider.getTreeItem((reveal.mock.calls as unknown[][])[0]?.[0])).toMatchObject({
      label: expect.stringMatching(/^BUY 300 /),
    });
    await first.close();
    (await world.open()).setVisible('marketDesk.orders', true);
    await world.machine.pass(5 * 60_000);
    expect(told(isEnd)).toHaveLength(1);
  });

  it('is told when its list is read again, and read by nobody until then', async () => {
    first.setVisible('marketDesk.orders', false);
    await world.machine.pass(5 * 60_000);
    const reads = (): number => world.broker.arrivals.filter(({ path }) => path.includes('/orders')).length;
    const before = reads();
    await become({ status: 'CANCELLED_ALL' });
    expect([reads() - before, told(isEnd)]).toEqual([0, []]);
    first.setVisible('marketDesk.orders', true);
    await world.machine.pass(60_000);
    expect(told(isEnd)).toEqual([expect.stringMatching(/^Canceled: BUY 300 /)]);
  });
});
