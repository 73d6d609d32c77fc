import { tabbedLines } from '../text/csv';
import type { CalendarEvent } from '../../service/records';
import { plainText } from '../text/segments';
import { visibleText } from '../text/visibleText';
import { hasValue } from './surprise';
import { basicDateOfDay, wallDateTime } from '../time/zones';
import { closureDay, eventZone } from './closureDay';

/** The fields of an event that the texts below need. */
export type EventFacts = Omit<CalendarEvent, 'detailUrl'>;

/** A value with its unit for reading: `3.2%`, `215 K`, `−0.4%`; a unit that the value already ends with is not repeated. */
export function withUnit(value: string | null, unit: string | null): string {
  return asWritten(value, unit).replace(/^-(?=[\d.])/, '\u2212');
}

/** With the ASCII minus sign, which other programs read. */
function asWritten(value: string | null, unit: string | null): string {
  if (!hasValue(value)) return '';
  const own = visibleText(value.trim());
  const sign = visibleText(unit?.trim() ?? '');
  if (sign === '' || own.endsWith(sign)) return own;
  // Of a unit that is a number itself, such as “10K persons”, the figure is a multiple.
  if (/^\d/.test(sign)) return `${own} × ${sign}`;
  return sign === '%' ? `${own}%` : `${own} ${sign}`;
}

/** Where and how events stand in a text. */
export interface EventPlace {
  readonly zone: string;
  /** They are days of an exchange: see `areDays` of closureDay. */
  readonly areDays: boolean;
}

/** When an event is, and in which zone: the date at its exchange if it is a day of one, otherwise date and time in the zone of the list. */
function eventWhen(event: EventFacts, { zone, areDays }: EventPlace): { readonly text: string; readonly zone: string } {
  const at = event.time * 1000;
  const own = areDays ? eventZone(event) : undefined;
  return own === undefined ? { text: wallDateTime(zone, at), zone } : { text: wallDateTime(own, at).slice(0, 10), zone: own };
}

/** One event as a table row: when it is, country, stars, event, previous, forecast, actual, unit, currency. */
export function eventCells(event: EventFacts, place: EventPlace): readonly string[] {
  const shown = (value: string | null): string => (value === null ? '' : visibleText(value));
  return [
    eventWhen(event, place).text,
    shown(event.country),
    String(event.star),
    plainText(event.text),
    shown(event.previous),
    shown(event.predictive),
    shown(event.announce),
    shown(event.unit),
    shown(event.currency),
  ];
}

/** One event as a line of text for the clipboard; the zone is named, because a time without one is ambiguous. */
export function eventLine(event: EventFacts, place: EventPlace): string {
  const [time = '', country = '', star = '', text = ''] = eventCells(event, place);
  const { zone } = eventWhen(event, place);
  const values = [event.previous, event.predictive, event.announce].map((value) => asWritten(value, event.unit));
  return tabbedLines([[`${time} ${zone}`, country, `${star}/5`, text, ...values]]);
}

const eventMinutes = 15;

export interface CalendarFileOptions {
  /** Unix milliseconds for DTSTAMP. */
  readonly stampedAt: number;
  /** Minutes before an event at which a calendar reminds; undefined for none. Closures have none. */
  readonly alarmMinutes?: (event: EventFacts) => number | undefined;
  /** Market closures: whole days in the market's own calendar. */
  readonly areDays?: boolean;
  /** What is missing from the list of events, in English, for the calendar's description. */
  readonly missing?: readonly string[] | undefined;
}

/**
 * Events as one iCalendar file (RFC 5545): instants in UTC, 15 minutes long, or whole days; shown as free time. The same event always has the
 * same UID, so that saving it twice does not add it twice.
 */
export function calendarFile(events: readonly EventFacts[], options: CalendarFileOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//market-desk//Market Desk//EN',
    ...(options.missing === undefined ? [] : [`X-WR-CALDESC:${escapeIcs(`Missing from the list: ${options.missing.join('; ')}`)}`]),
    ...events.flatMap((event) => eventLines(event, options)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(event: EventFacts, { stampedAt, alarmMinutes, areDays = false }: CalendarFileOptions): readonly string[] {
  const start = event.time * 1000;
  const day = areDays ? closureDay(event, stampedAt)?.day : undefined;
  const values = [
    ['Previous', event.previous],
    ['Forecast', event.predictive],
    ['Actual', event.announce],
  ] as const;
  const known = values.filter(([, value]) => hasValue(value)).map(([name, value]) => `${name}: ${withUnit(value, event.unit)}`);
  const summary = escapeIcs(`${visibleText(event.country)} ${plainText(event.text)}`.trim());
  const times =
    day === undefined
      ? [`DTSTART:${icsTime(start)}`, `DTEND:${icsTime(start + eventMinutes * 60_000)}`]
      : [`DTSTART;VALUE=DATE:${basicDateOfDay(day)}`, `DTEND;VALUE=DATE:${basicDateOfDay(day + 1)}`];
  const minutes = day === undefined ? alarmMinutes?.(event) : undefined;
  const alarm =
    minutes === undefined ? [] : ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-PT${minutes}M`, `DESCRIPTION:${summary}`, 'END:VALARM'];
  return [
    'BEGIN:VEVENT',
    `UID:${escapeIcs(event.uniqueId?.trim() || `${event.time}-${hash(`${event.country} ${event.text}`)}`)}@market-desk`,
    `DTSTAMP:${icsTime(stampedAt)}`,
    ...times,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${escapeIcs([`Impact: ${event.star}/5`, ...known].join('\n'))}`,
    'TRANSP:TRANSPARENT',
    ...alarm,
    'END:VEVENT',
  ];
}

function icsTime(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function escapeIcs(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** Lines are at most 75 octets, continued after a space, never inside a character (RFC 5545, 3.1). */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** FNV-1a: the same event gives the same UID, so that saving it twice does not add it twice. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value.toString(16).padStart(8, '0');
}
