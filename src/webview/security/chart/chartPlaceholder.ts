import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Part } from '../../../panel/security/securityProtocol';

/** Shown instead of a chart without bars. */
export function chartPlaceholder(state: Part<unknown>, tryAgain: () => void): TemplateResult {
  const texts = {
    loading: (state.kind === 'loading' ? state.reason : undefined) ?? l10n.t('Loading…'),
    notOffered: l10n.t('This service doesn’t provide price history, so there is no chart.'),
    ready: l10n.t('No price history for this security.'),
    failed: '',
  };
  const text = state.kind === 'failed' ? state.problem : texts[state.kind];
  return html`<div class="placeholder" aria-busy=${String(state.kind === 'loading')}>
    <span class="codicon codicon-graph-line placeholder-icon" aria-hidden="true"></span>
    <p>${text}</p>
    ${state.kind === 'failed' ? html`<button type="button" class="button secondary" @click=${tryAgain}>${l10n.t('Try Again')}</button>` : nothing}
  </div>`;
}
