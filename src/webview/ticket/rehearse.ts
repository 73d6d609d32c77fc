import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { TicketHead } from '../../panel/ticket/ticketProtocol';
import { formKeys } from './keys';

/** The button that leads to a paper account, or back to the original order. */
export function rehearseButton(rehearsal: TicketHead['rehearsal'], press: () => void): TemplateResult {
  const [label, hint] =
    rehearsal === 'running'
      ? [l10n.t('Back to the Original Order'), l10n.t('Goes back to the original ticket, which is as you left it ({0})', formKeys.rehearse)]
      : [l10n.t('Rehearse'), l10n.t('Opens the same order in a paper account; this ticket stays as it is ({0})', formKeys.rehearse)];
  return html`<button type="button" class="button secondary rehearse" title=${hint} aria-keyshortcuts=${formKeys.rehearse} @click=${press}>
    ${label}
  </button>`;
}
