import * as vscode from 'vscode';
import type { PositionsState } from '../../../app/positions/positionsBook';
import { dayTotals } from '../../../domain/positions/dayTotals';
import type { DayTotal } from '../../../domain/positions/dayTotals';
import { showBriefMoney, showWholeMoney } from '../../../domain/values/amount';
import type { Mask } from '../../../domain/text/mask';
import { directionOf } from '../../../domain/quotes/priceDirection';
import { isWholeButOld, seen } from '../../../service/lists/list';
import type { NodeModel } from '../../platform/trees/treeModel';
import { calculatedNote, countedText, namedDay, noPercentNote, totalLine, totalName, wholeText } from '../../platform/words/dayText';
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
  // First the figure of one currency and what it leaves out: a narrow view cuts off the end. Of several, the tooltip has the percentages.
  const [main = '', ...others] = known.map((total) => (known.length === 1 ? namedDay(total, style.mask) : wholeDay(total, style.mask)));
  const parts = [main, wholeText(first), countedText(counted, count), sumKindText(first.kind, style.isSandbox), ...others];
  const description = parts.filter((part) => part !== '').join(' · ');
  const notes = [
    ...(totals.some(({ day }) => day.calculated > 0) ? [calculatedNote()] : []),
    ...(known.some(({ day }) => day.percent === undefined) ? [noPercentNote()] : []),
  ];
  const tooltip = [...totals.map((total) => vscode.l10n.t('{0}: {1}', totalName(total), totalLine(total, style.mask))), ...notes].join(
    '\n',
  );
  const label = vscode.l10n.t('Day P&L');
  return {
    id: `${idStart}${first.kind}`,
    face: `${description}\n${tooltip}`,
    steady: '',
    isSum: true,
    tooltip: () => tooltip,
    item: () => {
      const item = new vscode.TreeItem(label);
      item.description = description;
      item.iconPath = new vscode.ThemeIcon(
        first.kind === 'simulated' ? 'beaker' : 'account',
        style[directionOf(first.day.amount ?? 0n)].color,
      );
      item.contextValue = 'subtotal';
      item.accessibilityInformation = { label: vscode.l10n.t('{0}: {1}', label, description) };
      return item;
    },
  };
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

/** The same in fewer columns, the longest first: without percent or in whole units, one currency and how many others there are, without what is the usual. */
export function headDayBriefly(totals: readonly DayTotal[], { mask, isSandbox }: Pick<RowStyle, 'mask' | 'isSandbox'>): readonly string[] {
  const ofKind = headTotals(totals);
  const [first, ...others] = ofKind.filter(({ day }) => day.amount !== undefined);
  if (first === undefined) return [];
  const isPart = ofKind.some(({ day, count }) => day.counted !== count);
  const main = headText(others.length === 0 ? briefDay(first, mask) : wholeDay(first, mask));
  const whole = wholeText({ isWhole: first.isWhole && !isPart, isOld: first.isOld });
  const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
  const named = (...figures: readonly string[]): string => joined(...figures, sumKindText(first.kind, isSandbox), whole);
  const briefest = (figure: string): string => joined(figure, first.kind === 'live' ? '' : kindText(first.kind, isSandbox), whole);
  if (others.length === 0) return [named(main), briefest(main)];
  const more = vscode.l10n.t({ message: '{0} more', args: [others.length], comment: ['Of figures, for which a line has no room.'] });
  return [named(main, ...others.map((total) => wholeDay(total, mask))), named(main, more), briefest(`${main} (+${others.length})`)];
}

/** The totals of the first kind of account of which one is known. */
function headTotals(totals: readonly DayTotal[]): readonly DayTotal[] {
  const kind = totals.find(({ day }) => day.amount !== undefined)?.kind;
  return totals.filter((total) => total.kind === kind);
}

function briefDay(total: DayTotal, mask: Mask): string {
  return `${mask(showBriefMoney(total.day.amount ?? 0n))} ${totalName(total)}`;
}

/** Of several currencies: whole units of each say more than every digit of one. */
function wholeDay(total: DayTotal, mask: Mask): string {
  return `${mask(showWholeMoney(total.day.amount ?? 0n))} ${totalName(total)}`;
}

function headText(figures: string): string {
  return vscode.l10n.t({
    message: 'day {0}',
    args: [figures],
    comment: ['{0} is a change since the previous close, such as "▲ +1.20 (+0.21%)" or "+1,200.00 +0.21%".'],
  });
}
