import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { PlacingChoice } from '../../domain/orders/placing/placement';
import { formKeys } from './keys';
import type { TicketFormView } from '../../panel/ticket/ticketProtocol';

/** The key that chooses a side; nothing if it has none. */
function keyOf(side: string): string | typeof nothing {
  return side === 'BUY' ? formKeys.buy : side === 'SELL' ? formKeys.sell : nothing;
}

/** The side of a new order as buttons of which one is pressed; nothing for a change. */
export function sidePart(
  { choices }: Pick<TicketFormView, 'choices'>,
  isOpen: boolean,
  change: (side: string) => void,
): TemplateResult | typeof nothing {
  const side = choices.find(({ name }) => name === 'side');
  if (side === undefined) return nothing;
  return html`<div class="sides" role="radiogroup" aria-label=${side.label}>
    ${side.options.map(
      ({ value, label }) =>
        html`<label class=${value.startsWith('BUY') ? 'buy' : 'sell'} title=${keyOf(value)}
          ><input
            type="radio"
            name="side"
            id="side-${value}"
            value=${value}
            .checked=${live(value === side.value)}
            aria-keyshortcuts=${keyOf(value)}
            ?disabled=${!isOpen}
            @change=${() => change(value)}
          /><span>${label}</span></label
        >`,
    )}
  </div>`;
}

/** The side of a new order; undefined for a change. */
export function chosenSide({ choices }: Pick<TicketFormView, 'choices'>): { readonly value: string; readonly label: string } | undefined {
  const side = choices.find(({ name }) => name === 'side');
  return side?.options.find(({ value }) => value === side.value);
}

/** The other choices of a new order; nothing for a change. */
export function choicesPart(
  { choices }: Pick<TicketFormView, 'choices'>,
  isOpen: boolean,
  change: (name: PlacingChoice, value: string) => void,
): TemplateResult | typeof nothing {
  const others = choices.filter(({ name }) => name !== 'side');
  if (others.length === 0) return nothing;
  return html`<section class="choices">
    ${others.map(
      ({ name, label, value, options }) =>
        html`<label
          ><span>${label}</span>
          <select
            id=${name}
            .value=${live(value)}
            ?disabled=${!isOpen || options.length < 2}
            @change=${({ target }: Event) => (target instanceof HTMLSelectElement ? change(name, target.value) : undefined)}
          >
            ${options.map((option) => html`<option value=${option.value} ?selected=${option.value === value}>${option.label}</option>`)}
          </select></label
        >`,
    )}
  </section>`;
}

/** The remark of a new order; nothing for a change. */
export function remarkPart(
  { remark }: Pick<TicketFormView, 'remark'>,
  text: string,
  isOpen: boolean,
  change: (text: string) => void,
): TemplateResult | typeof nothing {
  if (remark === null) return nothing;
  const hasProblem = remark.problem !== '';
  return html`<section class="remark ${hasProblem ? 'invalid' : ''}">
    <label for="remark">${remark.label}</label>
    <input
      id="remark"
      type="text"
      autocomplete="off"
      maxlength="200"
      .value=${live(text)}
      ?disabled=${!isOpen}
      aria-invalid=${hasProblem ? 'true' : 'false'}
      aria-describedby="remark-rule remark-problem"
      @input=${({ target }: Event) => (target instanceof HTMLInputElement ? change(target.value) : undefined)}
    />
    <span class="problem" id="remark-problem" role="alert"
      >${hasProblem ? html`<span class="codicon codicon-error" aria-hidden="true"></span> ${remark.problem}` : nothing}</span
    >
    <span class="rule" id="remark-rule">${remark.rule}</span>
  </section>`;
}
