import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { BucketSum } from '../../domain/positions/portfolio';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { showMoney, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { assumedNote, calculatedNote, kindBadge, kindText, noPercentBriefly, noPercentNote } from '../shared/texts/positionTexts';
import { lookOf } from '../shared/texts/changeTexts';
import { marketText } from './columns';
import { hiddenFigures } from './hiddenFigures';

export interface SumsContext {
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
  /** Kinds of accounts of which positions may be missing. */
  readonly partial: readonly BucketSum['kind'][];
  /** Kinds of accounts whose positions are from before a read that failed. */
  readonly aged: readonly BucketSum['kind'][];
  /** Shows every figure of every line. */
  readonly unfold: () => void;
}

/** One line for each currency or market of each kind of account: its day P&L, P&L, and value, and what these leave out. */
export function summary(sums: readonly BucketSum[], context: SumsContext): TemplateResult {
  const kinds = [...new Set(sums.map(({ kind }) => kind))];
  return html`<section
    class="sums"
    data-fits=".sum"
    tabindex="0"
    aria-label=${l10n.t('Totals')}
    title=${sums.length > 1 ? l10n.t('Paper and other accounts, currencies, and markets are totaled separately and never added to each other.') : ''}
  >
    ${kinds.map((kind) => html`<div class="sums-kind">${heads()} ${sums.filter((sum) => sum.kind === kind).map((sum) => line(sum, context))}</div>`)}
    ${hiddenFigures(context.unfold)}
  </section>`;
}

/** Only visual: each line tells screen readers the same. The first one tells these amounts apart from those of whole accounts. */
function heads(): TemplateResult {
  const titles = [
    l10n.t({ message: 'Positions in', comment: ['Above a list of currencies: the total of the positions in each of them.'] }),
    ...[l10n.t('Day P&L'), l10n.t('P&L'), l10n.t('Market value'), l10n.t('Positions')],
  ];
  return html`<div class="sum-heads" aria-hidden="true">${titles.map((title) => html`<span>${title}</span>`)}</div>`;
}

function line(sum: BucketSum, { isPrivate, isSandbox, partial, aged }: SumsContext): TemplateResult {
  const said = (name: string): TemplateResult => html`<span class="sr-only">${name} </span>`;
  const isPartial = partial.includes(sum.kind);
  const lacks = [
    ...(isPartial ? [l10n.t({ message: 'incomplete', comment: ['A total that may lack positions.'] })] : []),
    ...(dayLacks(sum) === '' ? [] : [dayLacks(sum)]),
    ...(hasNoPercent(sum) ? [noPercentBriefly()] : []),
    ...(sum.unreadable === 0 ? [] : [l10n.t('Positions not in this total because their amounts can’t be read: {0}', sum.unreadable)]),
  ];
  return html`<div class="sum" data-name=${bucketText(sum, isSandbox)}>
    <span class="sum-name">${currencyPart(sum)} ${kindBadge(sum.kind, isSandbox)}</span>
    <span class="sum-day ${dayLook(sum, isPrivate)}" title=${dayTitle(sum)}>${said(l10n.t('Day P&L'))}${dayText(sum, isPrivate)}</span>
    <span class="sum-profit ${sumLook(sum, isPrivate)}" title=${isPrivate ? '' : profitTitle(sum)}
      >${said(l10n.t('P&L'))}${sumProfit(sum, isPrivate)}</span
    >
    <span class="sum-value">${said(l10n.t('Market value'))}${isPrivate ? masked : showMoney(sum.marketValue)}</span>
    <span class="sum-count"
      >${sum.count}<span class="sr-only"> ${sum.count === 1 ? l10n.t('1 position') : l10n.t('{0} positions', sum.count)}</span></span
    >
    ${!isPartial && aged.includes(sum.kind) ? html`<span class="sum-note sum-lacks sum-aged">${l10n.t('out of date')}</span>` : nothing}
    ${lacks.map((text) => html`<span class="sum-note sum-lacks" title=${text === noPercentBriefly() ? noPercentNote() : nothing}>${text}</span>`)}
  </div>`;
}

/** What the amounts of a total are in: `HKD`; `HK ≈HKD` for those of a market whose currency is only assumed; `HK` if not even that is known. */
export function sumCurrency(sum: BucketSum): string {
  const { currency, assumedCurrency, market } = sum;
  if (currency !== undefined) return visibleText(currency);
  return assumedCurrency === '' ? marketText(market) : `${marketText(market)} ≈${visibleText(assumedCurrency)}`;
}

/** As {@link sumCurrency}, with the reason as its tooltip. */
export function currencyPart(sum: BucketSum): TemplateResult {
  return html`<span title=${isAssumed(sum) ? assumedNote() : nothing}>${sumCurrency(sum)}</span>`;
}

/** What `≈` means, if a total has it. */
export function assumedLegend(sums: readonly BucketSum[]): TemplateResult | typeof nothing {
  return sums.some(isAssumed)
    ? html`<span class="assumed" title=${assumedNote()}
        >${l10n.t({ message: '≈ currency assumed from the market', comment: ['Explains the sign ≈ before currencies.'] })}</span
      >`
    : nothing;
}

function isAssumed({ currency, assumedCurrency }: BucketSum): boolean {
  return currency === undefined && assumedCurrency !== '';
}

/** As the tooltip of the figure: what it leaves out, or why it has no percentage. */
function lineTitle(sum: BucketSum): string {
  return [dayLacks(sum), hasNoPercent(sum) ? noPercentNote() : ''].filter((text) => text !== '').join(' · ');
}

/** How many positions the day P&L includes, if it leaves some out. */
function dayLacks({ day, count }: BucketSum): string {
  return day.counted === count || day.counted === 0 ? '' : l10n.t('Day P&L: {0} of {1} positions', day.counted, count);
}

/** The day began with another value than the one that is held, and the service doesn’t tell it. */
function hasNoPercent({ day: { amount, percent } }: BucketSum): boolean {
  return amount !== undefined && percent === undefined;
}

/** The day P&L in the heading of a group, in its column; its tooltip says what it leaves out. */
export function dayCell(sum: BucketSum, isPrivate: boolean): TemplateResult | undefined {
  if (sum.day.amount === undefined) return undefined;
  return html`<span class=${dayLook(sum, isPrivate)} title=${lineTitle(sum)}
    >${isPrivate ? masked : showSignedMoney(sum.day.amount)}</span
  >`;
}

/** The day P&L of an account, in its strip. */
export function dayInLine(sum: BucketSum, isPrivate: boolean): TemplateResult {
  return html`<span class=${dayLook(sum, isPrivate)} title=${lineTitle(sum)}>${dayText(sum, isPrivate)}</span>`;
}

/** A short name of a total, for narrow places. */
export function bucketText(sum: BucketSum, isSandbox: boolean): string {
  return `${sumCurrency(sum)} · ${kindText(sum.kind, isSandbox)}`;
}

export function sumLook({ profit }: BucketSum, isPrivate: boolean): string {
  return isPrivate ? '' : lookOf(profit);
}

function dayLook({ day }: BucketSum, isPrivate: boolean): string {
  return isPrivate ? '' : lookOf(day.amount);
}

function sumProfit(sum: BucketSum, isPrivate: boolean): string {
  return isPrivate ? masked : `${changeText(sum.profit, sum.percent)}${lacksPercent(sum) ? ' (–)' : ''}`;
}

/** The percentage of the amount paid is not known, although there is a profit. */
function lacksPercent({ profit, percent }: BucketSum): boolean {
  return percent === undefined && profit !== 0n;
}

/** Why the P&L of a total has no percentage; empty if it has one. */
export function profitTitle(sum: BucketSum): string {
  return lacksPercent(sum) ? l10n.t('No percentage: what was paid isn’t known for at least one of these positions.') : '';
}

/** `▲ +12.00 (+0.98%)`; a dash if unknown. */
function dayText({ day: { amount, percent } }: BucketSum, isPrivate: boolean): string {
  if (amount === undefined) return '–';
  return isPrivate ? masked : changeText(amount, percent);
}

function changeText(amount: Amount, percent: Amount | undefined): string {
  const change = percent === undefined ? '' : ` (${showSignedPercent(percent)})`;
  return `${amount === 0n ? '' : `${arrowOf(directionOf(amount))} `}${showSignedMoney(amount)}${change}`;
}

function dayTitle({ day }: BucketSum): string {
  if (day.amount === undefined) return l10n.t('no previous close');
  const source = day.calculated === 0 ? l10n.t('from the service') : calculatedNote();
  return day.percent === undefined ? `${source} · ${noPercentNote()}` : source;
}
