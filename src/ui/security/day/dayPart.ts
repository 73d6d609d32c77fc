import { DayReview } from '../../../app/security/dayReview';
import type { DayReviewDependencies, DayReviewState } from '../../../app/security/dayReview';
import type { Disposable, Timers } from '../../../app/platform/ports';
import type { ToDayReview } from '../../../panel/security/dayProtocol';
import type { IsoDate } from '../../../service/schema/units';
import type { DigitsOf } from '../../platform/words/orderLine';
import { dayBarsView, dayReviewView } from './dayView';

export interface DayPartDependencies extends Omit<DayReviewDependencies, 'changed'> {
  readonly timers: Timers;
  readonly isPrivate: () => boolean;
  /** What is known of the prices of the security. */
  readonly digits: DigitsOf;
  readonly tell: (review: ToDayReview['review']) => void;
  readonly tellBars: (bars: ToDayReview['reviewBars']) => void;
}

/** Lists of several accounts arrive together: all changes within this time are sent to the page at once. */
const togetherMs = 30;

/** The review of one security’s days on its page. */
export class DayPart implements Disposable {
  readonly #review: DayReview;
  #told: DayReviewState['bars'] | undefined;
  #due: Disposable | undefined;
  #isDisposed = false;

  constructor(private readonly dependencies: DayPartDependencies) {
    this.#review = new DayReview({ ...dependencies, changed: () => this.#soon() });
  }

  /** @param date - If undefined, the latest trading day. */
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

  /** Sends everything, because the page was created again or privacy mode changed. */
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
    this.#due ??= this.dependencies.timers.after(togetherMs, () => this.#tell());
  }

  #tell(): void {
    this.#due = undefined;
    const { state } = this.#review;
    if (state === undefined) return;
    const { symbol, digits, isPrivate, tell } = this.dependencies;
    tell(dayReviewView(state, isPrivate(), digits(symbol)));
    if (this.#told === state.bars) return;
    this.#told = state.bars;
    this.dependencies.tellBars(dayBarsView(state));
  }
}
