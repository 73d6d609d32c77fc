import { describe, expect, it } from 'vitest';
import { placingTicket } from '../../../../../src/app/orders/ticket/placingTicket';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import { editor } from '../../../../support/editor/editor';
import { before, openForm } from '../../../../support/orders/openForm';
import { orderDesk, orderRecord } from '../../../../support/orders/orderFakes';

const origin = { kind: 'program', program: 'agent', name: 'Claude' } as const;
const values = { qty: '1000', price: '12.34' };
const proposed = {
  ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', before),
  ...{ exchange: 'SEHK', orderType: 'LIMIT', securityType: 'STOCK', typed: values, origin },
};

/** What the page has been told of the head so far, newest last. */
function marks(form: Awaited<ReturnType<typeof openForm>>): readonly string[] {
  return form.shown.posted.flatMap(({ body }) => {
    const { origin: bare, head } = (body ?? {}) as { readonly origin?: unknown; readonly head?: { readonly origin?: unknown } };
    return [bare, head?.origin].flatMap((mark) => (typeof mark === 'string' ? [mark] : []));
  });
}

/** Whatever the page keeps over a reload. */
function kept(form: Awaited<ReturnType<typeof openForm>>): readonly unknown[] {
  return form.shown.bodies('keep');
}

describe('the form of an order that a program has proposed says who did', () => {
  it('in its head, in the last question, and in what a reload keeps: after a question that was declined, and after other values were taken over', async () => {
    const form = await openForm(before, orderDesk(), undefined, proposed);
    await form.say('review', values);
    expect(editor.questions.at(-1)).toContain('Claude');
    expect(form.stage()).toMatchObject({ kind: 'editing' });
    await form.see(orderRecord({ ...before, price: '12.50' }));
    expect(form.stage()).toMatchObject({ kind: 'stale' });
    await form.act('Continue with Current Values');
    expect(form.stage()).toMatchObject({ kind: 'editing' });
    await form.say('edit', values);
    await form.say('review', { ...values, qty: '900' });
    expect(editor.questions.at(-1)).toContain('Claude');
    expect(marks(form).length).toBeGreaterThan(1);
    expect(new Set(marks(form))).toEqual(new Set([expect.stringMatching(/^Proposed by .*Claude/)]));
    expect(kept(form).length).toBeGreaterThan(0);
    for (const one of kept(form)) expect(one).toMatchObject({ origin });
  });

  it('also for a new order, of which a reload keeps the account and the security', async () => {
    const account = { id: '8101', name: '', kind: 'simulated', markets: [1], source: 'service' } as const;
    const ticket = { ...placingTicket(account, 1, 'HK.00700', { qty: '100', price: '560' }), origin };
    const form = await openForm(undefined, orderDesk(), undefined, ticket);
    expect(new Set(marks(form))).toEqual(new Set([expect.stringMatching(/^Proposed by .*Claude/)]));
    expect(kept(form).length).toBeGreaterThan(0);
    for (const one of kept(form)) expect(one).toMatchObject({ origin });
  });
});
