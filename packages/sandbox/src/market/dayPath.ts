import { signed, unit, wave } from './chance';
import type { Course } from './course';
import { priceAt } from './course';
import { minuteMs } from './marketDays';
import type { MarketDay } from './marketDays';
import type { TickGrid } from './tickGrid';

/** A security trades once in each of these spans while its market is open. */
export const slotMs = 200;
export const slots = minuteMs / slotMs;

/** The prices of a minute or a day; prices in units of the grid, volume in pieces. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** One trading day of one security. */
export type DayPath = Readonly<ReturnType<typeof createDayPath>>;

const channel = { minuteHigh: 6, minuteLow: 7, minuteVolume: 8, slotVolume: 9, afterwards: 10 };

interface DayParts {
  readonly of: MarketDay;
  readonly course: Course;
  /** Pieces traded in addition to one per slot. */
  readonly extra: number;
  readonly piece: number;
  readonly grid: TickGrid;
}

/**
 * Builds the path of a day from its course, which has the price at the start of each minute of the day itself. Where a day goes on over a weekend,
 * the price stays near the close until it ends there.
 */
export function createDayPath({ of, course, extra, piece, grid }: DayParts) {
  const volumes = new Volumes(course.seed, of.minutes, extra);
  const wick = (course.high - course.low) * 0.04;
  /** The highest and the lowest price from a minute up to each one after it. */
  const ranges = new Map<number, Range[]>();

  function startOf(index: number): number {
    const [after, left] = [index - course.last, of.minutes - index];
    if (after <= 0 || left <= 0) return priceAt(course, index);
    const near = course.close + wave(course.seed, channel.afterwards, after / 9) * wick * Math.min(1, after / 5, left / 5);
    return Math.min(course.high, Math.max(course.low, near));
  }

  function prices(index: number): MinutePrices {
    const open = startOf(index);
    const close = startOf(index + 1);
    const high = Math.min(course.high, Math.max(open, close) + wick * unit(course.seed, channel.minuteHigh, index));
    const low = Math.max(course.low, Math.min(open, close) - wick * unit(course.seed, channel.minuteLow, index));
    return { open, high, low, close };
  }

  function rangeBetween(from: number, index: number): Range | undefined {
    const known = ranges.get(from) ?? [];
    ranges.set(from, known);
    for (let next = from + known.length; next <= index; next += 1) known.push(widest(prices(next), known.at(-1)));
    return known[index - from];
  }

  /** Several minutes from `from` on as of the end of the slot; the minute is not before `from`. */
  function sinceUntil(from: number, index: number, slot: number): Bar {
    const minute = traded(prices(index), slot);
    const { high, low } = widest(minute, rangeBetween(from, index - 1));
    const before = from === 0 ? 0 : volumes.until(from - 1, slots - 1);
    const { open } = from === 0 ? course : prices(from);
    return snapped({ open, high, low, close: minute.close, volume: volumes.until(index, slot) - before });
  }

  const snapped = (bar: Bar): Bar => ({
    open: grid.snap(bar.open),
    high: grid.snap(bar.high),
    low: grid.snap(bar.low),
    close: grid.snap(bar.close),
    volume: piece * bar.volume,
  });

  return {
    hours: of,
    /** The whole day, as it will be at its end. */
    bar: snapped({ ...course, volume: of.minutes * slots + extra }),
    /** The whole minute with this index, counted over all segments. */
    minute: (index: number): Bar => snapped({ ...prices(index), volume: volumes.ofMinute(index) }),
    /** The minute as of the end of the slot. */
    minuteUntil: (index: number, slot: number): Bar => snapped({ ...traded(prices(index), slot), volume: volumes.inMinute(index, slot) }),
    sinceUntil,
    /** The day as of the end of the slot. */
    until: (index: number, slot: number): Bar => sinceUntil(0, index, slot),
    /** Price of one slot. */
    price: (index: number, slot: number): number => grid.snap(traded(prices(index), slot).close),
    /** The volume of one slot. */
    volumeAt: (index: number, slot: number): number => {
      const before = slot > 0 ? volumes.until(index, slot - 1) : index > 0 ? volumes.until(index - 1, slots - 1) : 0;
      return piece * (volumes.until(index, slot) - before);
    },
  };
}

/** Before rounding to ticks. */
interface Range {
  readonly high: number;
  readonly low: number;
}

interface MinutePrices extends Range {
  readonly open: number;
  readonly close: number;
}

function widest(one: Range, other: Range | undefined): Range {
  return other === undefined ? one : { high: Math.max(one.high, other.high), low: Math.min(one.low, other.low) };
}

/** The slots of a minute at which its price turns. */
const turnsAt = [0, slots / 3, (slots * 2) / 3, slots - 1] as const;

/** A minute as of one of its slots: its price goes in straight lines from the open to one extreme, to the other one, and to the close. */
function traded({ open, high, low, close }: MinutePrices, slot: number): MinutePrices {
  const turns = close < open ? [open, high, low, close] : [open, low, high, close];
  const passed = turns.filter((_, turn) => (turnsAt[turn] ?? 0) <= slot);
  const [from, fromAt] = [passed.at(-1) ?? open, turnsAt[passed.length - 1] ?? 0];
  const [to, toAt] = [turns[passed.length] ?? from, turnsAt[passed.length] ?? slots];
  const price = from + ((to - from) * (slot - fromAt)) / (toAt - fromAt);
  return { open, high: Math.max(...passed, price), low: Math.min(...passed, price), close: price };
}

/** The number of pieces traded at each time of a day. */
class Volumes {
  constructor(
    private readonly seed: number,
    private readonly minutes: number,
    private readonly extra: number,
  ) {}

  ofMinute(index: number): number {
    return slots + this.#extraBefore(index + 1) - this.#extraBefore(index);
  }

  /** From the start of a minute to the end of the slot. */
  inMinute(index: number, slot: number): number {
    const more = this.ofMinute(index) - slots;
    const done = slot + 1;
    const jitter = done === slots ? 0 : (0.4 * signed(this.seed, channel.slotVolume, index * slots + done)) / slots;
    return done + Math.max(0, Math.floor(more * (done / slots + jitter)));
  }

  /** From the start of the day to the end of the slot. */
  until(index: number, slot: number): number {
    return index * slots + this.#extraBefore(index) + this.inMinute(index, slot);
  }

  /** Additional pieces before a minute: more at the start and the end of the day, and never decreasing. */
  #extraBefore(index: number): number {
    const at = index / this.minutes;
    const isEdge = index === 0 || index === this.minutes;
    const jitter = isEdge ? 0 : (0.25 * signed(this.seed, channel.minuteVolume, index)) / this.minutes;
    return Math.floor(this.extra * (0.6 * at + 0.2 * ((2 * at - 1) ** 3 + 1) + jitter));
  }
}
