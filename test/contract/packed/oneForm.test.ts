import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorWindow } from '../../promises/desk/editorWindow';
import { World } from '../../promises/desk/world';
import { TicketForm } from '../../promises/whole/tickets/ticketForm';
import type { Prompt } from '../../support/editor/prompts';
import type { WebviewPanel } from '../../support/editor/webviewPanel';
import { ensurePacked } from '../../support/packed/ensurePacked';

const price = (code: string, last: number): Readonly<Record<string, unknown>> => ({
  ...{ code, name: code, update_time: 1, last_price: last, prev_close_price: last, price_spread: 0.1, lot_size: 100 },
});

// Packing takes a while.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });
beforeAll(ensurePacked);

describe('the form of a new order in the packed extension', () => {
  let world: World;
  let window: EditorWindow;

  beforeEach(async () => {
    world = new World({ settings: { 'marketDesk.orders.allow': 'all' } });
    const account = { security_firm: 'Firm', enable_market: [1], acc_type: 'CASH' };
    world.broker.lists.set('liveAccounts', [
      { ...account, account_id: '8001' },
      { ...account, account_id: '8002' },
    ]);
    world.broker.lists.set('quotes', [price('HK.00700', 101), price('HK.00005', 60)]);
    world.broker.execute = (_, make) => make();
    window = await world.open();
    await world.machine.pass(10_000);
  });
  afterEach(async () => world.close());

  const forms = (): readonly WebviewPanel[] =>
    window.webviews.filter(({ isDisposed, viewType }) => !isDisposed && viewType === 'marketDesk.orderTicket');

  async function buy(): Promise<{ readonly panel: WebviewPanel; readonly form: TicketForm }> {
    await window.play('marketDesk.orders.buy', [{ symbol: 'HK.00700', accountId: '8001', accountKind: 'live' }], none);
    await world.machine.pass(5_000);
    // Its page is loaded when it is looked at.
    shown();
    await world.machine.pass(1_000);
    return shown();
  }

  function shown(): { readonly panel: WebviewPanel; readonly form: TicketForm } {
    return { panel: forms().at(-1) ?? expect.unreachable(), form: TicketForm.in(window) ?? expect.unreachable() };
  }

  function none(prompt: Prompt): void {
    throw new Error(`unexpected ${prompt.kind}`);
  }

  /** The next question or list. */
  async function asked(): Promise<Prompt> {
    await world.machine.runUntil(() => window.prompts.length > 0, 60_000);
    const prompt = window.prompts.shift() ?? expect.unreachable();
    await window.read(prompt);
    return prompt;
  }

  it('becomes that of another security, and of another account, in the same tab', async () => {
    const { panel } = await buy();
    panel.say('chooseAccount');
    const accounts = await asked();
    if (accounts.kind !== 'pick') throw new Error(`unexpected ${accounts.kind}`);
    accounts.choose(({ label, description }) => `${label} ${description}`.includes('8002'));
    await world.machine.pass(10_000);
    // The editor loads the page of a tab anew when that gets another.
    panel.say('ready');
    await world.machine.pass(1_000);
    expect(forms()).toEqual([panel]);
    expect([...shown().form.sight().facts.values()].join()).toContain('8002');

    panel.say('chooseAnother');
    const security = await asked();
    if (security.kind === 'pick') {
      security.type('HK.00005');
      security.enter();
    } else if (security.kind === 'text') await security.enter('HK.00005');
    await world.machine.pass(10_000);
    // The editor loads the page of a tab anew when that gets another.
    panel.say('ready');
    await world.machine.pass(1_000);
    expect(forms()).toEqual([panel]);
    expect(shown().form.sight().title).toContain('HK.00005');
  });

  it('is filled in while sending is stopped', async () => {
    await window.play('marketDesk.orders.stopSending', [], (prompt) => {
      if (prompt.kind === 'message') prompt.press(prompt.buttons.find((label) => /^Stop/.test(label)));
    });
    const { form } = await buy();
    await world.machine.pass(5_000);
    const sight = form.sight();
    expect([form.rest, sight.fields.get('Quantity')?.typed, sight.fields.get('Price')?.typed]).toEqual(['blocked', '100', '101.0']);
    expect(sight.title).toContain('HK.00700 HK.00700');
  });

  it('takes the focus back from a list that was closed, and from no page that it has opened', async () => {
    const { panel, form } = await buy();
    const before = panel.revealed.length;
    panel.say('chooseAnother');
    const list = await asked();
    if (list.kind === 'message') throw new Error('unexpected message');
    list.close();
    await world.machine.pass(1_000);
    expect(panel.revealed.length).toBe(before + 1);

    form.fill('Quantity', '100');
    form.fill('Price', '90');
    await world.machine.pass(1_000);
    form.review(false);
    const question = await asked();
    if (question.kind !== 'message') throw new Error(`unexpected ${question.kind}`);
    question.press(question.buttons.find((label) => label.startsWith('Buy')));
    await world.machine.pass(30_000);
    expect([...world.broker.book.orders.values()]).toHaveLength(1);
    const revealed = panel.revealed.length;
    expect(form.act(/^Modify…$/)).toBe(true);
    await world.machine.pass(10_000);
    expect(forms()).toHaveLength(2);
    expect(panel.revealed.length).toBe(revealed);
  });
});
