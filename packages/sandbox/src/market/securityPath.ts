import { hash32 } from '../random';
import type { Security } from '../securities/securities';
import { mixed, signed, unit, wave } from './chance';
import type { Course } from './course';
import { createDayPath, slots } from './dayPath';
import type { Bar, DayPath } from './dayPath';
import { minuteMs } from './marketDays';
import type { DayNumber, MarketDay } from './marketDays';
import type { ExtendedSession, MarketHours } from './marketHours';
import { tickGrid } from './tickGrid';
import { courseOf } from './course';

/** Recent prices stay near the reference; before this day, long waves and growth move them away from it. */
const anchorDay = Math.round(Date.UTC(2026, 0, 1) / 86_400_000);
const channel = { close: 1, open: 2, high: 3, low: 4, long: 20 };

function logOfClose(seed: number, day: DayNumber): number {
  const near =
    wave(seed, channel.close, day / 3.1) * 0.012 +
    wave(seed, channel.close + 40, day / 11) * 0.016 +
    wave(seed, channel.close + 41, day / 37) * 0.02 +
    signed(seed, channel.close + 42, day) * 0.006;
  const years = (anchorDay - day) / 365.25;
  if (years <= 0) return near;
  const far =
    wave(seed, channel.long, day / 140) * 0.1 +
    wave(seed, channel.long + 1, day / 430) * 0.2 +
    wave(seed, channel.long + 2, day / 1300) * 0.3;
  const growth = 0.01 + 0.1 * unit(seed, channel.long + 3, 0);
  return near + far * (1 - Math.exp(-2 * years * years)) - growth * years;
}

/** The prices of a security before rounding to ticks: the same for the same seed, day by day. */
function createPrices(seed: number, security: Security, hours: MarketHours) {
  const rawClose = (day: DayNumber): number => security.reference * Math.exp(logOfClose(seed, day));

  function courseOfDay(day: DayNumber, minutes: number): Course {
    const before = rawClose(hours.neighbour(day, -1));
    const close = rawClose(day);
    const open = before + (close - before) * 0.35 * unit(seed, channel.open, day) + before * signed(seed, channel.open + 40, day) * 0.003;
    const high = Math.max(open, close) * (1 + 0.001 + 0.009 * unit(seed, channel.high, day));
    const low = Math.min(open, close) * (1 - 0.001 - 0.009 * unit(seed, channel.low, day));
    return courseOf(mixed(seed, 10, day) | 0, minutes, open, high, low, close);
  }

  function extendedCourse({ kind, day }: ExtendedSession, minutes: number, salt: number): Course {
    const close = rawClose(day);
    const afterwards = close * (1 + signed(seed, 61, day) * 0.004);
    const regular = courseOfDay(kind === 'PRE' ? day : hours.neighbour(day, 1), 390);
    const [from, to] =
      kind === 'PRE'
        ? [rawClose(hours.neighbour(day, -1)), regular.open]
        : kind === 'AFTER'
          ? [close, afterwards]
          : [afterwards, (afterwards + regular.open) / 2];
    const high = Math.max(from, to) * (1.0005 + 0.002 * unit(seed, salt, day));
    const low = Math.min(from, to) * (0.9995 - 0.002 * unit(seed, salt + 1, day));
    return courseOf(mixed(seed, salt + 2, day) | 0, minutes, from, high, low, to);
  }

  return { rawClose, courseOfDay, extendedCourse };
}

/** All prices of one security, at any time: a function of only the seed, its code and the time. */
export type SecurityPath = Readonly<ReturnType<typeof createPath>>;

const volumeChannel = 5;

/** The volume of one trade. It is more than a lot if that has few shares, which would make the day's volume implausibly small. */
function pieceOf({ lot, type }: Security): number {
  return type === 'STOCK' && lot < 20 ? 40 : lot;
}

/** Builds the path of a security. */
export function createPath(worldSeed: number, security: Security, hours: MarketHours) {
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
    /** @param day - A trading day. */
    closeOf: (day: DayNumber): number => grid.snap(rawClose(day)),
    /** The whole day without its minutes. @param day - A trading day. */
    barOf: (day: DayNumber): Bar => {
      const minutes = hours.minutesOf(day);
      return snapped(courseOfDay(day, minutes), piece * (minutes * slots + extraOf(day, minutes)));
    },
    day: (of: MarketDay): DayPath => {
      if (kept?.hours.day === of.day) return kept;
      const made = pathOf(of, courseOfDay(of.day, of.datedMinutes), extraOf(of.day, of.minutes));
      // Reads of history must not evict the current day, which is needed most often.
      if (kept === undefined || of.day > kept.hours.day) kept = made;
      return made;
    },
    /** A session outside regular hours as a path of its own. */
    extended: (session: ExtendedSession): DayPath => {
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
