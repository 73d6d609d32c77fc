import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TicketStage } from '../../panel/orders/ticketProtocol';

interface StageEvents {
  readonly goOn: () => void;
  readonly act: () => void;
}

/** What the ticket waits for, above the form. Empty while it is filled and there is nothing to tell. */
export function stageBanner(stage: TicketStage, { goOn, act }: StageEvents): TemplateResult {
  switch (stage.kind) {
    case 'editing':
      return banner('open', 'info', stage.notice);
    case 'checking':
    case 'sending':
      return banner('busy', 'loading', stage.message);
    case 'stale':
      return banner('open', 'warning', stage.message, stage.detail, stage.goOn, goOn);
    case 'blocked':
      return banner('bad', 'circle-slash', stage.message, '', stage.action, act);
    case 'ended':
      return banner(stage.tone, { good: 'check', bad: 'error', open: 'question' }[stage.tone], stage.message, '', stage.action, act);
  }
}

function banner(tone: string, icon: string, message: string, detail = '', action = '', run: () => void = () => undefined): TemplateResult {
  return html`<div class="stage ${tone}" tabindex="-1" role="status" aria-live="assertive">
    ${
      message === ''
        ? nothing
        : html`<span class="codicon codicon-${icon} ${icon === 'loading' ? 'codicon-modifier-spin' : ''}" aria-hidden="true"></span>
            <div class="stage-text">
              <p>${message}</p>
              ${detail === '' ? nothing : html`<p class="detail">${detail}</p>`}
            </div>
            ${action === '' ? nothing : html`<button type="button" class="button" @click=${run}>${action}</button>`}`
    }
  </div>`;
}
