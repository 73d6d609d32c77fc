import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TicketQuoteView } from '../../panel/orders/ticketProtocol';
import type { TicketStrings } from '../../panel/orders/ticketStrings';
import { fill } from '../shared/texts';

/** Prices and rules of the market, with their age. A price can be taken over into the field, where there is one. */
export function quotePanel(
  quote: TicketQuoteView,
  ageMs: number,
  strings: TicketStrings,
  use: ((price: string) => void) | undefined,
): TemplateResult {
  const { shown } = quote;
  const price = (label: string, value: string, text: string): TemplateResult =>
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
                title=${fill(strings.usePrice, text)}
                aria-label=${`${label} ${text}: ${fill(strings.usePrice, text)}`}
                @click=${() => use(value)}
              >
                ${text}
              </button>`
        }
      </dd>
    </div>`;
  const rule = (label: string, text: string): TemplateResult | typeof nothing =>
    text === ''
      ? nothing
      : html`<div class="figure rule">
          <dt>${label}</dt>
          <dd>${text}</dd>
        </div>`;
  const hasPrices = shown.last !== '' || shown.bid !== '' || shown.ask !== '';
  const age = [quote.time === '' ? '' : fill(strings.priceTime, quote.time), hasPrices ? ageText(ageMs, strings) : '']
    .filter((text) => text !== '')
    .join(' · ');
  return html`<section class="quote" aria-label=${strings.quote}>
    ${
      hasPrices
        ? html`<dl>
            ${price(strings.last, quote.last, shown.last)} ${price(strings.bid, quote.bid, shown.bid)}
            ${price(strings.ask, quote.ask, shown.ask)} ${rule(strings.tick, shown.tick)} ${rule(strings.lot, shown.lot)}
          </dl>`
        : nothing
    }
    ${age === '' ? nothing : html`<p class="age ${quote.kind === 'failed' || ageMs > 30_000 ? 'old' : ''}">${age}</p>`}
    ${quote.note === '' ? nothing : html`<p class="quote-note"><span class="codicon codicon-info" aria-hidden="true"></span> ${quote.note}</p>`}
  </section>`;
}

function ageText(ms: number, strings: TicketStrings): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 2) return strings.readNow;
  return seconds < 120 ? fill(strings.readAgo, seconds) : fill(strings.readLongAgo, Math.floor(seconds / 60));
}
