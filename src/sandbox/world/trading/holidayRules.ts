import type { CivilDate } from '../civilDate';
import { addDays, civil, DAY_MS, isWeekend, utcMidnight, weekdayOf, yearOf } from '../civilDate';

/** Days of other calendars in one Gregorian year. */
export interface LunarYear {
  /** The day of a month of the Chinese calendar; leap months do not count. */
  chinese(month: number, day: number): CivilDate;
  /** Days of a month of the Islamic (Umm al-Qura) calendar in this year: one, sometimes two, sometimes none. */
  islamic(month: number, day: number): readonly CivilDate[];
  /** First days of Chinese months, that is the days of the new moon, in order. */
  newMoons(): readonly CivilDate[];
}

interface LunarMonth {
  /** "1" to "12"; a leap month of the Chinese calendar is "6bis". */
  readonly label: string;
  readonly start: CivilDate;
}

/** The months that reach into a year. Months have 29 or 30 days, so that two looks a month find where each begins. */
function monthsOf(year: number, calendar: 'chinese' | 'islamic-umalqura'): readonly LunarMonth[] {
  const formatter = new Intl.DateTimeFormat(`en-US-u-ca-${calendar}`, { timeZone: 'UTC', month: 'numeric', day: 'numeric' });
  const lookAt = (date: CivilDate): { label: string; day: number } => {
    const [label = '', day = ''] = formatter.format(utcMidnight(date) + DAY_MS / 2).split('/');
    return { label, day: Number.parseInt(day, 10) };
  };
  const newYear = civil(year, 1, 1);
  const months: LunarMonth[] = [];
  let start = addDays(newYear, 1 - lookAt(newYear).day);
  while (start < civil(year + 1, 1, 1)) {
    months.push({ label: lookAt(start).label, start });
    const thirtieth = addDays(start, 29);
    start = lookAt(thirtieth).day === 1 ? thirtieth : addDays(thirtieth, 1);
  }
  return months;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Reads the Chinese and the Islamic calendar of one Gregorian year from the runtime's calendar data, each when first needed. */
export function lunarYear(year: number): LunarYear {
  const chineseMonths = once(() => monthsOf(year, 'chinese'));
  const islamicMonths = once(() => monthsOf(year, 'islamic-umalqura'));
  const within = (months: readonly LunarMonth[], month: number, day: number): readonly CivilDate[] =>
    months.flatMap(({ label, start }) =>
      label === String(month) && yearOf(addDays(start, day - 1)) === year ? [addDays(start, day - 1)] : [],
    );
  return {
    chinese: (month, day) => {
      // The eleventh and twelfth month of the year before also reach into January; no holiday lies there.
      const date = within(chineseMonths(), month, day)[0];
      if (date === undefined) {
        throw new RangeError(`no day ${day} of Chinese month ${month} in ${year}`);
      }
      return date;
    },
    islamic: (month, day) => within(islamicMonths(), month, day),
    newMoons: () => chineseMonths().map(({ start }) => start),
  };
}

/** Easter Sunday of the Gregorian calendar. */
export function easterSunday(year: number): CivilDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const ordinal = epact + weekday - 7 * late + 114;
  return civil(year, Math.floor(ordinal / 31), (ordinal % 31) + 1);
}

/** The Qingming festival (April 4 or 5 in this century). */
export function qingming(year: number): CivilDate {
  const inCentury = year % 100;
  return civil(year, 4, Math.floor(inCentury * 0.2422 + 4.81) - Math.floor(inCentury / 4));
}

/** The equinoxes by which Japan keeps its holidays (valid from 1980 to 2099). */
export function japaneseEquinox(year: number, season: 'spring' | 'autumn'): CivilDate {
  const base = season === 'spring' ? 20.8431 : 23.2488;
  const day = Math.floor(base + 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4));
  return civil(year, season === 'spring' ? 3 : 9, day);
}

/** Deepavali: the day before the new moon between the middles of October and November. */
export function deepavali(lunar: LunarYear, year: number): CivilDate {
  const newMoon = lunar.newMoons().find((date) => date > civil(year, 10, 14) && date < civil(year, 11, 15));
  return addDays(newMoon ?? civil(year, 11, 1), -1);
}

/** Saturday moves to Friday and Sunday to Monday. */
export function nearestWeekday(date: CivilDate): CivilDate {
  const weekday = weekdayOf(date);
  return weekday === 6 ? addDays(date, -1) : weekday === 0 ? addDays(date, 1) : date;
}

/** The last day before `date` that is no weekend. */
export function weekdayBefore(date: CivilDate): CivilDate {
  let day = addDays(date, -1);
  while (isWeekend(day)) {
    day = addDays(day, -1);
  }
  return day;
}
