import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { withDigitsOf } from '../../domain/security/tickPrice';
import { showNumber } from '../../domain/values/amount';
import type { TicketHead, TicketQuoteView } from '../../panel/ticket/ticketProtocol';

const icons = { sandbox: 'beaker', paper: 'note', live: 'warning' } as const;

/** The world of the order and its account, with the way to another one, above the form: they are always in view. */
export function worldLine({ isNew, world, account, origin }: TicketHead, chooseAccount: () => void): TemplateResult {
  return html`<div class="world ${world.kind}">
    <span class="codicon codicon-${icons[world.kind]}" aria-hidden="true"></span>
    <strong>${world.text}</strong>
    <dl class="account">
      <div>
        <dt>${account.label}</dt>
        <dd>${account.value}</dd>
        ${isNew ? html`<dd>${anotherButton(l10n.t('Choose Another Account…'), chooseAccount)}</dd>` : nothing}
      </div>
    </dl>
    <span class="host">${world.host}</span>
    ${origin === '' ? nothing : html`<strong class="origin">${origin}</strong>`}
  </div>`;
}

/** Symbol and name of a contract have more characters than this together. */
const longTitle = 30;

/**
 * What is traded, above the form as well, with the way to another order.
 *
 * @param quote - Of its security: bid and ask stand here too where the window is too low for their own place.
 * @param chosen - The side of a new order, whose buttons may be scrolled out of view; undefined for any other.
 */
export function title(
  { isNew, title: { side, direction, quantity, price, symbol, name } }: TicketHead,
  { last, shown }: TicketQuoteView,
  chosen: { readonly value: string; readonly label: string } | undefined,
  chooseAnother: () => void,
): TemplateResult {
  const at = price === '' ? '' : `@ ${showNumber(withDigitsOf(price, shown.tick, last))}`;
  return html`<h1 class=${symbol.length + name.length > longTitle ? 'long' : ''}>
    <span
      >${side === '' ? nothing : html`<span class="side ${direction ?? ''}">${side}</span> `}${chosen === undefined ? nothing : html`<span class="chosen ${chosen.value.startsWith('BUY') ? 'buy' : 'sell'}">${chosen.label}</span> `}${quantity === '' ? nothing : html`<span>${quantity}</span> `}${at === '' ? nothing : html`<span>${at}</span> `}<span>${symbol}</span>${
        name === '' ? nothing : html` <span class="name">${name}</span>`
      }</span
    >
    ${anotherButton(isNew ? l10n.t('Choose Another Security…') : l10n.t('Choose Another Order…'), chooseAnother)}
    ${
      shown.bid === '' && shown.ask === ''
        ? nothing
        : html`<span class="best" aria-hidden="true"
            >${l10n.t('Bid')} <b>${shown.bid || '–'}</b> ${l10n.t('Ask')} <b>${shown.ask || '–'}</b></span
          >`
    }
  </h1>`;
}

/** What else is known of the order. */
export function facts({ facts: all }: TicketHead): TemplateResult {
  return html`<dl class="facts">
    ${all.map(
      ({ label, value }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

function anotherButton(name: string, choose: () => void): TemplateResult {
  return html`<button type="button" class="icon-button another" title=${name} aria-label=${name} @click=${choose}>
    <span class="codicon codicon-edit" aria-hidden="true"></span>
  </button>`;
}
