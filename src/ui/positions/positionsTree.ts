import * as vscode from 'vscode';
import type { OldRows } from '../../app/lastState/oldRows';
import { accountKey, accountKinds } from '../../app/session/accounts/accounts';
import type { OldAccount } from '../../app/accounts/oldAccounts';
import type { ReadHolding } from '../../domain/positions/holding';
import type { FundsOfAccount } from '../../app/positions/fundsBook';
import type { AccountPositions, PositionsState } from '../../app/positions/positionsBook';
import { directionOf } from '../../domain/quotes/priceDirection';
import { maskWhen } from '../../domain/text/mask';
import type { Mask } from '../../domain/text/mask';
import { accountTotals, groupByMarket } from '../../domain/positions/holdingGroups';
import type { AccountTotals, MarketGroup, SideSubtotals, SortOrder, Subtotal } from '../../domain/positions/holdingGroups';
import { visibleText } from '../../domain/text/visibleText';
import { firstFailure, seen } from '../../service/lists/list';
import { gapRows } from '../platform/lists/gapRows';
import { listText } from '../platform/lists/listText';
import { oldList, oldRow, withoutSums } from '../platform/trees/oldRows';
import { loadingRow, messageRow } from '../platform/trees/treeMessages';
import type { NodeModel } from '../platform/trees/treeModel';
import { dayRows, totalsOf } from './day/dayRow';
import { calculatedNote, countedText, positionsText } from '../platform/words/dayText';
import { PositionRow } from './positionRow';
import { kindText } from '../platform/words/holdingText';
import { marketLabel, sumFigure, sumLines, sumText } from './positionText';
import type { RowStyle } from './positionText';
import { commandOf, tryAgain } from '../platform/runCommand';
import { presentError } from '../platform/errors/presentError';
import { tooltipTable } from '../platform/say/tooltipTable';
import { fundsCurrency, fundsFigures, moneyText } from '../platform/words/fundsText';

export interface PositionsTreeOptions {
  readonly sort: SortOrder;
  readonly style: RowStyle;
  /** The market that simulated positions are limited to. */
  readonly market?: number | undefined;
  /** Accounts that this window has not read, in their last known state. */
  readonly old?: readonly OldAccount<ReadHolding>[];
  /** The funds of the accounts, if known. */
  readonly funds?: readonly FundsOfAccount[];
  /** The time of old rows, as a text. */
  readonly asOf?: (old: OldRows<unknown>) => string;
}

const refresh = (): vscode.Command => tryAgain('marketDesk.positions.refresh');

/** The rows of the Positions view, live accounts first: the day’s P&L, and account → market → subtotals and positions. */
export function positionsTree(state: PositionsState, options: PositionsTreeOptions): readonly NodeModel[] {
  const failures = directoryRows(state);
  const { old = [] } = options;
  if (state.accounts === undefined && old.length === 0) return failures.length > 0 ? failures : [loadingRow('loading', 'trading')];
  const known = state.accounts ?? [];
  const keys = new Set(known.map(({ account }) => accountKey(account)));
  const accounts = [
    ...known.map((positions) => {
      const kept = old.find(({ account }) => accountKey(account) === accountKey(positions.account));
      const row = kept === undefined ? accountRow(positions, options) : oldAccountRow(kept, positions.list, options);
      return { kind: positions.account.kind, row };
    }),
    ...old
      .filter(({ account }) => !keys.has(accountKey(account)))
      .map((kept) => ({ kind: kept.account.kind, row: oldAccountRow(kept, undefined, options) })),
  ];
  if (accounts.length === 0 && failures.length === 0) return [noAccountsRow()];
  const totals = totalsOf(state);
  const ofKind = accountKinds.flatMap((kind) => [
    ...dayRows(
      totals.filter((total) => total.kind === kind),
      options.style,
    ),
    ...accounts.filter((account) => account.kind === kind).map(({ row }) => row),
  ]);
  return [...failures, ...ofKind];
}

/** The gaps of the account lists; a gap that both share is shown once. */
function directoryRows(state: PositionsState): readonly NodeModel[] {
  const gaps = state.directory.flatMap(({ list }) =>
    list?.verdict === 'incomplete' ? list.gaps.map((gap) => ({ ...gap, part: '' })) : [],
  );
  return gapRows('accounts', gaps, 'accounts', refresh());
}

function noAccountsRow(): NodeModel {
  return messageRow({
    id: 'noAccounts',
    text: vscode.l10n.t('Enter an account ID…'),
    description: vscode.l10n.t('no accounts listed'),
    tooltip: vscode.l10n.t('The service lists no accounts. Enter an account ID, or add it to the “marketDesk.accounts” setting.'),
    command: commandOf('marketDesk.positions.selectAccount', vscode.l10n.t('Select Account…')),
  });
}

/** @param list - The result of this window's read: nothing yet, or an error. */
function oldAccountRow(
  { account, old }: OldAccount<ReadHolding>,
  list: AccountPositions['list'],
  options: PositionsTreeOptions,
): NodeModel {
  const asOf = options.asOf?.(old) ?? '';
  const drawn = old.drawOld((rows) => accountRow({ account, list: oldList(rows, old), updatedAtMs: old.asOfMs }, options, asOf));
  const row = oldRow(old.isWhole ? drawn : withoutSums(drawn), asOf);
  const above = list === undefined ? [] : gapRows(row.id, seen(list).gaps, 'positions', refresh());
  // At the end, so that no row moves when the new rows replace these.
  const below = list === undefined ? [loadingRow(`${row.id}/loading`, 'trading')] : [];
  return { ...row, children: [...above, ...(row.children ?? []), ...below] };
}

function accountRow(positions: AccountPositions, options: PositionsTreeOptions, note = ''): NodeModel {
  const { account } = positions;
  const id = accountKey(account);
  const mask = maskWhen(options.style.isPrivate);
  const name = account.name === account.id ? mask(visibleText(account.name)) : visibleText(account.name);
  const kind = kindText(account.kind, options.style.isSandbox);
  const description = [kind, note, account.name === account.id ? '' : mask(visibleText(account.id))]
    .filter((part) => part !== '')
    .join(' · ');
  const funds = options.funds?.find((each) => accountKey(each.account) === id);
  const shown = [description, powerText(funds, mask)].filter((part) => part !== '').join(' · ');
  return {
    id,
    face: `${name}\n${shown}\n${JSON.stringify(funds?.list)}`,
    // While the tooltip is open, new funds alone do not redraw the row.
    steady: `${name}\n${description}`,
    tooltip: () => fundsTooltip(`${name} · ${kind}`, funds, mask),
    item: () => {
      const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
      item.description = shown;
      item.accessibilityInformation = { label: listText([name, shown]) };
      item.iconPath = new vscode.ThemeIcon(account.kind === 'simulated' ? 'note' : 'account');
      item.contextValue = 'account';
      return item;
    },
    children: accountChildren(id, positions, options),
  };
}

function accountChildren(id: string, positions: AccountPositions, options: PositionsTreeOptions): readonly NodeModel[] {
  const rows: NodeModel[] = [];
  const { list } = positions;
  if (list === undefined) return [loadingRow(`${id}/loading`, 'trading')];
  const { items, gaps, isOffered } = seen(list);
  rows.push(...gapRows(id, gaps, 'positions', refresh()));
  if (!isOffered)
    return [
      messageRow({ id: `${id}/notOffered`, text: vscode.l10n.t('This service doesn’t provide positions, except of paper accounts.') }),
    ];
  if (positions.account.kind === 'live' && options.market !== undefined) {
    rows.push(messageRow({ id: `${id}/unfiltered`, text: vscode.l10n.t('The market filter applies to paper accounts only.') }));
  }
  if (items.length === 0) return list.verdict === 'complete' ? [...rows, emptyRow(id, options.market)] : rows;
  const groups = groupByMarket(items, options.sort);
  const totals = groups.length < 2 ? undefined : accountTotals(groups);
  return [
    ...rows,
    ...(totals?.subtotals ?? [])
      .filter(({ currency }) => isOfSeveral(currency, groups))
      .map((subtotal) => totalRow(id, subtotal, options.style)),
    ...groups.map((group) => marketRow(id, group, options.style)),
    ...(totals === undefined || totals.unnamed === 0 ? [] : [noTotalRow(id, totals.unnamed)]),
  ];
}

/** A currency of a single market has its total there. */
function isOfSeveral(currency: string | undefined, groups: readonly MarketGroup[]): boolean {
  const isIn = ({ sides }: MarketGroup): boolean => sides.some(({ subtotals }) => subtotals.some((one) => one.currency === currency));
  return groups.filter(isIn).length > 1;
}

function emptyRow(id: string, market: number | undefined): NodeModel {
  return messageRow({
    id: `${id}/empty`,
    text: market === undefined ? vscode.l10n.t('No positions') : vscode.l10n.t('No positions in market {0}', market),
    icon: 'none',
  });
}

/** A total in one currency: of an account over its markets, or of one market over its sides. */
function totalRow(id: string, subtotal: Subtotal, style: RowStyle): NodeModel {
  return sumRow(
    `${id}/total/${subtotal.currency ?? ''}`,
    vscode.l10n.t({ message: 'Total', comment: ['Row that adds up positions.'] }),
    subtotal,
    style,
    totalName(style),
  );
}

/** What is added. The row says only that it is a total, as narrow views have no room for more before the figure. */
function totalName({ fields }: RowStyle): string {
  return {
    profit: vscode.l10n.t('Total P&L'),
    dayProfit: vscode.l10n.t('Total Day P&L'),
    marketValue: vscode.l10n.t('Total Value'),
  }[sumFigure(fields)];
}

function noTotalRow(id: string, unnamed: number): NodeModel {
  return messageRow({
    id: `${id}/noTotal`,
    text: vscode.l10n.t('No total across markets'),
    description: vscode.l10n.t('currency unknown'),
    tooltip: vscode.l10n.t('Positions without a currency: {0}. Their amounts are totaled within one market only.', unnamed),
  });
}

function marketRow(account: string, group: MarketGroup, style: RowStyle): NodeModel {
  const id = `${account}/${group.key}`;
  const label = marketLabel(group);
  // Contains only what changes with the list itself: redrawing this row would read all rows below it again.
  const description = positionsText(group.holdings.length);
  return {
    id,
    face: `${label}\n${description}`,
    item: () => {
      const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
      item.description = description;
      item.iconPath = new vscode.ThemeIcon('globe');
      item.contextValue = 'market';
      item.tooltip = label;
      // A string tooltip would become the row's accessible name.
      item.accessibilityInformation = { label: listText([label, description]) };
      return item;
    },
    children: marketChildren(id, account, group, style),
  };
}

/** Totals first, then the positions, and the sides at the end: a short view shows only a few rows. */
function marketChildren(id: string, account: string, group: MarketGroup, style: RowStyle): readonly NodeModel[] {
  const totals = accountTotals([group]);
  const rows = [...noSumRows(id, totals), ...group.holdings.map((read) => new PositionRow(id, read, style, account))];
  const sides = group.sides.flatMap((side) => sideRows(id, side, style));
  // With a single side, its total is that of the market.
  if (group.sides.length < 2) return [...sides, ...rows];
  return [...totals.subtotals.map((subtotal) => totalRow(id, subtotal, style)), ...rows, ...sides];
}

/** Without a currency and a market, it is unknown whether amounts can be added. */
function noSumRows(id: string, { unnamed }: AccountTotals): readonly NodeModel[] {
  if (unnamed === 0) return [];
  return [
    messageRow({
      id: `${id}/noTotal`,
      text: vscode.l10n.t('No total'),
      description: vscode.l10n.t('currency unknown'),
      tooltip: vscode.l10n.t('Positions without a currency and a market: {0}. Their amounts aren’t totaled.', unnamed),
    }),
  ];
}

function sideRows(id: string, side: SideSubtotals, style: RowStyle): readonly NodeModel[] {
  const label = { long: vscode.l10n.t('Long'), short: vscode.l10n.t('Short'), other: vscode.l10n.t('Other side') }[side.side];
  return side.subtotals.map((subtotal) =>
    sumRow(`${id}/subtotal/${side.side}/${subtotal.currency ?? ''}`, vscode.l10n.t('{0} ({1})', label, subtotal.count), subtotal, style),
  );
}

function sumTooltip(label: string, subtotal: Subtotal, mask: Mask): string {
  const { currency, unreadable, day, count } = subtotal;
  const lines = [label, ...sumLines(subtotal, mask)];
  const counted = day.amount === undefined ? '' : countedText(day.counted, count);
  if (counted !== '') lines.push(vscode.l10n.t('Day P&L: {0}', counted));
  if (day.calculated > 0) lines.push(calculatedNote());
  if (currency === undefined) lines.push(vscode.l10n.t('Currency unknown. Amounts are totaled within one market only.'));
  if (unreadable > 0) lines.push(vscode.l10n.t('Positions not in this total because their amounts can’t be read: {0}', unreadable));
  return lines.join('\n');
}

/** @param name - For the tooltip and screen readers. */
function sumRow(id: string, label: string, subtotal: Subtotal, style: RowStyle, name = label): NodeModel {
  const { profit, unreadable, count } = subtotal;
  const notReadable = vscode.l10n.t('{0} unreadable', unreadable);
  const describe = (): string => {
    // A sum of nothing is not zero but unknown.
    if (unreadable > 0 && unreadable === count) return notReadable;
    const description = sumText(subtotal, label, style);
    return unreadable === 0 ? description : `${description} · ${notReadable}`;
  };
  const tooltip = sumTooltip(name, subtotal, style.mask);
  return {
    id,
    face: `${label}\n${describe()}\n${tooltip}`,
    steady: label,
    isSum: true,
    tooltip: () => tooltip,
    item: () => {
      const item = new vscode.TreeItem(label);
      const shown = describe();
      item.description = shown;
      item.iconPath = new vscode.ThemeIcon('pie-chart', style[directionOf(profit)].color);
      item.contextValue = 'subtotal';
      item.accessibilityInformation = { label: vscode.l10n.t('{0}: {1}', name, shown) };
      return item;
    },
  };
}

/** The money of an account, for the tooltip of its row; if the service doesn’t provide it, the reason. */
export function fundsTooltip(title: string, funds: FundsOfAccount | undefined, mask: Mask): vscode.MarkdownString | string {
  if (funds?.list === undefined) return title;
  const { items, isOffered } = seen(funds.list);
  const failure = firstFailure(funds.list);
  const notes = [
    ...(isOffered ? [] : [vscode.l10n.t('This service doesn’t provide the funds of this account.')]),
    ...(failure === undefined ? [] : [vscode.l10n.t('The funds couldn’t be read: {0}', presentError(failure.error).message)]),
  ];
  return tooltipTable(
    title,
    items.flatMap((each) => fundsFigures(each, mask, items.length > 1).map(({ label, text }) => [label, text] as const)),
    notes,
  );
}

/** The buying power of an account, for its row; empty if it is unknown, out of date, or not a single figure. */
export function powerText(funds: FundsOfAccount | undefined, mask: Mask): string {
  if (funds?.list?.verdict !== 'complete') return '';
  const [only, another] = funds.list.items.filter(({ power }) => power !== '');
  return only === undefined || another !== undefined
    ? ''
    : vscode.l10n.t('Buying power {0}', moneyText(only.power, fundsCurrency(only), mask));
}
