import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { PortfolioAction } from '../../panel/portfolio/portfolioProtocol';
import type { PortfolioStrings } from '../../panel/portfolio/portfolioStrings';

/** In place of the table while nothing is there yet: that it loads, or why it cannot. */
export function waiting(text: string): TemplateResult {
  return html`<div class="placeholder"><p>${text}</p></div>`;
}

/** In place of the table when the filter leaves no row. */
export function nothingFound(strings: PortfolioStrings, clear: () => void): TemplateResult {
  return html`<div class="placeholder">
    <p>${strings.emptyFilter}</p>
    <button type="button" class="button" @click=${clear}>${strings.clearFilter}</button>
  </div>`;
}

/** In place of the table when there are no positions. */
export function noPositions(strings: PortfolioStrings): TemplateResult {
  return html`<div class="placeholder">
    <span class="codicon codicon-briefcase placeholder-icon" aria-hidden="true"></span>
    <p>${strings.empty}</p>
  </div>`;
}

/** In place of everything without a session, with ways to begin one. */
export function signedOut(strings: PortfolioStrings, kind: 'none' | 'signedOut', act: (action: PortfolioAction) => void): TemplateResult {
  const isNone = kind === 'none';
  return html`<div class="placeholder">
    <h2>${isNone ? strings.noServiceTitle : strings.signedOutTitle}</h2>
    <p>${isNone ? strings.noService : strings.signedOut}</p>
    <div class="actions">
      ${
        isNone
          ? html`<button type="button" class="button" @click=${() => act('startSandbox')}>${strings.trySandbox}</button>
              <button type="button" class="button secondary" @click=${() => act('connect')}>${strings.connect}</button>`
          : html`<button type="button" class="button" @click=${() => act('signIn')}>${strings.signIn}</button>`
      }
    </div>
  </div>`;
}
