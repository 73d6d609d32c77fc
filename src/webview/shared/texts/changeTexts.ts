import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { arrowOf, directionOf, drawnDirection } from '../../../domain/quotes/priceDirection';
import type { Amount } from '../../../domain/values/amount';

/** A change as a cell: its sign has an arrow, so that color is never the only mark. */
export function changeCell(text: string, amount: Amount | undefined): TemplateResult | string {
  if (amount === undefined) return text;
  const direction = drawnDirection(text, amount);
  return html`<span class="arrow" aria-hidden="true">${direction === 'flat' ? nothing : arrowOf(direction)}</span> ${text}`;
}

/** A change as it is spoken. */
export function spokenChange(text: string, amount: Amount | undefined): string {
  const direction = amount === undefined ? 'flat' : drawnDirection(text, amount);
  if (direction === 'flat') return text;
  return `${direction === 'up' ? l10n.t('up') : l10n.t('down')} ${text}`;
}

/** The class of a change, for its color. @param text - As it is drawn. */
export function lookOf(amount: Amount | undefined, text?: string): string {
  if (amount === undefined) return '';
  return text === undefined ? directionOf(amount) : drawnDirection(text, amount);
}
