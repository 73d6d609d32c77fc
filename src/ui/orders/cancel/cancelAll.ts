import * as vscode from 'vscode';
import { CancelRun } from '../../../app/orders/ticket/cancelRun';
import type { CanceledOrder, ToCancel } from '../../../app/orders/ticket/cancelRun';
import { emptyTicket, withOrder } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { OrderWriter } from '../../../app/orders/write/orderWriter';
import type { Disposable } from '../../../app/platform/ports';
import { accountKey } from '../../../app/session/accounts/accounts';
import type { Account } from '../../../app/session/accounts/accounts';
import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import { hasEnded } from '../../../domain/orders/orderRules';
import { maskWhen } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import { idText } from '../../../domain/text/visibleText';
import type { CanceledView } from '../../../panel/canceled/canceledProtocol';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { presentError } from '../../platform/errors/presentError';
import { gapsText } from '../../platform/lists/gapText';
import { sayInfo, sayWarning } from '../../platform/say/messages';
import { countedProgress, lateProgress } from '../../platform/say/progress';
import { orderLine } from '../../platform/words/orderLine';
import type { DigitsOf } from '../../platform/words/orderLine';
import { clockTime } from '../orderTimes';
import { hostOf, paperAccountWord, worldLines } from '../orderText';
import { filledText } from '../story/names';
import type { OutcomeNews } from '../outcomeNews';
import type { OutcomeUi } from '../outcomeUi';
import type { TicketLists } from '../ticket/ticketLists';
import { leftIn } from './canceledRows';
import type { Canceling } from './canceledPanel';
import { askOrShowOrders } from '../askOrShowOrders';
import { cancellationOf, exchangeOf } from './cancelUi';
import type { CancelUi } from './cancelUi';
import type { TicketDesk } from '../../../app/orders/ticket/ticketDesk';
import type { UiPorts } from '../../platform/ports';

/** The page that says what became of every order. */
export interface CanceledPage {
  /** All requests have their outcome. */
  end(): void;
  look(): Promise<CanceledView>;
  /** The user sees it. */
  readonly isInFront: boolean;
}

export interface CancelAllDependencies extends Pick<UiPorts, 'clock' | 'timers' | 'timeZone'> {
  readonly desk: Pick<TicketDesk, 'begin' | 'targetOf'>;
  /** What is known of prices: those of orders have as many digits. */
  readonly digits?: DigitsOf;
  readonly writer: Pick<OrderWriter, 'previewCancel' | 'submit'>;
  readonly outcomes: Pick<OutcomeUi, 'finish'>;
  readonly single: Pick<CancelUi, 'tellStale'>;
  readonly lists: () => Pick<TicketLists, 'soon' | 'newest'>;
  readonly findAttempt: (root: string) => Promise<Attempt | undefined>;
  readonly news: Pick<OutcomeNews, 'addPlace' | 'notify'>;
  /** The market integer under which a paper account lists an order. */
  readonly marketOf: (account: Account, order: OrderRecord) => number | undefined;
  /** Keeps room in the limits of the service for this many writes, until the result is called. */
  readonly keepRoom: (count: number) => () => void;
  readonly showPage: (canceling: Canceling) => CanceledPage;
  readonly report: (error: unknown) => void;
  /** Whether figures are hidden in messages. They are always shown in a question that the user confirms. */
  readonly isPrivate: () => boolean;
}

/** The editor cuts the text of a question at 10,000 characters. */
const longestNames = 8_000;
/** The last message stands beside the page, which has all orders. */
const mostNamed = 160;
/** How long the last message waits for orders to be shown as canceled: most services do that at once. */
const endsWithinMs = 3_000;
/** How long the question about live orders waits for the orders of paper accounts. */
const paperWithinMs = 1_500;

/** One account, with what can be canceled in it. */
interface Gathered {
  readonly account: Account;
  readonly asked: readonly ToCancel[];
  /** Orders that stay open, and what the lists could not show. */
  readonly stays: readonly string[];
  /** Whether the service listed the orders of the account. */
  readonly isListed: boolean;
}

/**
 * *Cancel All Open Orders…* in these accounts, live and paper: one question that says how many orders each account has and what stays open, and
 * names every order; then all requests at once, those of live accounts first, and a page that says what became of each.
 *
 * @param lacking - What else stays open, because it isn’t known.
 * @returns False if there is no open order; then no message was shown.
 */
export async function cancelAll(
  accounts: readonly Account[],
  dependencies: CancelAllDependencies,
  lacking: readonly string[] = [],
): Promise<boolean> {
  const gathered = await lateProgress(vscode.l10n.t('Loading open orders'), async (signal) => gatherAll(accounts, dependencies, signal));
  const asked = gathered.flatMap((each) => each.asked);
  const of = (account: Account, text: string): string =>
    accounts.length === 1 ? text : ofAccount(account, text, dependencies.isPrivate());
  const stays = [...gathered.flatMap((each) => each.stays.map((text) => of(each.account, text))), ...lacking];
  const [first] = asked;
  if (first === undefined) {
    if (stays.length > 0) void sayWarning(sentences(...stays));
    return stays.length > 0;
  }
  const listed = gathered.filter(({ isListed }) => isListed).map(({ account }) => account);
  const notes = [...stays, unlistedText(listed)].filter((note) => note !== '');
  // What someone else reads meanwhile must not use the requests that are about to be sent.
  const free = dependencies.keepRoom(asked.length);
  try {
    if (await confirmed(asked, notes, dependencies)) await send(asked, notes, accounts, free, dependencies);
  } finally {
    free();
  }
  return true;
}

/** The same for all accounts: if one of the two lists of accounts can’t be read, that is reported, and the other one is asked about. */
export async function cancelEverything(
  lists: Readonly<Record<'live' | 'paper', () => Promise<readonly Account[]>>>,
  dependencies: CancelAllDependencies,
): Promise<void> {
  const failed: unknown[] = [];
  const listed = async (read: () => Promise<readonly Account[]>): Promise<readonly Account[]> =>
    read().catch((error: unknown) => {
      failed.push(error);
      dependencies.report(error);
      return [];
    });
  const reading = listed(lists.paper);
  const live = await listed(lists.live);
  const paper = live.length === 0 ? await reading : await inTime(reading, dependencies);
  const lacking = paper === undefined ? [vscode.l10n.t('Paper accounts couldn’t be loaded in time: their orders stay open.')] : [];
  const all = [...live, ...(paper ?? [])];
  if (all.length > 0 && !(await cancelAll(all, dependencies, lacking)) && failed.length === 0) void sayInfo(noneText(all));
}

/** Live accounts are read first. Paper accounts have a moment then, and only the requests that canceling the live orders leaves. */
async function gatherAll(
  accounts: readonly Account[],
  dependencies: CancelAllDependencies,
  signal: AbortSignal,
): Promise<readonly Gathered[]> {
  const read = async (some: readonly Account[]): Promise<readonly Gathered[]> =>
    Promise.all(some.map(async (account) => gather(account, dependencies, signal)));
  const live = await read(accounts.filter(({ kind }) => kind === 'live'));
  const paper = accounts.filter(({ kind }) => kind === 'simulated');
  const count = live.reduce((sum, { asked }) => sum + asked.length, 0);
  if (paper.length === 0 || count === 0) return [...live, ...(await read(paper))];
  const free = dependencies.keepRoom(count);
  try {
    const late = vscode.l10n.t('The open orders couldn’t be loaded in time: they stay open.');
    const found = await inTime(read(paper), dependencies);
    return [...live, ...(found ?? paper.map((account) => ({ account, asked: [], stays: [late], isListed: false })))];
  } finally {
    free();
  }
}

/** What is read for paper accounts, which must not delay the cancellation of real orders; undefined if that takes too long. */
async function inTime<T>(reading: Promise<T>, { timers }: Pick<CancelAllDependencies, 'timers'>): Promise<T | undefined> {
  let waits: Disposable | undefined;
  const late = new Promise<undefined>((resolve) => {
    waits = timers.after(paperWithinMs, () => resolve(undefined));
  });
  return Promise.race([reading, late]).finally(() => waits?.dispose());
}

async function gather(account: Account, dependencies: CancelAllDependencies, signal: AbortSignal): Promise<Gathered> {
  const nothing = (text: string, isListed = false): Gathered => ({ account, asked: [], stays: [text], isListed });
  const isPaper = account.kind === 'simulated';
  if (isPaper && account.markets.length === 0) return nothing(vscode.l10n.t('The market of this paper account isn’t known.'));
  let found;
  try {
    found = await dependencies.lists().soon(account, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return nothing(vscode.l10n.t('The open orders couldn’t be loaded. {0}', presentError(error).message));
  }
  const { list, asOfMs } = found;
  if (list.verdict === 'notOffered')
    return nothing(
      isPaper
        ? vscode.l10n.t('This service doesn’t list orders of paper accounts.')
        : vscode.l10n.t('This service doesn’t list orders: check with your broker what is open.'),
    );
  const { items, gaps } = seen(list);
  // Whatever else such an order is, it may be open, and its account and ID are certain.
  const contradicted = gaps.flatMap((gap) => (gap.kind === 'contradicted' ? gap.orders : []));
  const { asked, left } = await prepare(
    account,
    [...items, ...contradicted].filter(({ status }) => !hasEnded(status)),
    dependencies,
  );
  const missing = gaps.length === 0 ? '' : vscode.l10n.t('This list is incomplete. {0}', gapsText(gaps, 'orders'));
  const age =
    asOfMs === undefined
      ? ''
      : vscode.l10n.t(
          'As of {0}: newer orders may be missing.',
          clockTime(dependencies.timeZone(), new Date(asOfMs).toISOString()).slice(0, 8),
        );
  return { account, asked, stays: [missing, age, ...left].filter((text) => text !== ''), isListed: true };
}

/** The requests, fixed before the question, and the orders that get none, with the reason. */
async function prepare(
  account: Account,
  open: readonly OrderRecord[],
  { desk, digits, writer, marketOf }: CancelAllDependencies,
): Promise<{ readonly asked: readonly ToCancel[]; readonly left: readonly string[] }> {
  const asked: ToCancel[] = [];
  const left: string[] = [];
  for (const order of open) {
    const opened = await desk.begin(ticketFor(account, order, marketOf(account, order)));
    const name = nameOf(order, digits);
    if (opened.kind === 'blocked') left.push(vscode.l10n.t('Stays open: {0}. An earlier request for it is unresolved.', name));
    else if (opened.ticket.isPaper && opened.ticket.market === undefined)
      left.push(vscode.l10n.t('Stays open: {0}. Its market in the paper account isn’t known.', name));
    else if (!opened.ticket.isPaper && exchangeOf(opened.ticket, order) === undefined)
      left.push(vscode.l10n.t('Stays open: {0}. Its exchange isn’t known: cancel it on its own.', name));
    else
      try {
        const { preview } = cancellationOf(writer, opened.ticket, { order, latestRoot: opened.ticket.latestRoot ?? null });
        asked.push({ account, order, preview });
      } catch (error) {
        // An ID that can't be part of a request must not keep the other orders in the market.
        left.push(sentences(vscode.l10n.t('Stays open: {0}.', name), presentError(error).message));
      }
  }
  return { asked, left };
}

/** The one question: what stays open comes before what is canceled, because long texts are cut at their end. */
async function confirmed(
  asked: readonly ToCancel[],
  notes: readonly string[],
  { digits, isPrivate }: CancelAllDependencies,
): Promise<boolean> {
  const [first] = asked;
  if (first === undefined) return false;
  const { target, whileStopped } = first.preview;
  const accounts = [...new Map(asked.map(({ account }) => [accountKey(account), account])).values()];
  const isOne = accounts.length === 1;
  const stopped = whileStopped ? vscode.l10n.t('Sending orders is stopped. Cancellations are still sent.') : '';
  const names = asked.map(({ account, order }) => (isOne ? nameOf(order, digits) : ofAccount(account, nameOf(order, digits), isPrivate())));
  const shown = fitting(names, longestNames);
  const more = shown.length < names.length ? vscode.l10n.t('and {0} more: the Orders view shows them', names.length - shown.length) : '';
  const place = isOne ? [...worldLines(target), placeText(target)] : [...countLines(asked), hostOf(target.service)];
  const detail = [...place, stopped, ...notes, ...shown, more].filter((line) => line !== '').join('\n');
  const yes = asked.length === 1 ? vscode.l10n.t('Cancel 1 Order') : vscode.l10n.t('Cancel {0} Orders', asked.length);
  return askOrShowOrders(isOne ? oneText(target) : severalText(asked, accounts.length), detail, yes, vscode.l10n.t('Keep Orders'));
}

function placeText({ accountId, service }: OrderTarget): string {
  return [vscode.l10n.t('Account {0}', idText(accountId)), hostOf(service)].join(' · ');
}

function oneText(target: OrderTarget): string {
  const number = idText(target.accountId);
  if (target.isPaper === true) return vscode.l10n.t('Cancel all open orders of paper account {0}?', number);
  return target.isSandbox
    ? vscode.l10n.t('Cancel all open orders of sandbox account {0}?', number)
    : vscode.l10n.t('Cancel all open orders of live account {0}?', number);
}

function severalText(asked: readonly ToCancel[], count: number): string {
  const targets = asked.map(({ preview }) => preview.target);
  if (targets.every(({ isPaper }) => isPaper === true)) return vscode.l10n.t('Cancel all open orders of {0} paper accounts?', count);
  if (targets.every(({ isPaper }) => isPaper !== true)) return vscode.l10n.t('Cancel all open orders of {0} accounts?', count);
  return targets.some(({ isSandbox }) => isSandbox)
    ? vscode.l10n.t('Cancel all open orders of {0} accounts, sandbox and paper?', count)
    : vscode.l10n.t('Cancel all open orders of {0} accounts, live and paper?', count);
}

/** Whether real money is involved, and how many orders each account has; live accounts first. */
function countLines(asked: readonly ToCancel[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { account } of asked) counts.set(accountKey(account), (counts.get(accountKey(account)) ?? 0) + 1);
  const lines = asked.flatMap(({ account, preview: { target } }) => {
    const count = counts.get(accountKey(account)) ?? 0;
    const number = count === 1 ? vscode.l10n.t('1 order') : vscode.l10n.t('{0} orders', count);
    return [...worldLines(target), vscode.l10n.t('{0}: {1}', accountText(account, target), number)];
  });
  return [...new Set(lines)];
}

/** `Live account 8001 (Main)` */
function accountText({ id, name }: Account, { isPaper, isSandbox }: OrderTarget): string {
  const number = idText(id);
  const text =
    isPaper === true
      ? vscode.l10n.t('Paper account {0}', number)
      : isSandbox
        ? vscode.l10n.t('Sandbox account {0}', number)
        : vscode.l10n.t('Live account {0}', number);
  return name === id ? text : vscode.l10n.t('{0} ({1})', text, idText(name));
}

/** Sends everything, then asks what the service wants to know, and shows what became of each order. @param free - Ends that room is kept. */
async function send(
  asked: readonly ToCancel[],
  notes: readonly string[],
  accounts: readonly Account[],
  free: () => void,
  dependencies: CancelAllDependencies,
): Promise<void> {
  const { writer, timers, news, outcomes, single } = dependencies;
  const run = new CancelRun(asked, writer, timers);
  const isOne = asked.length === 1;
  // The last message, and the page, tell what became of the orders; what offers a choice is never held back.
  const place = news.addPlace(({ root }, told) => !isOne && run.has(root) && (told.actions ?? []).length === 0);
  const cancelRest = async (): Promise<void> => {
    if (!(await cancelAll(accounts, dependencies))) void sayInfo(noneText(accounts));
  };
  // At once: an order whose request gets no response must not hide what became of the others.
  const page = isOne ? undefined : dependencies.showPage({ run, notes, cancelRest });
  try {
    const results = await countedProgress(vscode.l10n.t('Canceling open orders'), async (report) => {
      const tell = (): void => report(vscode.l10n.t('{0} of {1}', run.done, asked.length));
      tell();
      const progress = run.onDidChange(() => {
        tell();
        if (run.done === asked.length) free();
      });
      return run.send(new AbortController().signal).finally(() => progress.dispose());
    });
    // Only now: a question must not keep other orders in the market. A single order is told about as any other.
    for (const { preview, result } of results)
      if (result !== undefined && (isOne || asks(result))) {
        const stale = await outcomes.finish(preview, result);
        if (stale !== undefined) single.tellStale(preview, stale);
      }
    page?.end();
    if (isOne) return;
    await settled(results, accounts, dependencies);
    place.dispose();
    const view = await page?.look();
    const isPaper = asked.every(({ preview }) => preview.target.isPaper === true);
    if (view !== undefined) tell(view, { isPaper, cancelRest, isShown: page?.isInFront === true }, dependencies);
  } finally {
    place.dispose();
    run.dispose();
  }
}

/** Whether the service wants to know something from the user. */
function asks(result: NonNullable<CanceledOrder['result']>): boolean {
  return result.kind === 'settled' && (result.outcome.kind === 'needsConfirmation' || result.outcome.kind === 'needsBrowser');
}

/** The lists are read once for all orders, which settles what they show; waits a moment for that. */
async function settled(
  orders: readonly CanceledOrder[],
  accounts: readonly Account[],
  { lists, findAttempt, timers }: CancelAllDependencies,
): Promise<void> {
  const over = new AbortController();
  const waits: Disposable = timers.after(endsWithinMs, () => over.abort());
  const late = new Promise<void>((resolve) => {
    // Ends with the signal, which fires once.
    over.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const reads = Promise.all(
    accounts.map(async (account) =>
      lists()
        .newest(account, AbortSignal.timeout(60_000))
        .catch(() => undefined),
    ),
  );
  await Promise.race([reads, late]);
  const isOpen = async (): Promise<boolean> => {
    const attempts = await Promise.all(orders.map(async ({ preview }) => findAttempt(preview.root).catch(() => undefined)));
    return attempts.some((attempt) => attempt !== undefined && (attempt.state === 'accepted' || isUnresolved(attempt.state)));
  };
  while (!over.signal.aborted && (await isOpen())) await Promise.race([new Promise<void>((resolve) => timers.after(200, resolve)), late]);
  waits.dispose();
}

/** The last message: what is still open first, in full as far as a message holds it, unless the page in front of the user names it. */
function tell(
  { rows, summary }: CanceledView,
  { isPaper, isShown, cancelRest }: { readonly isPaper: boolean; readonly isShown: boolean; readonly cancelRest: () => Promise<void> },
  { news }: Pick<CancelAllDependencies, 'news'>,
): void {
  const left = leftIn(rows);
  const names = fitting(
    left.map(({ order, orderId }) => `${order} (${orderId})`),
    mostNamed,
  );
  const more = names.length < left.length ? vscode.l10n.t('The page names all of them.') : '';
  const named = isShown ? [] : [...names, ...(more === '' ? [] : ['…'])];
  news.notify(
    {
      severity: left.length === 0 ? 'info' : 'error',
      message: sentences(summary, named.join(' · '), isShown ? '' : more),
      ...(left.length === 0 ? {} : { actions: [{ label: vscode.l10n.t('Cancel the Rest…'), run: cancelRest }] }),
    },
    { isPaper },
  );
}

function ticketFor(account: Account, order: OrderRecord, market: number | undefined): Ticket {
  return withOrder(
    { ...emptyTicket, accountId: account.id, accountName: account.name, isPaper: account.kind === 'simulated', market },
    order.orderId,
    order,
  );
}

/** Never masked: the user is asked about it. */
function nameOf(order: OrderRecord, digits: DigitsOf | undefined): string {
  const filled = filledText(order, { isPrivate: false });
  return [
    orderLine(order, { isPrivate: false, market: digits?.(order.code) }),
    idText(order.orderId),
    filled === undefined ? '' : vscode.l10n.t('filled {0}', filled),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

export function noneText(accounts: readonly Account[]): string {
  return sentences(vscode.l10n.t('No open orders.'), unlistedText(accounts));
}

/** What the lists of live accounts leave out stays in the market. */
function unlistedText(accounts: readonly Account[]): string {
  return accounts.some(({ kind }) => kind === 'live')
    ? vscode.l10n.t('Option and multi-leg orders may be missing: services can leave them out of their lists.')
    : '';
}

/** A line about one of several accounts. Paper accounts are marked in words. */
function ofAccount(account: Account, text: string, isPrivate: boolean): string {
  const name = account.name === account.id ? maskWhen(isPrivate)(idText(account.id)) : idText(account.name);
  const word = paperAccountWord(account);
  return vscode.l10n.t('{0}: {1}', word === '' ? name : vscode.l10n.t('{0} ({1})', name, word), text);
}

/** The first texts that fit into this many characters. */
function fitting(texts: readonly string[], longest: number): readonly string[] {
  let length = 0;
  return texts.filter((text) => (length += text.length + 3) <= longest);
}
