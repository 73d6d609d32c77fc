import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { css } from '../../shared/css';
import { PageElement } from '../../shared/pageElement';

/** What can be done at a price of the chart; nothing is sent. */
export interface PriceEvents {
  readonly trade: (price: string, side: 'BUY' | 'SELL') => void;
  readonly alert: (price: string) => void;
}

interface Place {
  readonly price: string;
  /** The price with as many decimals as others have. */
  readonly shown: string;
  /** Pixels from the top and from the right. */
  readonly top: number;
  readonly right: number;
}

const height = 84;

/**
 * The actions at a price, beside the price axis. Escape closes it and calls `closed`; leaving it, by Tab or by a press elsewhere, only closes it.
 */
export class PriceMenu extends PageElement {
  @property({ attribute: false }) declare events: PriceEvents | undefined;
  @property({ attribute: false }) declare closed: (() => void) | undefined;
  @state() private place: Place | undefined;

  /** @param room - The height in which it has to stay. */
  open({ price, shown, top, right }: Place, room: number): void {
    this.place = { price, shown, right, top: Math.max(0, Math.min(top - height / 2, room - height)) };
  }

  close(): void {
    this.place = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.#pressedElsewhere);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.#pressedElsewhere);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('place') && this.place !== undefined) this.querySelector('button')?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { place } = this;
    if (place === undefined) return nothing;
    const { price, shown, top, right } = place;
    const act = (what: (events: PriceEvents) => void) => (): void => {
      this.close();
      if (this.events !== undefined) what(this.events);
    };
    const choices: readonly (readonly [string, (events: PriceEvents) => void])[] = [
      [l10n.t('Buy at {0}…', shown), ({ trade }) => trade(price, 'BUY')],
      [l10n.t('Sell at {0}…', shown), ({ trade }) => trade(price, 'SELL')],
      [l10n.t('Alert at {0}…', shown), ({ alert }) => alert(price)],
    ];
    return html`<div
      class="price-menu"
      role="menu"
      aria-label=${shown}
      ${css({ top: `${String(top)}px`, right: `${String(right)}px` })}
      @keydown=${this.#key}
      @focusout=${this.#left}
    >
      ${choices.map(([name, what]) => html`<button type="button" role="menuitem" @click=${act(what)}>${name}</button>`)}
    </div>`;
  }

  readonly #pressedElsewhere = ({ target }: PointerEvent): void => {
    if (!(target instanceof Node && this.contains(target))) this.close();
  };

  readonly #left = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget instanceof Node && !this.contains(relatedTarget)) this.close();
  };

  readonly #key = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      this.close();
      this.closed?.();
    } else if (step !== undefined) {
      const buttons = [...this.querySelectorAll('button')];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons.at((at + step) % buttons.length)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define('price-menu', PriceMenu);
