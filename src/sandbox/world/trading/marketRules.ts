import type { CivilDate } from '../civilDate';
import { addDays, isWeekend } from '../civilDate';
import type { LunarYear } from './holidayRules';
import { nearestWeekday } from './holidayRules';

/** A name in English and in Chinese. */
export interface BilingualName {
  readonly en: string;
  readonly zh: string;
}

/** A public holiday before it is decided on which day it is kept. */
export interface Holiday extends BilingualName {
  readonly date: CivilDate;
  /** Where it goes when it meets a Sunday, a weekend, or another holiday; `stay` loses it. */
  readonly move: 'stay' | 'sunday' | 'weekend' | 'nearest';
}

/** A day on which a market stays closed, weekends aside. */
export interface Closure extends BilingualName {
  readonly date: CivilDate;
}

export type HalfSession = 'MORNING' | 'AFTERNOON';

/** A day with one session only, where it is a trading day at all. */
export interface HalfDay extends Closure {
  readonly session: HalfSession;
}

/** How one market keeps its year. */
export interface MarketRules extends BilingualName {
  readonly prefix: string;
  readonly country: string;
  readonly zone: string;
  /** Opening time of day, `HH:mm`. */
  readonly opens: string;
  readonly wholeSeconds: number;
  readonly halfSeconds: number;
  closures(year: number, lunar: LunarYear): readonly Closure[];
  halfDays(year: number, lunar: LunarYear): readonly HalfDay[];
}

export function holiday(date: CivilDate, move: Holiday['move'], en: string, zh: string): Holiday {
  return { date, move, en, zh };
}

export function morningOnly(date: CivilDate, en: string, zh: string): HalfDay {
  return { date, session: 'MORNING', en, zh };
}

/** Decides in date order on which day each holiday is kept: a holiday that moves takes the next free day. */
export function settle(holidays: readonly Holiday[]): readonly Closure[] {
  const kept = new Map<CivilDate, Closure>();
  for (const { date: nominal, move, en, zh } of holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
    let date = move === 'nearest' ? nearestWeekday(nominal) : nominal;
    while ((move === 'sunday' && (isSunday(date) || kept.has(date))) || (move === 'weekend' && (isWeekend(date) || kept.has(date)))) {
      date = addDays(date, 1);
    }
    if (!kept.has(date)) {
      kept.set(date, { date, en, zh });
    }
  }
  return [...kept.values()];
}

function isSunday(date: CivilDate): boolean {
  return new Date(`${date}T00:00:00Z`).getUTCDay() === 0;
}
