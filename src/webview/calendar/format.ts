import * as l10n from '@vscode/l10n';
import type { Countdown } from '../../domain/calendar/countdown';
import { dayOfDate } from '../../domain/time/zones';

/** Texts that depend on the display language. */
export interface Formats {
  number(value: number): string;
  /** `Wednesday, 14 May 2025`, preceded by Today, Tomorrow or Yesterday if it is one. */
  day(day: number, today: number): string;
  /** `Mon 23`. */
  shortDay(day: number): string;
  /** `4 Dec`, for rows that nothing else distinguishes. */
  date(at: number, zone: string): string;
  clock(at: number, zone: string): string;
  countdown(left: Countdown): string;
}

const dayMs = 86_400_000;

export function createFormats(language: string): Formats {
  const locale = Intl.DateTimeFormat.supportedLocalesOf([language]).at(0) ?? 'en';
  const dates = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortDates = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(locale);
  return {
    number: (value) => numbers.format(value),
    day: (day, today) => {
      const date = dates.format(day * dayMs);
      const near = new Map([
        [today, l10n.t('Today')],
        [today + 1, l10n.t('Tomorrow')],
        [today - 1, l10n.t('Yesterday')],
      ]).get(day);
      return near === undefined ? date : `${near} · ${date}`;
    },
    shortDay: (day) => shortDates.format(day * dayMs),
    date: inZone(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
    clock: inZone(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    countdown: (left) => countdownText(left),
  };
}

/** Keeps the format of the zone that is shown: one for each row would stop the page for 200 ms when it is collected. */
function inZone(locale: string, options: Intl.DateTimeFormatOptions): (at: number, zone: string) => string {
  let shownIn = '';
  let format: Intl.DateTimeFormat | undefined;
  return (at, zone) => {
    if (format === undefined || zone !== shownIn) format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    shownIn = zone;
    return format.format(at);
  };
}

function countdownText(left: Countdown): string {
  switch (left.unit) {
    case 'days':
      return l10n.t('{0} d {1} h', left.days, left.hours);
    case 'hours':
      return l10n.t('{0} h {1} min', left.hours, String(left.minutes).padStart(2, '0'));
    case 'minutes':
      return l10n.t('{0} min', left.minutes);
    case 'seconds':
      return l10n.t('{0} s', left.seconds);
    case 'now':
      return l10n.t('{0} s', 0);
  }
}

/** `yyyyMMdd` in the format of a date field. */
export function toDateField(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
}

/** The value of a date field as `yyyyMMdd`; undefined unless it is a date. */
export function fromDateField(value: string): string | undefined {
  return dayOfDate(value) === undefined ? undefined : value.replaceAll('-', '');
}
