import type { HotForm, SearchForm } from '../../domain/calendar/calendarQuery';
import { basicDate, canonicalZone, isTimeZone } from '../../domain/time/zones';
import { InvalidInputError } from '../../service/errors';
import { PagedList } from '../../service/lists/pagedList';
import type { ListChange, ListSnapshot, PagedState } from '../../service/lists/pagedList';
import type { ListPart } from '../../service/lists/readList';
import { hotPart, searchPart } from '../../service/endpoints/sources';
import type { ClientSource } from '../../service/endpoints/sources';
import type { CalendarEvent } from '../../service/records';
import { Emitter } from '../platform/emitter';
import type { Disposable, MachineClock } from '../platform/ports';
import { identityOf } from '../session/connection';
import type { ServiceAccess } from '../session/serviceAccess';

/** A hot list request with its date fixed, so that all its pages are for one day. */
export interface HotQuery extends HotForm {
  readonly date: string;
  /** True when the date was given as "today". */
  readonly isToday: boolean;
}

export type CalendarState<Q> = PagedState<Q, CalendarEvent>;
export type CalendarSnapshot<Q> = ListSnapshot<Q, CalendarEvent>;

type Access = Pick<ServiceAccess, 'client' | 'current'>;
type Clock = Pick<MachineClock, 'wallMs' | 'monotonicMs'>;

/** A list of calendar events that is read page by page, on demand. */
export class CalendarList<Q> extends PagedList<Q, CalendarEvent> implements Disposable {
  readonly #changed: Emitter<ListChange>;
  readonly onDidChange: Emitter<ListChange>['event'];

  constructor(access: Access, clock: Clock, part: (query: Q, source: ClientSource) => ListPart<CalendarEvent>) {
    const changed = new Emitter<ListChange>();
    super({
      part: (query) => part(query, async () => access.client()),
      clock,
      identity: () => identityOf(access.current),
      changed: (change) => changed.fire(change),
    });
    this.#changed = changed;
    this.onDidChange = changed.event;
  }

  override dispose(): void {
    super.dispose();
    this.#changed.dispose();
  }
}

/** The search list (Spec, GET /api/v1.0/quote/economic-calendar/search). */
export function createSearchList(access: Access, clock: Clock): CalendarList<SearchForm> {
  return new CalendarList<SearchForm>(access, clock, ({ keyword, searchType, order, pageSize }, source) =>
    searchPart(source, { keyword: keyword.trim(), searchType, order, limit: pageSize }),
  );
}

/** The hot list (Spec, GET /api/v1.0/quote/economic-calendar/hot): date and zone always travel together. */
export function createHotList(access: Access, clock: Clock): CalendarList<HotQuery> {
  return new CalendarList<HotQuery>(access, clock, ({ date, zone, pageSize }, source) => {
    if (!isTimeZone(zone)) throw new InvalidInputError('timezone', 'time-zone');
    return hotPart(source, { date, timeZone: canonicalZone(zone), limit: pageSize });
  });
}

/** The query as it is asked now: one for today moves on to the next day once its own has ended. */
export function queryNow(query: HotQuery, now: number): HotQuery {
  if (!query.isToday || !isTimeZone(query.zone)) return query;
  const date = basicDate(query.zone, now);
  return date === query.date ? query : { ...query, date };
}

/** Resolves "today" in the form's zone. */
export function hotQuery(form: HotForm, now: number): HotQuery {
  return { ...form, date: form.date ?? basicDate(form.zone, now), isToday: form.date === null };
}
