import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

export interface Placeholder {
  /** Name of a codicon. */
  readonly icon?: string;
  readonly title?: string;
  readonly text: string;
  /** Buttons with their actions; the most likely one comes first. */
  readonly actions?: readonly (readonly [label: string, act: () => void])[];
  /** It reports a failure, and is announced at once. */
  readonly isAlert?: boolean;
}

/** Shown instead of the content of a page: why there is none, and what to do about it. */
export function placeholder({ icon, title = '', text, actions = [], isAlert = false }: Placeholder): TemplateResult {
  return html`<div class="placeholder" role=${isAlert ? 'alert' : nothing}>
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

/**
 * Shown instead of a whole page while there is no session, with ways to start one.
 *
 * @param texts - What this page would show with a session.
 */
export function signedOutPlaceholder(
  kind: 'none' | 'signedOut',
  texts: Readonly<Record<'none' | 'signedOut', string>>,
  act: (action: 'startSandbox' | 'connect' | 'signIn') => void,
): TemplateResult {
  return kind === 'none'
    ? placeholder({
        title: l10n.t('Not connected'),
        text: texts.none,
        actions: [
          [l10n.t('Try the Sandbox'), () => act('startSandbox')],
          [l10n.t('Connect to a Service…'), () => act('connect')],
        ],
      })
    : placeholder({ title: l10n.t('You are not signed in'), text: texts.signedOut, actions: [[l10n.t('Sign In'), () => act('signIn')]] });
}
