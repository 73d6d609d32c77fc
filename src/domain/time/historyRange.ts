import type { IsoDate, UnixMicrosecondsText, UnixMilliseconds } from '../../service/schema/units';
import { dayNumber, dayOfDate, startOfDay } from './zones';

/** The range of a list of orders or fills: a number of whole calendar days of the user, ending today, or from one date to another. */
export type RangeChoice =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'dates'; readonly from: IsoDate; readonly to: IsoDate };

/** The ranges of days to choose from. */
export const rangeDays = [1, 7, 30, 90] as const;

/** Both ends are included. */
export interface HistoryRange {
  readonly start: UnixMicrosecondsText;
  readonly end: UnixMicrosecondsText;
  /** The range includes today. */
  readonly isCurrent: boolean;
}

/** @returns undefined for dates that don't exist or are in the wrong order. */
export function historyRange(choice: RangeChoice, zone: string, nowMs: UnixMilliseconds): HistoryRange | undefined {
  const today = dayNumber(zone, nowMs);
  const [from, to] = choice.kind === 'days' ? [today - choice.days + 1, today] : [dayOfDate(choice.from), dayOfDate(choice.to)];
  if (from === undefined || to === undefined || from < 0 || from > to) return undefined;
  return {
    start: `${String(startOfDay(zone, from))}000`,
    // The service's clock may be ahead of this one: the whole last day counts.
    end: `${String(startOfDay(zone, to + 1) - 1)}999`,
    isCurrent: from <= today && today <= to,
  };
}

/** Converts microseconds to milliseconds; undefined for any other text. */
export function microsecondsToMs(text: UnixMicrosecondsText): UnixMilliseconds | undefined {
  return /^\d{10,17}$/.test(text) ? Number(text.slice(0, -3)) : undefined;
}

/** Whether one of these times lies in the range, or none of them is known. */
export function isInRange({ start, end }: HistoryRange, ...times: readonly UnixMicrosecondsText[]): boolean {
  const known = times.filter((time) => /^\d{10,17}$/.test(time)).map(BigInt);
  return known.length === 0 || known.some((time) => time >= BigInt(start) && time <= BigInt(end));
}
