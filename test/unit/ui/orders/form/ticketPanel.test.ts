import { describe, expect, it } from 'vitest';
import { placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import { createDeferred } from '../../../../../src/app/platform/deferred';
import { noLimits } from '../../../../../src/domain/orders/limits/limits';
import { holding } from '../../../../support/builders/holding';
import { aQuote } from '../../../../support/builders/quoteBuilders';
import { pageOf } from '../../../../support/builders/lists';
import { settle } from '../../../../support/machine/fakeTime';
import type { OrderRecord } from '../../../../../src/service/records';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { before, openForm } from '../../../../support/orders/openForm';
import { editor } from '../../../../support/editor/editor';
import type { Prompt } from '../../../../support/editor/prompts';

/** The buttons of each dialog; one without an answer is closed. */
const asked = () => editor.messages.flatMap(({ isModal, buttons }) => (isModal ? [buttons] : []));
const agree = /^Change /;

/** Agrees after something else has happened. */
const agreeAfter =
  (happens: () => unknown) =>
  async (prompt: Prompt): Promise<void> => {
    await happens();
    if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => agree.test(button)));
  };

describe.each([
  ['lists orders', before],
  ['lists no orders', undefined],
] as const)('an order form at a service that %s', (_, order) => {
  it('sends the confirmed values', async () => {
    const form = await openForm(order);
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toHaveLength(1);
  });

  it('is stopped by a change from another window made while its last question was open', async () => {
    const form = await openForm(order);
    editor.answer(async (prompt) => {
      await form.elsewhere();
      if (prompt.kind === 'message') prompt.press(undefined);
    });
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.stage()).toMatchObject({ kind: 'editing' });
    editor.usually(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toEqual([]);
    expect(form.stage()).toMatchObject({
      kind: 'stale',
      notice: { message: expect.stringMatching(/^Nothing was sent: .+\. It was modified elsewhere since you opened the ticket\.$/) },
    });
  });

  it('stops again if the order changes while an earlier change is shown', async () => {
    const form = await openForm(order);
    await form.elsewhere();
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.stage()).toMatchObject({ kind: 'stale' });
    await form.elsewhere();
    await form.say('act', 0);
    editor.usually(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toEqual([]);
    expect(form.stage()).toMatchObject({ kind: 'stale' });
    await form.say('act', 0);
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toHaveLength(1);
    // If the order can be read, the question warns that the other change may be undone.
    expect(editor.questions.at(-1)?.includes('This change may undo it.')).toBe(order !== undefined);
  });
});

describe('an order form that is closed right after its last question', () => {
  /** Closes the form while the order is read once more before the request, which finds it like this. */
  const closedBy = async (found: OrderRecord) => {
    const form = await openForm(before);
    editor.answer(
      agreeAfter(() => {
        form.parts.client.orderDetails = async () => {
          form.view.dispose();
          return pageOf([found]);
        };
      }),
    );
    await form.say('review', { qty: '1000', price: '12.34' });
    await settle();
    return form;
  };

  it('sends what was confirmed, and tells the outcome outside', async () => {
    const form = await closedBy(before);
    expect(form.client.sent).toHaveLength(1);
    expect(editor.notices).toEqual([]);
    expect(editor.progressed.map(({ title }) => title)).toEqual([expect.stringMatching(/accepted/)]);
  });

  it('says outside that nothing was sent because the order has changed', async () => {
    const form = await closedBy(orderRecord({ ...before, price: '12.50' }));
    expect(form.client.sent).toEqual([]);
    expect(editor.notices).toEqual([expect.stringMatching(/^Nothing was sent: BUY 1,000 Tencent\. .*Price: 12\.30 → 12\.50/)]);
  });
});

describe('an order form while sending is stopped', () => {
  it('says so, keeps the typed values, and works again after the release', async () => {
    const parts = orderDesk();
    const form = await openForm(before, parts);
    await form.say('edit', { qty: '1000', price: '12.34' });
    await parts.sending.stop();
    await settle();
    expect(form.stage()).toMatchObject({ kind: 'blocked', notice: { actions: ['Release…', 'Cancel Order…'] } });
    expect(form.notice()?.message).toContain('Sending orders is stopped.');
    // The way out of the market stays open.
    await form.say('act', 1);
    expect(form.opened).toEqual(['cancel this']);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toEqual([]);
    await parts.sending.release();
    await settle();
    expect(form.stage()).toMatchObject({ kind: 'editing' });
    expect(JSON.stringify(form.last('form'))).toContain('12.34');
    editor.answer(agree);
    await form.say('review', {});
    expect(form.client.sent).toHaveLength(1);
  });

  it('sends nothing that was confirmed after the stop', async () => {
    const parts = orderDesk();
    const form = await openForm(before, parts);
    editor.answer(agreeAfter(async () => parts.sending.stop()));
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toEqual([]);
    expect(form.stage()).toMatchObject({ kind: 'blocked' });
  });
});

describe('an order form in front', () => {
  const refused = { kind: 'refused', errcode: -1200, errmsg: 'The order is being processed' } as const;

  it('says why a change was rejected, without a notification', async () => {
    const form = await openForm(before);
    form.client.answers = [refused];
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.stage()).toMatchObject({
      kind: 'editing',
      notice: {
        tone: 'bad',
        message:
          'Change rejected: BUY Tencent (OK-1) → 1,000 @ 12.34. The order is being processed (code -1200). The order still has its old values.',
      },
    });
    expect(editor.notices).toEqual([]);
  });

  it('leaves the rejection to a notification while another tab is in front', async () => {
    const form = await openForm(before);
    form.client.answers = [refused];
    editor.answer(agreeAfter(() => (form.shown.visible = false)));
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(editor.notices).toEqual([expect.stringContaining('The order is being processed (code -1200)')]);
  });

  it('offers the next steps', async () => {
    const form = await openForm(before);
    form.client.answers = [{ kind: 'notAuthorized', status: 403, code: -9, lacks: 'scope', errmsg: '' }];
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.notice()).toMatchObject({ message: expect.stringContaining('doesn’t include permission'), actions: ['Sign In Again'] });
  });

  it('keeps a change of unknown outcome open, with both ways to end it', async () => {
    const form = await openForm(before);
    form.client.answers = [{ kind: 'unknown', reason: 'reset' }];
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    await settle();
    expect(form.stage()).toMatchObject({
      kind: 'ended',
      notice: { tone: 'open', message: expect.stringContaining('Outcome unknown: BUY Tencent (OK-1) → 1,000 @ 12.34.') },
    });
    expect(form.notice()?.actions).toEqual(['Check Order Status', 'Resolve…']);
    await form.act('Resolve…');
    expect(form.opened).toEqual(['resolve']);
    expect(editor.notices).toEqual([]);
  });

  it('shows the service’s words about a rejection that the order must confirm first, and continues once it is freed', async () => {
    const form = await openForm(before);
    form.client.answers = [{ kind: 'saysRejected', errcode: 14, errmsg: 'Insufficient buying power' }];
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    await settle();
    expect(form.stage()).toMatchObject({
      kind: 'ended',
      notice: {
        tone: 'open',
        message: expect.stringMatching(
          /^Rejected, according to the service: BUY Tencent \(OK-1\) → 1,000 @ 12\.34\. Insufficient buying power/,
        ),
      },
    });
    const attempt = (await form.parts.journal.attempts()).at(-1);
    await form.parts.journal.append({ kind: 'resolved', root: attempt?.root ?? '', by: 'readBack', verdict: 'notChanged' });
    await settle();
    expect(form.stage()).toMatchObject({
      kind: 'editing',
      notice: {
        tone: 'bad',
        message:
          'Change rejected: BUY Tencent (OK-1) → 1,000 @ 12.34. Insufficient buying power (code 14). The order still has its old values. It is unlocked again.',
      },
    });
    expect(editor.notices).toEqual([]);
  });

  it('recognizes its own change, however it is discovered', async () => {
    const form = await openForm(before);
    const after = orderRecord({ ...before, price: '12.34', updatedAt: '9' });
    form.client.answers = [
      async () => {
        form.client.orderDetails = async () => Promise.resolve(pageOf([after]));
        return Promise.resolve({ kind: 'unknown', reason: 'reset' });
      },
    ];
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    await settle();
    expect(form.stage()).toMatchObject({ kind: 'ended', notice: { message: 'Change applied: BUY Tencent (OK-1) → 1,000 @ 12.34.' } });
    expect(form.last('start')).toMatchObject({ texts: { price: '12.34' }, form: { fields: [{ now: '1,000' }, { now: '12.34' }] } });
  });

  it('shows the current order once the change is done, and can change it back', async () => {
    const form = await openForm(before);
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.stage()).toMatchObject({
      kind: 'ended',
      notice: {
        tone: 'waiting',
        message: expect.stringContaining('Change accepted, not applied yet: BUY Tencent (OK-1) → 1,000 @ 12.34.'),
      },
    });
    const attempt = (await form.parts.journal.attempts()).at(-1);
    await form.parts.journal.append({ kind: 'resolved', root: attempt?.root ?? '', by: 'readBack', verdict: 'changed' });
    await form.see(orderRecord({ ...before, price: '12.34', updatedAt: '9' }));
    await settle();
    expect(form.stage()).toMatchObject({
      kind: 'ended',
      notice: { tone: 'good', message: 'Change applied: BUY Tencent (OK-1) → 1,000 @ 12.34.' },
    });
    expect(form.last('start')).toMatchObject({
      texts: { qty: '1000', price: '12.34' },
      form: { fields: [{ now: '1,000' }, { now: '12.34' }], changes: [] },
    });
    expect(form.notice()?.actions).toEqual(['Modify Again…', 'Change Back to 1,000 @ 12.30…', 'Cancel Order…']);
    await form.act('Change Back to 1,000 @ 12.30…');
    expect(form.opened).toEqual([{ qty: '1000', price: '12.30' }]);
    expect(editor.notices).toEqual([]);
  });

  it('tells the end of its order alone while it is in front, whoever reads it', async () => {
    const form = await openForm(before);
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    await settle();
    const attempt = (await form.parts.journal.attempts()).at(-1) ?? expect.unreachable();
    await form.parts.journal.append({ kind: 'resolved', root: attempt.root, by: 'readBack', verdict: 'changed' });
    const filled = orderRecord({ ...before, price: '12.34', status: 'FILLED_ALL', dealtQuantity: '1000', dealtAveragePrice: '12.3' });
    await form.see({ ...filled, status: 'SUBMITTED' });
    await form.see(filled);
    const tell = (): void => form.news.tell(attempt, { severity: 'info', state: 'applied', message: 'Filled: it.', ended: 'OK-1' });
    tell();
    await settle();
    expect([form.notice()?.detail, editor.notices]).toEqual(['Filled 1,000 at 12.3.', []]);
    form.news.tell(attempt, { severity: 'info', state: 'applied', message: 'Filled: another.', ended: 'OK-2' });
    form.shown.setVisible(false);
    tell();
    await settle();
    expect(editor.notices).toEqual(['Filled: another.', 'Filled: it.']);
  });

  it('asks at once when its values were chosen by name, and sends nothing without the answer', async () => {
    const form = await openForm(before, orderDesk(), { qty: '1000', price: '12.35' });
    await settle();
    expect(asked()).toEqual([['Show Exact Request', 'Change to 1,000 at 12.35', 'Don’t Send']]);
    expect(form.client.sent).toEqual([]);
    expect(form.stage()).toMatchObject({ kind: 'editing' });
    expect(form.last('start')).toMatchObject({ texts: { price: '12.35' } });
    editor.answer(agree);
    const other = await openForm(before, orderDesk(), { qty: '1000', price: '12.35' });
    await settle();
    expect(other.client.sent).toHaveLength(1);
  });

  it('says how the change that locked its order ended, and is available then', async () => {
    const form = await openForm(before);
    form.client.answers = [{ kind: 'unknown', reason: 'reset' }];
    editor.answer(agree);
    await form.say('review', { qty: '1000', price: '12.34' });
    await settle();
    const attempt = (await form.parts.journal.attempts()).at(-1);
    if (attempt === undefined) throw new Error('nothing was sent');
    const next = await openForm(before, orderDesk({ files: form.parts.files, locks: form.parts.locks, anchor: form.parts.anchor }));
    expect(next.stage()).toMatchObject({ kind: 'blocked', notice: { message: expect.stringContaining('unresolved') } });
    await next.parts.journal.append({ kind: 'resolved', root: attempt.root, by: 'user', verdict: 'notChanged' });
    next.news.tell(attempt, { severity: 'info', state: 'notChanged', message: 'Order OK-1 can be modified again.' });
    await settle();
    expect(next.stage()).toMatchObject({ kind: 'editing', notice: { message: 'Order OK-1 can be modified again.' } });
    expect(editor.notices).toEqual([]);
    next.view.dispose();
  });

  it('adopts fills that another part of the window has read', async () => {
    const form = await openForm(before);
    await form.say('edit', { qty: '1000', price: '12.34' });
    await form.see(orderRecord({ ...before, dealtQuantity: '300', status: 'FILLED_PART' }));
    expect(form.stage()).toMatchObject({ kind: 'editing', notice: { message: expect.stringContaining('Filled quantity: 0 → 300') } });
    expect(form.last('start')).toMatchObject({ texts: { price: '12.34' } });
  });

  it('stops once another part of the window reads other values', async () => {
    const form = await openForm(before);
    await form.see(orderRecord({ ...before, price: '12.50' }));
    expect(form.stage()).toMatchObject({ kind: 'stale', notice: { detail: 'Price: 12.30 → 12.50' } });
    await form.act('Continue with Current Values');
    expect(form.stage()).toMatchObject({ kind: 'editing' });
    expect(form.last('start')).toMatchObject({ texts: { price: '12.50' } });
  });

  it('keeps a review that is requested while the journal is being read', async () => {
    const form = await openForm(before);
    editor.answer(agree);
    await Promise.all([form.see(before), form.say('review', { qty: '1000', price: '12.34' })]);
    await settle();
    expect(form.client.sent).toHaveLength(1);
  });

  it('ignores a second press while the review is in progress', async () => {
    const form = await openForm(before);
    await Promise.all([form.say('review', { qty: '1000', price: '12.34' }), form.say('review', { qty: '1000', price: '12.34' })]);
    await settle();
    expect(asked()).toHaveLength(1);
  });
});

it('an order form shows a hard limit that blocks sending once, beside the numbers, until other values are typed', async () => {
  const form = await openForm(
    before,
    Object.assign(orderDesk(), { limits: () => ({ ask: noLimits, refuse: { ...noLimits, quantity: 500 } }) }),
  );
  await form.say('review', { qty: '2000', price: '12.34' });
  const told = { limits: [expect.stringContaining('above your hard limit of 500') as string] };
  expect([form.last('form'), form.stage()]).toMatchObject([told, { kind: 'editing', notice: null }]);
  await form.say('editLimits', null);
  expect(editor.ran.at(-1)).toEqual(['marketDesk.orders.editLimits']);
  await form.say('edit', { qty: '400', price: '12.34' });
  expect([form.last('form'), form.stage(), form.client.sent]).toMatchObject([{ limits: [] }, { kind: 'editing', notice: null }, []]);
});

it('the review of a new order reads prices while the buying power is awaited, and warns by both', async () => {
  const [parts, power, read] = [orderDesk(), createDeferred<object>(), [] as string[]];
  const quote = {
    code: 'HK.00700',
    name: '',
    lastPrice: '560',
    bidPrice: '560',
    askPrice: '560',
    lotSize: '100',
    priceSpread: '1',
    previousClose: '',
    unknown: {},
  };
  Object.assign(parts.client.beyond, {
    simulatedTradingPower: async () => power.promise,
    snapshot: async () => (read.push('prices'), pageOf([quote])),
  });
  const account = { id: '8101', name: '', kind: 'simulated', markets: [1], source: 'service' } as const;
  const form = await openForm(undefined, parts, undefined, placingTicket(account, 1, 'HK.00700', { qty: '100', price: '560' }));
  read.length = 0;
  await form.say('review', { qty: '100', price: '560' });
  expect([read, asked()]).toEqual([['prices'], []]);
  power.resolve({ cashBuy: '50', cashAndMarginBuy: '' });
  await settle();
  expect(asked()).toEqual([['Show Exact Request', 'Buy 100 HK.00700 at 560', 'Don’t Send']]);
  const [title, ...lines] = editor.questions[0]?.split('\n') ?? [];
  expect(title).toBe('Buy 100 HK.00700 at 560, paper account 8101?');
  // What is unusual is the last thing to read before the buttons; the request itself is in the form.
  expect(lines.map((text) => text.replace(/#\w+/, '#…'))).toEqual([
    'PAPER – no real money',
    'BUY HK.00700 · LIMIT',
    'Quantity: 100 · Price: 560',
    'Order value: HKD 56,000, without fees and taxes',
    'api.example.test · account 8101 · SEHK',
    'Remark: #…',
    expect.stringMatching(/^Bid: 560 · Ask: 560 · updated \d\d:\d\d:\d\d$/),
    '⚠ The quantity 100 is more than the account can trade, 50.',
    '⚠ The price 560 reaches the best ask, 560: the order may be filled at once.',
  ]);
});

it('a new order reads what the account can trade with the first prices, and a part of it is of the price as typed', async () => {
  const [parts, asked] = [orderDesk(), [] as string[]];
  const quote = aQuote('HK.00700', { name: 'TENCENT', lastPrice: '560', bidPrice: '559', askPrice: '560', lotSize: '100' });
  Object.assign(parts.client.beyond, {
    simulatedTradingPower: async ({ price }: { readonly price?: string }) => {
      asked.push(price ?? '');
      return Promise.resolve({
        cashBuy: price === '100' ? '4950' : '930',
        cashAndMarginBuy: '',
        positionSell: '70',
        shortSell: '',
        buyBack: '',
      });
    },
    snapshot: async () => pageOf([quote]),
  });
  const account = { id: '8101', name: '', kind: 'simulated', markets: [1], source: 'service' } as const;
  const form = await openForm(undefined, parts, undefined, placingTicket(account, 1, 'HK.00700', {}));
  await settle();
  expect(asked).toEqual(['559']);
  /** The form as it was last sent. */
  const now = (): unknown =>
    form.shown.posted
      .flatMap(({ type, body }) => (type === 'form' ? [body] : type === 'start' ? [(body as { readonly form: unknown }).form] : []))
      .at(-1);
  const shares = [
    { label: '¼', hint: 'A quarter of what the account can trade: 200', isUsable: true },
    { label: '½', hint: 'Half of what the account can trade: 400', isUsable: true },
    { label: 'Max', hint: 'All that the account can trade: 900', isUsable: true },
  ];
  expect(now()).toMatchObject({ parts: shares, most: '930' });
  // Pressed right after another price was typed: what can be traded at the old one is not used.
  await form.time.advance(1_000);
  await form.say('part', { at: 2, texts: { side: 'BUY', price: '100', qty: '100' } });
  await settle();
  expect(form.last('start')).toMatchObject({ texts: { qty: '4900', price: '100' } });
  // Less than a lot, and what is not told, can't be used.
  await form.say('edit', { side: 'SELL', price: '100' });
  expect(now()).toMatchObject({
    parts: [{ isUsable: false, hint: 'That is less than one lot.' }, {}, {}],
    most: '70',
  });
  await form.say('edit', { side: 'SELL_SHORT', price: '100' });
  expect(now()).toMatchObject({ parts: [{ isUsable: false, hint: 'What the account can trade isn’t known.' }, {}, {}] });
  await form.say('part', { at: 2, texts: { side: 'SELL_SHORT', price: '100' } });
  expect(form.last('start')).toMatchObject({ texts: { qty: '4900' } });
});

it('a form shows its account’s position until that is old', async () => {
  const form = await openForm(orderRecord({ ...before, side: 'SELL' }));
  const position = (): unknown => form.shown.bodies('form').at(-1);
  await form.say('edit', { qty: '1000', price: '12.34' });
  expect(position()).toMatchObject({ position: { label: 'Position', value: 'not known yet' } });
  await form.holds(holding({ quantity: '3000', costPrice: '11.5' }));
  expect(position()).toMatchObject({ position: { value: '3,000 @ 11.5 → 2,000' } });
  await form.holds(holding({ quantity: '2500', costPrice: '11.5' }));
  expect(position()).toMatchObject({ position: { value: '2,500 @ 11.5 → 1,500' } });
  await form.time.advance(149_000);
  expect(position()).toMatchObject({ position: { value: '2,500 @ 11.5 → 1,500' } });
  await form.time.advance(2_000);
  expect(position()).toMatchObject({ position: { value: 'not known yet' } });
});

it('a form reads positions only while it is in sight', async () => {
  const form = await openForm(before);
  const reads = [form.readsPositions()];
  for (const isVisible of [false, true]) {
    form.view.setVisible(isVisible);
    reads.push(form.readsPositions());
  }
  expect(reads).toEqual([true, false, true]);
});

it('a new order’s value is in the currency of a position in it', async () => {
  const account = { id: '8001', name: '', kind: 'live', markets: [], source: 'service' } as const;
  editor.set('orders.allow', 'all');
  const ticket = placingTicket(account, undefined, 'SG.S27', { side: 'BUY', qty: '100', price: '4' });
  const form = await openForm(undefined, orderDesk(), undefined, ticket);
  const value = (): unknown => (form.last('form') as { changes: readonly { value: string }[] }).changes[0]?.value;
  expect(value()).toBe('SGD 400');
  await form.holds(holding({ symbol: 'SG.S27', currency: 'USD' }));
  expect(value()).toBe('USD 400');
  await form.say('review', { qty: '100', price: '4' });
  expect(editor.questions[0]).toContain('Order value: USD 400');
});
