import type { ListModel } from './listModel';

/** Pages that are read to reach the present before the user is asked to go on. */
const mostPages = 40;

export type Seeking = 'found' | 'reading' | 'gaveUp' | 'idle';

/** Brings a list to the present: reads on, page by page, until the present is among the rows, or gives up after many pages. */
export class NowSeeker {
  #isSeeking = false;
  #pages = 0;

  /** The next rows are to be brought to the present. */
  start(): void {
    this.#isSeeking = true;
    this.#pages = 0;
  }

  /** The user went elsewhere. */
  stop(): void {
    this.#isSeeking = false;
  }

  get isSeeking(): boolean {
    return this.#isSeeking;
  }

  /** What to do now that the list is as it is: show the present, read another page, or nothing. */
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
