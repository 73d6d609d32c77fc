import { describe, expect, it } from 'vitest';
import { orderLockName } from '../../../../src/app/orders/journal/orderLock';
import { OrderReadBack } from '../../../../src/app/orders/eye/orderReadBack';
import { SendingStopped } from '../../../../src/app/orders/write/stop/passage';
import { AuthError, TransportError } from '../../../../src/service/errors';
import type { OrderRecord } from '../../../../src/service/records';
import { pageOf } from '../../../support/builders/lists';
import { checkedChange, live, orderDesk, orderRecord } from '../../../support/orders/orderFakes';
import { OutcomeUi } from '../../../../src/ui/orders/outcomeUi';
import { orderNews } from '../../../support/orders/orderNews';
import { ResolveUi } from '../../../../src/ui/orders/resolveUi';
import { editor } from '../../../support/editor/editor';

type Desk = ReturnType<typeof orderDesk>;

/** A change that the service asks about; the user confirms, and `happens` in between. */
async function confirming(happens: (desk: Desk, show: (order: OrderRecord) => void) => unknown) {
  const desk = orderDesk();
  let shown = orderRecord();
  desk.client.orderDetails = async () => Promise.resolve(pageOf([shown]));
  desk.client.orders = async () => Promise.resolve(pageOf([shown]));
  desk.client.answers = [{ kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'Are you sure?' }];
  const news = orderNews();
  const isPrivate = (): boolean => false;
  const resolver = new ResolveUi({ ...desk, readBack: new OrderReadBack(desk), news, orderRead: () => undefined, isPrivate });
  const ui = new OutcomeUi({
    writer: desk.writer,
    links: { open: async () => Promise.resolve(false) },
    news,
    showUnresolved: (attempt, why) => resolver.showUnresolved(attempt, { why }),
    findAttempt: async (root) => desk.journal.find(root),
    readBack: async (attempt) => resolver.readBackFirst(attempt),
    decline: async (attempt, why) => resolver.decline(attempt, why),
    showDamage: async () => undefined,
    isPrivate,
    usesApiKey: () => false,
  });
  const preview = desk.writer.preview(checkedChange(), { order: orderRecord(), latestRoot: null });
  editor.usually(async (prompt) => {
    if (prompt.kind !== 'message' || !prompt.isModal) return;
    await happens(desk, (order) => (shown = order));
    prompt.press(prompt.buttons.find((button) => button.startsWith('Confirm')));
  });
  const review = { shown: { preview }, confirm: async () => desk.writer.submit(preview, live) };
  await ui.send(review as unknown as Parameters<typeof ui.send>[0], live);
  return { desk, attempt: await desk.journal.find(preview.root) };
}

const cannotConnect = new TransportError('connect-failed', { sent: 'no' });

describe('a confirmation of an order request that is not sent', () => {
  const told = () => editor.messages.filter(({ isModal }) => !isModal);

  it.each<[string, (desk: Desk) => unknown, RegExp]>([
    [
      'the user cancels',
      () => (editor.onProgress = ({ title, cancel }) => title.startsWith('Confirming') && cancel()),
      / You canceled the confirmation\./,
    ],
    ['sending is stopped', async ({ sending }) => sending.stop(), / Sending orders is stopped\./],
    [
      'sending is stopped in the last moment',
      ({ client }) => (client.confirmAnswers = [{ kind: 'notSent', error: new SendingStopped() }]),
      / Sending orders is stopped\./,
    ],
    [
      'the token can’t be renewed',
      ({ gates }) => (gates.credentialError = new AuthError('sign-in-required')),
      / You’re signed out\.| Sign in/i,
    ],
    [
      'the clock can’t be measured',
      ({ gates }) => (gates.clockGood = false),
      / The service’s time couldn’t be measured accurately enough\./,
    ],
    ['changes are turned off', ({ gates }) => (gates.readOnly = true), / Order changes are turned off/],
    ['the action is turned off', ({ gates }) => (gates.allowed = false), / This is turned off/],
    ['the disk is full', ({ files }) => (files.alwaysFail = true), / Market Desk can’t write to the order journal\./],
    [
      'the order is locked',
      ({ locks }) =>
        locks.held.add(
          orderLockName({ service: 'https://api.example.test', isSandbox: false, accountId: '8001', orderId: 'OK-1', exchange: '' }),
        ),
      / Another request for this order is in progress, possibly in another window\./,
    ],
    [
      'the user signs in again',
      ({ access }) => (access.current = { ...access.current, session: { kind: 'signedOut' } }),
      / The service or account is not the one you reviewed\./,
    ],
    [
      'the service can’t be reached',
      ({ client }) => (client.confirmAnswers = [{ kind: 'notSent', error: cannotConnect }]),
      / Can’t reach the service\./,
    ],
    [
      'the service rejects the clock',
      ({ client }) => (client.confirmAnswers = [{ kind: 'clockRejected' }]),
      / This machine’s clock is too far from the service’s clock\./,
    ],
  ])('is told as not confirmed, and the request as awaiting it, when %s', async (_, happens, reason) => {
    const { attempt, desk } = await confirming(happens);
    expect(told()).toHaveLength(1);
    const [{ message: text, buttons } = { message: '', buttons: [] }] = told();
    expect(text).toMatch(/^Not confirmed: OK-1\. /);
    expect(text).toMatch(reason);
    expect(text).toMatch(/ Awaiting confirmation: OK-1 → 200 @ 12\.34\. The order stays locked until you complete or abandon this\.$/);
    expect(text).not.toMatch(/not sent|nothing was sent|try again/i);
    expect(buttons).toEqual(['Check Order Status', 'Resolve…']);
    expect(attempt?.state).toBe('needsConfirmation');
    expect(desk.client.sent).toHaveLength(1);
  });

  it('is told as not confirmed, with what became of the order, when that has changed', async () => {
    const { attempt, desk } = await confirming((_, show) => show(orderRecord({ status: 'CANCELLED_ALL' })));
    expect(told()).toHaveLength(1);
    expect(told()[0]?.message).toContain('Not confirmed: OK-1. It has changed since you opened the ticket. Status: ');
    expect(told()[0]?.message).not.toMatch(/not sent|nothing was sent/i);
    expect(desk.client.confirmed).toEqual([]);
    expect(attempt?.state).not.toBe('applied');
  });
});
