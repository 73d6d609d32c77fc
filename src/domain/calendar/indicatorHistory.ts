import type { CalendarEvent } from '../../service/records';
import type { UnixMilliseconds } from '../../service/schema/units';
import { plainText } from '../text/segments';
import { indicatorKey, isSameIndicator } from './indicatorName';
import { compareWithForecast, hasValue } from './surprise';

/** An indicator, named as in one of its releases. */
export type Indicator = Pick<CalendarEvent, 'text' | 'country' | 'unit'>;

export interface History {
  /** Published releases, the latest first. */
  readonly past: readonly CalendarEvent[];
  /** The next planned one; undefined if none is known. */
  readonly next: CalendarEvent | undefined;
}

/** The releases of one indicator among `events`, each once. A release is published when it has a value or its time has passed. */
export function historyOf(indicator: Indicator, events: readonly CalendarEvent[], nowMs: UnixMilliseconds): History {
  const releases = new Map<string, CalendarEvent>();
  for (const event of events) if (isSameIndicator(indicator, event)) releases.set(`${String(event.time)} ${plainText(event.text)}`, event);
  const sorted = [...releases.values()].toSorted((one, other) => other.time - one.time);
  const isOut = ({ announce, time }: CalendarEvent): boolean => hasValue(announce) || time * 1000 <= nowMs;
  return { past: sorted.filter(isOut), next: sorted.findLast((event) => !isOut(event)) };
}

export interface SurpriseCounts {
  readonly above: number;
  readonly below: number;
  readonly inLine: number;
  /** Releases that cannot be compared: a value is missing or not a number. */
  readonly none: number;
}

interface Values {
  readonly actual: string | null;
  readonly forecast: string | null;
}

/** How often the actual value was above and below its forecast. Neither is good or bad. */
export function countSurprises(releases: readonly Values[], unit: string | null): SurpriseCounts {
  const counts = { above: 0, below: 0, inLine: 0, none: 0 };
  for (const { actual, forecast } of releases) counts[compareWithForecast(actual, forecast, unit) ?? 'none'] += 1;
  return counts;
}

/** Each indicator among events once, named as in its first release. */
export function indicatorsIn<T extends Indicator>(events: readonly T[]): readonly T[] {
  const known = new Map<string, T>();
  for (const event of events) {
    const key = indicatorKey(event);
    if (!known.has(key)) known.set(key, event);
  }
  return [...known.values()];
}
