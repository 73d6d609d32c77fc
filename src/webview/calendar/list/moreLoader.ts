import { Delay } from '../../shared/delay';

/** Pages that a filter may request automatically before the user has to. */
const mostAutomaticPages = 3;
/** A first page that does not fill the list is painted, and another search can start, before more is loaded. */
const fillDelayMs = 150;

export interface MoreSituation {
  /** Whether more pages can be read now. */
  readonly canRead: boolean;
  readonly isFiltered: boolean;
  readonly isScrolled: boolean;
}

/** Reads on when the last rows become visible, but does not read a whole list because a filter hides it. */
export class MoreLoader {
  #automaticPages = 0;
  readonly #filling = new Delay(fillDelayMs, () => this.#ask());

  constructor(
    private readonly situation: () => MoreSituation,
    private readonly askMore: () => void,
  ) {}

  /** The user scrolled or filtered, or the list changed: the count of automatic pages starts again. */
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
