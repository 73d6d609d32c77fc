import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { withDigitsOf } from '../../domain/security/tickPrice';
import { sameNumber } from '../../domain/values/decimal';
import type { PlacingChoice } from '../../domain/orders/placing/placement';
import type { Handlers } from '../../panel/platform/messages';
import type {
  TicketFormView,
  TicketHead,
  TicketQuoteView,
  TicketRiskTexts,
  TicketStage,
  TicketTexts,
  ToTicketHost,
  ToTicketPage,
} from '../../panel/ticket/ticketProtocol';
import { css } from '../shared/css';
import { focusWhenHere } from '../shared/focus';
import type { Host } from '../shared/host';
import { PageElement } from '../shared/pageElement';
import { choicesPart, chosenSide, remarkPart, sidePart } from './choices';
import { placeholder } from '../shared/placeholder';
import { partPositions, scrollToField, ticketField } from './field';
import { facts, title, worldLine } from './head';
import { formKeys, listenToFormKeys } from './keys';
import type { FormAct } from './keys';
import { quotePanel } from './quote';
import { emptyRisk, riskPart } from './risk';
import { stageBanner } from './stage';

/** Warnings come and go with the market. */
const roomMs = 15_000;

/**
 * The order ticket as a form. It shows what the extension computed from its texts and requests the review; the final
 * confirmation is a dialog of the editor, and the page can send nothing.
 */
export class TicketPage extends PageElement {
  @state() private ticket: Pick<ToTicketPage['start'], 'head'> | undefined;
  @state() private texts: TicketTexts = {};
  @state() private risk: TicketRiskTexts = emptyRisk;
  @state() private form: TicketFormView | undefined;
  @state() private quote: TicketQuoteView | undefined;
  @state() private stage: TicketStage = { kind: 'editing', notice: null };
  @state() private without: ToTicketPage['without'] | undefined;
  /** What the place of the notes doesn’t show, in notes. */
  @state() private notesBelow = 0;
  /** The user looks at all notes: their place is larger. */
  @state() private hasAllNotes = false;
  /** Time of this machine, to calculate the age of prices. */
  @state() private nowMs = performance.now();

  #quoteAtMs = 0;
  #isFirst = true;
  /** What had the focus last while the form could be filled in. */
  #last: HTMLElement | undefined;
  /** The number that is being typed. */
  #typing: keyof TicketTexts | undefined;
  /** The room that the notes keep, and when they last needed all of it. */
  #room = { height: 0, atMs: 0 };
  /** While something is wrong, the space of what the form leads to stays, so that the buttons below don't move at such a key. */
  #outcomeHeight = 0;

  constructor(private readonly host: Host<ToTicketHost>) {
    super();
    window.setInterval(() => (this.nowMs = performance.now()), 1000);
    listenToFormKeys((what) => this.#actOn(what));
  }

  readonly handlers: Handlers<ToTicketPage> = {
    start: ({ head: shown, texts, form, quote, stage }) => {
      this.ticket = { head: shown };
      this.texts = texts;
      this.form = form;
      this.stage = stage;
      this.#take(quote);
    },
    keep: (kept) => this.host.writeState(kept),
    without: (why) => (this.without = why),
    form: (form) => {
      this.form = form;
    },
    quote: (quote) => this.#take(quote),
    stage: (stage) => {
      this.stage = stage;
    },
    showRequest: () => void this.#showRequest(),
  };

  protected override willUpdate(changed: PropertyValues): void {
    // What was looked at is another thing then.
    if (changed.has('stage')) this.hasAllNotes = false;
    if (!changed.has('form')) return;
    const isWrong = this.form?.action === '' && this.form.idle === '';
    if (!isWrong) this.#outcomeHeight = 0;
    else if (this.#outcomeHeight === 0) this.#outcomeHeight = this.querySelector<HTMLElement>('.outcome')?.offsetHeight ?? 0;
  }

  protected override updated(changed: PropertyValues): void {
    const notes = this.querySelector<HTMLElement>('.notes');
    if (notes !== null) {
      this.#keepRoom(notes);
      // More than its place shows: it can be scrolled by keyboard, and there is a way to all of it.
      const isMore = notes.scrollHeight > notes.clientHeight;
      notes.tabIndex = isMore ? 0 : -1;
      this.notesBelow = isMore ? Math.max(1, hiddenNotes(notes)) : 0;
    }
    if (!changed.has('stage') || this.form === undefined) return;
    const before = changed.get('stage') as TicketStage | undefined;
    if (this.stage.kind === 'editing' && (this.#isFirst || before?.kind !== 'editing')) {
      // The price is changed most often; after a question the focus returns to where it was.
      const isFirst = this.#isFirst;
      const last = isFirst ? undefined : this.#last;
      this.#isFirst = false;
      focusWhenHere(
        () => {
          // A review that a hard limit stopped leads to what it says.
          const limits = before?.kind === 'checking' ? this.querySelector<HTMLElement>('.limits') : null;
          if (limits !== null) {
            this.querySelector('.notes')?.scrollTo({ top: 0 });
            return limits;
          }
          if (last?.isConnected === true) return last;
          const input = this.querySelector<HTMLInputElement>('#price') ?? this.querySelector<HTMLInputElement>('#qty');
          input?.select();
          if (isFirst && input !== null) scrollToField(this, input);
          return input;
        },
        // The form stays where the user left it.
        { preventScroll: true },
      );
    } else if (this.stage.kind === 'stale' || this.stage.kind === 'blocked' || this.stage.kind === 'ended') {
      // The fields are no longer editable, so the next action gets the focus.
      focusWhenHere(() => this.querySelector<HTMLElement>('.stage'), { preventScroll: true });
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { ticket, form, quote, stage } = this;
    if (ticket === undefined || form === undefined || quote === undefined) return this.#placeholder();
    const isEditing = stage.kind === 'editing';
    const { isNew } = ticket.head;
    const isBusy = stage.kind === 'checking' || stage.kind === 'sending';
    const canPrice = isEditing && form.fields.some(({ field }) => field === 'price');
    const age = quote.readAgoMs + Math.max(0, this.nowMs - this.#quoteAtMs);
    return html`<main @focusin=${(event: Event) => this.#note(event)}>
      ${worldLine(ticket.head, () => this.host.send('chooseAccount', null))}
      ${title(ticket.head, quote, stage.kind === 'ended' ? undefined : chosenSide(form), () => this.host.send('chooseAnother', null))}
      <div class="form scrolls">
        ${facts(ticket.head)} ${quotePanel(quote, age, canPrice ? (price) => this.#change('price', price) : undefined)}
        ${sidePart(form, isEditing, (side) => this.#choose('side', side))}
        ${choicesPart(form, isEditing, (name, value) => this.#choose(name, value))}
        <section class="fields" aria-label=${isNew ? l10n.t('Numbers') : l10n.t('New values')} @focusout=${() => this.#leave()}>
          ${form.fields.map(
            (view) =>
              html`${ticketField(
                view,
                { text: this.#textOf(view.field, quote), state: isEditing ? 'open' : isBusy ? 'busy' : 'closed' },
                {
                  type: (text) => {
                    this.#typing = view.field;
                    this.#change(view.field, text);
                  },
                  change: (text) => this.#change(view.field, text),
                  accept: () => this.#review(),
                },
                view.field === 'qty' ? { views: form.parts, most: form.most, use: (at) => this.#usePart(at) } : undefined,
              )}${view.field === 'qty' ? positionLine(form.position) : nothing}`,
          )}
        </section>
        ${this.#outcome(form)}
        ${riskPart(
          form.risk,
          this.risk,
          { isOpen: isEditing, step: form.fields.find(({ field }) => field === 'price')?.step ?? '1' },
          {
            change: (texts) => {
              this.risk = { ...this.risk, ...texts };
              this.host.send('risk', this.risk);
            },
            use: () => (isEditing && form.risk?.quantity !== '' ? this.host.send('size', this.texts) : undefined),
          },
        )}
        ${remarkPart(form, this.texts.remark ?? '', isEditing, (text) => this.#change('remark', text))}
      </div>
      <footer>
        <div class="notes-place ${this.hasAllNotes ? 'all' : ''}">
          <div class="notes" id="notes" role="group" aria-label=${l10n.t('Check before you continue')}>
            ${stageBanner(stage, { act: (action) => this.host.send('act', action), cancel: () => this.host.send('cancel', null) })}
            ${stage.kind === 'ended' ? nothing : warningsPart(form, () => this.host.send('editLimits', null))}
            ${form.idle === '' || !isEditing ? nothing : html`<p class="idle">${form.idle}</p>`}
          </div>
          ${this.#moreButton()}
        </div>
        <div class="buttons">
          ${
            stage.kind === 'ended' || stage.kind === 'blocked'
              ? nothing
              : html`<button
                  type="button"
                  class="button review ${form.limits.length > 0 ? 'secondary' : ''}"
                  title=${l10n.t('Nothing is sent until you confirm in the dialog that follows ({0}).', formKeys.review)}
                  aria-keyshortcuts=${formKeys.review}
                  ?disabled=${stage.kind === 'stale' || form.action === ''}
                  aria-disabled=${isBusy ? 'true' : 'false'}
                  @click=${() => this.#review()}
                >
                  ${isNew ? l10n.t('Review Order…') : l10n.t('Review Change…')}
                </button>`
          }
          ${
            this.#canRehearse() || isBusy
              ? rehearseButton(ticket.head.rehearsal, isBusy, () => this.host.send('rehearse', this.texts))
              : nothing
          }
          <button
            type="button"
            class="button secondary"
            ?disabled=${stage.kind === 'sending'}
            @click=${() => this.host.send('close', null)}
          >
            ${
              stage.kind === 'ended'
                ? l10n.t('Close Form')
                : isNew
                  ? l10n.t({ message: 'Discard', comment: ['Closes the form of a new order, which is not placed.'] })
                  : l10n.t('Discard')
            }
          </button>
          ${
            !isNew && (isEditing || stage.kind === 'stale')
              ? html`<button type="button" class="button secondary cancel-order" @click=${() => this.host.send('cancelOrder', null)}>
                  ${l10n.t('Cancel Order…')}
                </button>`
              : nothing
          }
        </div>
      </footer>
    </main>`;
  }

  #placeholder(): TemplateResult | typeof nothing {
    if (this.without === undefined) return nothing;
    const { text, action } = this.without;
    const actions = action === '' ? [] : [[action, () => this.host.send('act', 0)] as const];
    return html`<main>${placeholder({ text, actions })}</main>`;
  }

  /** Below the notes, in their place: it takes no other room. */
  #moreButton(): TemplateResult | typeof nothing {
    if (this.notesBelow === 0 && !this.hasAllNotes) return nothing;
    const label = this.hasAllNotes
      ? l10n.t({ message: 'Show Less', comment: ['Below warnings of which all are shown.'] })
      : l10n.t({ message: '{0} More', args: [this.notesBelow], comment: ['Below warnings: how many more there are. Shows them.'] });
    return html`<button
      type="button"
      class="all-notes"
      aria-expanded=${this.hasAllNotes ? 'true' : 'false'}
      aria-controls="notes"
      @click=${() => (this.hasAllNotes = !this.hasAllNotes)}
    >
      <span class="codicon codicon-chevron-${this.hasAllNotes ? 'down' : 'up'}" aria-hidden="true"></span>${label}
    </button>`;
  }

  /** The result of the change: old and new values, and the bytes. */
  #outcome(form: TicketFormView): TemplateResult {
    const isNew = this.ticket?.head.isNew === true;
    return html`<div class="outcome ${isNew ? 'new' : ''}" ${css({ 'min-height': `${String(this.#outcomeHeight)}px` })}>
      ${
        form.changes.length === 0 && form.request === null
          ? nothing
          : html`<section class="changes" aria-label=${isNew ? l10n.t('Order') : l10n.t('Changes')}>
              <h2>
                ${isNew ? l10n.t('Order') : l10n.t('Changes')}
                ${
                  form.request === null || isNew
                    ? nothing
                    : html`<button
                        type="button"
                        class="icon-button"
                        title=${l10n.t('Show Diff')}
                        aria-label=${l10n.t('Show Diff')}
                        @click=${() => this.host.send('diff', this.texts)}
                      >
                        <span class="codicon codicon-diff" aria-hidden="true"></span>
                      </button>`
                }
              </h2>
              <dl>
                ${form.changes.map(
                  ({ label, value, isChanged }) =>
                    html`<div class=${isChanged ? 'changed' : ''}>
                      <dt>${label}</dt>
                      <dd>${value}</dd>
                    </div>`,
                )}
              </dl>
            </section>`
      }
      ${
        form.request === null
          ? nothing
          : html`<details>
              <summary>${l10n.t('Exact request')}</summary>
              <pre>
${form.request.line}
${form.request.body}</pre>
            </details>`
      }
    </div>`;
  }

  async #showRequest(): Promise<void> {
    await this.updateComplete;
    const request = this.querySelector('details');
    if (request === null) return;
    request.open = true;
    focusWhenHere(() => this.querySelector<HTMLElement>('details summary'));
  }

  /** What a key of the form does. @returns false if it does nothing now. */
  #actOn(what: FormAct): boolean {
    if (!this.isConnected) return false;
    const isEditing = this.stage.kind === 'editing';
    switch (what) {
      case 'buy':
      case 'sell': {
        const value = what === 'buy' ? 'BUY' : 'SELL';
        const side = this.form?.choices.find(({ name }) => name === 'side');
        if (!isEditing || side === undefined) return false;
        if ((this.texts.side ?? side.value) !== value) this.#choose('side', value);
        return true;
      }
      case 'quarter':
      case 'half':
      case 'most': {
        const at = partPositions.indexOf(what);
        if (!isEditing || this.form?.parts[at] === undefined) return false;
        if (this.form.parts[at].isUsable) this.#usePart(at);
        return true;
      }
      case 'rehearse':
        if (!this.#canRehearse()) return false;
        this.host.send('rehearse', this.texts);
        return true;
      case 'review':
        if (!isEditing) return false;
        if (this.form?.action !== '') this.#review();
        return true;
    }
  }

  #usePart(at: number): void {
    this.host.send('part', { at, texts: this.texts });
  }

  #choose(name: PlacingChoice, value: string): void {
    this.#change(name, value);
    this.host.send('leave', null);
  }

  /** A price has the digits of the market unless it is being typed. What is sent stays what was typed. */
  #textOf(field: keyof TicketTexts, { last, shown }: TicketQuoteView): string {
    const text = this.texts[field] ?? '';
    if (field === 'qty' || field === this.#typing) return text;
    const input = this.querySelector<HTMLInputElement>(`#${field}`);
    // Digits that come to a field with the focus would take its selection.
    return input !== null && input === document.activeElement && sameNumber(input.value, text) === true
      ? input.value
      : withDigitsOf(text, shown.tick, last);
  }

  /**
   * The notes take room at once, and give it back when they haven’t needed it for a while: what comes and goes with the market moves nothing. The
   * buttons are below them, and stay.
   */
  #keepRoom(notes: HTMLElement): void {
    const need = Math.max(
      0,
      ...Array.from(notes.children, (each) => (each instanceof HTMLElement ? each.offsetTop + each.offsetHeight : 0)),
    );
    const isLarger = need > this.#room.height;
    if (need >= this.#room.height || this.nowMs - this.#room.atMs > roomMs) this.#room = { height: need, atMs: this.nowMs };
    notes.style.setProperty('--room', `${String(this.#room.height)}px`);
    // What has the focus stays in view.
    const focus = document.activeElement;
    if (isLarger && focus !== null) scrollToField(this, focus);
  }

  #leave(): void {
    this.#typing = undefined;
    this.requestUpdate();
    this.host.send('leave', null);
  }

  #change(field: keyof TicketTexts, text: string): void {
    this.texts = { ...this.texts, [field]: text };
    this.host.send('edit', this.texts);
  }

  /** A rehearsal can be started while the order can be edited; the way back is available unless something is running. */
  #canRehearse(): boolean {
    const { kind } = this.stage;
    switch (this.ticket?.head.rehearsal) {
      case 'offered':
        return kind === 'editing';
      case 'running':
        return kind !== 'checking' && kind !== 'sending';
      default:
        return false;
    }
  }

  /** What a question takes the focus from gets it back, except what can't be reached by keyboard, such as a stepper: then the control before it. */
  #note({ target }: Event): void {
    if (this.stage.kind === 'editing' && target instanceof HTMLElement && target.tabIndex >= 0) this.#last = target;
  }

  #review(): void {
    if (this.stage.kind === 'editing') this.host.send('review', this.texts);
  }

  #take(quote: TicketQuoteView): void {
    this.quote = quote;
    this.#quoteAtMs = performance.now();
    this.nowMs = this.#quoteAtMs;
  }
}

/** What the account holds, below the quantity; its place stays where it is while nothing is known. */
function positionLine(position: TicketFormView['position']): TemplateResult | typeof nothing {
  return position === null ? nothing : html`<p class="position"><span>${position.label}</span> ${position.value}</p>`;
}

/** How many notes end below what their place shows before it is scrolled. */
function hiddenNotes(notes: HTMLElement): number {
  const all = [...notes.querySelectorAll<HTMLElement>('li, .warnings > p, .idle')];
  return all.filter(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > notes.clientHeight).length;
}

/** What is wrong or unusual, above the buttons: it comes and goes with the market, in a place of its own. */
function warningsPart({ problems, limits, warnings }: TicketFormView, editLimits: () => void): TemplateResult {
  return html`<div class="warnings" role="status" aria-live="polite">
    ${problems.map((text) => html`<p class="problem"><span class="codicon codicon-error" aria-hidden="true"></span> ${text}</p>`)}
    ${
      limits.length === 0
        ? nothing
        : html`<ul class="limits" tabindex="-1">
            ${limits.map(
              (text) =>
                html`<li>
                  <span class="codicon codicon-error" aria-hidden="true"></span> ${text}
                  <button type="button" class="link-button" @click=${editLimits}>${l10n.t('Edit Order Limits')}</button>
                </li>`,
            )}
          </ul>`
    }
    ${
      warnings.length === 0
        ? nothing
        : html`<h2 class="sr-only">${l10n.t('Check before you continue')}</h2>
            <ul>
              ${warnings.map((text) => html`<li><span class="codicon codicon-warning" aria-hidden="true"></span> ${text}</li>`)}
            </ul>`
    }
  </div>`;
}

customElements.define('order-ticket', TicketPage);

/** The button that leads to a paper account, or back to the original order. While a request is in progress, it only keeps its place. */
function rehearseButton(rehearsal: TicketHead['rehearsal'], isBusy: boolean, press: () => void): TemplateResult | typeof nothing {
  if (rehearsal === 'none') return nothing;
  const [label, hint] =
    rehearsal === 'running'
      ? [l10n.t('Back to the Original Order'), l10n.t('Goes back to the original ticket, which is as you left it ({0})', formKeys.rehearse)]
      : [l10n.t('Rehearse'), l10n.t('Opens the same order in a paper account; this ticket stays as it is ({0})', formKeys.rehearse)];
  return html`<button
    type="button"
    class="button secondary rehearse"
    title=${hint}
    aria-keyshortcuts=${formKeys.rehearse}
    ?disabled=${isBusy}
    @click=${press}
  >
    ${label}
  </button>`;
}
