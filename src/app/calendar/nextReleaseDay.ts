import { byTimeAndImpact } from '../../domain/calendar/timeline';
import { hotLimits } from '../../domain/calendar/calendarQuery';
import { canonicalZone, shiftDate } from '../../domain/time/zones';
import { hotPart } from '../../service/endpoints/sources';
import type { ClientSource } from '../../service/endpoints/sources';
import { seen } from '../../service/lists/list';
import { readList, sharedPart } from '../../service/lists/readList';
import type { CalendarEvent } from '../../service/records';
import type { BasicDate } from '../../service/schema/units';

export interface Day {
  readonly date: BasicDate;
  readonly zone: string;
}

/** A day that has releases. */
export interface ReleaseDay extends Day {
  /** Ordered by time; never empty. */
  readonly events: readonly CalendarEvent[];
}

export type NextReleaseDay =
  /** `none`: none of the days read has a release. `unknown`: one of them could not be read completely. */
  { readonly kind: 'found'; readonly day: ReleaseDay } | { readonly kind: 'none' | 'unknown' };

/**
 * Reads the hot lists of the following days, one after the other, until one has releases.
 *
 * @param after - The days begin after this one.
 * @param days - How many are read at most.
 * @param sharedMs - What another window has read will do if it is no older, in milliseconds; 0 always asks the service.
 * @throws {@link ServiceError}
 */
export async function nextReleaseDay(
  source: ClientSource,
  after: Day,
  days: number,
  options: { readonly signal: AbortSignal; readonly sharedMs?: number },
): Promise<NextReleaseDay> {
  const { signal, sharedMs = 0 } = options;
  for (let ahead = 1; ahead <= days; ahead += 1) {
    const date = shiftDate(after.date, ahead) ?? after.date;
    const query = { date, timeZone: canonicalZone(after.zone), limit: hotLimits.most };
    const list = await readList([sharedPart(hotPart(source, query), () => sharedMs)], { signal });
    const { items } = seen(list);
    if (items.length > 0) return { kind: 'found', day: { date, zone: after.zone, events: [...items].sort(byTimeAndImpact) } };
    if (list.verdict !== 'complete') return { kind: 'unknown' };
  }
  return { kind: 'none' };
}
