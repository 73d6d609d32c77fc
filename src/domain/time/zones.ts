import { tzName } from '@date-fns/tz/tzName';
import { tzOffset } from '@date-fns/tz/tzOffset';
import type { BasicDate, UnixMilliseconds } from '../../service/schema/units';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** True for an IANA time zone name that this machine knows, such as `Asia/Hong_Kong` or `UTC`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Zones that were renamed, with their present names. Platforms go on to report the old ones, services may know the present one alone. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);
const present: ReadonlyMap<string, string> = new Map([...renamed.values()].map((name) => [name.toLowerCase(), name]));

/** A zone that the platform reports, by its present name: `Asia/Kolkata` for `Asia/Calcutta`. */
export function presentZone(name: string): string {
  return renamed.get(name) ?? name;
}

/**
 * The zone name that every service knows: `utc` becomes `UTC`, `asia/tokyo` becomes `Asia/Tokyo`. A service that only accepts exact names would
 * return an empty day for any other. Only the case is corrected: a valid name goes out as it was written, whatever the platform calls the zone.
 * A name that is not a zone stays as it is.
 */
export function canonicalZone(name: string): string {
  if (!isTimeZone(name)) return name;
  const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  const lower = name.toLowerCase();
  if (resolved.toLowerCase() === lower) return resolved;
  const now = present.get(lower);
  if (now !== undefined) return now;
  // Another name of the zone, such as `EST`: if its case is not that of a name, the zone's own is the safe one.
  return name === lower ? presentZone(resolved) : name;
}

/**
 * Milliseconds to add to UTC to get the wall time in `zone` at that instant, exact to the instant of a clock change and independent of this
 * machine's zone. NaN for a name that is not a zone.
 */
export function offsetMs(zone: string, at: UnixMilliseconds): number {
  return tzOffset(zone, new Date(at)) * minuteMs;
}

/** Day of the wall calendar in `zone`, counted in days since 1970-01-01. Equal numbers are the same date. */
export function dayNumber(zone: string, at: UnixMilliseconds): number {
  return Math.floor((at + offsetMs(zone, at)) / dayMs);
}

/** `HH:mm` on the wall clock of `zone`. */
export function wallTime(zone: string, at: UnixMilliseconds): string {
  return new Date(at + offsetMs(zone, at)).toISOString().slice(11, 16);
}

/** `HH:mm:ss` on the wall clock of `zone`. */
export function wallTimeToTheSecond(zone: string, at: UnixMilliseconds): string {
  return new Date(at + offsetMs(zone, at)).toISOString().slice(11, 19);
}

/** `yyyy-MM-dd HH:mm` on the wall clock of `zone`. */
export function wallDateTime(zone: string, at: UnixMilliseconds): string {
  return new Date(at + offsetMs(zone, at)).toISOString().slice(0, 16).replace('T', ' ');
}

/** The offsets that apply at several instants, each once, from the earliest on: `UTC−05:00 / UTC−04:00`. */
export function offsetLabels(zone: string, instants: readonly UnixMilliseconds[]): string {
  return [...new Set(instants.toSorted((one, other) => one - other).map((at) => offsetLabel(zone, at)))].join(' / ');
}

/** `UTC+08:00`; `UTC` alone without an offset. */
export function offsetLabel(zone: string, at: UnixMilliseconds): string {
  const minutes = Math.round(offsetMs(zone, at) / minuteMs);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The short name that people in the zone use, such as `EST`, if the platform knows one; otherwise its offset, such as `GMT+8`. */
export function zoneName(zone: string, at: UnixMilliseconds): string {
  return tzName(zone, new Date(at), 'short');
}

/** `Asia/Hong_Kong (UTC+08:00)`; the name alone if it contains its offset. */
export function zoneLabel(zone: string, at: UnixMilliseconds): string {
  const offset = offsetLabel(zone, at);
  return offset === zone ? zone : `${zone} (${offset})`;
}

/** The date in `zone` at that instant, in the hot list's format (Spec, GET /api/v1.0/quote/economic-calendar/hot). */
export function basicDate(zone: string, at: UnixMilliseconds): BasicDate {
  return basicDateOfDay(dayNumber(zone, at));
}

export function basicDateOfDay(day: number): BasicDate {
  return new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Day number of a `yyyyMMdd` or `yyyy-MM-dd` date; undefined unless it is a date that exists. */
export function dayOfDate(text: string): number | undefined {
  const parts = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const iso = `${parts[1] ?? ''}-${parts[2] ?? ''}-${parts[3] ?? ''}`;
  const at = Date.parse(`${iso}T00:00:00.000Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? undefined : at / dayMs;
}

/** `yyyyMMdd` moved by whole calendar days. */
export function shiftDate(date: BasicDate, days: number): BasicDate | undefined {
  const day = dayOfDate(date);
  return day === undefined ? undefined : basicDateOfDay(day + days);
}

/** First instant of a day in `zone`: midnight, or the first minute after it if the clocks skip midnight. */
export function startOfDay(zone: string, day: number): UnixMilliseconds {
  const guess = day * dayMs - offsetMs(zone, day * dayMs);
  if (dayNumber(zone, guess) === day && dayNumber(zone, guess - 1) < day) return guess;
  let low = guess - 3 * 3_600_000;
  let high = guess + 3 * 3_600_000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayNumber(zone, middle) < day) low = middle;
    else high = middle;
  }
  return high;
}

/** Instant of the next midnight in `zone` after `at`. */
export function nextMidnight(zone: string, at: UnixMilliseconds): UnixMilliseconds {
  return startOfDay(zone, dayNumber(zone, at) + 1);
}
