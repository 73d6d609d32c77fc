import { mixed, signed, unit } from './chance';
import type { Course } from './course';
import { courseOf, priceAt } from './course';
import { minuteMs } from './marketDays';
import type { MarketDay } from './marketDays';
import type { TickGrid } from './tickGrid';

/** A security trades once in each of these spans while its market is open. */
export const slotMs = 200;
export const slots = minuteMs / slotMs;

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

const channel = { minuteHigh: 6, minuteLow: 7, minuteVolume: 8, slotVolume: 9 };

interface DayParts {
  readonly of: MarketDay;
  readonly course: Course;
  /** Pieces traded beyond one a slot. */
  readonly extra: number;
  readonly piece: number;
  readonly grid: TickGrid;
}

/** Builds the path of a day from its course. */
export function createDayPath({ of, course, extra, piece, grid }: DayParts): DayPath {
  const minutes = new MinuteCourses(course);
  const volumes = new Volumes(course.seed, of.minutes, extra);
  const extremes = new Extremes(course, minutes);
  const price = (index: number, slot: number): number => grid.snap(priceAt(minutes.at(index), slot));
  const volumeUntil = (index: number, slot: number): number => piece * volumes.until(index, slot);

  function minute(index: number): Bar {
    const { open, high, low, close } = minutes.at(index);
    const volume = piece * volumes.ofMinute(index);
    return { open: grid.snap(open), high: grid.snap(high), low: grid.snap(low), close: grid.snap(close), volume };
  }

  return {
    hours: of,
    bar: {
      open: grid.snap(course.open),
      high: grid.snap(course.high),
      low: grid.snap(course.low),
      close: grid.snap(course.close),
      volume: piece * (of.minutes * slots + extra),
    },
    minute,
    minuteUntil: (index, slot) => {
      if (slot >= slots - 1) return minute(index);
      const { minuteHigh, minuteLow } = extremes.until(index, slot);
      return {
        open: grid.snap(minutes.at(index).open),
        high: grid.snap(minuteHigh),
        low: grid.snap(minuteLow),
        close: price(index, slot),
        volume: piece * volumes.inMinute(index, slot),
      };
    },
    until: (index, slot) => {
      const { high, low, minuteHigh, minuteLow } = extremes.until(index, slot);
      return {
        open: grid.snap(course.open),
        high: grid.snap(Math.max(high, minuteHigh)),
        low: grid.snap(Math.min(low, minuteLow)),
        close: price(index, slot),
        volume: volumeUntil(index, slot),
      };
    },
    price,
    volumeUntil,
  };
}

/** The courses of the minutes of a day; the last one that was asked for is kept. */
class MinuteCourses {
  readonly #wick: number;
  #index = -1;
  #course: Course;

  constructor(private readonly day: Course) {
    this.#wick = (day.high - day.low) * 0.04;
    this.#course = day;
  }

  at(index: number): Course {
    if (index === this.#index) return this.#course;
    const open = priceAt(this.day, index);
    const close = priceAt(this.day, index + 1);
    const [high, low] = [this.highOf(index, open, close), this.lowOf(index, open, close)];
    this.#index = index;
    this.#course = courseOf(mixed(this.day.seed, 16, index) | 0, slots - 1, open, high, low, close);
    return this.#course;
  }

  highOf(index: number, open: number, close: number): number {
    return Math.min(this.day.high, Math.max(open, close) + this.#wick * unit(this.day.seed, channel.minuteHigh, index));
  }

  lowOf(index: number, open: number, close: number): number {
    return Math.max(this.day.low, Math.min(open, close) - this.#wick * unit(this.day.seed, channel.minuteLow, index));
  }
}

/** How many pieces of a day were traded when. */
class Volumes {
  constructor(
    private readonly seed: number,
    private readonly minutes: number,
    private readonly extra: number,
  ) {}

  ofMinute(index: number): number {
    return slots + this.#extraBefore(index + 1) - this.#extraBefore(index);
  }

  /** From the beginning of a minute to the end of the slot. */
  inMinute(index: number, slot: number): number {
    const more = this.ofMinute(index) - slots;
    const done = slot + 1;
    const jitter = done === slots ? 0 : (0.4 * signed(this.seed, channel.slotVolume, index * slots + done)) / slots;
    return done + Math.max(0, Math.floor(more * (done / slots + jitter)));
  }

  /** From the beginning of the day to the end of the slot. */
  until(index: number, slot: number): number {
    return index * slots + this.#extraBefore(index) + this.inMinute(index, slot);
  }

  /** Extra pieces before a minute: more at the beginning and the end of the day, and never fewer than before. */
  #extraBefore(index: number): number {
    const at = index / this.minutes;
    const isEdge = index === 0 || index === this.minutes;
    const jitter = isEdge ? 0 : (0.25 * signed(this.seed, channel.minuteVolume, index)) / this.minutes;
    return Math.floor(this.extra * (0.6 * at + 0.2 * ((2 * at - 1) ** 3 + 1) + jitter));
  }
}

const nothingSeen = { index: 0, slot: -1, high: 0, low: Infinity, minuteHigh: 0, minuteLow: Infinity };

/** Highest and lowest prices of a day so far. Asking forwards in time is cheap. */
class Extremes {
  /** Those of the minutes before `index`, and of that minute up to `slot`. */
  readonly #seen = { ...nothingSeen };

  constructor(
    private readonly course: Course,
    private readonly minutes: MinuteCourses,
  ) {}

  /** Follows the extremes up to a slot; starts anew when asked for a time before the last one. */
  until(index: number, slot: number): Readonly<typeof nothingSeen> {
    const seen = this.#seen;
    if (index < seen.index || (index === seen.index && slot < seen.slot)) Object.assign(seen, nothingSeen);
    if (seen.index < index) this.#followMinutes(index);
    const now = this.minutes.at(index);
    for (let next = seen.slot + 1; next <= slot; next += 1) {
      const at = priceAt(now, next);
      if (at > seen.minuteHigh) seen.minuteHigh = at;
      if (at < seen.minuteLow) seen.minuteLow = at;
    }
    seen.slot = Math.max(seen.slot, slot);
    return seen;
  }

  /** Follows the extremes up to the end of the minute before `index`. */
  #followMinutes(index: number): void {
    const { course, minutes } = this;
    const seen = this.#seen;
    // Once the day has touched its extremes, its minutes need not be asked.
    if (index >= course.highAt) seen.high = course.high;
    if (index >= course.lowAt) seen.low = course.low;
    if (seen.high < course.high || seen.low > course.low) {
      let close = priceAt(course, seen.index);
      for (let before = seen.index; before < index; before += 1) {
        const open = close;
        close = priceAt(course, before + 1);
        seen.high = Math.max(seen.high, minutes.highOf(before, open, close));
        seen.low = Math.min(seen.low, minutes.lowOf(before, open, close));
      }
    }
    Object.assign(seen, { index, slot: -1, minuteHigh: 0, minuteLow: Infinity });
  }
}
