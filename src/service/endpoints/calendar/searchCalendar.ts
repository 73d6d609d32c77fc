import type { ListPage } from '../../schema/page';
import type { CalendarEvent, CalendarSearchQuery } from '../../records';
import { decodeCalendarPage } from './calendarEvent';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { emptyFirstPage } from '../page';
import { filled, get, rawQuery, wholeWithin } from '../rules';

const route = '/api/v1.0/quote/economic-calendar/search';
const searchLimit = { least: 1, most: 30 } as const;

/** Spec, GET /api/v1.0/quote/economic-calendar/search. */
export const searchCalendar: ReadEndpoint<CalendarSearchQuery, ListPage<CalendarEvent>> = {
  method: 'GET',
  route,
  empty: emptyFirstPage,
  build,
  decode: decodeCalendarPage,
};

function build({ keyword, searchType, limit, nextKey, order }: CalendarSearchQuery): RequestParts {
  filled('keyword', keyword);
  wholeWithin('search_type', searchType, 1, 4);
  if (limit !== undefined) wholeWithin('limit', limit, searchLimit.least, searchLimit.most);
  return get(
    route,
    rawQuery([
      ['keyword', keyword],
      ['search_type', searchType],
      ['limit', limit],
      ['next_key', nextKey === '' ? undefined : nextKey],
      ['time_order_type', timeOrder(searchType, order)],
    ]),
  );
}

/** The order applies to search types 2 and 3 only; it is not sent with the others. */
function timeOrder(searchType: number, order: CalendarSearchQuery['order']): number | undefined {
  if (order === undefined || (searchType !== 2 && searchType !== 3)) return undefined;
  return order === 'descending' ? 1 : 0;
}
