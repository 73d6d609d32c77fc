import type { CivilDate } from '../../dates/civilDate';
import { addDays, civil, daysBetween, nthWeekday, weekdayOf } from '../../dates/civilDate';
import type { Cadence } from './indicators';

/** The period of one published value. */
export interface Period {
  /** The number of the period in its series; the next period has the next number. */
  readonly index: number;
  readonly en: string;
  readonly zh: string;
  /** The day on which it would be published if every day were a working day. */
  readonly due: CivilDate;
}

const epoch: CivilDate = '2000-01-03';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const meetingMonths = [1, 3, 5, 6, 7, 9, 10, 12];

/** The zero-based position of a period in a cycle; series go back before 2000, where their numbers are negative. */
const within = (index: number, cycle: number): number => ((index % cycle) + cycle) % cycle;

const monthName = (month: number): string => months[month - 1] ?? '';

/** Days since the first Monday of 2000: a unique number for every date. */
export function dayNumber(date: CivilDate): number {
  return daysBetween(epoch, date);
}

function weekly(index: number, weekday: number): Period {
  const due = addDays(epoch, index * 7 + weekday - 1);
  const ended = addDays(due, -((weekdayOf(due) + 1) % 7) - 1);
  const [, month = '', day = ''] = ended.split('-');
  return {
    index,
    due,
    en: `week ended ${monthName(Number(month))} ${String(Number(day))}`,
    zh: `截至${String(Number(month))}月${String(Number(day))}日当周`,
  };
}

function monthly(index: number, day: number): Period {
  const year = 2000 + Math.floor(index / 12);
  const month = within(index, 12) + 1;
  return { index, due: civil(year, month + 1, day), en: `${monthName(month)} ${String(year)}`, zh: `${String(month)}月` };
}

function firstFriday(index: number): Period {
  const period = monthly(index, 1);
  const [year = '', month = ''] = period.due.split('-');
  return { ...period, due: nthWeekday(Number(year), Number(month), 5, 1) };
}

function quarterly(index: number, day: number): Period {
  const year = 2000 + Math.floor(index / 4);
  const quarter = within(index, 4) + 1;
  return {
    index,
    due: civil(year, quarter * 3 + 1, day),
    en: `Q${String(quarter)} ${String(year)}`,
    zh: `第${'一二三四'.charAt(quarter - 1)}季度`,
  };
}

function meeting(index: number, country: string): Period {
  const year = 2000 + Math.floor(index / 8);
  const month = meetingMonths[within(index, 8)] ?? 1;
  // Central banks do not all meet on one day.
  const week = (country.length % 3) + 1;
  const due = nthWeekday(year, month, (country.charCodeAt(0) % 3) + 2, week);
  return { index, due, en: `${monthName(month)} ${String(year)}`, zh: `${String(month)}月` };
}

/** The periods of a series that are due from `start` to `end`. */
export function periodsBetween(cadence: Cadence, day: number, country: string, start: CivilDate, end: CivilDate): readonly Period[] {
  const days = { weekly: 7, monthly: 30.44, firstFriday: 30.44, quarterly: 91.31, meetings: 45.66 }[cadence];
  const at = (index: number): Period => {
    switch (cadence) {
      case 'weekly':
        return weekly(index, day);
      case 'monthly':
        return monthly(index, day);
      case 'firstFriday':
        return firstFriday(index);
      case 'quarterly':
        return quarterly(index, day);
      case 'meetings':
        return meeting(index, country);
    }
  };
  // A value is due up to two periods after the start of the period that it describes.
  const first = Math.floor(dayNumber(start) / days) - 3;
  const last = Math.ceil(dayNumber(end) / days) + 1;
  return Array.from({ length: last - first + 1 }, (_, offset) => at(first + offset)).filter(({ due }) => due >= start && due <= end);
}
