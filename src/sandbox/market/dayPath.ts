import { hash32 } from '../world/random';
import type { Security } from '../world/securities';
import { mixed, signed, unit, wave } from './chance';
import type { Course } from './course';
import { courseOf, priceAt } from './course';
import type { DayNumber, ExtendedSession, MarketDay, MarketHours } from './marketHours';
import { MINUTE_MS } from './marketHours';
import type { TickGrid } from './tickGrid';
import { tickGrid } from './tickGrid';

/** A security trades once in each of these spans while its market is open. */
export const SLOT_MS = 200;
export const SLOTS = MINUTE_MS / SLOT_MS;

/** Where a minute or a day stood; prices in units of the grid, volume in pieces. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** One trading day of one security. */
export interface DayPath {
  readonly hours: MarketDay;
  /** The whole day, as it will have been at its end. */
  readonly bar: Bar;
  /** The whole minute with this index, counted over all segments. */
  minute(index: number): Bar;
  /** The minute as it stood after the slot. */
  minuteUntil(index: number, slot: number): Bar;
  /** The day as it stood after the slot; asking forwards in time is cheap. */
  until(index: number, slot: number): Bar;
  /** Price of one slot. */
  price(index: number, slot: number): number;
  /** What was traded in the day until the end of the slot. */
  volumeUntil(index: number, slot: number): number;
}

/** All prices of one security, at any time: a function of the seed, its code and the time alone. */
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

/** Prices of the present stay near the reference; before this day long waves and growth carry them away from it. */
const ANCHOR_DAY = Math.round(Date.UTC(2026, 0, 1) / 86_400_000);
const CHANNEL = { close: 1, open: 2, high: 3, low: 4, volume: 5, minuteHigh: 6, minuteLow: 7, minuteVolume: 8, slotVolume: 9, long: 20 };

function logOfClose(seed: number, day: DayNumber): number {
  const near =
    wave(seed, CHANNEL.close, day / 3.1) * 0.012 +
    wave(seed, CHANNEL.close + 40, day / 11) * 0.016 +
    wave(seed, CHANNEL.close + 41, day / 37) * 0.02 +
    signed(seed, CHANNEL.close + 42, day) * 0.006;
  const years = (ANCHOR_DAY - day) / 365.25;
  if (years <= 0) return near;
  const far =
    wave(seed, CHANNEL.long, day / 140) * 0.1 +
    wave(seed, CHANNEL.long + 1, day / 430) * 0.2 +
    wave(seed, CHANNEL.long + 2, day / 1300) * 0.3;
  const growth = 0.01 + 0.1 * unit(seed, CHANNEL.long + 3, 0);
  return near + far * (1 - Math.exp(-2 * years * years)) - growth * years;
}

/** Pieces that change hands at once; a lot of one share would make a ridiculous day. */
function pieceOf({ lot, type }: Security): number {
  return type === 'STOCK' && lot < 20 ? 40 : lot;
}

/** Builds the path of a security. */
export function createPath(worldSeed: number, security: Security, hours: MarketHours): SecurityPath {
  const seed = hash32(`${String(worldSeed)}/market/${security.code}`) | 0;
  const grid = tickGrid(security);
  const piece = pieceOf(security);
  const turns = security.type === 'STOCK' ? 2.2 : 0.8;
  let kept: DayPath | undefined;
  const sessions = new Map<ExtendedSession['kind'], { readonly startMs: number; readonly path: DayPath }>();

  const rawClose = (day: DayNumber): number => security.reference * Math.exp(logOfClose(seed, day));

  function courseOfDay(day: DayNumber, minutes: number): Course {
    const before = rawClose(hours.neighbour(day, -1));
    const close = rawClose(day);
    const open = before + (close - before) * 0.35 * unit(seed, CHANNEL.open, day) + before * signed(seed, CHANNEL.open + 40, day) * 0.003;
    const high = Math.max(open, close) * (1 + 0.001 + 0.009 * unit(seed, CHANNEL.high, day));
    const low = Math.min(open, close) * (1 - 0.001 - 0.009 * unit(seed, CHANNEL.low, day));
    return courseOf(mixed(seed, 10, day) | 0, minutes, open, high, low, close);
  }

  const snapped = (course: Course, volume: number): Bar => ({
    open: grid.snap(course.open),
    high: grid.snap(course.high),
    low: grid.snap(course.low),
    close: grid.snap(course.close),
    volume,
  });

  function extraOf(day: DayNumber, minutes: number): number {
    const draw = unit(seed, CHANNEL.volume, day);
    return Math.floor(minutes * SLOTS * (0.2 + turns * draw * draw));
  }

  function pathOf(of: MarketDay, course: Course, extra: number): DayPath {
    return createDayPath({ of, course, extra, piece, grid });
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

  return {
    security,
    grid,
    hours,
    seed,
    closeOf: (day) => grid.snap(rawClose(day)),
    barOf: (day) => {
      const minutes = hours.minutesOf(day);
      return snapped(courseOfDay(day, minutes), piece * (minutes * SLOTS + extraOf(day, minutes)));
    },
    day: (of) => {
      if (kept?.hours.day === of.day) return kept;
      const made = pathOf(of, courseOfDay(of.day, of.minutes), extraOf(of.day, of.minutes));
      // A look into history leaves the day alone that everybody asks for.
      if (kept === undefined || of.day > kept.hours.day) kept = made;
      return made;
    },
    extended: (session) => {
      const known = sessions.get(session.kind);
      if (known?.startMs === session.startMs) return known.path;
      const minutes = Math.round((session.endMs - session.startMs) / MINUTE_MS);
      const of: MarketDay = { day: session.day, midnightMs: session.startMs, segments: [session], minutes };
      const salt = { PRE: 70, AFTER: 73, OVERNIGHT: 76 }[session.kind];
      const path = pathOf(of, extendedCourse(session, minutes, salt), 0);
      sessions.set(session.kind, { startMs: session.startMs, path });
      return path;
    },
  };
}

interface DayParts {
  readonly of: MarketDay;
  readonly course: Course;
  /** Pieces traded beyond one a slot. */
  readonly extra: number;
  readonly piece: number;
  readonly grid: TickGrid;
}

function createDayPath({ of, course, extra, piece, grid }: DayParts): DayPath {
  const { minutes } = of;
  const { seed } = course;
  const wick = (course.high - course.low) * 0.04;
  let keptIndex = -1;
  let keptCourse: Course = course;
  /** Highest and lowest of the minutes before `seenIndex`, and of that minute up to `seenSlot`. */
  const seen = { index: 0, slot: -1, high: 0, low: Infinity, minuteHigh: 0, minuteLow: Infinity };

  const highOf = (index: number, open: number, close: number): number =>
    Math.min(course.high, Math.max(open, close) + wick * unit(seed, CHANNEL.minuteHigh, index));
  const lowOf = (index: number, open: number, close: number): number =>
    Math.max(course.low, Math.min(open, close) - wick * unit(seed, CHANNEL.minuteLow, index));

  function courseOfMinute(index: number): Course {
    if (index === keptIndex) return keptCourse;
    const open = priceAt(course, index);
    const close = priceAt(course, index + 1);
    keptIndex = index;
    keptCourse = courseOf(mixed(seed, 16, index) | 0, SLOTS - 1, open, highOf(index, open, close), lowOf(index, open, close), close);
    return keptCourse;
  }

  /** Extra pieces before a minute: more at the beginning and the end of the day, and never fewer than before. */
  function extraBefore(index: number): number {
    const at = index / minutes;
    const jitter = index === 0 || index === minutes ? 0 : (0.25 * signed(seed, CHANNEL.minuteVolume, index)) / minutes;
    return Math.floor(extra * (0.6 * at + 0.2 * ((2 * at - 1) ** 3 + 1) + jitter));
  }

  const piecesOf = (index: number): number => SLOTS + extraBefore(index + 1) - extraBefore(index);

  function piecesUntil(index: number, slot: number): number {
    const more = piecesOf(index) - SLOTS;
    const done = slot + 1;
    const jitter = done === SLOTS ? 0 : (0.4 * signed(seed, CHANNEL.slotVolume, index * SLOTS + done)) / SLOTS;
    return done + Math.max(0, Math.floor(more * (done / SLOTS + jitter)));
  }

  const price = (index: number, slot: number): number => grid.snap(priceAt(courseOfMinute(index), slot));
  const volumeUntil = (index: number, slot: number): number => piece * (index * SLOTS + extraBefore(index) + piecesUntil(index, slot));

  function minute(index: number): Bar {
    const { open, high, low, close } = courseOfMinute(index);
    return { open: grid.snap(open), high: grid.snap(high), low: grid.snap(low), close: grid.snap(close), volume: piece * piecesOf(index) };
  }

  /** Follows the extremes up to the end of the minute before `index`. */
  function followMinutes(index: number): void {
    // Once the day has touched its extremes, its minutes need not be asked.
    if (index >= course.highAt) seen.high = course.high;
    if (index >= course.lowAt) seen.low = course.low;
    if (seen.high < course.high || seen.low > course.low) {
      let close = priceAt(course, seen.index);
      for (let minuteBefore = seen.index; minuteBefore < index; minuteBefore += 1) {
        const open = close;
        close = priceAt(course, minuteBefore + 1);
        seen.high = Math.max(seen.high, highOf(minuteBefore, open, close));
        seen.low = Math.min(seen.low, lowOf(minuteBefore, open, close));
      }
    }
    seen.index = index;
    seen.slot = -1;
    seen.minuteHigh = 0;
    seen.minuteLow = Infinity;
  }

  /** Follows the extremes up to a slot; starts anew when asked for a time before the last one. */
  function follow(index: number, slot: number): void {
    if (index < seen.index || (index === seen.index && slot < seen.slot)) {
      Object.assign(seen, { index: 0, slot: -1, high: 0, low: Infinity, minuteHigh: 0, minuteLow: Infinity });
    }
    if (seen.index < index) followMinutes(index);
    const now = courseOfMinute(index);
    for (let next = seen.slot + 1; next <= slot; next += 1) {
      const at = priceAt(now, next);
      if (at > seen.minuteHigh) seen.minuteHigh = at;
      if (at < seen.minuteLow) seen.minuteLow = at;
    }
    seen.slot = Math.max(seen.slot, slot);
  }

  return {
    hours: of,
    bar: {
      open: grid.snap(course.open),
      high: grid.snap(course.high),
      low: grid.snap(course.low),
      close: grid.snap(course.close),
      volume: piece * (minutes * SLOTS + extra),
    },
    minute,
    minuteUntil: (index, slot) => {
      if (slot >= SLOTS - 1) return minute(index);
      follow(index, slot);
      return {
        open: grid.snap(courseOfMinute(index).open),
        high: grid.snap(seen.minuteHigh),
        low: grid.snap(seen.minuteLow),
        close: price(index, slot),
        volume: piece * piecesUntil(index, slot),
      };
    },
    until: (index, slot) => {
      follow(index, slot);
      return {
        open: grid.snap(course.open),
        high: grid.snap(Math.max(seen.high, seen.minuteHigh)),
        low: grid.snap(Math.min(seen.low, seen.minuteLow)),
        close: price(index, slot),
        volume: volumeUntil(index, slot),
      };
    },
    price,
    volumeUntil,
  };
}
