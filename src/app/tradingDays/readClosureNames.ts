import { searchLimits } from '../../domain/calendar/calendarQuery';
import { closureKeywords, closureNames } from '../../domain/tradingDays/closureNames';
import { seen } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { searchPart } from '../../service/endpoints/sources';
import type { IsoDate } from '../../service/schema/units';
import type { ServiceAccess } from '../session/serviceAccess';

export interface ClosureNamesQuery {
  readonly market: string;
  readonly language: string;
}

/** One market has about twenty closures a year. */
const mostRead = 240;

/**
 * Looks up the names of a market's closing days in the calendar. The trading days themselves have no names, and a calendar may have none
 * either: then the days have no names.
 *
 * @returns names by day. Never rejects: days can be shown without names.
 */
export async function readClosureNames(
  access: Pick<ServiceAccess, 'client'>,
  { market, language }: ClosureNamesQuery,
  signal: AbortSignal,
): Promise<ReadonlyMap<IsoDate, string>> {
  for (const keyword of closureKeywords(market, language)) {
    const query = { keyword, searchType: 2, limit: searchLimits.most, order: 'ascending' } as const;
    const list = await readList([searchPart(async () => access.client(), query)], { signal, wanted: mostRead }).catch(() => undefined);
    if (list === undefined) return new Map();
    const { items, gaps } = seen(list);
    const names = closureNames(items, market);
    if (names.size > 0 || gaps.some(({ kind }) => kind === 'failed')) return names;
  }
  return new Map();
}
