import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TicketQuoteView } from '../../panel/ticket/ticketProtocol';

/** Prices and rules of the market, with their age. A price can be filled into the field, if there is one. */
export function quotePanel(quote: TicketQuoteView, ageMs: number, use: ((price: string) => void) | undefined): TemplateResult {
  const { shown } = quote;
  const price = (label: string, value: string, text: string, beside: string): TemplateResult =>
    html`<div class="figure">
      <dt>${label}</dt>
      <dd>
        ${
          value === '' || use === undefined
            ? text === ''
              ? '–'
              : text
            : html`<button
                type="button"
                class="price"
                title=${l10n.t('Use {0} as the price', text)}
                aria-label=${l10n.t('{0}: {1}', `${label} ${text}`, l10n.t('Use {0} as the price', text))}
                @click=${() => use(value)}
              >
                ${text}
              </button>`
        }
      </dd>
      <dd class="beside">${beside}</dd>
    </div>`;
  const rule = (label: string, text: string): TemplateResult | typeof nothing =>
    text === ''
      ? nothing
      : html`<div class="figure rule">
          <dt>${label}</dt>
          <dd>${text}</dd>
        </div>`;
  const hasPrices = shown.last !== '' || shown.bid !== '' || shown.ask !== '';
  // That they are new goes without saying beside their time.
  const age = [
    quote.time === '' ? '' : l10n.t('Prices as of {0}', quote.time),
    hasPrices && (quote.time === '' || ageMs >= newMs) ? ageText(ageMs) : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
  return html`<section class="quote" aria-label=${l10n.t('Prices')}>
    ${
      hasPrices
        ? html`<dl>
            ${price(l10n.t('Last'), quote.last, shown.last, shown.change)} ${price(l10n.t('Bid'), quote.bid, shown.bid, shown.bidSize)}
            ${price(l10n.t('Ask'), quote.ask, shown.ask, shown.askSize)} ${rule(l10n.t('Tick'), shown.tick)}
            ${rule(l10n.t('Lot'), shown.lot)}
          </dl>`
        : nothing
    }
    ${age === '' ? nothing : html`<p class="age ${quote.kind === 'failed' || ageMs > 30_000 ? 'old' : ''}">${age}</p>`}
    ${quote.note === '' ? nothing : html`<p class="quote-note"><span class="codicon codicon-info" aria-hidden="true"></span> ${quote.note}</p>`}
  </section>`;
}

/** Prices of a working feed are confirmed every few seconds. */
const newMs = 5_000;

function ageText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 2) return l10n.t('just updated');
  return seconds < 120 ? l10n.t('updated {0} s ago', seconds) : l10n.t('updated {0} min ago', Math.floor(seconds / 60));
}
