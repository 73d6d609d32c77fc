import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TicketHead } from '../../panel/orders/ticketProtocol';

const icons = { sandbox: 'beaker', paper: 'note', live: 'warning' } as const;

/** Which world, which order, whose account. */
export function head({ world, title, facts }: TicketHead): TemplateResult {
  const { side, quantity, symbol, name } = title;
  return html`<header>
    <div class="world ${world.kind}">
      <span class="codicon codicon-${icons[world.kind]}" aria-hidden="true"></span>
      <strong>${world.text}</strong>
      <span class="host">${world.host}</span>
    </div>
    <h1>
      ${side === '' ? nothing : html`<span class="side">${side}</span> `}${quantity === '' ? nothing : html`<span>${quantity}</span> `}<span>${symbol}</span>${
        name === '' ? nothing : html` <span class="name">${name}</span>`
      }
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
