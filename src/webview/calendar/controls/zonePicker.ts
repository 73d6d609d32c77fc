import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { commonZones, matchZones } from '../../../domain/time/zoneSearch';
import { offsetLabel, offsetLabels, presentZone } from '../../../domain/time/zones';
import { PageElement } from '../../shared/pageElement';

const listId = 'zones';
const optionId = (at: number): string => `zone-${String(at)}`;
/** More than a user would read; typing finds the rest. */
const mostOffered = 60;

/**
 * The zone picker: a combobox. When opened, it is empty and offers the current zone, the most used ones, and all others; typing
 * filters them. Enter accepts the marked one, which at first is the current one. Leaving it without a choice changes nothing.
 */
export class ZonePicker extends PageElement {
  @property({ attribute: false }) zone = 'UTC';
  @property({ attribute: false }) now = 0;
  /** Unix milliseconds of the rows below: their offset is shown, which may be another one than today's, or two. */
  @property({ attribute: false }) instants: readonly number[] = [];
  @property({ attribute: false }) choose: (zone: string) => void = () => undefined;
  /** The text typed since it was opened; undefined while it is closed. */
  @state() private typed: string | undefined;
  @state() private marked = 0;

  #names: readonly string[] | undefined;

  protected override updated(changed: PropertyValues): void {
    if (changed.has('marked') || changed.has('typed')) this.querySelector('.zone-option.active')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const { typed, zone, now } = this;
    const offered = typed === undefined ? [] : this.#offered(typed);
    const label = l10n.t('Time zone');
    const offset = offsetLabels(zone, this.instants.length === 0 ? [now] : this.instants);
    return html`<span class="codicon codicon-globe" aria-hidden="true"></span>
      <span class="zone-box">
        <input
          class="zone-input"
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          title=${label}
          aria-label=${label}
          aria-controls=${listId}
          aria-autocomplete="list"
          aria-expanded=${String(typed !== undefined)}
          aria-activedescendant=${ifDefined(offered.length === 0 ? undefined : optionId(this.marked))}
          placeholder=${zone}
          .value=${live(typed ?? zone)}
          @focus=${({ target }: Event) => (target instanceof HTMLInputElement ? target.select() : undefined)}
          @click=${() => (this.typed === undefined ? this.#open('') : undefined)}
          @beforeinput=${this.#startOver}
          @input=${({ target }: Event) => (target instanceof HTMLInputElement ? this.#open(target.value) : undefined)}
          @blur=${this.#close}
          @keydown=${this.#key}
        />
        ${typed === undefined ? nothing : this.#list(offered)}
      </span>
      ${offset === zone ? nothing : html`<span class="offset">${offset}</span>`}`;
  }

  #list(offered: readonly string[]): TemplateResult {
    // A press must not move the focus out of the field: that would close the list.
    return html`<div
      class="zone-list"
      id=${listId}
      role="listbox"
      aria-label=${l10n.t('Time zone')}
      @pointerdown=${(event: Event) => event.preventDefault()}
    >
      ${
        offered.length === 0
          ? html`<div class="zone-none">${l10n.t('No time zone matches')}</div>`
          : offered.map((name, at) => this.#option(name, at))
      }
    </div>`;
  }

  #option(name: string, at: number): TemplateResult {
    const isUsed = name === this.zone;
    return html`<div
      class="zone-option ${at === this.marked ? 'active' : ''}"
      id=${optionId(at)}
      role="option"
      aria-selected=${String(at === this.marked)}
      @click=${() => this.#take(name)}
    >
      <span class="codicon ${isUsed ? 'codicon-check' : ''}" aria-hidden="true"></span>
      <span class="zone-name">${name.replaceAll('_', ' ')}</span><span class="offset">${offsetLabel(name, this.now)}</span>
    </div>`;
  }

  #offered(typed: string): readonly string[] {
    this.#names ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(presentZone)])].sort();
    const system = presentZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const names =
      typed === '' ? [...new Set([this.zone, system, ...commonZones, ...this.#names])] : [...new Set([this.zone, ...this.#names])];
    return matchZones(typed, names).slice(0, mostOffered);
  }

  #open(typed: string): void {
    this.typed = typed;
    this.marked = 0;
  }

  /** Typed text replaces the zone, wherever the caret is. */
  readonly #startOver = ({ target, inputType }: InputEvent): void => {
    if (this.typed === undefined && inputType.startsWith('insert') && target instanceof HTMLInputElement) target.value = '';
  };

  readonly #close = (): void => {
    this.typed = undefined;
  };

  #take(name: string | undefined): void {
    this.#close();
    if (name !== undefined && name !== this.zone) this.choose(name);
  }

  #move(step: number): void {
    if (this.typed === undefined) this.#open('');
    else this.marked = Math.min(Math.max(0, this.marked + step), Math.max(0, this.#offered(this.typed).length - 1));
  }

  readonly #key = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, () => void>> = {
      Enter: () => (this.typed === undefined ? this.#open('') : this.#take(this.#offered(this.typed)[this.marked])),
      ...(this.typed === undefined ? {} : { Escape: this.#close }),
      ArrowDown: () => this.#move(1),
      ArrowUp: () => this.#move(-1),
    };
    if (event.isComposing || !Object.hasOwn(keys, event.key)) return;
    keys[event.key]?.();
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define('zone-picker', ZonePicker);
