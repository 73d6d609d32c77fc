import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { BucketSum, PortfolioAccountKind } from '../../domain/portfolio/portfolio';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { showMoney, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { PortfolioStrings } from '../../panel/portfolio/portfolioStrings';
import { fill } from '../shared/texts';
import { lookOf, marketText } from './columns';

/** One line for each currency or market: its total and P&L, and what they leave out. */
export function summary(sums: readonly BucketSum[], isPrivate: boolean, strings: PortfolioStrings): TemplateResult {
  return html`<section class="sums" aria-label=${strings.totals} title=${sums.length > 1 ? strings.notAdded : ''}>
    ${sums.map(
      (sum) =>
        html`<div class="sum">
          <span class="sum-name">${bucketName(sum, strings)} ${kindBadge(sum.kind, strings)}</span>
          <span class="sum-value">${isPrivate ? masked : showMoney(sum.marketValue)}</span>
          <span class="sum-profit ${sumLook(sum, isPrivate)}">${sumProfit(sum, isPrivate)}</span>
          <span class="sum-note">${sum.count === 1 ? strings.onePosition : fill(strings.positions, sum.count)}</span>
          ${sum.unreadable === 0 ? nothing : html`<span class="sum-note sum-lacks">${fill(strings.unreadable, sum.unreadable)}</span>`}
        </div>`,
    )}
    ${sums.some(({ currency }) => currency === undefined) ? html`<p class="sum-note sum-lacks">${strings.noCurrency}</p>` : nothing}
  </section>`;
}

function bucketName({ currency, market }: BucketSum, strings: PortfolioStrings): string {
  return currency === undefined ? marketText(market, strings) : visibleText(currency);
}

function kindText(kind: PortfolioAccountKind, strings: PortfolioStrings): string {
  return kind === 'live' ? strings.live : strings.paper;
}

export function kindBadge(kind: PortfolioAccountKind, strings: PortfolioStrings): TemplateResult {
  return html`<span class="badge ${kind}">${kindText(kind, strings)}</span>`;
}

/** What a total is called where there is no room for more. */
export function bucketText(sum: BucketSum, strings: PortfolioStrings): string {
  return `${bucketName(sum, strings)} · ${kindText(sum.kind, strings)}`;
}

export function sumLook({ profit }: BucketSum, isPrivate: boolean): string {
  return isPrivate ? '' : lookOf(profit);
}

export function sumProfit({ profit, percent }: BucketSum, isPrivate: boolean): string {
  if (isPrivate) return masked;
  const change = percent === undefined ? '' : ` (${showSignedPercent(percent)})`;
  return `${profit === 0n ? '' : `${arrowOf(directionOf(profit))} `}${showSignedMoney(profit)}${change}`;
}
