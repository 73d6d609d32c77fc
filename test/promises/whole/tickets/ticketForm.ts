import type { EditorWindow } from '../../desk/editorWindow';
import type { WebviewPanel } from '../../../support/editor/webviewPanel';
import type { ShownPage } from '../../desk/shownPage';

/** What the form shows of one number. */
export interface FieldSight {
  /** The text in the field. */
  readonly typed: string;
  /** The order's current value next to it, without separators; empty if none is shown. */
  readonly now: string;
}

/** The form as a user reads it before pressing *Review*. */
export interface FormSight {
  readonly title: string;
  readonly facts: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, FieldSight>;
  readonly changes: ReadonlyMap<string, string>;
  /** The exact request, beginning with its address. */
  readonly request: string;
}

/** The state of the ticket, judged by what can be pressed and typed. */
export type FormRest = 'busy' | 'editing' | 'stale' | 'blocked' | 'ended' | 'closed';

const panelType = 'marketDesk.orderTicket';
const goOnButtons = /^(Continue with Current Values|Try Again)$/;

/** The ticket of an order as a page, read and filled in as a user does it. */
export class TicketForm {
  readonly #page: ShownPage;
  #told = '';

  private constructor(
    private readonly panel: WebviewPanel,
    window: EditorWindow,
  ) {
    this.#page = window.look(panel);
    this.#page.onDidDraw(() => {
      const stage = this.#page.text('.stage:not(.busy) .stage-text');
      if (stage !== '' && stage !== this.#told) window.say('page', stage, this.#page.text('.stage-text p'));
      this.#told = stage;
    });
  }

  /** The ticket that the window shows; undefined if there is none. */
  static in(window: EditorWindow): TicketForm | undefined {
    const panel = window.webviews.findLast(({ viewType, isDisposed }) => viewType === panelType && !isDisposed);
    return panel === undefined ? undefined : new TicketForm(panel, window);
  }

  get rest(): FormRest {
    if (this.#page.isClosed) return 'closed';
    if (this.#page.elements('.stage').length === 0 || this.#page.elements('.stage.busy').length > 0) return 'busy';
    if (this.#page.button(goOnButtons) !== undefined) return 'stale';
    if (this.#page.button(/^Close$/) !== undefined) return 'ended';
    return this.#page.elements('input').some((input) => !input.hasAttribute('disabled')) ? 'editing' : 'blocked';
  }

  /** Whether the change can be reviewed: no input is invalid. */
  get canReview(): boolean {
    return this.#review !== undefined;
  }

  sight(): FormSight {
    const page = this.#page;
    const pairs = (selector: string): ReadonlyMap<string, string> =>
      new Map(page.elements(`${selector} > div`).map((row) => [page.text('dt', row), page.text('dd', row)] as const));
    return {
      title: page.text('h1'),
      facts: new Map([...pairs('.account'), ...pairs('.facts')]),
      fields: new Map(
        page.elements('.number').map((row) => [
          page.text('label', row),
          {
            typed: page.input(page.text('label', row))?.value ?? '',
            now: page.text('.now', row).replace(/^Now /, '').replaceAll(',', ''),
          },
        ]),
      ),
      changes: pairs('.changes dl'),
      request: page.text('details pre'),
    };
  }

  /** Types a number into its field, if the ticket has it. */
  fill(label: string, text: string): void {
    const input = this.#page.input(label);
    if (input !== undefined && input.value !== text) this.#page.type(input, text);
  }

  /** Picks a value in a list, if the ticket has it. */
  choose(id: string, value: string): void {
    this.#page.select(id, value);
  }

  /** Asks for the review: with the button, or with Enter in a field. */
  review(byKey: boolean): void {
    const input = this.#page.input('Quantity');
    if (byKey && input !== undefined) this.#page.press(input, 'Enter');
    else this.#review?.click();
  }

  goOn(): void {
    this.#page.button(goOnButtons)?.click();
  }

  /** Presses a button that a blocked ticket offers; false if it has none of this name. */
  act(name: RegExp): boolean {
    const button = this.#page.button(name);
    button?.click();
    return button !== undefined;
  }

  close(): void {
    const button = this.#page.isClosed ? undefined : this.#page.button(/^(Close|Discard)$/);
    if (button === undefined) this.panel.dispose();
    else button.click();
  }

  get #review(): ReturnType<ShownPage['button']> {
    return this.#page.button(/^Review (Change|Order)…$/);
  }
}
