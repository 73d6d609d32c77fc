import * as vscode from 'vscode';
import { homeCurrency } from '../../../app/accounts/accountCurrency';
import type { PositionsState } from '../../../app/positions/positionsBook';
import { dayTotals } from '../../../domain/positions/dayTotals';
import type { DayTotal } from '../../../domain/positions/dayTotals';
import { showBriefMoney, showWholeMoney } from '../../../domain/values/amount';
import { fitted } from '../../../domain/text/columns';
import { emsOf } from '../../../domain/text/ems';
import type { Mask } from '../../../domain/text/mask';
import { directionOf } from '../../../domain/quotes/priceDirection';
import { isWholeButOld, seen } from '../../../service/lists/list';
import { rowRoom } from '../../platform/trees/rowRoom';
import type { NodeModel } from '../../platform/trees/treeModel';
import {
  calculatedNote,
  countedText,
  dayFigures,
  namedDay,
  noPercentNote,
  totalLine,
  totalName,
  wholeText,
} from '../../platform/words/dayText';
import { mostItemColumns } from '../../platform/say/statusItem';
import { silence } from '../../platform/silence';
import { kindText } from '../../platform/words/holdingText';
import type { RowStyle } from '../positionText';

/** The day's P&L of everything that is shown, as far as it can be added: live accounts first. */
export function totalsOf({ accounts = [] }: Pick<PositionsState, 'accounts'>): readonly DayTotal[] {
  return dayTotals(
    accounts.map(({ account, list }) => ({
      kind: account.kind,
      holdings: list === undefined ? [] : seen(list).items,
      isWhole: list?.verdict === 'complete' || isWholeButOld(list),
      isOld: isWholeButOld(list) || silence.isOn,
      home: homeCurrency(account),
    })),
  );
}

/** The totals of one kind of accounts, as a row above them; none if no total is known. */
export function dayRows(totals: readonly DayTotal[], style: RowStyle): readonly NodeModel[] {
  const first = totals.find(({ day }) => day.counted > 0);
  return first === undefined ? [] : [dayRow(totals, first, style)];
}

const idStart = 'day/';

/** Whether the row with this ID shows the day's P&L. */
export function isDayRow(id: string | undefined): boolean {
  return id?.startsWith(idStart) === true;
}

function dayRow(totals: readonly DayTotal[], first: DayTotal, style: RowStyle): NodeModel {
  const known = totals.filter(({ day }) => day.counted > 0);
  const [counted, count] = [sumOf(totals, ({ day }) => day.counted), sumOf(totals, (total) => total.count)];
  // A narrow view has room for the figures of one currency: the others have rows of their own below.
  const others = known.filter((total) => total !== first);
  const rest = others.length === 0 ? '' : moreText(others.length);
  const label = vscode.l10n.t('Day P&L');
  const describe = (): string =>
    [
      namedDay(first, style.mask, rowRoom.beside(1, emsOf(label))),
      rest,
      wholeText(first),
      countedText(counted, count),
      sumKindText(first.kind, style.isSandbox),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  const notes = [
    ...(totals.some(({ day }) => day.calculated > 0) ? [calculatedNote()] : []),
    ...(known.some(({ day }) => day.percent === undefined) ? [noPercentNote()] : []),
  ];
  const tooltip = [...totals.map((total) => vscode.l10n.t('{0}: {1}', totalName(total), totalLine(total, style.mask))), ...notes].join(
    '\n',
  );
  return {
    id: `${idStart}${first.kind}`,
    face: `${describe()}\n${tooltip}`,
    steady: '',
    isSum: true,
    tooltip: () => tooltip,
    item: () => {
      const item = new vscode.TreeItem(
        label,
        others.length === 0 ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
      );
      const description = describe();
      item.description = description;
      item.iconPath = new vscode.ThemeIcon(
        first.kind === 'simulated' ? 'note' : 'account',
        style[directionOf(first.day.amount ?? 0n)].color,
      );
      item.contextValue = 'subtotal';
      item.accessibilityInformation = { label: vscode.l10n.t('{0}: {1}', label, description) };
      return item;
    },
    ...(others.length === 0 ? {} : { children: others.map((total) => currencyRow(total, style)) }),
  };
}

/** The day's P&L in a further currency. */
function currencyRow(total: DayTotal, style: RowStyle): NodeModel {
  const [label, { day, count }] = [totalName(total), total];
  const describe = (): string =>
    [dayFigures(day, style.mask, rowRoom.beside(2, emsOf(label))), countedText(day.counted, count)]
      .filter((part) => part !== '')
      .join(' · ');
  const tooltip = vscode.l10n.t('{0}: {1}', label, totalLine(total, style.mask));
  return {
    id: `dayOf/${total.key}`,
    face: `${describe()}\n${tooltip}`,
    steady: '',
    isSum: true,
    tooltip: () => tooltip,
    item: () => {
      const item = new vscode.TreeItem(label);
      const description = describe();
      item.description = description;
      item.iconPath = new vscode.ThemeIcon('pie-chart', style[directionOf(day.amount ?? 0n)].color);
      item.contextValue = 'subtotal';
      item.accessibilityInformation = { label: vscode.l10n.t('{0}: {1}', label, description) };
      return item;
    },
  };
}

function moreText(count: number): string {
  return vscode.l10n.t({ message: '{0} more', args: [count], comment: ['Of figures, for which a line has no room.'] });
}

function sumOf(totals: readonly DayTotal[], figure: (total: DayTotal) => number): number {
  return totals.reduce((sum, total) => sum + figure(total), 0);
}

/** The kind of accounts of a sum; empty where it says no more than that this is the sandbox. */
function sumKindText(kind: DayTotal['kind'], isSandbox: boolean): string {
  return kind === 'live' && isSandbox ? '' : kindText(kind, isSandbox);
}

/** The totals for the head of the view, which is still visible when the view is collapsed: of live accounts, if there are any. */
export function headDay(totals: readonly DayTotal[], { mask, isSandbox }: Pick<RowStyle, 'mask' | 'isSandbox'>): string {
  const ofKind = headTotals(totals);
  const [first, ...others] = ofKind.filter(({ day }) => day.amount !== undefined);
  if (first === undefined) return '';
  // The amounts of all currencies say more than the percentage of one.
  const main = others.length === 0 ? namedDay(first, mask) : briefDay(first, mask);
  const [counted, count] = [sumOf(ofKind, ({ day }) => day.counted), sumOf(ofKind, (total) => total.count)];
  const parts = [
    headText(main),
    ...others.map((total) => briefDay(total, mask)),
    sumKindText(first.kind, isSandbox),
    countedText(counted, count),
    wholeText(first),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Of more currencies, the first says how many others there are. */
const mostDayItems = 3;

/**
 * The totals of the same kind of accounts for the status bar, which has an item for each, the main one first: each names its currency and what it
 * leaves out, because it may be the only one that there is room for.
 */
export function dayItems(totals: readonly DayTotal[], { mask, isSandbox }: Pick<RowStyle, 'mask' | 'isSandbox'>): readonly string[] {
  const ofKind = headTotals(totals).toSorted((one, other) => Number(isKnown(other)) - Number(isKnown(one)));
  const more = ofKind.length - mostDayItems;
  return ofKind.slice(0, mostDayItems).map((total, at) => {
    const { day, count, kind } = total;
    const rest = at === 0 && more > 0 ? `(+${more})` : '';
    const whole = wholeText({ isWhole: total.isWhole && day.counted === count, isOld: total.isOld });
    const lineOf = (head: string, ...notes: readonly string[]): string =>
      [head, kind === 'live' ? '' : kindText(kind, isSandbox), ...notes].filter((part) => part !== '').join(' · ');
    const text = (figures: string, ...notes: readonly string[]): string => lineOf(headText(figures), ...notes);
    const short = (figures: string, ...notes: readonly string[]): string => lineOf(briefHeadText(figures), ...notes);
    const others = (figures: string): string => [figures, rest].filter((part) => part !== '').join(' ');
    const brief = briefDay(total, mask);
    const [form = ''] = fitted(
      [
        {
          forms: [
            text(ofKind.length === 1 ? namedDay(total, mask) : others(brief), countedText(day.counted, count), wholeText(total)),
            text(others(brief), whole),
            short(others(brief), whole),
            short(others(wholeDay(total, mask)), whole),
            short(wholeDay(total, mask), whole),
          ],
          ...{ before: 0, yields: 0, rank: 'ordinary' },
        },
      ],
      mostItemColumns,
    );
    return form;
  });
}

/** The totals of the first kind of account of which one is known. */
function headTotals(totals: readonly DayTotal[]): readonly DayTotal[] {
  const kind = totals.find(({ day }) => day.amount !== undefined)?.kind;
  return totals.filter((total) => total.kind === kind);
}

function isKnown({ day }: DayTotal): boolean {
  return day.amount !== undefined;
}

function briefDay(total: DayTotal, mask: Mask): string {
  const { amount } = total.day;
  return `${amount === undefined ? '–' : mask(showBriefMoney(amount))} ${totalName(total)}`;
}

/** Of several currencies: whole units of each say more than every digit of one. */
function wholeDay(total: DayTotal, mask: Mask): string {
  const { amount } = total.day;
  return `${amount === undefined ? '–' : mask(showWholeMoney(amount))} ${totalName(total)}`;
}

function headText(figures: string): string {
  return vscode.l10n.t({ message: 'Day P&L {0}', args: [figures], comment: ['{0} is such as "+1,200.00 +0.21% HKD".'] });
}

function briefHeadText(figures: string): string {
  return vscode.l10n.t({
    message: 'day {0}',
    args: [figures],
    comment: ['{0} is a change since the previous close, such as "▲ +1.20 (+0.21%)" or "+1,200.00 +0.21%".'],
  });
}
