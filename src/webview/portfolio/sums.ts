import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { BucketSum, PortfolioAccountKind } from '../../domain/portfolio/portfolio';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { showMoney, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import { lookOf, marketText } from './columns';

/** One line for each currency or market: its total and P&L, and what they leave out. */
export function summary(sums: readonly BucketSum[], isPrivate: boolean): TemplateResult {
  return html`<section
    class="sums"
    aria-label=${l10n.t('Totals')}
    title=${sums.length > 1 ? l10n.t('Live and paper accounts, currencies, and markets are totaled separately and never added to each other.') : ''}
  >
    ${sums.map(
      (sum) =>
        html`<div class="sum">
          <span class="sum-name">${bucketName(sum)} ${kindBadge(sum.kind)}</span>
          <span class="sum-value">${isPrivate ? masked : showMoney(sum.marketValue)}</span>
          <span class="sum-profit ${sumLook(sum, isPrivate)}">${sumProfit(sum, isPrivate)}</span>
          <span class="sum-note">${sum.count === 1 ? l10n.t('1 position') : l10n.t('{0} positions', sum.count)}</span>
          ${sum.unreadable === 0 ? nothing : html`<span class="sum-note sum-lacks">${l10n.t('Positions not in this total because their amounts can’t be read: {0}', sum.unreadable)}</span>`}
        </div>`,
    )}
    ${sums.some(({ currency }) => currency === undefined) ? html`<p class="sum-note sum-lacks">${l10n.t('Totals by market: the service didn’t return a currency for these positions.')}</p>` : nothing}
  </section>`;
}

function bucketName({ currency, market }: BucketSum): string {
  return currency === undefined ? marketText(market) : visibleText(currency);
}

function kindText(kind: PortfolioAccountKind): string {
  return kind === 'live' ? l10n.t('LIVE') : l10n.t('paper');
}

export function kindBadge(kind: PortfolioAccountKind): TemplateResult {
  return html`<span class="badge ${kind}">${kindText(kind)}</span>`;
}

/** What a total is called where there is no room for more. */
export function bucketText(sum: BucketSum): string {
  return `${bucketName(sum)} · ${kindText(sum.kind)}`;
}

export function sumLook({ profit }: BucketSum, isPrivate: boolean): string {
  return isPrivate ? '' : lookOf(profit);
}

export function sumProfit({ profit, percent }: BucketSum, isPrivate: boolean): string {
  if (isPrivate) return masked;
  const change = percent === undefined ? '' : ` (${showSignedPercent(percent)})`;
  return `${profit === 0n ? '' : `${arrowOf(directionOf(profit))} `}${showSignedMoney(profit)}${change}`;
}
