import * as vscode from 'vscode';
import type { Mask } from '../../../domain/text/mask';
import { emsOf } from '../../../domain/text/ems';
import { visibleText } from '../../../domain/text/visibleText';
import {
  showBriefMoney,
  showBriefPercent,
  showShortMoney,
  showSignedMoney,
  showSignedPercent,
  showWholeMoney,
} from '../../../domain/values/amount';
import { dayPercent } from '../../../domain/positions/dayProfit';
import type { DayProfit, DayProfitGap, DaySum } from '../../../domain/positions/dayProfit';
import type { DayTotal } from '../../../domain/positions/dayTotals';
import { kindText } from './holdingText';

/** `day +12.00 +0.98%`; empty if unknown. */
export function dayPart(day: DayProfit | DaySum, mask: Mask): string {
  const figures = dayFiguresText(day);
  if (figures === '') return '';
  return vscode.l10n.t({
    message: 'day {0}',
    args: [mask(figures)],
    comment: ['{0} is a change since the previous close, such as "▲ +1.20 (+0.21%)" or "+1,200.00 +0.21%".'],
  });
}

/** `+12.00 +0.98%`; empty if unknown. @param most - As of {@link dayFiguresText}. */
export function dayFigures(day: DayProfit | DaySum, mask: Mask, most = Infinity): string {
  const figures = dayFiguresText(day, most);
  return figures === '' ? '' : mask(figures);
}

/**
 * `+12.00 +0.98%`, in whole units if the amount is large.
 *
 * @param most - The ems that there is room for: figures have fewer digits where they have none, and the percentage is left out.
 */
function dayFiguresText(day: DayProfit | DaySum, most = Infinity): string {
  if (isUnknown(day)) return '';
  const percent = 'kind' in day ? dayPercent(day) : day.percent;
  const amount = day.amount ?? 0n;
  const [money, whole, short] = [showBriefMoney(amount), showWholeMoney(amount), showShortMoney(amount)];
  const forms =
    percent === undefined
      ? []
      : [
          `${money} ${showSignedPercent(percent)}`,
          `${money} ${showBriefPercent(percent)}`,
          `${whole} ${showBriefPercent(percent)}`,
          `${short} ${showBriefPercent(percent)}`,
        ];
  return [...forms, money, whole].find((form) => emsOf(form) <= most) ?? short;
}

function isUnknown(day: DayProfit | DaySum): day is Extract<DayProfit, { kind: 'unknown' }> {
  return 'kind' in day ? day.kind === 'unknown' : day.amount === undefined;
}

/** For a hover: every digit, and the source of the figure, or why there is none. */
export function dayField(day: DayProfit): string {
  if (day.kind === 'unknown') return `– (${gapText(day.gap)})`;
  const percent = dayPercent(day);
  const figures = percent === undefined ? showSignedMoney(day.amount) : `${showSignedMoney(day.amount)} (${showSignedPercent(percent)})`;
  return `${figures} · ${day.kind === 'stated' ? vscode.l10n.t('from the service') : vscode.l10n.t('calculated')}`;
}

function gapText(gap: DayProfitGap): string {
  return {
    noClose: vscode.l10n.t('no previous close'),
    oldPrice: vscode.l10n.t('price out of date'),
    noProduct: vscode.l10n.t('contract size unknown'),
    split: vscode.l10n.t('possible split: waiting for the service’s figures'),
    side: vscode.l10n.t('side unknown'),
  }[gap];
}

/** How a figure is calculated if the service does not give it, and what it cannot include. */
export function calculatedNote(): string {
  return vscode.l10n.t('Calculated day P&L is (price − previous close) × quantity. It can’t account for what was traded today.');
}

/** Why a day P&L has no percentage. */
export function noPercentNote(): string {
  return vscode.l10n.t('No percentage: the value that the day began with isn’t known, for example after a trade today');
}

/** `3 of 4 positions`, if a total leaves some out. */
export function countedText(counted: number, count: number): string {
  if (counted === count) return '';
  return vscode.l10n.t('{0} of {1} positions', counted, count);
}

/** `incomplete`, if an unknown number of positions is missing; `out of date`, if all are there, but from before. */
export function wholeText({ isWhole, isOld }: Pick<DayTotal, 'isWhole' | 'isOld'>): string {
  if (!isWhole) return vscode.l10n.t('incomplete');
  return isOld ? vscode.l10n.t('out of date') : '';
}

/** The name of a total: its currency, otherwise its market. */
export function totalName({ currency, market }: Pick<DayTotal, 'currency' | 'market'>): string {
  if (currency !== undefined) return visibleText(currency);
  if (market === '') return vscode.l10n.t('Unknown market');
  return /^\d+$/.test(market) ? vscode.l10n.t('Market ID {0}', market) : visibleText(market);
}

/** `+12.00 +0.98% HKD`. @param most - As of {@link dayFiguresText}: of the figures. */
export function namedDay(total: DayTotal, mask: Mask, most = Infinity): string {
  return `${mask(dayFiguresText(total.day, most))} ${totalName(total)}`;
}

/** A total with every digit and what it does not include, as a line of a hover. */
export function totalLine({ day, count }: DayTotal, mask: Mask): string {
  const { amount, percent, calculated } = day;
  if (amount === undefined) return `– · ${positionsText(count)}`;
  const figures = percent === undefined ? showSignedMoney(amount) : `${showSignedMoney(amount)} (${showSignedPercent(percent)})`;
  const source =
    calculated === 0
      ? vscode.l10n.t('from the service')
      : calculated === day.counted
        ? vscode.l10n.t('calculated')
        : vscode.l10n.t('{0} of them calculated', calculated);
  return [mask(figures), countedText(day.counted, count) || positionsText(count), source].join(' · ');
}

export function positionsText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 position') : vscode.l10n.t('{0} positions', count);
}

/** `HKD live: …`, if totals of live and paper accounts are shown together. */
export function namedTotal(total: DayTotal, mask: Mask, isSandbox: boolean): string {
  return vscode.l10n.t('{0}: {1}', `${totalName(total)} ${kindText(total.kind, isSandbox)}`, totalLine(total, mask));
}
