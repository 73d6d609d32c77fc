import * as vscode from 'vscode';
import { CancelRun } from '../../../app/orders/ticket/cancelRun';
import type { CanceledOrder, ToCancel } from '../../../app/orders/ticket/cancelRun';
import { emptyTicket, withOrder } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { OrderWriter } from '../../../app/orders/write/orderWriter';
import type { Disposable } from '../../../app/platform/ports';
import type { Account } from '../../../app/session/accounts/accounts';
import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
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
 * *Cancel All Open Orders…* in these accounts, all live or all paper: one question that says what stays open and names every order, then all
 * requests at once, and a page that says what became of each.
 *
 * @returns False if there is no open order; then no message was shown.
 */
export async function cancelAll(accounts: readonly Account[], dependencies: CancelAllDependencies): Promise<boolean> {
  const of = (account: Account, text: string): string =>
    accounts.length === 1 ? text : ofAccount(account, text, dependencies.isPrivate());
  const gathered = await lateProgress(vscode.l10n.t('Loading open orders'), async (signal) =>
    Promise.all(accounts.map(async (account) => gather(account, of, dependencies, signal))),
  );
  const asked = gathered.flatMap((each) => each.asked);
  const stays = gathered.flatMap((each) => each.stays);
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

/** The same for several groups of accounts, one after the other: a failure of one does not affect the next. */
export async function cancelEverything(
  inTurn: readonly (() => Promise<readonly Account[]>)[],
  dependencies: CancelAllDependencies,
): Promise<void> {
  const all: Account[] = [];
  let isTold = false;
  for (const accounts of inTurn)
    try {
      const found = await accounts();
      if (found.length > 0) {
        all.push(...found);
        if (await cancelAll(found, dependencies)) isTold = true;
      }
    } catch (error) {
      isTold = true;
      dependencies.report(error);
    }
  if (!isTold && all.length > 0) void sayInfo(noneText(all));
}

async function gather(
  account: Account,
  of: (account: Account, text: string) => string,
  dependencies: CancelAllDependencies,
  signal: AbortSignal,
): Promise<Gathered> {
  const nothing = (text: string, isListed = false): Gathered => ({ account, asked: [], stays: [of(account, text)], isListed });
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
  return { account, asked, stays: [missing, age, ...left].filter((text) => text !== '').map((text) => of(account, text)), isListed: true };
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
  const accounts = [...new Map(asked.map(({ account }) => [account.id, account])).values()];
  const isPaper = target.isPaper === true;
  const number = idText(target.accountId);
  const one = isPaper
    ? vscode.l10n.t('Cancel all open orders of paper account {0}?', number)
    : target.isSandbox
      ? vscode.l10n.t('Cancel all open orders of sandbox account {0}?', number)
      : vscode.l10n.t('Cancel all open orders of live account {0}?', number);
  const several = isPaper
    ? vscode.l10n.t('Cancel all open orders of {0} paper accounts?', accounts.length)
    : vscode.l10n.t('Cancel all open orders of {0} accounts?', accounts.length);
  const places = [...accounts.map(({ id }) => vscode.l10n.t('Account {0}', idText(id))), hostOf(target.service)].join(' · ');
  const stopped = whileStopped ? vscode.l10n.t('Sending orders is stopped. Cancellations are still sent.') : '';
  const names = asked.map(({ account, order }) =>
    accounts.length === 1 ? nameOf(order, digits) : ofAccount(account, nameOf(order, digits), isPrivate()),
  );
  const shown = fitting(names, longestNames);
  const more = shown.length < names.length ? vscode.l10n.t('and {0} more: the Orders view shows them', names.length - shown.length) : '';
  const detail = [...worldLines(target), places, stopped, ...notes, ...shown, more].filter((line) => line !== '').join('\n');
  const yes = asked.length === 1 ? vscode.l10n.t('Cancel 1 Order') : vscode.l10n.t('Cancel {0} Orders', asked.length);
  return askOrShowOrders(accounts.length === 1 ? one : several, detail, yes, vscode.l10n.t('Keep Orders'));
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
    if (view !== undefined) tell(view, asked[0]?.preview.target.isPaper === true, cancelRest, dependencies);
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

/** The last message: what is still open first, in full as far as a message holds it. */
function tell(
  { rows, summary }: CanceledView,
  isPaper: boolean,
  cancelRest: () => Promise<void>,
  { news }: Pick<CancelAllDependencies, 'news'>,
): void {
  const left = leftIn(rows);
  const names = fitting(
    left.map(({ order, orderId }) => `${order} (${orderId})`),
    mostNamed,
  );
  const more = names.length < left.length ? vscode.l10n.t('The page names all of them.') : '';
  news.notify(
    {
      severity: left.length === 0 ? 'info' : 'error',
      message: sentences(summary, [...names, ...(more === '' ? [] : ['…'])].join(' · '), more),
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
