import { canonicalCode } from '../../domain/market/security';
import * as v from 'valibot';
import { historyOf, indicatorsIn } from '../../domain/calendar/indicatorHistory';
import { searchLimits } from '../../domain/calendar/calendarQuery';
import { isSameIndicator, searchWords } from '../../domain/calendar/indicatorName';
import { plainText } from '../../domain/text/segments';
import { searchPart } from '../../service/endpoints/sources';
import { seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import type { CalendarEvent } from '../../service/records';
import { listReport } from '../platform/listReport';
import { CandleSeries } from '../security/candleSeries';
import { toldEvent } from './publicTools';
import { publicTool } from './readTool';

/** How many events are searched for the indicator, and for its releases. */
const mostLookedThrough = { first: 60, ofCountry: 600, releases: 2_000 } as const;

const HistoryInput = v.object({
  keyword: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(60)),
  country: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)), 24),
});
const CandlesInput = v.object({
  code: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(40)),
  period: v.optional(v.picklist(['1m', '5m', '15m', '60m', 'day', 'week', 'month']), 'day'),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(370)), 60),
});
const NoInput = v.object({});

/** Past releases of the first indicator that a keyword finds, and the names of the others. */
export const indicatorHistoryTool = publicTool(HistoryInput, async ({ keyword, country, limit }, { client, zone, nowMs, signal }) => {
  const search = async (words: string, wanted: number) =>
    readList([searchPart(async () => client, { keyword: words, searchType: 1, limit: searchLimits.most })], { signal, wanted });
  const wantedIn = (list: List<CalendarEvent>): readonly CalendarEvent[] =>
    indicatorsIn(seen(list).items)
      .filter((event) => country === undefined || event.country.toLowerCase() === country.toLowerCase())
      .toSorted((one, other) => other.star - one.star);
  let matches = await search(keyword, mostLookedThrough.first);
  // A country may come late among the events of all.
  if (country !== undefined && wantedIn(matches).length === 0 && seen(matches).gaps.some(({ kind }) => kind === 'more'))
    matches = await search(keyword, mostLookedThrough.ofCountry);
  const [indicator, ...others] = wantedIn(matches);
  if (indicator === undefined) return { releases: [], ...listReport(matches) };
  const list = await search(searchWords(indicator.text, indicator.country), mostLookedThrough.releases);
  const events = seen(list).items.filter((event) => isSameIndicator(indicator, event));
  const { past, next } = historyOf(indicator, events, nowMs);
  return {
    zone,
    indicator: named(indicator),
    ...(next === undefined ? {} : { next: toldEvent(next, zone) }),
    releases: past.slice(0, limit).map((event) => toldEvent(event, zone)),
    ...(past.length > limit ? { earlierReleases: past.length - limit } : {}),
    otherIndicators: others.slice(0, 10).map(named),
    ...listReport(list),
  };
});

/** The newest candles of a security, oldest first. */
export const candlesTool = publicTool(CandlesInput, async ({ code: typed, period, limit }, { client, nowMs, signal }) => {
  const code = canonicalCode(typed);
  const series = new CandleSeries({ symbol: code, period, adjustment: 'forward' }, { client: async () => client, nowMs: () => nowMs });
  await series.loadLatest(signal);
  if (!series.isOffered) return { notOffered: 'This service doesn’t provide charts.' };
  const { candles } = series;
  return { code, period, zone: series.zone, adjustment: 'forward', candles: candles.slice(-limit), isComplete: !series.hasGap };
});

/** The user's own watchlist, by group, as it is now. */
export const watchlistTool = {
  ...publicTool(NoInput, async (_input, { watchlist }) => ({ groups: watchlist().map(({ name, symbols }) => ({ name, symbols })) })),
  isKept: false,
};

function named({ text, country, unit }: CalendarEvent): object {
  return { text: plainText(text), country, unit };
}
