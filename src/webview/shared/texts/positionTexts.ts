import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { dayPercent } from '../../../domain/positions/dayProfit';
import type { DayProfit } from '../../../domain/positions/dayProfit';

/** What a currency is from that the service does not name. */
export function assumedNote(): string {
  return l10n.t('Assumed: the service states no currency, and this is the usual one of the market.');
}

/** Whether an account has real money. In a sandbox, none has, whatever its kind. */
export function kindText(kind: 'simulated' | 'live', isSandbox: boolean): string {
  if (kind === 'simulated') return l10n.t('paper');
  return isSandbox ? l10n.t('sandbox') : l10n.t('LIVE');
}

/** As {@link kindText}; only real money has the color of danger. */
export function kindBadge(kind: 'simulated' | 'live', isSandbox: boolean): TemplateResult {
  return html`<span class="badge ${isSandbox ? 'paper' : kind === 'live' ? 'live' : 'paper'}">${kindText(kind, isSandbox)}</span>`;
}

/** The source of the figure, or why there is none. */
export function dayFrom(day: DayProfit): string {
  if (day.kind !== 'unknown') return day.kind === 'stated' ? l10n.t('from the service') : l10n.t('calculated');
  return {
    noClose: l10n.t('no previous close'),
    oldPrice: l10n.t('price out of date'),
    noProduct: l10n.t('contract size unknown'),
    split: l10n.t('possible split: waiting for the service’s figures'),
    side: l10n.t('side unknown'),
  }[day.gap];
}

/** As {@link dayFrom}, with what a calculated figure cannot include. */
export function dayTooltip(day: DayProfit): string {
  const source = day.kind === 'calculated' ? calculatedNote() : dayFrom(day);
  return day.kind === 'unknown' || dayPercent(day) !== undefined ? source : `${source} · ${noPercentNote()}`;
}

/** Why a day P&L has no percentage. */
export function noPercentNote(): string {
  return l10n.t('No percentage: the value that the day began with isn’t known, for example after a trade today');
}

/** The same beside the figure. */
export function noPercentBriefly(): string {
  return l10n.t('no percentage: start of the day unknown');
}

export function calculatedNote(): string {
  return l10n.t('Calculated day P&L is (price − previous close) × quantity. It can’t account for what was traded today.');
}
