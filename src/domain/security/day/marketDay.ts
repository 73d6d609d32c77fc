import type { IsoDate, UnixMilliseconds } from '../../../service/schema/units';
import { basicDateOfDay, dayNumber, dayOfDate, startOfDay } from '../../time/zones';

/** One day on the clock of an exchange. */
export interface MarketDay {
  readonly date: IsoDate;
  /** IANA name of the zone of the exchange. */
  readonly zone: string;
  /** First instant of it. */
  readonly from: UnixMilliseconds;
  /** First instant after it: where clocks change, a day has 23 or 25 hours. */
  readonly to: UnixMilliseconds;
}

/** @returns undefined for a date that doesn't exist. */
export function marketDay(date: IsoDate, zone: string): MarketDay | undefined {
  const day = dayOfDate(date);
  return day === undefined || day < 0
    ? undefined
    : { date: isoDateOf(day), zone, from: startOfDay(zone, day), to: startOfDay(zone, day + 1) };
}

export function isWithin({ from, to }: Pick<MarketDay, 'from' | 'to'>, at: UnixMilliseconds | undefined): at is UnixMilliseconds {
  return at !== undefined && at >= from && at < to;
}

/** The date at an exchange at that instant. */
export function dateAt(zone: string, at: UnixMilliseconds): IsoDate {
  return isoDateOf(dayNumber(zone, at));
}

/** A date moved by whole days of the calendar; one that doesn't exist stays as it is. */
export function shiftedDate(date: IsoDate, days: number): IsoDate {
  const day = dayOfDate(date);
  return day === undefined ? date : isoDateOf(day + days);
}

/** The trading days that are known, and between which dates: both belong to it. */
export interface KnownDays {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly dates: ReadonlySet<IsoDate>;
}

/**
 * The nearest trading day before a date or after it, not after `today`. Where trading days are not known, it is the nearest date.
 *
 * @param step - −1 for the one before, 1 for the one after.
 * @returns undefined where there is none in what is known.
 */
export function nearestDay(date: IsoDate, step: -1 | 1, today: IsoDate, known?: KnownDays): IsoDate | undefined {
  let day = dayOfDate(date);
  if (day === undefined) return undefined;
  let at: IsoDate;
  do {
    day += step;
    at = isoDateOf(day);
    if (at > today || (known !== undefined && (at < known.from || at > known.to))) return undefined;
  } while (known !== undefined && !known.dates.has(at));
  return at;
}

function isoDateOf(day: number): IsoDate {
  const basic = basicDateOfDay(day);
  return `${basic.slice(0, 4)}-${basic.slice(4, 6)}-${basic.slice(6)}`;
}
