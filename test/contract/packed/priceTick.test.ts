import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { World } from '../../promises/desk/world';
import { ensurePacked } from '../../support/packed/ensurePacked';
import type { Prompt } from '../../support/editor/prompts';

const accountId = '8001';

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('the price of an open order, moved by one tick in the packed extension', () => {
  let world: World;
  let window: EditorWindow;
  const questions: string[] = [];

  beforeEach(async () => {
    questions.length = 0;
    world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
    const { lists, book } = world.broker;
    world.broker.hasLive(accountId);
    lists.set('quotes', [
      { code: 'HK.00700', name: 'Tencent', update_time: 1, last_price: 101, prev_close_price: 99, price_spread: 0.1, lot_size: 100 },
    ]);
    book.addBuy(accountId, 'A-1', 'HK');
    world.broker.execute = (_, make) => make();
    window = await world.openOrders();
  });
  afterEach(async () => world.close());

  async function row(): Promise<unknown> {
    return (await window.rows('marketDesk.orders')).find(({ contextValue }) => contextValue === 'openOrder')?.node;
  }

  /** Runs the command, and presses a button of the last question. */
  async function move(command: string, button: RegExp, of: () => unknown = row): Promise<void> {
    const answer = (prompt: Prompt): void => {
      if (prompt.kind !== 'message') throw new Error(`unexpected ${prompt.kind}`);
      questions.push(`${prompt.message}\n${prompt.detail}`);
      prompt.press(prompt.buttons.find((label) => button.test(label)));
    };
    await window.play(command, [await of()], answer);
    const panel = window.webviews.find(({ isDisposed, viewType }) => !isDisposed && viewType === 'marketDesk.orderTicket');
    if (panel !== undefined) window.look(panel);
    const isAsked = await world.machine.runUntil(() => window.prompts.length > 0, 60_000);
    const prompt = window.prompts.shift();
    if (!isAsked || prompt === undefined) throw new Error('no question came');
    await window.read(prompt);
    answer(prompt);
    await world.machine.pass(30_000);
  }

  const prices = (): readonly string[] => [...world.broker.book.orders.values()].map(({ state }) => state.price);

  it('is asked for with the old and the new price, and sent as shown', async () => {
    expect(prices()).toEqual(['100']);
    await move('marketDesk.orders.raisePrice', /^Change /);
    expect(prices()).toEqual(['100.1']);
    await move('marketDesk.orders.lowerPrice', /^Change /);
    expect(prices()).toEqual(['100']);
    expect(questions).toEqual([expect.stringMatching(/100.* → 100\.1/), expect.stringMatching(/100\.1.* → 100/)]);
  });

  it('is moved for an order that the argument names, whatever else it says; the question says that a command did it', async () => {
    const order = { symbol: 'HK.00700', accountId, accountKind: 'live', orderId: 'A-1', price: '250' };
    const menu = { webviewSection: 'openOrder', ...order, menuKey: 'forged' };
    await move('marketDesk.orders.raisePrice', /^Change /, () => menu);
    expect(prices()).toEqual(['100.1']);
    // Another extension can call it the same way: only the page itself can prove that the user did.
    expect(questions).toEqual([expect.stringMatching(/^(?=[^]*Filled in by a command, not by you)(?=[^]*100.* → 100\.1)/)]);
  });

  it('is not moved when the user says no', async () => {
    const before = prices();
    await move('marketDesk.orders.raisePrice', /^(?!Change )/);
    expect(prices()).toEqual(before);
  });

  it('is left to the form where the tick is not known, and nothing is asked', async () => {
    world.broker.lists.set('quotes', []);
    await window.play('marketDesk.orders.lowerPrice', [await row()], (prompt) =>
      prompt.kind === 'message' && !prompt.isModal ? prompt.press(undefined) : expect.unreachable(),
    );
    const panel = window.webviews.find(({ isDisposed, viewType }) => !isDisposed && viewType === 'marketDesk.orderTicket');
    window.look(panel ?? expect.unreachable());
    await world.machine.pass(10_000);
    expect(window.said.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^The tick of this order’s price isn’t known\./));
    expect([questions, prices()]).toEqual([[], ['100']]);
  });
});
