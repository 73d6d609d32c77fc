import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderLockName } from '../../../../src/app/orders/journal/orderLock';
import { OrderReadBack } from '../../../../src/app/orders/eye/orderReadBack';
import { SendingStopped } from '../../../../src/app/orders/write/stop/passage';
import { AuthError, TransportError } from '../../../../src/service/errors';
import type { OrderRecord } from '../../../../src/service/records';
import { pageOf } from '../../../support/builders/lists';
import { checkedChange, live, orderDesk, orderRecord } from '../../../support/orders/orderFakes';

interface Told {
  readonly text: string;
  readonly buttons: readonly unknown[];
}

const told: Told[] = [];
/** What happens while the service's question is open; it is confirmed. */
let whileAsked: () => unknown = () => undefined;
/** The title of the progress that the user cancels. */
let canceled = 'none';

async function tell(text: string, ...rest: readonly unknown[]): Promise<unknown> {
  const isModal = typeof rest[0] === 'object' && rest[0] !== null && 'modal' in rest[0];
  if (!isModal) {
    told.push({ text, buttons: rest });
    return undefined;
  }
  await whileAsked();
  return rest.find((button) => typeof button === 'object' && button !== null && 'title' in button && /^Confirm/.test(String(button.title)));
}

vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeVscode')),
  commands: { executeCommand: async () => undefined },
  window: {
    showWarningMessage: tell,
    showErrorMessage: tell,
    showInformationMessage: tell,
    withProgress: async ({ title }: { readonly title: string }, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
      run(
        {},
        {
          onCancellationRequested: (listener: () => void) => {
            if (title.startsWith(canceled)) listener();
            return { dispose: () => undefined };
          },
        },
      ),
  },
}));

const { OutcomeUi } = await import('../../../../src/ui/orders/outcomeUi');
const { OutcomeNews } = await import('../../../../src/ui/orders/outcomeNews');
const { ResolveUi } = await import('../../../../src/ui/orders/resolveUi');

type Desk = ReturnType<typeof orderDesk>;

/** A change that the service asks about; the user confirms, and `happens` in between. */
async function confirming(happens: (desk: Desk, show: (order: OrderRecord) => void) => unknown) {
  const desk = orderDesk();
  let shown = orderRecord();
  desk.client.orderDetails = async () => Promise.resolve(pageOf([shown]));
  desk.client.orders = async () => Promise.resolve(pageOf([shown]));
  desk.client.answers = [{ kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'Are you sure?' }];
  const news = new OutcomeNews((error) => {
    throw error;
  });
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
  whileAsked = () => happens(desk, (order) => (shown = order));
  const review = { shown: { preview }, confirm: async () => desk.writer.submit(preview, live) };
  await ui.send(review as unknown as Parameters<typeof ui.send>[0], live);
  return { desk, attempt: await desk.journal.find(preview.root) };
}

const cannotConnect = new TransportError('connect-failed', { sent: 'no' });

describe('a confirmation of an order request that is not sent', () => {
  beforeEach(() => {
    told.length = 0;
    canceled = 'none';
  });

  it.each<[string, (desk: Desk) => unknown, RegExp]>([
    ['the user cancels', () => (canceled = 'Confirming'), / You canceled the confirmation\./],
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
    expect(told).toHaveLength(1);
    const [{ text, buttons } = { text: '', buttons: [] }] = told;
    expect(text).toMatch(/^Not confirmed: OK-1\. /);
    expect(text).toMatch(reason);
    expect(text).toMatch(
      / Awaiting confirmation: OK-1 → 200 @ 12\.34\. The order stays locked until you complete or abandon the change\.$/,
    );
    expect(text).not.toMatch(/not sent|nothing was sent|try again/i);
    expect(buttons).toEqual(['Check Order Status', 'Resolve…']);
    expect(attempt?.state).toBe('needsConfirmation');
    expect(desk.client.sent).toHaveLength(1);
  });

  it('is told as not confirmed, with what became of the order, when that has changed', async () => {
    const { attempt, desk } = await confirming((_, show) => show(orderRecord({ status: 'CANCELLED_ALL' })));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('Not confirmed: OK-1. It has changed since you opened the ticket. Status: ');
    expect(told[0]?.text).not.toMatch(/not sent|nothing was sent/i);
    expect(desk.client.confirmed).toEqual([]);
    expect(attempt?.state).not.toBe('applied');
  });
});
