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

interface HeadEvents {
  readonly chooseAnother: () => void;
  readonly chooseAccount: () => void;
}

/** The order and the account, with the ways to others. */
export function head({ isNew, title, facts }: TicketHead, { chooseAnother, chooseAccount }: HeadEvents): TemplateResult {
  const { side, quantity, symbol, name } = title;
  const another = isNew ? l10n.t('Choose Another Security…') : l10n.t('Choose Another Order…');
  return html`<header>
    <h1>
      <span
        >${side === '' ? nothing : html`<span class="side">${side}</span> `}${quantity === '' ? nothing : html`<span>${quantity}</span> `}<span>${symbol}</span>${
          name === '' ? nothing : html` <span class="name">${name}</span>`
        }</span
      >
      ${anotherButton(another, chooseAnother)}
    </h1>
    <dl class="facts">
      ${facts.map(
        ({ label, value }, index) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${value}</dd>
            ${isNew && index === 0 ? html`<dd>${anotherButton(l10n.t('Choose Another Account…'), chooseAccount)}</dd>` : nothing}
          </div>`,
      )}
    </dl>
  </header>`;
}

function anotherButton(name: string, choose: () => void): TemplateResult {
  return html`<button type="button" class="icon-button another" title=${name} aria-label=${name} @click=${choose}>
    <span class="codicon codicon-list-selection" aria-hidden="true"></span>
  </button>`;
}
