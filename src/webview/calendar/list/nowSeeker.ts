import type { ListModel } from './listModel';

/** Pages that are read to reach the present before the user has to request more. */
const mostPages = 40;

export type Seeking = 'found' | 'reading' | 'gaveUp' | 'idle';

/** Scrolls a list to the present: reads page by page until the present is among the rows, or gives up after many pages. */
export class NowSeeker {
  #isSeeking = false;
  #pages = 0;

  /** The next rows that arrive are scrolled to the present. */
  start(): void {
    this.#isSeeking = true;
    this.#pages = 0;
  }

  /** The user moved elsewhere. */
  stop(): void {
    this.#isSeeking = false;
  }

  get isSeeking(): boolean {
    return this.#isSeeking;
  }

  /** What to do for the current state of the list: show the present, read another page, or nothing. */
  next(model: ListModel, now: number): Seeking {
    if (!this.#isSeeking || model.isReading) return 'idle';
    if (model.state.phase === 'failed' || model.rows.length === 0) {
      this.#isSeeking = false;
      return 'idle';
    }
    if (model.reachesNow(now)) {
      this.#isSeeking = false;
      return model.hasNow ? 'found' : 'idle';
    }
    if (this.#pages >= mostPages) {
      this.#isSeeking = false;
      return 'gaveUp';
    }
    this.#pages += 1;
    return 'reading';
  }
}
