import { InvalidInputError } from '../../errors';
import type { ListPage } from '../../schema/page';
import type { CalendarEvent, HotCalendarQuery } from '../../records';
import { decodeCalendarPage } from './calendarEvent';
import type { ReadEndpoint, RequestParts } from '../endpoint';
import { emptyFirstPage } from '../page';
import { basicDay, get, rawQuery, wholeWithin } from '../rules';

const route = '/api/v1.0/quote/economic-calendar/hot';
const hotLimit = { least: 1, most: 20 } as const;

/** Spec, GET /api/v1.0/quote/economic-calendar/hot. */
export const hotCalendar: ReadEndpoint<HotCalendarQuery, ListPage<CalendarEvent>> = {
  method: 'GET',
  route,
  empty: emptyFirstPage,
  build,
  decode: decodeCalendarPage,
};

function build({ limit, nextKey, date, timeZone }: HotCalendarQuery): RequestParts {
  if (limit !== undefined) wholeWithin('limit', limit, hotLimit.least, hotLimit.most);
  if (date !== undefined) basicDay('date', date);
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(timeZone)) throw new InvalidInputError('timezone', 'time-zone');
  return get(
    route,
    rawQuery([
      ['limit', limit],
      ['next_key', nextKey === '' ? undefined : nextKey],
      ['date', date],
      ['timezone', timeZone],
    ]),
  );
}
