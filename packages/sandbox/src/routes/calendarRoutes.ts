import type { CalendarEntry, EntryKind } from '../world/calendar/calendarEntry';
import type { Wrapping } from '../world/calendar/matching';
import { highlighted, wordsOf } from '../world/calendar/matching';
import { entryKinds } from '../world/calendar/calendarEntry';
import { isCivilDate } from '../dates/civilDate';
import { hash32 } from '../random';
import type { World } from '../world/world';
import type { SandboxOptions, SandboxRequest } from '../types';
import { answerQuote, invalidParameter } from './envelopes';
import { pageOf } from './paging';
import { failOnReserved, integerIn, optionalInteger, optionalText, requiredText } from './query';
import type { RouteContext } from './routeContext';

const searchLimit = { standard: 20, maximum: 30 };
const hotLimit = { standard: 10, maximum: 20 };
const hotZone = 'Asia/Shanghai';
const economicEvent: EntryKind = 3;
/** A like-live service shows no more events for most days. */
const fewHot = 3;

type EventRecord = Readonly<Record<string, string | number | null>>;

function common(entry: CalendarEntry, text: string): EventRecord {
  const { star, time, country, currency, unit } = entry;
  return { event_text: text, star, event_time: time, country, currency, unit };
}

/** Spec, Economic calendar event, as returned by the search: values of economic events and unreleased values are null. */
function searchRecord(entry: CalendarEntry, text: string, nowMs: number): EventRecord {
  const isEvent = entry.kind === economicEvent;
  const released = entry.time * 1000 <= nowMs;
  return {
    ...common(entry, text),
    previous: isEvent ? null : entry.previous,
    predictive: isEvent ? null : entry.predictive,
    announce: isEvent || !released ? null : entry.actual,
    unique_id: entry.uniqueId,
    detail_url: entry.detailUrl,
  };
}

/** The same as returned by the hot list: unreleased values are empty, and the ID is sometimes missing. */
function hotRecord(entry: CalendarEntry, nowMs: number): EventRecord {
  return {
    ...common(entry, entry.text),
    previous: entry.previous,
    predictive: entry.predictive,
    announce: entry.time * 1000 <= nowMs ? entry.actual : '',
    unique_id: hash32(entry.uniqueId) % 7 === 0 ? null : entry.uniqueId,
    detail_url: entry.detailUrl,
  };
}

function searchKind(context: SandboxRequest): EntryKind {
  const value = integerIn('search_type', requiredText(context, 'search_type'), 1, 4);
  const kind = entryKinds.find((candidate) => candidate === value);
  if (kind === undefined) {
    throw invalidParameter('search_type must be an integer from 1 to 4');
  }
  return kind;
}

/** Whether the newest come first; the parameter applies only to market closures and economic events. */
function isDescending(context: SandboxRequest, kind: EntryKind): boolean {
  return (kind === 2 || kind === 3) && optionalInteger(context, 'time_order_type', 0, 0, 1) === 1;
}

function wrappingOf({ strict, likeLive }: SandboxOptions): Wrapping {
  if (strict) return 'whole';
  return likeLive ? 'apart' : 'sometimes apart';
}

function search({ tools, world }: RouteContext, context: SandboxRequest): object {
  const keyword = requiredText(context, 'keyword');
  const kind = searchKind(context);
  const limit = optionalInteger(context, 'limit', searchLimit.standard, 1, searchLimit.maximum);
  const descending = isDescending(context, kind);
  const cursor = optionalText(context, 'next_key') ?? '';
  failOnReserved(keyword);
  const byTime = world().calendar().search(keyword, kind, descending);
  const found = tools.options.likeLive && kind === 1 ? byRelevance(byTime, keyword) : byTime;
  const { items, pagination } = pageOf(tools, found, `search/${String(kind)}/${String(descending)}/${keyword}`, cursor, limit);
  const { likeLive } = tools.options;
  const wrapping = wrappingOf(tools.options);
  const records = items.map((entry) => searchRecord(entry, highlighted(entry.text, wordsOf(keyword), wrapping), tools.now()));
  return { data: likeLive ? records.map((record) => ({ ...record, currency: null })) : records, pagination };
}

function hotDate(context: SandboxRequest, world: World, zone: string, nowMs: number): string {
  const text = optionalText(context, 'date');
  if (text === undefined) {
    return world.zoned.dateAt(nowMs, zone);
  }
  const date = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  if (text.length !== 8 || !isCivilDate(date)) {
    throw invalidParameter('date must have the format yyyyMMdd');
  }
  return date;
}

function hot({ tools, world }: RouteContext, context: SandboxRequest): object {
  const limit = optionalInteger(context, 'limit', hotLimit.standard, 1, hotLimit.maximum);
  const zone = optionalText(context, 'timezone') ?? hotZone;
  failOnReserved(zone);
  if (tools.options.likeLive && !isExactZoneName(zone)) {
    return { data: [], pagination: { has_more: false, next_key: '-1' } };
  }
  if (!world().zoned.isZone(zone)) {
    throw invalidParameter('timezone is not known');
  }
  const date = hotDate(context, world(), zone, tools.now());
  const cursor = optionalText(context, 'next_key') ?? '';
  const { likeLive } = tools.options;
  const all = world().calendar().hot(date, zone);
  const { items, pagination } = pageOf(tools, likeLive ? all.slice(0, fewHot) : all, `hot/${date}/${zone}`, cursor, limit);
  const records = items.map((entry) => hotRecord(entry, tools.now()));
  return { data: likeLive ? records.map((record) => ({ ...record, currency: null })) : records, pagination };
}

/** Spec, GET /api/v1.0/quote/economic-calendar/search and GET /api/v1.0/quote/economic-calendar/hot. */
export function registerCalendarRoutes(route: RouteContext): void {
  const { app, tools } = route;
  const authorize = tools.authorize('quote:read');
  app.get('/api/v1.0/quote/economic-calendar/search', authorize, (context) =>
    answerQuote(context, 'ret_code', () => search(route, context)),
  );
  app.get('/api/v1.0/quote/economic-calendar/hot', authorize, (context) => answerQuote(context, 'ret_code', () => hot(route, context)));
}

/** Ranks entries like a search engine: by the keyword's position, its share of the text, and the entry's importance; never by time. */
function byRelevance(entries: readonly CalendarEntry[], keyword: string): readonly CalendarEntry[] {
  const wanted = keyword.trim().toLowerCase();
  const rank = ({ text, star, uniqueId }: CalendarEntry): number => {
    const at = text.toLowerCase().indexOf(wanted);
    return (at < 0 ? 1000 : at) + text.length * 2 - star * 5 + (hash32(uniqueId) % 97) / 100;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** Whether a zone is written as in the zone database: `utc` and `asia/tokyo` are not. */
function isExactZoneName(zone: string): boolean {
  return zone === 'UTC' || /^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z]+(?:[_-][A-Za-z]+)*)+$/.test(zone);
}
