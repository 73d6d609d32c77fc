import * as vscode from 'vscode';
import { emptyTicket, withOrder } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { Account } from '../../../app/session/accounts/accounts';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { hasEnded } from '../../../domain/orders/orderRules';
import { maskWhen } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import { idText } from '../../../domain/text/visibleText';
import { seen } from '../../../service/lists/list';
import type { OrderRecord } from '../../../service/records';
import { gapsText } from '../../platform/lists/gapText';
import { listText } from '../../platform/lists/listText';
import { sayInfo, sayWarning } from '../../platform/say/messages';
import { cancellableProgress } from '../../platform/say/progress';
import { orderLine } from '../../platform/words/orderLine';
import { filledText, paperAccountWord } from '../orderText';
import type { News, OutcomeNews } from '../outcomeNews';
import type { TicketLists } from '../ticket/ticketLists';
import { cancellationOf, confirms, exchangeOf } from './cancelUi';
import type { AskedCancellation, CancelDependencies, CancelUi } from './cancelUi';

export interface CancelAllDependencies extends CancelDependencies {
  readonly lists: () => Pick<TicketLists, 'newest'>;
  readonly findAttempt: (root: string) => Promise<Attempt | undefined>;
  readonly single: Pick<CancelUi, 'tellStale'>;
  readonly news: Pick<OutcomeNews, 'addPlace' | 'notify'>;
  /** The market integer under which a paper account lists an order. */
  readonly marketOf: (account: Account, orderId: string) => number | undefined;
}

/** The editor cuts the text of a question at 10,000 characters. */
const longestNames = 8_000;
const mostNamed = 10;

/** After these states, the next request is sent. After any other, the outcome is unknown or the service accepts no requests. */
const goOnAfter: ReadonlySet<AttemptState> = new Set<AttemptState>([
  'accepted',
  'applied',
  'tooLate',
  'rejected',
  'rejectedLater',
  'saysRejected',
  'notApplied',
  'endUnknown',
  'notChanged',
  'abandoned',
]);

/**
 * *Cancel All Open Orders…*: asks one question that names every order, then sends a request for each, with its own outcome. It stops at the
 * first unknown outcome, when the user cancels, or when the service accepts no requests, and reports what was not sent.
 */
export async function cancelAll(account: Account, dependencies: CancelAllDependencies): Promise<void> {
  if (!(await cancelIn(account, dependencies, (text) => text))) void sayInfo(noneText([account]));
}

/**
 * The same for every account, one after the other. A failure in one account does not affect the next.
 *
 * @param inTurn - The accounts, in parts, or that the user was told why nothing can be canceled in them; a part is read when the previous one
 *   is done.
 */
export async function cancelEverything(
  inTurn: readonly (() => Promise<readonly Account[] | 'refused'>)[],
  dependencies: CancelAllDependencies & { readonly report: (error: unknown) => void },
): Promise<void> {
  const all: Account[] = [];
  let told = 0;
  const quietly = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      told += 1;
      dependencies.report(error);
    }
  };
  const inAccount = async (account: Account): Promise<void> => {
    if (await cancelIn(account, dependencies, (text) => ofAccount(account, text, dependencies.isPrivate()))) told += 1;
  };
  for (const accounts of inTurn)
    await quietly(async () => {
      const found = await accounts();
      if (found === 'refused') told += 1;
      for (const account of found === 'refused' ? [] : found) {
        all.push(account);
        await quietly(async () => inAccount(account));
      }
    });
  if (told === 0 && all.length > 0) void sayInfo(noneText(all));
}

/**
 * @param told - Adds the account to a message.
 * @returns False if there is no open order; then no message was shown.
 */
async function cancelIn(account: Account, dependencies: CancelAllDependencies, told: (text: string) => string): Promise<boolean> {
  const isPaper = account.kind === 'simulated';
  if (isPaper && account.markets.length === 0) {
    void sayWarning(told(vscode.l10n.t('The market of this paper account isn’t known.')));
    return true;
  }
  const list = await cancellableProgress(vscode.l10n.t('Loading open orders'), async (signal) =>
    dependencies.lists().newest(account, signal),
  );
  if (list.verdict === 'notOffered') {
    const live = vscode.l10n.t('This service doesn’t list orders: check with your broker what is open.');
    void sayWarning(told(isPaper ? vscode.l10n.t('This service doesn’t list orders of paper accounts.') : live));
    return true;
  }
  const { items, gaps } = seen(list);
  const open = items.filter(({ status }) => !hasEnded(status));
  const missing = gaps.length === 0 ? '' : vscode.l10n.t('This list is incomplete. {0}', gapsText(gaps, 'orders'));
  if (open.length === 0) {
    if (missing !== '') void sayWarning(told(missing));
    return missing !== '';
  }
  const { asked, left } = await prepare(account, open, dependencies);
  const names = [...asked.map(nameOf), ...left];
  const [first] = asked;
  if (first === undefined || names.join('\n').length > longestNames) {
    const one = vscode.l10n.t('Not canceled: these orders can only be canceled one by one.');
    dependencies.news.notify({ severity: 'warning', message: told(sentences(one, ...left.slice(0, mostNamed))) });
    return true;
  }
  const answers = { yes: vscode.l10n.t('Cancel Orders: {0}', asked.length), safe: vscode.l10n.t('Keep Orders') };
  const question = isPaper
    ? vscode.l10n.t('Cancel all open orders of this paper account?')
    : vscode.l10n.t('Cancel all open orders of this account?');
  if (!(await confirms(question, [missing, unlistedText([account]), ...names], answers, withoutPlace(first)))) return true;
  const gathered = gather(asked, isPaper, dependencies);
  const unsent = await cancellableProgress(vscode.l10n.t('Canceling open orders'), async (signal) =>
    send(asked, dependencies, signal),
  ).finally(() => void gathered.tell());
  const unsentNames = listed(unsent.map(({ preview }) => idText(preview.target.orderId)));
  const message = vscode.l10n.t('Canceling stopped. Not sent: {0}', unsentNames);
  if (unsent.length > 0) dependencies.news.notify({ severity: 'warning', message }, { isPaper });
  return true;
}

/**
 * Holds back the outcomes that need no answer until all requests have one, and reports them together: each order as it ended, whatever was
 * reported about it first.
 */
function gather(
  asked: readonly AskedCancellation[],
  isPaper: boolean,
  { news, findAttempt }: Pick<CancelAllDependencies, 'news' | 'findAttempt'>,
): { readonly tell: () => Promise<void> } {
  const roots = new Set(asked.map(({ preview }) => preview.root));
  const gathered = new Map<string, { readonly root: string; readonly orderId: string; readonly news: News }>();
  const place = news.addPlace(({ root, target }, told) => {
    if (!roots.has(root) || told.brief !== undefined || (told.actions ?? []).length > 0) return false;
    gathered.set(root, { root, orderId: idText(target.orderId), news: told });
    return true;
  });
  return {
    tell: async () => {
      place.dispose();
      const [one, ...more] = [...gathered.values()];
      if (one === undefined) return;
      if (more.length === 0) {
        news.notify(one.news, { isPaper });
        return;
      }
      const ended = await Promise.all(
        [one, ...more].map(async (each) => ({ ...each, state: (await findAttempt(each.root).catch(() => undefined))?.state })),
      );
      const canceled = ended.filter(({ state }) => state === 'applied');
      const accepted = ended.filter(({ state, news: told }) => state !== 'applied' && told.state === 'accepted');
      const others = ended.filter(({ state, news: told }) => state !== 'applied' && told.state !== 'accepted');
      const [other, ...rest] = others;
      const why =
        other === undefined
          ? ''
          : rest.length === 0
            ? other.news.message
            : vscode.l10n.t('Not canceled: {0}. The order journal says why.', listed(others.map(({ orderId }) => orderId)));
      const what = sentences(
        canceled.length === 0 ? '' : vscode.l10n.t('Canceled: {0}.', listed(canceled.map(({ orderId }) => orderId))),
        accepted.length === 0
          ? ''
          : vscode.l10n.t('Cancellations accepted: {0}. The Orders view shows when each order is canceled.', accepted.length),
      );
      news.notify({ severity: other === undefined ? 'info' : 'warning', message: sentences(what, why) }, { isPaper });
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
    else if (opened.ticket.isPaper && opened.ticket.market === undefined)
      left.push(vscode.l10n.t('Not {0}: its market in the paper account isn’t known.', idText(order.orderId)));
    else if (!opened.ticket.isPaper && exchangeOf(opened.ticket, order) === undefined)
      left.push(vscode.l10n.t('Not {0}: its exchange isn’t known. Cancel it on its own.', idText(order.orderId)));
    else asked.push(cancellationOf(writer, opened.ticket, { order, latestRoot: opened.ticket.latestRoot ?? null }));
  }
  return { asked, left };
}

/** @returns the cancellations that were not sent. */
async function send(
  asked: readonly AskedCancellation[],
  { outcomes, findAttempt, single }: CancelAllDependencies,
  signal: AbortSignal,
): Promise<readonly AskedCancellation[]> {
  for (const [index, { preview }] of asked.entries()) {
    if (signal.aborted) return asked.slice(index);
    const stale = await outcomes.cancel(preview, { signal });
    if (stale !== undefined) {
      single.tellStale(preview.target, stale);
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
  const filled = filledText(order, { isPrivate: false });
  return [orderLine(order, { isPrivate: false }), id, filled === undefined ? '' : vscode.l10n.t('filled {0}', filled)]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The orders may be on several exchanges. */
function withoutPlace({ preview }: AskedCancellation): Pick<AskedCancellation['preview'], 'target' | 'whileStopped'> {
  return { target: { ...preview.target, exchange: '' }, whileStopped: preview.whileStopped };
}

function noneText(accounts: readonly Account[]): string {
  return sentences(vscode.l10n.t('No open orders.'), unlistedText(accounts));
}

/** What the lists of live accounts leave out stays in the market. */
function unlistedText(accounts: readonly Account[]): string {
  return accounts.some(({ kind }) => kind === 'live')
    ? vscode.l10n.t('Option and multi-leg orders may be missing: services can leave them out of their lists.')
    : '';
}

/** A message about one of several accounts. Paper accounts are marked in words. */
function ofAccount(account: Account, text: string, isPrivate: boolean): string {
  const name = account.name === account.id ? maskWhen(isPrivate)(idText(account.id)) : idText(account.name);
  const word = paperAccountWord(account);
  return vscode.l10n.t('{0}: {1}', word === '' ? name : vscode.l10n.t('{0} ({1})', name, word), text);
}

function listed(names: readonly string[]): string {
  const shown = listText(names.slice(0, mostNamed));
  return names.length > mostNamed ? vscode.l10n.t('{0} and {1} more', shown, names.length - mostNamed) : shown;
}
