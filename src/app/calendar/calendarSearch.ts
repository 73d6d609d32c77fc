import { checkHot, checkSearch, orderApplies } from '../../domain/calendar/calendarQuery';
import type { FieldProblem, HotForm, SearchForm } from '../../domain/calendar/calendarQuery';
import { basicDate } from '../../domain/time/zones';
import { InvalidInputError } from '../../service/errors';
import type { FetchCalendarPage } from './calendarFeed';
import { CalendarFeed } from './calendarFeed';
import type { MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

/** A hot list request with its date settled, so that all its pages are of one day. */
export interface HotQuery extends HotForm {
  readonly date: string;
  /** True when the date was asked for as "today". */
  readonly isToday: boolean;
}

type ClientSource = Pick<ServiceAccess, 'client'>;

/** @throws {@link InvalidInputError} naming the wire field of the first rule that is broken; nothing is sent then. */
function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first !== undefined) throw new InvalidInputError(first.field, first.rule);
}

/** The search list (Spec, GET /api/v1.0/quote/economic-calendar/search). */
export function createSearchFeed(access: ClientSource, clock: Pick<MachineClock, 'wallMs'>): CalendarFeed<SearchForm> {
  const fetchPage: FetchCalendarPage<SearchForm> = async (form, nextKey, signal) => {
    refuse(checkSearch(form));
    const client = await access.client();
    signal.throwIfAborted();
    const order = orderApplies(form.searchType) ? { order: form.order } : {};
    return client.searchCalendar(
      { keyword: form.keyword.trim(), searchType: form.searchType, limit: form.pageSize, nextKey, ...order },
      { signal },
    );
  };
  return new CalendarFeed(fetchPage, clock);
}

/** The hot list (Spec, GET /api/v1.0/quote/economic-calendar/hot): date and zone always travel together. */
export function createHotFeed(access: ClientSource, clock: Pick<MachineClock, 'wallMs'>): CalendarFeed<HotQuery> {
  const fetchPage: FetchCalendarPage<HotQuery> = async (query, nextKey, signal) => {
    refuse(checkHot(query));
    const client = await access.client();
    signal.throwIfAborted();
    return client.hotCalendar({ date: query.date, timeZone: query.zone, limit: query.pageSize, nextKey }, { signal });
  };
  return new CalendarFeed(fetchPage, clock);
}

/** Settles "today" in the zone of the form. */
export function hotQuery(form: HotForm, now: number): HotQuery {
  return { ...form, date: form.date ?? basicDate(form.zone, now), isToday: form.date === null };
}
