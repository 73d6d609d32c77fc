import type { IsoDate } from '../../service/schema/units';
import type { BarView, Part } from './securityProtocol';

/** What happened at one time of the reviewed day, in words of the display language. */
export interface DayEventView {
  readonly id: string;
  /** Seconds on the wall clock of the exchange, as those of bars. */
  readonly time: number;
  /** `10:05:07` there. */
  readonly clock: string;
  readonly kind: 'placed' | 'changed' | 'updated' | 'filled' | 'ended' | 'released';
  readonly what: string;
  readonly figures: string;
  /** Empty for a release. */
  readonly account: string;
  /** Undefined for a release. */
  readonly accountKind?: 'live' | 'simulated';
  /** Of a fill alone. */
  readonly isBuy?: boolean;
}

/** What accounts of one kind did on the day: names and figures. */
export interface DaySumView {
  readonly kind: 'live' | 'simulated';
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export interface DayReviewView {
  readonly date: IsoDate;
  readonly today: IsoDate;
  /** Trading days before and after it; null where there is none to go to. */
  readonly earlier: IsoDate | null;
  readonly later: IsoDate | null;
  /** Name and offset of the zone of all times. */
  readonly zone: string;
  /** That it is no trading day, or half of one; else empty. */
  readonly session: string;
  readonly events: readonly DayEventView[];
  readonly sums: readonly DaySumView[];
  /** What is missing of what was read; empty where nothing is. */
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
