import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { stepped } from '../../domain/values/steps';
import type { TicketRiskTexts, TicketRiskView } from '../../panel/ticket/ticketProtocol';

export const emptyRisk: TicketRiskTexts = { stop: '', risk: '', unit: 'percent' };

interface RiskEvents {
  readonly change: (texts: Partial<TicketRiskTexts>) => void;
  /** Fills in the quantity, which sends nothing. */
  readonly use: () => void;
}

/**
 * The stop of a new order and what may be lost there, from which its quantity follows; nothing for a change.
 *
 * @param step - By which the arrow keys change the stop.
 */
export function riskPart(
  view: TicketRiskView | null,
  texts: TicketRiskTexts,
  { isOpen, step }: { readonly isOpen: boolean; readonly step: string },
  { change, use }: RiskEvents,
): TemplateResult | typeof nothing {
  if (view === null) return nothing;
  const isUsable = isOpen && view.isOpen;
  const number = (id: 'stop' | 'risk', label: string): TemplateResult =>
    html`<label
      ><span>${label}</span
      ><input
        id=${id}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        spellcheck="false"
        maxlength="100"
        .value=${live(texts[id])}
        ?disabled=${!isUsable}
        aria-describedby="risk-hint"
        @input=${({ target }: Event) => (target instanceof HTMLInputElement ? change({ [id]: target.value }) : undefined)}
        @keydown=${(event: KeyboardEvent) => {
          const direction = { ArrowUp: 'up', ArrowDown: 'down' } as const;
          const to = id === 'stop' ? Object.entries(direction).find(([key]) => key === event.key)?.[1] : undefined;
          if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
          if (event.key !== 'Enter' && to === undefined) return;
          event.preventDefault();
          if (to === undefined) use();
          else if (event.target instanceof HTMLInputElement) change({ stop: stepped(event.target.value, step, to) });
        }}
    /></label>`;
  return html`<section class="risk" aria-label=${l10n.t('Size by Risk')}>
    ${number('stop', l10n.t({ message: 'Stop', comment: ['The price at which a position is closed to limit its loss.'] }))}
    ${number('risk', l10n.t({ message: 'Risk', comment: ['What may be lost of the account, in percent or as an amount.'] }))}
    <label
      ><span>${l10n.t({ message: 'In', comment: ['What a loss is measured in: the choices are “% of account” and a currency.'] })}</span
      ><select
        id="risk-unit"
        .value=${live(texts.unit)}
        ?disabled=${!isUsable}
        @change=${({ target }: Event) =>
          target instanceof HTMLSelectElement ? change({ unit: target.value === 'amount' ? 'amount' : 'percent' }) : undefined}
      >
        <option value="percent" ?selected=${texts.unit === 'percent'}>${l10n.t('% of account')}</option>
        <option value="amount" ?selected=${texts.unit === 'amount'}>
          ${view.currency === '' ? l10n.t({ message: 'amount', comment: ['Of money.'] }) : view.currency}
        </option>
      </select></label
    >
    <button type="button" class="button secondary" aria-disabled=${isUsable && view.quantity !== '' ? 'false' : 'true'} @click=${use}>
      ${view.quantity === '' ? l10n.t('Use as Quantity') : l10n.t('Use {0} as Quantity', view.quantity)}
    </button>
    <p class="rule" id="risk-hint" role="status">${view.hint}</p>
  </section>`;
}
