import { Delay } from '../../shared/delay';

/** Pages that a filter may ask for by itself before the user is asked to. */
const mostAutomaticPages = 3;
/** A first page that does not fill the list is painted, and a next search can begin, before it is filled up. */
const fillDelayMs = 150;

export interface MoreSituation {
  /** More pages can be read now. */
  readonly canRead: boolean;
  readonly isFiltered: boolean;
  readonly isScrolled: boolean;
}

/** Reads on when the last rows come into view, but does not read a whole list because a filter hides it. */
export class MoreLoader {
  #automaticPages = 0;
  readonly #filling = new Delay(fillDelayMs, () => this.#ask());

  constructor(
    private readonly situation: () => MoreSituation,
    private readonly askMore: () => void,
  ) {}

  /** The user scrolled or filtered, or the list is another: automatic pages count anew. */
  reset(): void {
    this.#automaticPages = 0;
  }

  nearEnd(): void {
    const { canRead, isFiltered, isScrolled } = this.situation();
    if (!canRead || (isFiltered && this.#automaticPages >= mostAutomaticPages)) return;
    this.#filling.stop();
    if (isScrolled) this.#ask();
    else this.#filling.start();
  }

  #ask(): void {
    if (!this.situation().canRead) return;
    this.#automaticPages += 1;
    this.askMore();
  }
}
