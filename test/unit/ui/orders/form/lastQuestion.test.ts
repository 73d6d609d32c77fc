import { describe, expect, it } from 'vitest';
import { holding } from '../../../../support/builders/holding';
import { pageOf } from '../../../../support/builders/lists';
import { aQuote } from '../../../../support/builders/quoteBuilders';
import { editor } from '../../../../support/editor/editor';
import { before, openForm } from '../../../../support/orders/openForm';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';

describe('the last question of an order form', () => {
  const questionOf = async (form: Awaited<ReturnType<typeof openForm>>): Promise<string> => {
    await form.say('review', { qty: '1000', price: '12.34' });
    return editor.questions.at(-1) ?? '';
  };

  it('says what the position becomes, in the words of the form', async () => {
    const form = await openForm(orderRecord({ ...before, side: 'SELL' }));
    await form.holds(holding({ quantity: '3000', costPrice: '11.5' }));
    expect(await questionOf(form)).toContain('Position: 3,000 @ 11.5 → 2,000');
    await form.time.advance(151_000);
    expect(await questionOf(form)).not.toContain('Position');
  });

  it('says nothing of a position in privacy mode', async () => {
    const form = await openForm(orderRecord({ ...before, side: 'SELL' }));
    await form.holds(holding({ quantity: '3000', costPrice: '11.5' }));
    await form.privacy.toggle();
    expect(await questionOf(form)).not.toContain('Position');
  });

  it('has the bid and the ask that its warnings are by', async () => {
    const parts = orderDesk();
    let askPrice = '12.35';
    const snapshot = async (): Promise<unknown> => pageOf([aQuote('HK.00700', { bidPrice: '12.30', askPrice })]);
    Object.assign(parts.client.beyond, { snapshot });
    const form = await openForm(before, parts);
    // The form has read another price.
    askPrice = '12.33';
    const question = await questionOf(form);
    expect(question).toMatch(/^Bid: 12\.30 .*· Ask: 12\.33 .*\d\d:\d\d:\d\d$/m);
    expect(question).toContain('reaches the best ask, 12.33');
  });

  it('has the prices of the form when its own can’t be read', async () => {
    const parts = orderDesk();
    Object.assign(parts.client.beyond, { snapshot: async () => pageOf([aQuote('HK.00700', { bidPrice: '12.30', askPrice: '12.35' })]) });
    const form = await openForm(before, parts);
    Object.assign(parts.client.beyond, { snapshot: async () => Promise.reject(new Error('down')) });
    expect(await questionOf(form)).toMatch(/^Bid: 12\.30 .*· Ask: 12\.35 /m);
  });
});

it('a form that asks for the last time waits for the user', async () => {
  const form = await openForm(before);
  let meanwhile: unknown;
  editor.answer((prompt) => {
    meanwhile = form.stage();
    if (prompt.kind === 'message') prompt.press(undefined);
  });
  await form.say('review', { qty: '1000', price: '12.34' });
  expect(meanwhile).toEqual({ kind: 'checking', message: 'Waiting for your confirmation', isAsked: true });
  expect(form.stage()).toMatchObject({ kind: 'editing' });
});
