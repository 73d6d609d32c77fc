/** A date without a time or a zone, `yyyy-MM-dd`. Dates compare as text. */
export type CivilDate = string;

export const dayMs = 86_400_000;

const pattern = /^\d{4}-\d{2}-\d{2}$/;

/** The date of a year, month (1 to 12) and day; days beyond the month's end roll over. */
export function civil(year: number, month: number, day: number): CivilDate {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** Midnight UTC of the date, in Unix milliseconds. */
export function utcMidnight(date: CivilDate): number {
  return Date.parse(date);
}

function dateOfMidnight(milliseconds: number): CivilDate {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** Whether the text is a date of the calendar, in exactly the form `yyyy-MM-dd`. */
export function isCivilDate(text: string): boolean {
  const midnight = pattern.test(text) ? utcMidnight(text) : Number.NaN;
  return !Number.isNaN(midnight) && dateOfMidnight(midnight) === text;
}

export function yearOf(date: CivilDate): number {
  return Number(date.slice(0, 4));
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return dateOfMidnight(utcMidnight(date) + days * dayMs);
}

/** Whole days from one date to another, negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return Math.round((utcMidnight(to) - utcMidnight(from)) / dayMs);
}

/** 0 is Sunday, 6 is Saturday. */
export function weekdayOf(date: CivilDate): number {
  return new Date(utcMidnight(date)).getUTCDay();
}

export function isWeekend(date: CivilDate): boolean {
  const weekday = weekdayOf(date);
  return weekday === 0 || weekday === 6;
}

/** The date itself, or the next Monday when it falls on a weekend. */
export function nextWeekday(date: CivilDate): CivilDate {
  const weekday = weekdayOf(date);
  return weekday === 6 ? addDays(date, 2) : weekday === 0 ? addDays(date, 1) : date;
}

/** The n-th weekday of a month, counted from 1; negative n counts from the end. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): CivilDate {
  if (n > 0) {
    const first = civil(year, month, 1);
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7);
  }
  const last = civil(year, month + 1, 0);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7) + (n + 1) * 7);
}

/** Every date from `start` to `end`, both included. */
export function* datesBetween(start: CivilDate, end: CivilDate): Generator<CivilDate> {
  // Counted in instants: the text of the day after 9999-12-31 has another form.
  const last = utcMidnight(end);
  for (let midnight = utcMidnight(start); midnight <= last; midnight += dayMs) {
    yield dateOfMidnight(midnight);
  }
}
