import { hash32 } from '../random';
import type { Security } from '../securities/securities';
import { unit } from './chance';
import type { Course } from './course';
import { createDayPath, slots } from './dayPath';
import type { Bar, DayPath } from './dayPath';
import { minuteMs } from './marketDays';
import type { DayNumber, MarketDay } from './marketDays';
import type { ExtendedSession, MarketHours } from './marketHours';
import { createPrices } from './securityPrices';
import type { TickGrid } from './tickGrid';
import { tickGrid } from './tickGrid';

/** All prices of one security, at any time: a function of only the seed, its code and the time. */
export interface SecurityPath {
  readonly security: Security;
  readonly grid: TickGrid;
  readonly hours: MarketHours;
  readonly seed: number;
  /** @param day - A trading day. */
  closeOf(day: DayNumber): number;
  /** The whole day without its minutes. @param day - A trading day. */
  barOf(day: DayNumber): Bar;
  day(hours: MarketDay): DayPath;
  /** A session outside regular hours as a path of its own. */
  extended(session: ExtendedSession): DayPath;
}

const volumeChannel = 5;

/** The volume of one trade. It is more than a lot if that has few shares, which would make the day's volume implausibly small. */
function pieceOf({ lot, type }: Security): number {
  return type === 'STOCK' && lot < 20 ? 40 : lot;
}

/** Builds the path of a security. */
export function createPath(worldSeed: number, security: Security, hours: MarketHours): SecurityPath {
  const seed = hash32(`${String(worldSeed)}/market/${security.code}`) | 0;
  const grid = tickGrid(security);
  const piece = pieceOf(security);
  const turns = security.type === 'STOCK' ? 2.2 : 0.8;
  const { rawClose, courseOfDay, extendedCourse } = createPrices(seed, security, hours);
  let kept: DayPath | undefined;
  const sessions = new Map<ExtendedSession['kind'], { readonly startMs: number; readonly path: DayPath }>();

  const snapped = (course: Course, volume: number): Bar => ({
    open: grid.snap(course.open),
    high: grid.snap(course.high),
    low: grid.snap(course.low),
    close: grid.snap(course.close),
    volume,
  });

  function extraOf(day: DayNumber, minutes: number): number {
    const draw = unit(seed, volumeChannel, day);
    return Math.floor(minutes * slots * (0.2 + turns * draw * draw));
  }

  function pathOf(of: MarketDay, course: Course, extra: number): DayPath {
    return createDayPath({ of, course, extra, piece, grid });
  }

  return {
    security,
    grid,
    hours,
    seed,
    closeOf: (day) => grid.snap(rawClose(day)),
    barOf: (day) => {
      const minutes = hours.minutesOf(day);
      return snapped(courseOfDay(day, minutes), piece * (minutes * slots + extraOf(day, minutes)));
    },
    day: (of) => {
      if (kept?.hours.day === of.day) return kept;
      const made = pathOf(of, courseOfDay(of.day, of.datedMinutes), extraOf(of.day, of.minutes));
      // Reads of history must not evict the current day, which is needed most often.
      if (kept === undefined || of.day > kept.hours.day) kept = made;
      return made;
    },
    extended: (session) => {
      const known = sessions.get(session.kind);
      if (known?.startMs === session.startMs) return known.path;
      const minutes = Math.round((session.endMs - session.startMs) / minuteMs);
      const of: MarketDay = { day: session.day, midnightMs: session.startMs, segments: [session], minutes, datedMinutes: minutes };
      const salt = { PRE: 70, AFTER: 73, OVERNIGHT: 76 }[session.kind];
      const path = pathOf(of, extendedCourse(session, minutes, salt), 0);
      sessions.set(session.kind, { startMs: session.startMs, path });
      return path;
    },
  };
}
