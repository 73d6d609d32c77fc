import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { withDigitsOf } from '../../domain/security/tickPrice';
import { stepped } from '../../domain/values/steps';
import { beginWhole } from '../shared/focus';
import { formKeys } from './keys';
import type { FormAct } from './keys';
import type { TicketFieldView, TicketPartView } from '../../panel/ticket/ticketProtocol';

interface FieldState {
  readonly text: string;
  /** `busy`: the field is read-only for a moment, but keeps the focus. */
  readonly state: 'open' | 'busy' | 'closed';
}

/** Parts of what the account can trade, from left to right. */
export const partPositions: readonly FormAct[] = ['quarter', 'half', 'most'];

/** What else can be pressed beside a number. Like the steppers, they have keys, and are no stops of the Tab key. */
interface FieldParts {
  readonly views: readonly TicketPartView[];
  /** What the account can trade, in words. */
  readonly most: string;
  readonly use: (at: number) => void;
}

interface FieldEvents {
  /** A key of the user’s, unlike what a button fills in. */
  readonly type: (text: string) => void;
  readonly change: (text: string) => void;
  /** Enter: requests the review, which sends nothing. */
  readonly accept: () => void;
}

const fast = 10;

/** One number of the ticket: its old value, its text with steppers, and its notes. */
export function ticketField(view: TicketFieldView, { text, state }: FieldState, events: FieldEvents, parts?: FieldParts): TemplateResult {
  const { field, label, step } = view;
  const isDisabled = state !== 'open';
  const move = (direction: 'up' | 'down', times = 1): void => {
    if (isDisabled) return;
    const moved = stepped(text, step, direction, times);
    // A price keeps the digits that it is shown with.
    events.change(field === 'qty' ? moved : withDigitsOf(moved, text.trim()));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowUp: () => move('up'),
    ArrowDown: () => move('down'),
    PageUp: () => move('up', fast),
    PageDown: () => move('down', fast),
    Enter: events.accept,
  };
  const onKey = (event: KeyboardEvent): void => {
    const act = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const stepper = (direction: 'up' | 'down'): TemplateResult =>
    html`<button
      type="button"
      class="stepper"
      tabindex="-1"
      aria-label=${direction === 'up' ? l10n.t('{0}: up by {1}', label, step) : l10n.t('{0}: down by {1}', label, step)}
      title=${direction === 'up' ? l10n.t('{0}: up by {1}', label, step) : l10n.t('{0}: down by {1}', label, step)}
      ?disabled=${isDisabled}
      @click=${() => move(direction)}
    >
      <span class="codicon codicon-${direction === 'up' ? 'add' : 'remove'}" aria-hidden="true"></span>
    </button>`;
  const hasProblem = view.problem !== '';
  const { offTick } = view;
  return html`<div class="number ${hasProblem ? 'invalid' : offTick === null ? '' : 'off-tick'}">
    <label for=${field}>${label}</label>
    <span class="now" id="${field}-now">${view.now === '' ? '' : l10n.t('Now {0}', view.now)}</span>
    <span class="entry">
      ${stepper('down')}
      <input
        id=${field}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        spellcheck="false"
        maxlength="100"
        .value=${live(text)}
        title=${l10n.t('Up and Down arrow keys change it by {0}', step)}
        ?readonly=${state === 'busy'}
        ?disabled=${state === 'closed'}
        aria-invalid=${hasProblem ? 'true' : 'false'}
        aria-describedby="${field}-problem ${field}-now ${field}-kept ${field}-ticks ${field}-rule"
        @input=${({ target }: Event) => (target instanceof HTMLInputElement ? events.type(target.value) : undefined)}
        @keydown=${onKey}
      />
      ${stepper('up')}
    </span>
    <span class="about">
      ${parts === undefined || parts.views.length === 0 ? nothing : partButtons(parts, isDisabled)}
      <span class="texts">
        ${
          parts === undefined || parts.most === '' || hasProblem
            ? nothing
            : html`<span class="most" title=${parts.most}>${parts.views.at(-1)?.label} ${parts.most}</span>`
        }
        <span class="problem" id="${field}-problem" role="alert"
          >${hasProblem ? html`<span class="codicon codicon-error" aria-hidden="true"></span> ${view.problem}` : nothing}</span
        >
        <span class="kept" id="${field}-kept"
          >${view.kept === '' ? nothing : html`<span class="codicon codicon-warning" aria-hidden="true"></span> ${view.kept}`}</span
        >
        ${view.distance === '' ? nothing : html`<span class="distance">${view.distance}</span>`}
        ${offTick === null ? nothing : tickButtons(field, offTick, isDisabled, events.change)}
        <span class="rule" id="${field}-rule">${view.rule}</span>
      </span>
    </span>
  </div>`;
}

/**
 * Brings a control of the form into view, a number with all that is said about it. If the form has to scroll for it, it begins with something
 * whole then.
 */
export function scrollToField(page: ParentNode, control: Element): void {
  const [main, world, form] = ['main', '.world', '.form'].map((part) => page.querySelector(part));
  if (!main || !world || !form?.contains(control)) return;
  const [formTop, mainTop] = [form.scrollTop, main.scrollTop];
  (control.closest('.number') ?? control).scrollIntoView({ block: 'nearest' });
  const blocks = form.querySelectorAll(':scope > *, .number');
  if (form.scrollTop !== formTop) beginWhole(form, form.getBoundingClientRect().top, blocks);
  // In a very low page, all scrolls but the line of the world.
  if (main.scrollTop !== mainTop) beginWhole(main, world.getBoundingClientRect().bottom, blocks);
}

/** The prices on the tick around one that isn’t. */
function tickButtons(
  field: string,
  { tick, nearest }: NonNullable<TicketFieldView['offTick']>,
  isDisabled: boolean,
  use: (price: string) => void,
): TemplateResult {
  return html`<span class="ticks" id="${field}-ticks">
    <span>${l10n.t('Off the tick, {0}:', tick)}</span>
    ${nearest.map(
      (price) =>
        html`<button
          type="button"
          class="price"
          tabindex="-1"
          title=${l10n.t('Use {0} as the price', price)}
          ?disabled=${isDisabled}
          @click=${({ currentTarget }: Event) => {
            // The button goes with what it mends.
            if (currentTarget instanceof HTMLElement) currentTarget.closest('.number')?.querySelector('input')?.focus();
            use(price);
          }}
        >
          ${price}
        </button>`,
    )}
  </span>`;
}

function partButtons({ views, use }: FieldParts, isDisabled: boolean): TemplateResult {
  return html`<span class="parts" role="group" aria-label=${l10n.t('Part of what the account can trade')}>
    ${views.map((view, at) => {
      const key = formKeys[partPositions[at] ?? 'most'];
      return html`<button
        type="button"
        class="part"
        tabindex="-1"
        title=${l10n.t({ message: '{0} ({1})', args: [view.hint, key], comment: ['A hint, and the key that does it.'] })}
        aria-label=${l10n.t('{0}: {1}', view.label, view.hint)}
        aria-keyshortcuts=${key}
        aria-disabled=${isDisabled || !view.isUsable ? 'true' : 'false'}
        @click=${() => (isDisabled || !view.isUsable ? undefined : use(at))}
      >
        ${view.label}
      </button>`;
    })}
  </span>`;
}
