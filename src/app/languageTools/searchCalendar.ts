import * as v from 'valibot';
import { searchLimits } from '../../domain/calendar/calendarQuery';
import { areDays, eventZone } from '../../domain/calendar/closureDay';
import { basicDate, dayNumber, dayOfDate, startOfDay, wallDateTime } from '../../domain/time/zones';
import { listOf, seen } from '../../service/lists/list';
import { observedPart, readList } from '../../service/lists/readList';
import { searchPart } from '../../service/endpoints/sources';
import type { CalendarEvent, SearchType } from '../../service/records';
import { listReport } from '../platform/listReport';
import { toldEvent, utcText } from './publicTools';
import { IsoDate, publicTool } from './readTool';

const searchTypeNumbers: Readonly<Record<string, SearchType>> = {
  economicData: 1,
  marketClosure: 2,
  economicEvent: 3,
  corporateAction: 4,
};

/** Services begin with the oldest event and cannot filter by date: this many events are read to reach the requested ones. */
const mostRead = 1_500;

const SearchInput = v.pipe(
  v.object({
    // No longer than a search needs: it is sent without asking, and must not carry the content of a file.
    keyword: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60)),
    type: v.optional(v.picklist(Object.keys(searchTypeNumbers)), 'economicData'),
    from: v.optional(IsoDate),
    to: v.optional(IsoDate),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 30),
    offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostRead)), 0),
  }),
  v.forward(
    v.check(({ from = '', to }) => to === undefined || from <= to, 'a date that is not before from'),
    ['to'],
  ),
);

/** Unix milliseconds; the end is exclusive. */
interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Finds events between two days in the user's zone, from today on if no day is given (Spec, GET /api/v1.0/quote/economic-calendar/search). */
export const searchCalendarTool = publicTool(SearchInput, async (input, { client, zone, nowMs, signal }) => {
  const { keyword, type, limit, offset } = input;
  const searchType = searchTypeNumbers[type] ?? 1;
  const days = areDays(searchType);
  const asked = spanOf(input, zone, nowMs);
  // The day of an exchange begins elsewhere in the world: an event may be that much earlier or later, and still be on a day that is asked for.
  const isAsked = (event: CalendarEvent): boolean => (days ? isOnDays(event, asked, zone) : isIn(event, asked));
  const untilMs = asked.untilMs + (days ? widestMs : 0);
  const read: CalendarEvent[] = [];
  const part = searchPart(async () => client, { keyword, searchType, limit: searchLimits.most });
  const isPast = (): boolean => inOrder(read) && (read.at(-1)?.time ?? 0) * 1000 >= untilMs;
  const isFull = (): boolean => inOrder(read) && read.filter(isAsked).length > offset + limit;
  const list = await readList([observedPart(part, () => (items) => void read.push(...items))], {
    signal,
    isEnough: () => read.length >= mostRead || isPast() || isFull(),
  });
  const { items, gaps, isOffered } = seen(list);
  const found = items.filter(isAsked).toSorted((one, other) => one.time - other.time);
  const events = found.slice(offset, offset + limit);
  const nextOffset = found.length > offset + limit ? offset + limit : undefined;
  // Events after the last day were not requested.
  const lacks = gaps.filter(({ kind }) => kind !== 'more' || (nextOffset === undefined && !isPast()));
  const shown = listOf(events, nextOffset === undefined ? lacks : [...lacks, { kind: 'more', part: '' }], undefined);
  return {
    zone,
    now: wallDateTime(zone, nowMs),
    nowUtc: utcText(nowMs),
    events: events.map((event) => toldEvent(event, zone, { areDays: days })),
    ...(nextOffset === undefined ? {} : { nextOffset }),
    ...listReport(isOffered ? shown : list),
  };
});

function spanOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }, zone: string, nowMs: number): Span {
  const day = (date: string): number => dayOfDate(date) ?? 0;
  const today = day(basicDate(zone, nowMs));
  const last = to === undefined ? undefined : day(to);
  // A last day in the past requests past events.
  const first = from === undefined ? (last === undefined || last >= today ? today : undefined) : day(from);
  return {
    fromMs: first === undefined ? Number.NEGATIVE_INFINITY : startOfDay(zone, first),
    untilMs: last === undefined ? Number.POSITIVE_INFINITY : startOfDay(zone, last + 1),
  };
}

function isIn({ time }: CalendarEvent, { fromMs, untilMs }: Span): boolean {
  return time * 1000 >= fromMs && time * 1000 < untilMs;
}

/** Zones are up to 26 hours apart. */
const widestMs = 26 * 3_600_000;

/** Whether the date of an event at its exchange is one of the days of a span, which begins and ends with days of the user’s zone. */
function isOnDays(event: CalendarEvent, { fromMs, untilMs }: Span, zone: string): boolean {
  const own = eventZone(event);
  if (own === undefined) return isIn(event, { fromMs, untilMs });
  const day = dayNumber(own, event.time * 1000);
  const isFrom = fromMs === Number.NEGATIVE_INFINITY || day >= dayNumber(zone, fromMs);
  return isFrom && (untilMs === Number.POSITIVE_INFINITY || day < dayNumber(zone, untilMs));
}

/** Some services order by relevance: only the complete list then shows what is in a span. */
function inOrder(events: readonly CalendarEvent[]): boolean {
  return events.every(({ time }, index) => index === 0 || time >= (events[index - 1]?.time ?? 0));
}
