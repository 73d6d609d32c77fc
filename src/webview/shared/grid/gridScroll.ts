import type { Viewport } from './lineWindow';

/** Height of the header with its border; it is above the lines in the scroller. */
const headerHeight = 27;

/** The scroll position of a grid. It may be set before the lines are drawn: the document follows afterwards. */
export class GridScroll {
  #top = 0;
  #height = 0;
  #isAhead = false;
  #scroller: HTMLElement | undefined;
  readonly #resized: ResizeObserver;

  /** @param moved - Called when another part of the lines became visible. */
  constructor(moved: () => void) {
    this.#resized = new ResizeObserver(moved);
  }

  get top(): number {
    return this.#top;
  }

  /** The document still has to be scrolled. */
  get isAhead(): boolean {
    return this.#isAhead;
  }

  viewport(lineHeight: number): Viewport {
    return { scrollTop: this.#top, height: this.#height, headerHeight, lineHeight };
  }

  /** Scrolls, at the latest once the lines are drawn. */
  to(top: number): void {
    this.#top = Math.max(0, top);
    this.#isAhead = true;
  }

  /** Scrolls the document to the wanted position, and reads the actual one; false without a document. */
  settle(): boolean {
    if (this.#scroller === undefined) return false;
    if (this.#isAhead) this.#scroller.scrollTop = this.#top;
    this.#isAhead = false;
    [this.#top, this.#height] = [this.#scroller.scrollTop, this.#scroller.clientHeight];
    return true;
  }

  /** @returns true for a new scroller. */
  attach(scroller: HTMLElement | undefined): boolean {
    if (scroller === undefined || scroller === this.#scroller) return false;
    this.#resized.observe(scroller);
    this.#scroller = scroller;
    return true;
  }

  detach(): void {
    this.#resized.disconnect();
    this.#scroller = undefined;
  }
}
