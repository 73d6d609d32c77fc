import * as vscode from 'vscode';
import { emptyTicket, withOrder } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { Account } from '../../../app/session/accounts/accounts';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { hasEnded } from '../../../domain/orders/orderRules';
import { sentences } from '../../../domain/text/sentences';
import { idText } from '../../../domain/text/visibleText';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { gapsText } from '../../platform/lists/gapText';
import { listText } from '../../platform/lists/listText';
import { sayInfo, sayWarning } from '../../platform/say/messages';
import { cancellableProgress } from '../../platform/say/progress';
import { orderLine } from '../orderLine';
import { filledText } from '../orderText';
import type { News, OutcomeNews } from '../outcomeNews';
import type { TicketLists } from '../ticket/ticketLists';
import { cancellationOf, confirms, exchangeOf } from './cancelUi';
import type { AskedCancellation, CancelDependencies, CancelUi } from './cancelUi';

export interface CancelAllDependencies extends CancelDependencies {
  readonly lists: () => Pick<TicketLists, 'newest'>;
  readonly findAttempt: (root: string) => Promise<Attempt | undefined>;
  readonly single: Pick<CancelUi, 'tellStale'>;
  readonly news: Pick<OutcomeNews, 'addPlace' | 'notify'>;
  /** Under which integer a paper account lists an order. */
  readonly marketOf: (account: Account, orderId: string) => number | undefined;
}

/** The editor cuts the text of a question at 10,000 characters. */
const longestNames = 8_000;
const mostNamed = 10;

/** After one of these, the next request goes. After anything else nobody knows, or the service takes none. */
const goOnAfter: ReadonlySet<AttemptState> = new Set<AttemptState>([
  'accepted',
  'applied',
  'tooLate',
  'rejected',
  'rejectedLater',
  'saysRejected',
  'notApplied',
  'notChanged',
  'abandoned',
]);

/**
 * *Cancel All Open Orders…*: one question that names every order, then a request for each, which ends in its own outcome. It stops at the first
 * whose outcome is unknown, when the user cancels, or when the service takes no requests, and says what was not sent.
 */
export async function cancelAll(account: Account, dependencies: CancelAllDependencies): Promise<void> {
  const list = await cancellableProgress(vscode.l10n.t('Loading open orders'), async (signal) =>
    dependencies.lists().newest(account, signal),
  );
  if (list.verdict === 'notOffered') {
    void sayWarning(vscode.l10n.t('This service doesn’t list orders: check with your broker what is open.'));
    return;
  }
  const { items, gaps } = seen(list);
  const open = items.filter(({ status }) => !hasEnded(status));
  const missing = gaps.length === 0 ? '' : vscode.l10n.t('This list is incomplete. {0}', gapsText(gaps, 'orders'));
  if (open.length === 0) {
    void (missing === '' ? sayInfo(vscode.l10n.t('No open orders.')) : sayWarning(missing));
    return;
  }
  const { asked, left } = await prepare(account, open, dependencies);
  const names = [...asked.map(nameOf), ...left];
  const [first] = asked;
  if (first === undefined || names.join('\n').length > longestNames) {
    void sayWarning(sentences(vscode.l10n.t('Not canceled: these orders can only be canceled one by one.'), listed(left)));
    return;
  }
  const answers = { yes: vscode.l10n.t('Cancel Orders: {0}', asked.length), safe: vscode.l10n.t('Keep Orders') };
  if (!(await confirms(vscode.l10n.t('Cancel all open orders of this account?'), [missing, ...names], answers, withoutPlace(first))))
    return;
  const gathered = gather(asked, dependencies.news);
  const unsent = await cancellableProgress(vscode.l10n.t('Canceling open orders'), async (signal) =>
    send(asked, dependencies, signal),
  ).finally(() => gathered.tell());
  if (unsent.length > 0)
    void sayWarning(vscode.l10n.t('Canceling stopped. Not sent: {0}', listed(unsent.map(({ preview }) => idText(preview.target.orderId)))));
}

/** One account after the other: what goes wrong with one keeps nothing of the next. */
export async function cancelEverything(
  accounts: readonly Account[],
  dependencies: CancelAllDependencies & { readonly report: (error: unknown) => void },
): Promise<void> {
  for (const account of accounts) {
    try {
      await cancelAll(account, dependencies);
    } catch (error) {
      dependencies.report(error);
    }
  }
}

/** Keeps the outcomes that need no answer until all requests have theirs, and tells them at once. */
function gather(asked: readonly AskedCancellation[], news: CancelAllDependencies['news']): { readonly tell: () => void } {
  const roots = new Set(asked.map(({ preview }) => preview.root));
  const accepted: News[] = [];
  const others: { readonly orderId: string; readonly news: News }[] = [];
  const place = news.addPlace(({ root, target }, told) => {
    if (!roots.has(root) || told.brief !== undefined || (told.actions ?? []).length > 0) return false;
    if (told.state === 'accepted') accepted.push(told);
    else others.push({ orderId: idText(target.orderId), news: told });
    return true;
  });
  return {
    tell: () => {
      place.dispose();
      const [one, ...more] = [...accepted, ...others.map((other) => other.news)];
      if (one === undefined) return;
      if (more.length === 0) {
        news.notify(one);
        return;
      }
      const [other, ...rest] = others;
      const why =
        other === undefined
          ? ''
          : rest.length === 0
            ? other.news.message
            : vscode.l10n.t('Not canceled: {0}. The order journal says why.', listed(others.map(({ orderId }) => orderId)));
      const what =
        accepted.length === 0
          ? ''
          : vscode.l10n.t('Cancellations accepted: {0}. The Orders view shows when each order is canceled.', accepted.length);
      news.notify({ severity: other === undefined ? 'info' : 'warning', message: sentences(what, why) });
    },
  };
}

/** The requests, fixed before the question, and the orders that get none, with the reason. */
async function prepare(
  account: Account,
  open: readonly OrderRecord[],
  { desk, writer, marketOf }: CancelAllDependencies,
): Promise<{ readonly asked: readonly AskedCancellation[]; readonly left: readonly string[] }> {
  const asked: AskedCancellation[] = [];
  const left: string[] = [];
  for (const order of open) {
    const opened = await desk.begin(ticketFor(account, order, marketOf(account, order.orderId)));
    if (opened.kind === 'locked') left.push(vscode.l10n.t('Not {0}: an earlier request is unresolved.', idText(order.orderId)));
    else if (exchangeOf(opened.ticket, order) === undefined)
      left.push(vscode.l10n.t('Not {0}: its exchange isn’t known. Cancel it on its own.', idText(order.orderId)));
    else asked.push(cancellationOf(writer, opened.ticket, { order, latestRoot: opened.ticket.latestRoot ?? null }));
  }
  return { asked, left };
}

/** @returns what was not sent. */
async function send(
  asked: readonly AskedCancellation[],
  { outcomes, findAttempt, single }: CancelAllDependencies,
  signal: AbortSignal,
): Promise<readonly AskedCancellation[]> {
  for (const [index, { preview }] of asked.entries()) {
    if (signal.aborted) return asked.slice(index);
    const stale = await outcomes.cancel(preview, { signal });
    if (stale !== undefined) {
      single.tellStale(preview.target.orderId, stale);
      continue;
    }
    const attempt = await findAttempt(preview.root);
    if (attempt === undefined) return asked.slice(index);
    if (!goOnAfter.has(attempt.state)) return asked.slice(index + 1);
  }
  return [];
}

function ticketFor(account: Account, order: OrderRecord, market: number | undefined): Ticket {
  return withOrder(
    { ...emptyTicket, accountId: account.id, accountName: account.name, isPaper: account.kind === 'simulated', market },
    order.orderId,
    order,
  );
}

function nameOf({ order, preview }: AskedCancellation): string {
  const id = idText(preview.target.orderId);
  if (order === undefined) return id;
  const filled = filledText(order, false);
  return [orderLine(order, false), id, filled === undefined ? '' : vscode.l10n.t('filled {0}', filled)]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The orders may be on several exchanges. */
function withoutPlace({ preview }: AskedCancellation): Pick<AskedCancellation['preview'], 'target' | 'whileStopped'> {
  return { target: { ...preview.target, exchange: '' }, whileStopped: preview.whileStopped };
}

function listed(names: readonly string[]): string {
  const shown = listText(names.slice(0, mostNamed));
  return names.length > mostNamed ? vscode.l10n.t('{0} and {1} more', shown, names.length - mostNamed) : shown;
}
