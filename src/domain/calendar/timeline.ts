import type { UnixMilliseconds, UnixSeconds } from '../../service/schema/units';
import { dayNumber, offsetMs } from '../time/zones';

/** One line of the calendar's list. `event` points into the list of events. */
export type TimelineItem =
  { readonly kind: 'day'; readonly day: number } | { readonly kind: 'now' } | { readonly kind: 'event'; readonly index: number };

export interface TimelineOptions {
  readonly zone: string;
  readonly now: UnixMilliseconds;
  /** Puts a header before the first event of each day; off for a list that is not sorted by time. */
  readonly days: boolean;
  /** Events for which this is false are left out. */
  readonly keep?: (index: number) => boolean;
  /** True when nothing can follow the last event, so that a "now" after it is certain. */
  readonly complete: boolean;
}

const dayMs = 86_400_000;

/**
 * A {@link dayNumber} that remembers. On a day of UTC that begins and ends with the same offset every instant has it, so a year
 * of events needs a few hundred zone look-ups; only on the days of a clock change is each event looked up.
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
 * Lays events out under day headers, with a line where the present is.
 *
 * The order of the events is the service's and is kept, ascending or descending. The "now" line stands between the
 * last past and the first future event, at the end only if the list is complete, and never in a list without days. A list whose
 * times are in no order, such as one ranked by relevance, gets neither days nor "now".
 */
export function buildTimeline(
  times: readonly UnixSeconds[],
  options: TimelineOptions,
  dayOf = createDayFinder(options.zone),
): readonly TimelineItem[] {
  const items: TimelineItem[] = [];
  const kept: number[] = [];
  for (let index = 0; index < times.length; index += 1) if (options.keep?.(index) ?? true) kept.push(index);
  const days = options.days && isInTimeOrder(times);
  const nowBefore = days ? placeOfNow(times, kept, options) : undefined;
  let day: number | undefined;
  kept.forEach((index, position) => {
    if (position === nowBefore) items.push({ kind: 'now' });
    const own = dayOf(times[index] ?? 0);
    if (days && own !== day) items.push({ kind: 'day', day: own });
    day = own;
    items.push({ kind: 'event', index });
  });
  if (nowBefore === kept.length && kept.length > 0) items.push({ kind: 'now' });
  return items;
}

/** True for times that only rise or only fall. Lists of a service may be ranked otherwise. */
export function isInTimeOrder(times: readonly UnixSeconds[]): boolean {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

/** Position in `kept` before which "now" belongs; undefined when the list does not show it. */
function placeOfNow(times: readonly UnixSeconds[], kept: readonly number[], { now, complete }: TimelineOptions): number | undefined {
  if (kept.length === 0) return undefined;
  const isPast = (position: number): boolean => (times[kept[position] ?? 0] ?? 0) * 1000 <= now;
  const descending = (times[kept.at(-1) ?? 0] ?? 0) < (times[kept[0] ?? 0] ?? 0);
  const first = kept.findIndex((_, position) => (descending ? isPast(position) : !isPast(position)));
  if (first === -1) return complete ? kept.length : undefined;
  return first;
}
