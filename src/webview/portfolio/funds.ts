import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { BucketSum } from '../../domain/positions/portfolio';
import type { FundsFigureView, FundsLine } from '../../panel/portfolio/portfolioProtocol';
import { hiddenFigures } from './hiddenFigures';
import { kindBadge } from '../shared/texts/positionTexts';
import { currencyPart, dayInLine, sumCurrency } from './sums';

export interface FundsContext {
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
  /** The sums over the positions of an account, by its key. */
  readonly sumsOf: (key: string) => readonly BucketSum[];
  /** Shows every figure of every line. */
  readonly unfold: () => void;
}

/**
 * A strip for each account, live ones first: its money, and the day P&L of its positions where the totals below are of several accounts. Currencies are listed
 * and never added.
 */
export function fundsPart(lines: readonly FundsLine[], context: FundsContext): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`<section class="funds" tabindex="0" aria-label=${l10n.t('Funds')}>
    ${lines
      .toSorted((one, other) => Number(other.isLive) - Number(one.isLive))
      .map((line) => {
        if (line.key === '') return html`<p class="hint">${line.note}</p>`;
        const isAlone = lines.filter(({ isLive }) => isLive === line.isLive).length === 1;
        return strip(line, isAlone ? [] : context.sumsOf(line.key), context);
      })}
  </section>`;
}

function strip(
  { account, isLive, figures, note, asOf }: FundsLine,
  sums: readonly BucketSum[],
  { isPrivate, isSandbox, unfold }: FundsContext,
): TemplateResult {
  const days = sums.filter(({ day }) => day.amount !== undefined);
  return html`<div class="fund" data-account=${account}>
    <div class="fund-name" title=${asOf}>
      ${account} ${kindBadge(isLive ? 'live' : 'simulated', isSandbox)}
      ${asOf === '' ? nothing : html`<span class="fund-age">${asOf}</span>`}
    </div>
    <dl data-fits="div" title=${l10n.t('Of the whole account, as the service states it')}>
      ${figures.filter(({ isUrgent }) => isUrgent).map(figure)}
      ${days.map(
        (sum) =>
          html`<div data-name="${l10n.t('Day P&L')} ${sumCurrency(sum)}">
            <dt>${l10n.t('Day P&L')} ${currencyPart(sum)}</dt>
            <dd>${dayInLine(sum, isPrivate)}</dd>
          </div>`,
      )}
      ${figures.filter(({ isUrgent }) => isUrgent !== true).map(figure)}
    </dl>
    ${hiddenFigures(unfold)} ${note === '' ? nothing : html`<span class="hint">${note}</span>`}
  </div>`;
}

function figure({ label, text, look, note }: FundsFigureView): TemplateResult {
  return html`<div data-name=${label} title=${note ?? nothing}>
    <dt>${label}</dt>
    <dd class=${look === undefined ? '' : `risk ${look}`}>
      ${look === undefined ? nothing : html`<span class="codicon codicon-warning" aria-hidden="true"></span>`}${text}
    </dd>
  </div>`;
}
