import { DayReview } from '../../../app/security/day/dayReview';
import type { DayReviewOptions, DayReviewState } from '../../../app/security/day/dayReview';
import type { Disposable, Timers } from '../../../app/platform/ports';
import type { ToDayReview } from '../../../panel/security/dayProtocol';
import type { IsoDate } from '../../../service/schema/units';
import { dayBarsView, dayReviewView } from './dayView';

export interface DayPartOptions extends Omit<DayReviewOptions, 'changed'> {
  readonly timers: Timers;
  readonly isPrivate: () => boolean;
  readonly tell: (review: ToDayReview['review']) => void;
  readonly tellBars: (bars: ToDayReview['reviewBars']) => void;
}

/** Lists of several accounts arrive together: the page is told once of all that changed within this time. */
const togetherMs = 30;

/** The review of one security’s days on its page. */
export class DayPart implements Disposable {
  readonly #review: DayReview;
  #told: DayReviewState['bars'] | undefined;
  #due: Disposable | undefined;
  #isDisposed = false;

  constructor(private readonly options: DayPartOptions) {
    this.#review = new DayReview({ ...options, changed: () => this.#soon() });
  }

  /** @param date - Without one, the latest trading day. */
  async show(date?: IsoDate): Promise<void> {
    await this.#review.show(date);
  }

  async again(): Promise<void> {
    await this.#review.again();
  }

  accountsChanged(): void {
    this.#review.accountsChanged();
    this.#soon();
  }

  /** Tells everything: the page was made anew, or other things are private. */
  tellAll(): void {
    this.#told = undefined;
    this.#soon();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#due?.dispose();
    this.#review.dispose();
  }

  #soon(): void {
    if (this.#isDisposed) return;
    this.#due ??= this.options.timers.after(togetherMs, () => this.#tell());
  }

  #tell(): void {
    this.#due = undefined;
    const { state } = this.#review;
    if (state === undefined) return;
    this.options.tell(dayReviewView(state, this.options.isPrivate()));
    if (this.#told === state.bars) return;
    this.#told = state.bars;
    this.options.tellBars(dayBarsView(state));
  }
}
