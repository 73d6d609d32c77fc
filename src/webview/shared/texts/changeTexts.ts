import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { arrowOf, directionOf } from '../../../domain/quotes/priceDirection';
import type { Amount } from '../../../domain/values/amount';

/** A change as a cell: its sign has an arrow, so that color is never the only mark. */
export function changeCell(text: string, amount: Amount | undefined): TemplateResult | string {
  if (amount === undefined) return text;
  return html`<span class="arrow" aria-hidden="true">${amount === 0n ? nothing : arrowOf(directionOf(amount))}</span> ${text}`;
}

/** A change as it is spoken. */
export function spokenChange(text: string, amount: Amount | undefined): string {
  if (amount === undefined || amount === 0n) return text;
  return `${amount > 0n ? l10n.t('up') : l10n.t('down')} ${text}`;
}

/** The class of a change, for its color. */
export function lookOf(amount: Amount | undefined): string {
  return amount === undefined ? '' : directionOf(amount);
}
