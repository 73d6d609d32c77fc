import type { UnixMilliseconds, UnixSeconds } from '../../service/schema/units';
import { dayNumber, offsetMs } from '../time/zones';

/** One line of the calendar's list. `event` points into the list of events. */
export type TimelineItem =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'now' }
  | { readonly kind: 'event'; readonly index: number };

export interface TimelineOptions {
  readonly zone: string;
  readonly now: UnixMilliseconds;
  /** Puts a header before the first event of each day; off for a list that is not sorted by time. */
  readonly days: boolean;
  /** Returns false for events to leave out. */
  readonly keep?: (index: number) => boolean;
  /** True when no more events can follow the last one, so that a "now" after it is certain. */
  readonly complete: boolean;
  /** Indexes of the events in display order; as given if left out. */
  readonly order?: readonly number[];
  /** Whether a line marks the present; same as `days` if left out. */
  readonly hasNow?: boolean;
  /** The day of an event that has its own, in every zone: a market closure is a date, not an instant. */
  readonly ownDay?: (index: number) => OwnDay | undefined;
}

export interface OwnDay {
  readonly day: number;
  /** The day is over in its own place. */
  readonly isPast: boolean;
}

const dayMs = 86_400_000;

/**
 * A {@link dayNumber} with a cache. If a UTC day begins and ends with the same offset, every instant of it has that offset, so a year of events
 * needs a few hundred zone look-ups; events are looked up individually only on days of a clock change.
 */
export function createDayFinder(zone: string): (time: UnixSeconds) => number {
  const offsets = new Map<number, number | 'changes'>();
  const offsetOf = (utcDay: number): number | 'changes' => {
    const known = offsets.get(utcDay);
    if (known !== undefined) return known;
    const first = offsetMs(zone, utcDay * dayMs);
    const found = first === offsetMs(zone, (utcDay + 1) * dayMs) ? first : 'changes';
    offsets.set(utcDay, found);
    return found;
  };
  return (time) => {
    const at = time * 1000;
    const offset = offsetOf(Math.floor(at / dayMs));
    return offset === 'changes' ? dayNumber(zone, at) : Math.floor((at + offset) / dayMs);
  };
}

/**
 * Lays out events under day headers, with a line at the present.
 *
 * The order of the events is the service's unless `order` gives another, ascending or descending. The "now" line is between the last past and
 * the first future event, and at the end only if the list is complete. A list that is not ordered by time, such as one ranked by relevance,
 * gets neither days nor "now".
 */
export function buildTimeline(
  times: readonly UnixSeconds[],
  options: TimelineOptions,
  dayOf = createDayFinder(options.zone),
): readonly TimelineItem[] {
  const items: TimelineItem[] = [];
  const kept = (options.order ?? times.map((_, index) => index)).filter((index) => options.keep?.(index) ?? true);
  const isOrdered = options.order !== undefined || options.ownDay !== undefined || isInTimeOrder(times);
  const hasDays = options.days && isOrdered;
  const nowBefore = isOrdered && (options.hasNow ?? options.days) ? placeOfNow(times, kept, options) : undefined;
  let day: number | undefined;
  kept.forEach((index, position) => {
    if (position === nowBefore) items.push({ kind: 'now' });
    const own = options.ownDay?.(index)?.day ?? dayOf(times[index] ?? 0);
    if (hasDays && own !== day) items.push({ kind: 'day', day: own });
    day = own;
    items.push({ kind: 'event', index });
  });
  if (nowBefore === kept.length && kept.length > 0) items.push({ kind: 'now' });
  return items;
}

/** True for times that only rise or only fall. A service may rank its lists differently. */
export function isInTimeOrder(times: readonly UnixSeconds[]): boolean {
  return timeOrderOf(times) !== 'none';
}

/** Position in `kept` before which "now" belongs; undefined when the list does not show it. */
function placeOfNow(
  times: readonly UnixSeconds[],
  kept: readonly number[],
  { now, complete, ownDay }: TimelineOptions,
): number | undefined {
  const [head] = kept;
  const tail = kept.at(-1);
  if (head === undefined || tail === undefined) return undefined;
  const isPast = (index: number): boolean => ownDay?.(index)?.isPast ?? (times[index] ?? 0) * 1000 <= now;
  const descending = (times[tail] ?? 0) < (times[head] ?? 0);
  const first = kept.findIndex((index) => isPast(index) === descending);
  if (first === -1) return complete ? kept.length : undefined;
  return first;
}

export type TimeOrder = 'ascending' | 'descending' | 'none';

/** The order of a list's times. A search is specified as sorted by time; services have been seen to sort by relevance. */
export function timeOrderOf(times: readonly UnixSeconds[]): TimeOrder {
  let order: TimeOrder | undefined;
  for (let index = 1; index < times.length; index += 1) {
    const step = (times[index] ?? 0) - (times[index - 1] ?? 0);
    if (step === 0) continue;
    const direction = step > 0 ? 'ascending' : 'descending';
    if (order !== undefined && order !== direction) return 'none';
    order = direction;
  }
  return order ?? 'ascending';
}

/** The order of a day's releases: by time, and for equal times the more important first. */
export function byTimeAndImpact(
  one: { readonly time: UnixSeconds; readonly star: number },
  other: { readonly time: UnixSeconds; readonly star: number },
): number {
  return one.time - other.time || other.star - one.star;
}

/** Indexes ordered by time; for equal times the more important first, otherwise in the given order. */
export function orderByTime(events: readonly { readonly time: UnixSeconds; readonly star: number }[]): readonly number[] {
  const rank = (index: number): { readonly time: number; readonly star: number } => events[index] ?? { time: 0, star: 0 };
  return events.map((_, index) => index).sort((a, b) => rank(a).time - rank(b).time || rank(b).star - rank(a).star || a - b);
}
