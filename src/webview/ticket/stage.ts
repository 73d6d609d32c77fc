import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TicketNotice, TicketStage } from '../../panel/ticket/ticketProtocol';

const icons = { good: 'check-all', bad: 'error', open: 'info', waiting: 'check' } as const;

interface StageEvents {
  /** Called with the index of the chosen action. */
  readonly act: (action: number) => void;
  readonly cancel: () => void;
}

/** What the ticket waits for, above the form. Empty while it is edited and there is no message. */
export function stageBanner(stage: TicketStage, { act, cancel }: StageEvents): TemplateResult {
  switch (stage.kind) {
    case 'checking':
    case 'sending':
      return banner(
        'busy',
        stage.isAsked === true
          ? html`${icon('question')}${text(stage.message)}`
          : html`${icon('loading codicon-modifier-spin')}${text(stage.message)}
              <button type="button" class="button secondary" @click=${cancel}>${l10n.t('Cancel')}</button>`,
      );
    case 'editing':
      return stage.notice === null ? banner('open', nothing) : noticeBanner(stage.notice, icons[stage.notice.tone], act);
    case 'stale':
      return noticeBanner(stage.notice, 'warning', act);
    case 'blocked':
      return noticeBanner(stage.notice, 'circle-slash', act, 'equal');
    case 'ended':
      return noticeBanner(stage.notice, stage.notice.tone === 'open' ? 'question' : icons[stage.notice.tone], act);
  }
}

/** @param rank - Whether the first action is the one that is expected: what ends a protection is not. */
function noticeBanner(
  { tone, message, detail, actions }: TicketNotice,
  name: string,
  act: (action: number) => void,
  rank: 'first' | 'equal' = 'first',
): TemplateResult {
  const buttons = actions.map(
    (label, action) =>
      html`<button type="button" class="button ${action === 0 && rank === 'first' ? '' : 'secondary'}" @click=${() => act(action)}>
        ${label}
      </button>`,
  );
  return banner(
    tone,
    html`${icon(name)}${text(message, detail)}${buttons.length === 0 ? nothing : html`<div class="buttons">${buttons}</div>`}`,
  );
}

function banner(tone: string, content: unknown): TemplateResult {
  return html`<div class="stage ${tone}" tabindex="-1" role="status" aria-live="assertive">${content}</div>`;
}

function icon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

function text(message: string, detail = ''): TemplateResult {
  return html`<div class="stage-text">
    <p>${message}</p>
    ${detail === '' ? nothing : html`<p class="detail">${detail}</p>`}
  </div>`;
}
