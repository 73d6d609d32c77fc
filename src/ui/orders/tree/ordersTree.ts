import * as vscode from 'vscode';
import type { OldRows } from '../../../app/lastState/oldRows';
import type { OldAccount } from '../../../app/accounts/oldAccounts';
import type { AccountOrders, OrdersState } from '../../../app/orders/lists/ordersBook';
import type { FoundFault } from '../../../domain/orders/journalCheck';
import { formerValues } from '../../../domain/orders/changeBack';
import { compareWithOrder } from '../../../domain/orders/orderComparison';
import { isSameOrder, isUnresolved, orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { maskRows, maskWhen } from '../../../domain/text/mask';
import { hasEnded } from '../../../domain/orders/orderRules';
import { isWholeButOld, seen } from '../../../service/lists/list';
import type { Gap, List } from '../../../service/lists/list';
import type { OrderPrice } from '../../../panel/orders/ordersPageProtocol';
import type { OrderRecord } from '../../../service/records';
import { gapRows } from '../../platform/lists/gapRows';
import { silence } from '../../platform/silence';
import { tooltipTable } from '../../platform/say/tooltipTable';
import { oldList, oldRow } from '../../platform/trees/oldRows';
import { sentTimeText } from '../../platform/dateText';
import { errorRow, loadingRow, messageRow } from '../../platform/trees/treeMessages';
import type { NodeModel } from '../../platform/trees/treeModel';
import { faultText, outcomeText } from '../journal/journalText';
import { AccountSubject } from '../../../app/orders/ticket/ticket';
import { idText } from '../../../domain/text/visibleText';
import { fieldName, hostOf, paperAccountWord, paperWord, realMoneyText } from '../orderText';
import { briefName, changeText, orderName } from '../story/names';
import { askedText, stateText, supersededText } from '../story/story';
import { rows } from '../story/table';
import { accountKey } from '../../../app/session/accounts/accounts';
import type { Account } from '../../../app/session/accounts/accounts';
import { mayPlaceAgain } from '../../../domain/orders/placeAgain';
import { AttemptSubject } from './attemptSubject';
import { orderRow } from './orderRow';
import { commandOf, tryAgain } from '../../platform/runCommand';
import type { Leading } from '../../../domain/text/leading';

export interface OrdersViewState {
  /** Undefined while not signed in. */
  readonly orders: OrdersState | undefined;
  /** Accounts that this window has not read, in their last known state. */
  readonly old?: readonly OldAccount<OrderRecord>[];
  /** The time of old rows, as a text. */
  readonly asOf?: (old: OldRows<unknown>) => string;
  readonly attempts: readonly Attempt[];
  /** Why the journal could not be read. */
  readonly journalError: unknown;
  /** What is wrong with the journal and blocks order changes. */
  readonly journalFault?: FoundFault | undefined;
  /** The market integer under which a paper account lists an order. */
  readonly marketOf?: (account: Account, order: OrderRecord) => number | undefined;
  /** The last price of the security of an open order; undefined if there is none. */
  readonly priceOf?: (symbol: string) => OrderPrice | undefined;
  readonly zone: string;
  /** Hides quantities, prices and account numbers. */
  readonly isPrivate: boolean;
  readonly first?: Leading;
}

const recentAttempts = 25;
const refresh = (): vscode.Command => tryAgain('marketDesk.orders.refresh');

/** The rows of the Orders view: unresolved changes, open orders by account, and recent changes. */
export function ordersTree(state: OrdersViewState): readonly NodeModel[] {
  const open = state.attempts.filter((attempt) => isUnresolved(attempt.state)).reverse();
  const journalRows = [
    ...(state.journalError === undefined ? [] : [errorRow('journalError', state.journalError, refresh())]),
    ...(state.journalFault === undefined ? [] : [journalFaultRow(state.journalFault)]),
  ];
  const unresolved = open.map((attempt) => attemptRow(attempt, state));
  if (state.orders === undefined) return [...journalRows, ...unresolved];
  return [...journalRows, ...unresolved, ...recentRows(state), ...accountRows(state.orders, state)];
}

function journalFaultRow({ line, fault }: FoundFault): NodeModel {
  return messageRow({
    id: 'journalFault',
    text: vscode.l10n.t('Order changes are blocked: the order journal was modified'),
    description: vscode.l10n.t('Line {0}: {1}.', line, faultText(fault)),
    icon: 'error',
    command: commandOf('marketDesk.orders.showJournal', vscode.l10n.t('Show Order Journal')),
  });
}

function accountRows(orders: OrdersState, view: OrdersViewState): readonly NodeModel[] {
  const failures = orders.directory.flatMap(({ kind, list }) =>
    list === undefined ? [] : gapRows(kind === 'live' ? 'accounts' : 'paperAccounts', withoutPart(seen(list).gaps), 'accounts', refresh()),
  );
  const { old = [] } = view;
  if (orders.accounts === undefined && old.length === 0) return failures.length > 0 ? failures : [loadingRow('loading', 'trading')];
  const known = orders.accounts ?? [];
  if (known.length + old.length + failures.length === 0) return [modifyByIdRow('noAccounts', vscode.l10n.t('no accounts listed'))];
  const ids = new Set(known.map(({ account }) => accountKey(account)));
  return [
    ...failures,
    ...known.map((each) => {
      const kept = old.find(({ account }) => accountKey(account) === accountKey(each.account));
      return kept === undefined ? accountRow(each, view) : oldAccountRow(kept, each.list, view);
    }),
    ...old.filter(({ account }) => !ids.has(accountKey(account))).map((kept) => oldAccountRow(kept, undefined, view)),
  ];
}

/** @param list - The result of this window's read: nothing yet, or an error. */
function oldAccountRow({ account, old }: OldAccount<OrderRecord>, list: AccountOrders['list'], view: OrdersViewState): NodeModel {
  const asOf = view.asOf?.(old) ?? '';
  const row = oldRow(
    old.drawOld((rows) => accountRow({ account, list: oldList(rows, old), updatedAtMs: old.asOfMs }, view, asOf)),
    asOf,
  );
  const above = list === undefined ? [] : gapRows(row.id, seen(list).gaps, 'orders', refresh());
  const below = list === undefined ? [loadingRow(`${row.id}/loading`, 'trading')] : [];
  return { ...row, children: [...above, ...(row.children ?? []), ...below] };
}

/** The account lists are separate for each kind of account, and this view shows only one kind. */
function withoutPart(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.map((gap) => ({ ...gap, part: '' }));
}

function modifyByIdRow(id: string, description: string, accountId?: string): NodeModel {
  return messageRow({
    id,
    text: vscode.l10n.t('Modify an order by ID…'),
    description,
    command: commandOf(
      'marketDesk.orders.modify',
      vscode.l10n.t('Modify Order…'),
      ...(accountId === undefined ? [] : ([{ accountId }] as const)),
    ),
  });
}

function accountRow(known: AccountOrders, view: OrdersViewState, note = ''): NodeModel {
  const { account } = known;
  const isPaper = account.kind === 'simulated';
  const id = isPaper ? `paper/${account.id}` : `account/${account.id}`;
  const mask = maskWhen(view.isPrivate);
  const name = account.name === account.id ? mask(idText(account.name)) : idText(account.name);
  const description = [note, paperAccountWord(account), account.name === account.id ? '' : mask(idText(account.id)), openText(known.list)]
    .filter((text) => text !== '')
    .join(' · ');
  return {
    id,
    face: `${name}\n${description}`,
    subject: new AccountSubject(account),
    item: () => {
      const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
      item.description = description;
      item.iconPath = new vscode.ThemeIcon(isPaper ? 'note' : 'account');
      item.contextValue = 'account';
      return item;
    },
    children: accountChildren(id, known, view),
  };
}

/** `2 open`, with a note if the list is incomplete. */
function openText(list: List<OrderRecord> | undefined): string {
  if (list === undefined || list.verdict === 'notOffered') return '';
  const open = seen(list).items.filter(({ status }) => !hasEnded(status)).length;
  if (list.verdict === 'complete' || (silence.isOn && isWholeButOld(list))) return vscode.l10n.t('{0} open', open);
  if (isWholeButOld(list)) return vscode.l10n.t('{0} open, out of date', open);
  const isLoading = list.gaps.every(({ kind }) => kind === 'awaited');
  return isLoading ? vscode.l10n.t('{0} open…', open) : vscode.l10n.t('{0} open, incomplete', open);
}

function accountChildren(id: string, known: AccountOrders, view: OrdersViewState): readonly NodeModel[] {
  const { list, account } = known;
  const isPaper = account.kind === 'simulated';
  const no = (text: string): readonly NodeModel[] => [messageRow({ id: `${id}/notOffered`, text, icon: 'none' })];
  if (isPaper && account.markets.length === 0)
    return no(vscode.l10n.t('The service doesn’t say which market a paper account trades, so its orders can’t be listed.'));
  if (list === undefined) return [loadingRow(`${id}/loading`, 'trading')];
  if (isPaper && list.verdict === 'notOffered') return no(vscode.l10n.t('This service doesn’t list orders of paper accounts.'));
  if (list.verdict === 'notOffered')
    return [modifyByIdRow(`${id}/notOffered`, vscode.l10n.t('the service doesn’t list orders'), known.account.id)];
  const { items, gaps } = seen(list);
  const rows = [...gapRows(id, gaps, 'orders', refresh())];
  if (items.length === 0 && list.verdict === 'complete')
    rows.push(messageRow({ id: `${id}/empty`, text: vscode.l10n.t('No orders'), icon: 'none' }));
  const open = items.filter(({ status }) => !hasEnded(status));
  const ended = items.filter(({ status }) => hasEnded(status));
  // Two markets of a paper account may use the same IDs, but no two rows may, and none may take that of another one: a menu could be open on it.
  const above = ({ code }: OrderRecord): string => (isPaper ? `${id}/${code}` : id);
  return [...rows, ...[...open, ...ended].map((order) => orderRow(above(order), known, order, view))];
}

/** `BUY TENCENT`; the ID of the order only if no record has more. */
function shortly({ target: { orderId, mark = '' }, order }: Attempt): string {
  return briefName(orderId === '' ? mark : orderId, order && { ...order, quantity: undefined }, { isPrivate: false });
}

function recentRows(view: OrdersViewState): readonly NodeModel[] {
  const settled = view.attempts
    .filter((attempt) => !isUnresolved(attempt.state))
    .slice(-recentAttempts)
    .reverse();
  const [newest] = settled;
  if (newest === undefined) return [];
  const label = vscode.l10n.t('Recent Changes');
  const description = vscode.l10n.t('{0}: {1}', `${shortly(newest)} → ${askedText(newest, view)}`, attemptState(newest, view));
  return [
    {
      id: 'recent',
      isOwn: true,
      face: `${label}\n${description}`,
      item: () => {
        const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
        item.description = description;
        item.iconPath = new vscode.ThemeIcon('history');
        item.contextValue = 'recent';
        return item;
      },
      children: settled.map((attempt) => attemptRow(attempt, view)),
    },
  ];
}

/** An attempt's outcome. An applied change may have been superseded: then the order's own row is right. What was placed stays so, however it ended. */
function attemptState(attempt: Attempt, { orders, attempts }: OrdersViewState): string {
  const { target, state } = attempt;
  const isNewest = attempts.findLast((other) => isSameOrder(other.target, target))?.root === attempt.root;
  if (state !== 'applied' || attempt.action === 'place' || !isNewest) return stateText(attempt);
  const kind = target.isPaper === true ? 'simulated' : 'live';
  const list = orders?.accounts?.find(({ account }) => account.kind === kind && account.id === target.accountId)?.list;
  const order = list === undefined ? undefined : seen(list).items.find(({ orderId }) => orderId === orderIdOf(attempt));
  if (order === undefined || compareWithOrder(attempt, order) === 'new') return stateText(attempt);
  return supersededText();
}

function attemptRow(attempt: Attempt, view: OrdersViewState): NodeModel {
  const { zone, isPrivate } = view;
  const state = attemptState(attempt, view);
  const label = `${orderName(attempt.target, attempt.order)} → ${askedText(attempt, { isPrivate })}`;
  const paper = attempt.target.isPaper === true ? paperWord() : '';
  const description = [paper, state, sentTimeText(zone, attempt.startedAt)].filter((text) => text !== '').join(' · ');
  return {
    id: `attempt/${attempt.root}`,
    isOwn: true,
    face: JSON.stringify([attempt, zone, isPrivate, state]),
    subject: new AttemptSubject(attempt.root),
    item: () => {
      const item = new vscode.TreeItem(label);
      const [icon, color] = rows[attempt.state].icon;
      item.description = description;
      item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
      const isOpen = isUnresolved(attempt.state);
      const isRefused = mayPlaceAgain(attempt);
      item.contextValue = isOpen
        ? 'unknownAttempt'
        : isRefused
          ? 'refusedPaperAttempt'
          : canChangeBack(attempt)
            ? 'appliedAttempt'
            : 'attempt';
      item.accessibilityInformation = { label: vscode.l10n.t('{0}: {1}', label, description) };
      item.command = commandOf('marketDesk.orders.showJournal', vscode.l10n.t('Show Order Journal'), { root: attempt.root });
      return item;
    },
    tooltip: () => attemptTooltip(attempt, zone, isPrivate),
  };
}

/** Only an applied change can be changed back, and only to known values. */
function canChangeBack({ state, fields }: Attempt): boolean {
  return state === 'applied' && formerValues(fields) !== undefined;
}

function attemptTooltip(attempt: Attempt, zone: string, isPrivate: boolean): vscode.MarkdownString {
  const { target, outcome } = attempt;
  const rows: (readonly [string, string])[] = [
    ...attempt.fields.map((field): readonly [string, string] => [fieldName(field.field), changeText(field)]),
    [vscode.l10n.t('Order ID'), orderIdOf(attempt)],
    [vscode.l10n.t('Account'), target.accountId],
    [vscode.l10n.t('Exchange'), target.exchange],
    [vscode.l10n.t('Service'), `${hostOf(target.service)} · ${realMoneyText(target)}`],
    [vscode.l10n.t('Started'), sentTimeText(zone, attempt.startedAt)],
    [vscode.l10n.t('Outcome'), outcome === undefined ? stateText(attempt) : outcomeText(outcome, isPrivate, attempt.action)],
    [vscode.l10n.t('Status'), stateText(attempt)],
    [vscode.l10n.t('Exact request'), attempt.body],
  ];
  const shown = [
    vscode.l10n.t('Exchange'),
    vscode.l10n.t('Service'),
    vscode.l10n.t('Started'),
    vscode.l10n.t('Outcome'),
    vscode.l10n.t('Status'),
  ];
  return tooltipTable(orderName(target, attempt.order), maskRows(rows, isPrivate, shown));
}
