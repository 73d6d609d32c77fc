import * as l10n from '@vscode/l10n';
import type { Countdown } from '../../domain/calendar/countdown';
import { dayOfDate } from '../../domain/time/zones';

/** Texts that depend on the display language. */
export interface Formats {
  number(value: number): string;
  /** `Wednesday, 14 May 2025`, with Today, Tomorrow or Yesterday in front where it is. */
  day(day: number, today: number): string;
  /** `Mon 23`. */
  shortDay(day: number): string;
  /** `4 Dec`, for rows that have nothing else to tell them apart. */
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
    date: (at, zone) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone }).format(at),
    clock: (at, zone) =>
      new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(at),
    countdown: (left) => countdownText(left),
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

/** `yyyyMMdd` as a date field wants it. */
export function toDateField(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
}

/** What a date field holds as `yyyyMMdd`; undefined unless it is a date. */
export function fromDateField(value: string): string | undefined {
  return dayOfDate(value) === undefined ? undefined : value.replaceAll('-', '');
}
