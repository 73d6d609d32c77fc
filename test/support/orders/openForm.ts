import { expect, onTestFinished } from 'vitest';
import type * as vscode from 'vscode';
import { TicketDesk } from '../../../src/app/orders/ticket/ticketDesk';
import { emptyTicket, withOrder } from '../../../src/app/orders/ticket/ticket';
import type { Ticket } from '../../../src/app/orders/ticket/ticket';
import { Emitter } from '../../../src/app/platform/emitter';
import type { AccountListsState, AccountWatchOptions } from '../../../src/app/accounts/accountBook';
import { readHolding } from '../../../src/domain/positions/holding';
import type { Holding, ReadHolding } from '../../../src/domain/positions/holding';
import { listOf } from '../../../src/service/lists/list';
import { PrivacyMode } from '../../../src/app/privacy/privacyMode';
import { HttpError } from '../../../src/service/errors';
import { formerValues } from '../../../src/domain/orders/changeBack';
import { OrderReadBack } from '../../../src/app/orders/eye/orderReadBack';
import type { TicketNotice, TicketStage } from '../../../src/panel/ticket/ticketProtocol';
import type { OrderRecord } from '../../../src/service/records';
import { orderNews } from './orderNews';
import { OutcomeUi } from '../../../src/ui/orders/outcomeUi';
import { ResolveUi } from '../../../src/ui/orders/resolveUi';
import { TicketPanel } from '../../../src/ui/orders/form/ticketPanel';
import { pageOf } from '../builders/lists';
import { Uri } from '../editor/values';
import { WebviewPanel } from '../editor/webviewPanel';
import { FakeTime, settle } from '../machine/fakeTime';
import { checkedChange, live, orderDesk, orderRecord } from './orderFakes';
import { unlimited } from './unlimited';

const ignored = (): vscode.Disposable => ({ dispose: () => undefined });

/** The order of a form, as the service shows it. */
export const before = orderRecord({ quantity: '1000', price: '12.30' });

/**
 * A form for {@link before}; the page is the test, and so is the other window.
 *
 * @param chosen - Values that were chosen by name, so that only the confirmation is left.
 * @param fresh - A new order instead.
 */
export async function openForm(order: OrderRecord | undefined, parts = orderDesk(), chosen?: Ticket['typed'], fresh?: Ticket) {
  const shows = async (): ReturnType<typeof parts.client.orderDetails> => {
    if (order === undefined) throw new HttpError({ status: 404 });
    return pageOf([order]);
  };
  parts.client.orderDetails = shows;
  parts.client.orders = shows;
  const desk = new TicketDesk({ limits: () => unlimited, ...parts });
  const seen = new Emitter<void>();
  let listed: OrderRecord | undefined = order;
  const news = orderNews(() => undefined);
  const opened: unknown[] = [];
  const known = { ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', order), exchange: 'SEHK', orderType: 'LIMIT' };
  const ticket = fresh ?? { ...known, securityType: 'STOCK', typed: chosen ?? {} };
  const target = desk.targetOf(ticket);
  if (target === undefined) throw new Error('not connected');
  const time = new FakeTime();
  const privacy = new PrivacyMode({ get: () => undefined, set: async () => undefined });
  const shown = new WebviewPanel('marketDesk.orderTicket');
  const { posted } = shown;
  const resolver = new ResolveUi({
    ...parts,
    readBack: new OrderReadBack(parts),
    news,
    orderRead: (_, now) => void see(now),
    isPrivate: () => false,
  });
  const outcomes = new OutcomeUi({
    writer: parts.writer,
    links: { open: async () => true },
    news,
    showUnresolved: (attempt, why) => resolver.showUnresolved(attempt, { why }),
    findAttempt: async (root) => parts.journal.find(root),
    readBack: async (attempt) => resolver.readBackFirst(attempt),
    decline: async (attempt, why) => resolver.decline(attempt, why),
    showDamage: async () => undefined,
    isPrivate: () => false,
    usesApiKey: () => false,
  });
  const watch = () => ({
    ...noState,
    isReading: false,
    setOn: () => undefined,
    wantsOther: () => undefined,
    refresh: async () => undefined,
    dispose: () => undefined,
  });
  let held: AccountListsState<ReadHolding> = noState.state;
  let tellHeld = (): void => undefined;
  let readsPositions = false;
  const heldOf = (choose: AccountWatchOptions['choose']): typeof held => {
    const accounts = held.accounts?.map(({ account }) => account) ?? [];
    const chosen = choose?.(accounts) ?? accounts;
    return { ...held, accounts: held.accounts?.filter(({ account }) => chosen.includes(account)) ?? [] };
  };
  /** The positions of the account are read. */
  const holds = async (...holdings: readonly Holding[]): Promise<void> => {
    const account = {
      id: ticket.accountId,
      name: '',
      kind: ticket.isPaper ? 'simulated' : 'live',
      markets: [],
      source: 'service',
    } as const;
    const other = { account: { ...account, id: '9999' }, list: listOf<ReadHolding>([]), updatedAtMs: time.wallMs() };
    held = { directory: [], accounts: [other, { account, list: listOf(holdings.map(readHolding)), updatedAtMs: time.wallMs() }] };
    tellHeld();
    await settle();
  };
  const view = new TicketPanel(
    shown as unknown as vscode.WebviewPanel,
    ticket,
    target,
    parts.access.current,
    {
      cancelProposed: async () => void opened.push('cancel'),
      modifyAgain: async () => void opened.push('again'),
      modify: async () => void opened.push('modify'),
      cancel: async () => void opened.push('cancel'),
      changeBack: async ({ fields }) => void opened.push(formerValues(fields)),
      askToCancel: async () => void opened.push('cancel this'),
      chooseAnother: async () => void opened.push('another'),
      chooseAccount: async () => void opened.push('account'),
      rehearse: async ({ rehearses, typed }) => void opened.push(['rehearse', rehearses === undefined, typed]),
    },
    {
      ...parts,
      desk,
      clock: time,
      timers: time,
      tickets: { fire: () => undefined },
      report: (error) => opened.push(error),
      privacy,
      market: async () => Promise.reject(new Error('not part of this test')),
      extensionUri: Uri.file('ext'),
      documents: { put: () => Uri.file('diff') },
      news,
      orders: { find: () => listed, onDidChange: seen.event, watch },
      paperOrders: { find: () => listed, onDidRead: ignored, watch },
      positions: {
        watch: (options) => {
          tellHeld = options.changed;
          const held = { ...watch(), setOn: (isOn: boolean) => void (readsPositions = isOn) };
          return Object.defineProperty(held, 'state', { get: () => heldOf(options.choose) });
        },
      },
      timeZone: () => 'UTC',
      checkStatus: async () => void opened.push('check'),
      resolve: async () => void opened.push('resolve'),
      send: async (review, options) => outcomes.send(review, options),
    },
    chosen === undefined ? undefined : 'review',
  );
  const say = async (type: string, body: unknown): Promise<void> => {
    shown.say(type, body);
    await settle();
  };
  const other = orderDesk({ files: parts.files, locks: parts.locks, anchor: parts.anchor });
  /** Another window has a change of the same order accepted, which the service applies later. */
  const elsewhere = async (): Promise<void> => {
    const attempt = await other.journal.latestFor(target);
    other.client.orderDetails = shows;
    other.client.orders = shows;
    await other.writer.submit(other.writer.preview(checkedChange(), { order, latestRoot: attempt?.root ?? null }), live);
    expect(other.client.sent).not.toEqual([]);
  };
  await say('ready', null);
  const stage = (): TicketStage | undefined =>
    posted
      .flatMap(({ type, body }) => (type === 'stage' ? [body] : type === 'start' ? [(body as { stage: unknown }).stage] : []))
      .at(-1) as TicketStage | undefined;
  const see = async (now: OrderRecord | undefined): Promise<void> => {
    listed = now;
    seen.fire();
    await settle();
  };
  onTestFinished(() => view.dispose());
  const act = async (label: string): Promise<void> => say('act', noticeOf(stage())?.actions.indexOf(label));
  const last = (type: string): unknown => shown.bodies(type).at(-1);
  return {
    parts,
    client: parts.client,
    news,
    elsewhere,
    say,
    see,
    holds,
    act,
    stage,
    notice: () => noticeOf(stage()),
    readsPositions: () => readsPositions,
    last,
    opened,
    shown,
    time,
    privacy,
    view,
  };
}

const noState = { state: { accounts: undefined, directory: [] }, old: [] };

function noticeOf(stage: TicketStage | undefined): TicketNotice | undefined {
  return stage !== undefined && 'notice' in stage ? (stage.notice ?? undefined) : undefined;
}
