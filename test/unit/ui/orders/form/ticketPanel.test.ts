import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { TicketDesk } from '../../../../../src/app/orders/ticket/ticketDesk';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import { Emitter } from '../../../../../src/app/platform/emitter';
import { PrivacyMode } from '../../../../../src/app/privacy/privacyMode';
import { HttpError } from '../../../../../src/service/errors';
import type { OrderRecord } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { FakeUri } from '../../../../support/editor/fakeUri';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';

/** What the user does when a dialog asks; gives the button to press, or nothing to close it. */
let answers: ((buttons: readonly string[]) => Promise<string | undefined>)[] = [];
const ignored = (): vscode.Disposable => ({ dispose: () => undefined });

vi.mock('vscode', async () => ({
  ...(await import('../../../../support/editor/fakeVscode')),
  Uri: (await import('../../../../support/editor/fakeUri')).FakeUri,
  ProgressLocation: { Notification: 15 },
  commands: { executeCommand: async () => undefined },
  workspace: { getConfiguration: () => ({ inspect: () => undefined }), onDidChangeConfiguration: ignored },
  window: {
    showWarningMessage: async (_text: string, _options: unknown, ...buttons: readonly { readonly title: string }[]) => {
      const title = await answers.shift()?.(buttons.map((button) => button.title));
      return buttons.find((button) => button.title === title);
    },
    withProgress: async (_options: unknown, run: (progress: unknown, token: unknown) => Promise<unknown>) =>
      run({}, { onCancellationRequested: ignored }),
  },
}));

const { TicketPanel } = await import('../../../../../src/ui/orders/form/ticketPanel');

const before = orderRecord({ quantity: '1000', price: '12.30' });

/** A form on {@link before}; the page is the test, and so is the other window. */
async function openForm(order: OrderRecord | undefined) {
  const parts = orderDesk();
  const shows = async (): ReturnType<typeof parts.client.orderDetails> => {
    if (order === undefined) throw new HttpError({ status: 404 });
    return pageOf([order]);
  };
  parts.client.orderDetails = shows;
  parts.client.orders = shows;
  const desk = new TicketDesk({ ...parts, limits: () => ({ maxValue: 0, maxQuantity: 0, maxDistancePercent: 0 }) });
  const messages = new Emitter<unknown>();
  const stages: { readonly kind: string; readonly message?: string }[] = [];
  const webview = {
    options: {},
    html: '',
    cspSource: 'self',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: messages.event,
    postMessage: async ({ type, body }: { readonly type: string; readonly body: { readonly kind: string } }) =>
      type === 'stage' && stages.push(body) > 0,
  };
  const panel = { webview, visible: true, viewType: '', title: '', active: true, viewColumn: undefined, dispose: () => undefined };
  const ticket = { ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', order), exchange: 'SEHK', orderType: 'LIMIT' };
  const target = desk.targetOf(ticket);
  if (target === undefined) throw new Error('not connected');
  const time = new FakeTime();
  const view = new TicketPanel(
    { ...panel, options: {}, reveal: () => undefined, onDidChangeViewState: ignored, onDidDispose: ignored },
    { ...ticket, securityType: 'STOCK' },
    target,
    parts.access.current,
    async () => undefined,
    {
      ...parts,
      desk,
      clock: time,
      timers: time,
      privacy: new PrivacyMode({ get: () => undefined, set: async () => undefined }),
      market: async () => Promise.reject(new Error('not part of this test')),
      extensionUri: new FakeUri('ext'),
      timeZone: () => 'UTC',
      showUnresolved: async () => undefined,
      send: async (review) => {
        const result = await review.confirm(live);
        return result.kind === 'blocked' && result.reason === 'stale' ? result.verdict : undefined;
      },
    },
  );
  const say = async (type: string, body: unknown): Promise<void> => {
    messages.fire({ type, body });
    await settle();
  };
  const other = orderDesk({ files: parts.files, locks: parts.locks, anchor: parts.anchor });
  /** Another window has a change of the same order accepted; the service takes its time to make it. */
  const elsewhere = async (): Promise<void> => {
    const attempt = await other.journal.latestFor(target);
    other.client.orderDetails = shows;
    other.client.orders = shows;
    await other.writer.submit(other.writer.preview(checkedChange(), { order, latestRoot: attempt?.root ?? null }), live);
    expect(other.client.sent).not.toEqual([]);
  };
  await say('ready', null);
  return { client: parts.client, elsewhere, say, stage: () => stages.at(-1), view };
}

const agree = async (buttons: readonly string[]): Promise<string | undefined> =>
  Promise.resolve(buttons.find((button) => button.startsWith('Change ')));

beforeEach(() => {
  answers = [];
});

describe.each([
  ['lists orders', before],
  ['lists no orders', undefined],
] as const)('a form where the service %s', (_, order) => {
  it('sends what it was confirmed for', async () => {
    const form = await openForm(order);
    answers = [agree];
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toHaveLength(1);
    form.view.dispose();
  });

  it('is stopped by a change from another window that was made while its last question was open and closed again', async () => {
    const form = await openForm(order);
    answers = [async () => (await form.elsewhere(), undefined)];
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.stage()).toMatchObject({ kind: 'editing' });
    answers = [agree];
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toEqual([]);
    expect(form.stage()).toMatchObject({
      kind: 'stale',
      message: 'OK-1 was modified elsewhere since you opened the ticket. Nothing was sent.',
    });
    form.view.dispose();
  });

  it('is stopped once more by a change that came while it told of another', async () => {
    const form = await openForm(order);
    await form.elsewhere();
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.stage()).toMatchObject({ kind: 'stale' });
    await form.elsewhere();
    await form.say('goOn', null);
    answers = [agree];
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toEqual([]);
    expect(form.stage()).toMatchObject({ kind: 'stale' });
    await form.say('goOn', null);
    // Where the order can be read, it is told that the other change may be undone.
    answers = order === undefined ? [agree] : [async () => Promise.resolve('Continue Anyway'), agree];
    await form.say('review', { qty: '1000', price: '12.34' });
    expect(form.client.sent).toHaveLength(1);
    form.view.dispose();
  });
});
