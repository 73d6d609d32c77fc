import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { PageElement } from './pageElement';

/** The button that opens a panel. */
export interface PopOverButton {
  /** The accessible name of the button and the panel. */
  readonly name: string;
  readonly tooltip: string;
  readonly content: TemplateResult | string;
  readonly className: string;
  /** Something was chosen in the panel. */
  readonly isPressed?: boolean;
}

/**
 * A button with a panel below it. Escape closes the panel and focuses the button; leaving the panel, by Tab or by a
 * press elsewhere, closes it without moving the focus.
 */
export class PopOver extends PageElement {
  @property({ attribute: false }) button: PopOverButton = { name: '', tooltip: '', content: '', className: '' };
  @property({ attribute: false }) content: () => TemplateResult | typeof nothing = () => nothing;
  @state() private isOpen = false;

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
    this.querySelector('button')?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.#pressedElsewhere);
    this.addEventListener('focusout', this.#left);
    this.addEventListener('keydown', this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.#pressedElsewhere);
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('isOpen') && this.isOpen) this.querySelector<HTMLElement>('.pop-panel :is(input, button):not(:disabled)')?.focus();
  }

  protected override render(): TemplateResult {
    const { name, tooltip, content, className, isPressed } = this.button;
    return html`<button
        type="button"
        class=${className}
        title=${tooltip}
        aria-label=${name}
        aria-haspopup="true"
        aria-expanded=${String(this.isOpen)}
        aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
        @click=${() => (this.isOpen = !this.isOpen)}
      >
        ${content}
      </button>
      ${this.isOpen ? html`<div class="pop-panel" role="group" aria-label=${name} @pointerdown=${this.#keepFocus}>${this.content()}</div>` : nothing}`;
  }

  readonly #pressedElsewhere = ({ target }: PointerEvent): void => {
    if (!(target instanceof Node && this.contains(target))) this.isOpen = false;
  };

  readonly #left = ({ relatedTarget }: FocusEvent): void => {
    // The window lost the focus, or something that is not focusable was pressed: the panel stays open.
    if (relatedTarget instanceof Node && !this.contains(relatedTarget)) this.isOpen = false;
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    this.close();
  };

  /** A press on a label or between two of them does not move the focus. */
  readonly #keepFocus = (event: PointerEvent): void => {
    if (event.target instanceof Element && event.target.closest('input, button, select') === null) event.preventDefault();
  };
}

customElements.define('pop-over', PopOver);
