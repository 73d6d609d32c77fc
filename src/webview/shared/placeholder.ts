import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { SignedOutStrings } from '../../panel/platform/signedOutStrings';

export interface Placeholder {
  /** Name of a codicon. */
  readonly icon?: string;
  readonly title?: string;
  readonly text: string;
  /** Buttons with what they do; the first is the one that most people want. */
  readonly actions?: readonly (readonly [label: string, act: () => void])[];
}

/** In place of what a page would show: why there is nothing, and what to do about it. */
export function placeholder({ icon, title = '', text, actions = [] }: Placeholder): TemplateResult {
  return html`<div class="placeholder">
    ${icon === undefined ? nothing : html`<span class="codicon codicon-${icon} placeholder-icon" aria-hidden="true"></span>`}
    ${title === '' ? nothing : html`<h2>${title}</h2>`} ${text === '' ? nothing : html`<p>${text}</p>`}
    ${
      actions.length === 0
        ? nothing
        : html`<div class="actions">
            ${actions.map(([label, act], at) => html`<button type="button" class="button ${at === 0 ? '' : 'secondary'}" @click=${act}>${label}</button>`)}
          </div>`
    }
  </div>`;
}

/** In place of a whole page without a session, with ways to begin one. */
export function signedOutPlaceholder(
  kind: 'none' | 'signedOut',
  strings: SignedOutStrings,
  act: (action: 'startSandbox' | 'connect' | 'signIn') => void,
): TemplateResult {
  return kind === 'none'
    ? placeholder({
        title: strings.noServiceTitle,
        text: strings.noService,
        actions: [
          [strings.trySandbox, () => act('startSandbox')],
          [strings.connect, () => act('connect')],
        ],
      })
    : placeholder({ title: strings.signedOutTitle, text: strings.signedOut, actions: [[strings.signIn, () => act('signIn')]] });
}
