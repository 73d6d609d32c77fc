import type { IsoDate } from '../../service/schema/units';
import { columnsOf } from '../text/columns';

/** A month of the calendar; `month` is 1 to 12. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

/** Calendar days, both ends included. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Structurally the client's trading days. */
export interface SessionDay {
  readonly date: IsoDate;
  readonly session: 'whole' | 'morning' | 'afternoon' | { readonly unknown: string };
}

/** `unknown`: so far from any day that the service named that a missing day does not mean "closed". */
export type DayKind = 'full' | 'half' | 'closed' | 'other' | 'unknown';

export interface GridDay {
  readonly day: number;
  readonly date: IsoDate;
  readonly kind: DayKind;
  /** Which half of a half day trades, or the service's name for another kind of day. */
  readonly detail: string;
  readonly weekend: boolean;
}

export interface MonthGrid extends Month {
  /** Weeks from Monday to Sunday; undefined outside the month, and outside the requested period. */
  readonly weeks: readonly (readonly (GridDay | undefined)[])[];
}

export type DayCounts = Readonly<Record<DayKind, number>>;

export const mostMonths = 24;
const dayMs = 86_400_000;
/** No supported market closes for longer at a time. */
const longestClosureDays = 14;

/** Reads `yyyy-MM`; undefined for anything else. */
export function parseMonth(text: string): Month | undefined {
  const parts = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text.trim());
  return parts === null ? undefined : { year: Number(parts[1]), month: Number(parts[2]) };
}

function monthText({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

export function addMonths({ year, month }: Month, count: number): Month {
  const index = year * 12 + month - 1 + count;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** Whole months as a period of days. */
export function wholeMonths(first: Month, last: Month): Period {
  return { from: firstDate(first), to: lastDate(last) };
}

/** As many whole months right before or after those of a period. */
export function nextTo({ from, to }: Period, where: 'before' | 'after'): Period {
  const [first, last] = [monthOf(from), monthOf(to)];
  const count = monthsBetween(first, last) * (where === 'after' ? 1 : -1);
  return wholeMonths(addMonths(first, count), addMonths(last, count));
}

/** Whether the period begins and ends with a month. */
export function hasWholeMonths({ from, to }: Period): boolean {
  return from === firstDate(monthOf(from)) && to === lastDate(monthOf(to));
}

/** Reads both ends, each a month (`yyyy-MM`) or a calendar day (`yyyy-MM-dd`); undefined for anything else. */
export function parsePeriod(from: string, to: string): Period | undefined {
  const [first, last] = [parseDays(from), parseDays(to)];
  return first === undefined || last === undefined ? undefined : { from: first.from, to: last.to };
}

function parseDays(text: string): Period | undefined {
  const month = parseMonth(text);
  if (month !== undefined) return wholeMonths(month, month);
  const date = text.trim();
  const isDay = /^\d{4}-(0[1-9]|1[0-2])-\d{2}$/.test(date) && date.slice(8) >= '01' && date <= lastDate(monthOf(date));
  return isDay ? { from: date, to: date } : undefined;
}

/** The month that a date is in. */
export function monthOf(date: IsoDate): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}

/** Number of months from `first` to `last`, both included; less than one when `last` is before `first`. */
export function monthsBetween(first: Month, last: Month): number {
  return (last.year - first.year) * 12 + last.month - first.month + 1;
}

export function firstDate(month: Month): IsoDate {
  return `${monthText(month)}-01`;
}

export function lastDate(month: Month): IsoDate {
  return isoDate(dayNumberOf(firstDate(addMonths(month, 1))) - 1);
}

/** Lays out the trading days of a period as calendar pages; days that are not named are closed. */
export function monthGrids(days: readonly SessionDay[], period: Period): readonly MonthGrid[] {
  const [first, last] = [monthOf(period.from), monthOf(period.to)];
  const sessions = new Map(days.map((day) => [day.date, day.session]));
  const named = days.map(({ date }) => dayNumberOf(date)).sort((one, other) => one - other);
  const known = { from: (named[0] ?? Infinity) - longestClosureDays, to: (named.at(-1) ?? -Infinity) + longestClosureDays };
  const count = Math.max(0, monthsBetween(first, last));
  return Array.from({ length: count }, (_, at) => monthGrid(addMonths(first, at), sessions, known, period));
}

function monthGrid(
  month: Month,
  sessions: ReadonlyMap<IsoDate, SessionDay['session']>,
  known: { readonly from: number; readonly to: number },
  period: Period,
): MonthGrid {
  const [from, to] = [dayNumberOf(firstDate(month)), dayNumberOf(lastDate(month))];
  const weeks: (GridDay | undefined)[][] = [];
  for (let day = from; day <= to; day += 1) {
    const column = weekday(day);
    const date = isoDate(day);
    if (date < period.from || date > period.to) continue;
    if (column === 0 || weeks.length === 0) weeks.push(Array.from({ length: 7 }, () => undefined));
    const session = sessions.get(date);
    const absent: DayKind = day < known.from || day > known.to ? 'unknown' : 'closed';
    const { kind, detail } = session === undefined ? { kind: absent, detail: '' } : kindOf(session);
    const week = weeks.at(-1);
    if (week !== undefined) week[column] = { day: day - from + 1, date, kind, detail, weekend: column >= 5 };
  }
  return { ...month, weeks };
}

function kindOf(session: SessionDay['session']): { readonly kind: DayKind; readonly detail: string } {
  if (session === 'whole') return { kind: 'full', detail: '' };
  if (typeof session === 'string') return { kind: 'half', detail: session };
  return { kind: 'other', detail: session.unknown };
}

export function countDays(grids: readonly MonthGrid[]): DayCounts {
  const counts = { full: 0, half: 0, closed: 0, other: 0, unknown: 0 };
  for (const day of grids.flatMap(({ weeks }) => weeks.flat())) if (day !== undefined) counts[day.kind] += 1;
  return counts;
}

/** Counts the closed days: weekends separately, because people look for the others. */
export function countClosed(grids: readonly MonthGrid[]): { readonly weekdays: number; readonly weekends: number } {
  const closed = grids.flatMap(({ weeks }) => weeks.flat()).filter((day) => day?.kind === 'closed');
  const weekends = closed.filter((day) => day?.weekend === true).length;
  return { weekdays: closed.length - weekends, weekends };
}

/** Days on which a market that trades on weekdays does not, or only for half a day: those that have a name. */
export function specialDays(grid: MonthGrid): readonly GridDay[] {
  return grid.weeks
    .flat()
    .filter((day) => day !== undefined)
    .filter(({ kind, weekend }) => kind === 'half' || (kind === 'closed' && !weekend));
}

/** Monday is 0. */
function weekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

function dayNumberOf(date: IsoDate): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs);
}

function isoDate(day: number): IsoDate {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

export interface GridWords {
  /** At most two characters each, Monday first. */
  readonly weekdays: readonly string[];
  readonly monthName: (month: Month) => string;
}

/** Marks of the text form: a full day has none. */
export const dayMarks: Readonly<Record<DayKind, string>> = { full: ' ', half: '½', closed: '·', other: '*', unknown: '?' };

/** The grids as plain text in columns, for a monospaced font. */
export function gridsAsText(grids: readonly MonthGrid[], words: GridWords): string {
  return grids.map((grid) => gridAsText(grid, words)).join('\n\n');
}

function gridAsText(grid: MonthGrid, { weekdays, monthName }: GridWords): string {
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell) => `${cell}${' '.repeat(Math.max(1, 4 - columnsOf(cell)))}`)
      .join('')
      .trimEnd();
  const weeks = grid.weeks.map((week) =>
    line(week.map((day) => (day === undefined ? '  ' : `${String(day.day).padStart(2)}${dayMarks[day.kind]}`))),
  );
  return [monthName(grid), line(weekdays.map((name) => name.padStart(2))), ...weeks].join('\n');
}
