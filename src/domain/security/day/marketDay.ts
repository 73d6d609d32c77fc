import type { IsoDate, UnixMilliseconds } from '../../../service/schema/units';
import { basicDateOfDay, dayNumber, dayOfDate, startOfDay } from '../../time/zones';

/** One day on an exchange's clock. */
export interface MarketDay {
  readonly date: IsoDate;
  /** IANA name of the exchange's zone. */
  readonly zone: string;
  /** First instant of the day. */
  readonly from: UnixMilliseconds;
  /** First instant after the day, which has 23 or 25 hours if clocks change. */
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

/** The date at an exchange at an instant. */
export function dateAt(zone: string, at: UnixMilliseconds): IsoDate {
  return isoDateOf(dayNumber(zone, at));
}

/** A date moved by whole calendar days; one that doesn't exist stays as it is. */
export function shiftedDate(date: IsoDate, days: number): IsoDate {
  const day = dayOfDate(date);
  return day === undefined ? date : isoDateOf(day + days);
}

/** The known trading days, and the period that they cover, both ends included. */
export interface KnownDays {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly dates: ReadonlySet<IsoDate>;
}

/**
 * The nearest trading day before or after a date, not after `today`. If trading days are not known, the nearest date.
 *
 * @param step - −1 for the one before, 1 for the one after.
 * @returns undefined if there is none among the known days.
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
