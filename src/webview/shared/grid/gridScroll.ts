import type { Viewport } from './lineWindow';

/** Of the header with its border; it stands in the scroller above the lines. */
const headerHeight = 27;

/** How far a grid is scrolled. It may be scrolled before its lines are drawn: the document follows when they are. */
export class GridScroll {
  #top = 0;
  #height = 0;
  #isAhead = false;
  #scroller: HTMLElement | undefined;
  readonly #resized: ResizeObserver;

  /** @param moved - Another part of the lines came into view. */
  constructor(moved: () => void) {
    this.#resized = new ResizeObserver(moved);
  }

  get top(): number {
    return this.#top;
  }

  /** The document is still to follow. */
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

  /** Takes the document to where it is to be, and looks how far it got; false without a document. */
  settle(): boolean {
    if (this.#scroller === undefined) return false;
    if (this.#isAhead) this.#scroller.scrollTop = this.#top;
    this.#isAhead = false;
    [this.#top, this.#height] = [this.#scroller.scrollTop, this.#scroller.clientHeight];
    return true;
  }

  /** @returns true for a scroller that was not known before. */
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
