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

  it('has bid and ask with their time', async () => {
    const parts = orderDesk();
    const quote = aQuote('HK.00700', { bidPrice: '12.30', askPrice: '12.35' });
    Object.assign(parts.client.beyond, { snapshot: async () => pageOf([quote]) });
    const form = await openForm(before, parts);
    expect(await questionOf(form)).toMatch(/^Bid: 12\.30 .*· Ask: 12\.35 .*\d\d:\d\d:\d\d$/m);
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
