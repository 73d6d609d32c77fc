import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TicketHead } from '../../panel/ticket/ticketProtocol';

const icons = { sandbox: 'beaker', paper: 'note', live: 'warning' } as const;

/** The world of the order. It stays in view: it is beside the form, because an element sticks only within its parent. */
export function worldLine({ world, origin }: TicketHead): TemplateResult {
  return html`<div class="world ${world.kind}">
    <span class="codicon codicon-${icons[world.kind]}" aria-hidden="true"></span>
    <strong>${world.text}</strong>
    <span class="host">${world.host}</span>
    ${origin === '' ? nothing : html`<strong class="origin">${origin}</strong>`}
  </div>`;
}

/** The order and the account, with the way back to the list of orders. */
export function head({ isNew, title, facts }: TicketHead, chooseAnother: () => void): TemplateResult {
  const { side, quantity, symbol, name } = title;
  const another = isNew ? l10n.t('Choose Another Security…') : l10n.t('Choose Another Order…');
  return html`<header>
    <h1>
      <span
        >${side === '' ? nothing : html`<span class="side">${side}</span> `}${quantity === '' ? nothing : html`<span>${quantity}</span> `}<span>${symbol}</span>${
          name === '' ? nothing : html` <span class="name">${name}</span>`
        }</span
      >
      <button type="button" class="icon-button another" title=${another} aria-label=${another} @click=${chooseAnother}>
        <span class="codicon codicon-list-selection" aria-hidden="true"></span>
      </button>
    </h1>
    <dl class="facts">
      ${facts.map(
        ({ label, value }) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </header>`;
}
