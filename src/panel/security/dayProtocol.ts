import type { IsoDate } from '../../service/schema/units';
import type { BarView, Part } from './securityProtocol';

/** An event of the reviewed day, in the display language. */
export interface DayEventView {
  readonly id: string;
  /** Seconds in the wall-clock time of the exchange, like the times of bars. */
  readonly time: number;
  /** `10:05:07` in that time. */
  readonly clock: string;
  readonly kind: 'placed' | 'changed' | 'updated' | 'filled' | 'ended' | 'released';
  readonly what: string;
  readonly figures: string;
  /** Empty for a release. */
  readonly account: string;
  /** Undefined for a release. */
  readonly accountKind?: 'live' | 'simulated';
  /** Of an order, and of its fills; undefined for a release, and if it is not known. */
  readonly side?: 'buy' | 'sell';
  /** Only for fills that are trades. */
  readonly isBuy?: boolean;
  /** A fill that was canceled or changed afterwards, and is shown struck through. */
  readonly isUndone?: boolean;
}

/** The user's activity on the day in accounts of one kind: names and figures. */
export interface DaySumView {
  readonly kind: 'live' | 'simulated';
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export interface DayReviewView {
  readonly date: IsoDate;
  readonly today: IsoDate;
  /** The previous and next trading day; null if there is none to go to. */
  readonly earlier: IsoDate | null;
  readonly later: IsoDate | null;
  /** Name and offset of the zone of all times. */
  readonly zone: string;
  /** States that it is no trading day, or only half of one; otherwise empty. */
  readonly session: string;
  readonly events: readonly DayEventView[];
  readonly sums: readonly DaySumView[];
  /** What is missing from the data that was read; empty if nothing is. */
  readonly missing: readonly string[];
  /** What can’t be known, or is not shown. */
  readonly notes: readonly string[];
  readonly isLoading: boolean;
}

export interface DayBarsView {
  readonly bars: readonly BarView[];
  /** Seconds from one bar to the next. */
  readonly length: number;
}

export interface ToDayReview {
  /** Null while no day is reviewed. */
  readonly review: DayReviewView | null;
  readonly reviewBars: Part<DayBarsView>;
}

/** Opens the review at the latest trading day, closes it, or goes to a date. */
export type ReviewStep = 'open' | 'close' | IsoDate;
