import { isSearchType } from '../../domain/calendar/calendarQuery';
import type { SearchType, TimeOrder } from '../../domain/calendar/calendarQuery';
import { isTimeZone } from '../../domain/time/zones';
import type { ListName } from '../../panel/calendarProtocol';
import { isRecord } from '../../panel/messages';

/** Everything the user chose in the page; stored so that it survives hiding and reloading. */
export interface ViewState {
  tab: ListName;
  keyword: string;
  searchType: SearchType;
  order: TimeOrder;
  /** As typed; empty takes the setting. */
  pageSize: string;
  /** `yyyyMMdd`; null follows today. */
  hotDate: string | null;
  /** Null takes the setting. */
  zone: string | null;
  /** 1 shows all. */
  leastStars: number;
  /** Empty shows all. */
  country: string;
  scroll: Record<ListName, number>;
}

export function initialViewState(): ViewState {
  return {
    tab: 'search',
    keyword: '',
    searchType: 1,
    order: 'ascending',
    pageSize: '',
    hotDate: null,
    zone: null,
    leastStars: 1,
    country: '',
    scroll: { search: 0, hot: 0 },
  };
}

/** Reads a stored state; anything that does not fit is replaced by its default. */
export function readViewState(stored: unknown): ViewState {
  const state = initialViewState();
  if (!isRecord(stored)) return state;
  const { tab, keyword, searchType, order, pageSize, hotDate, zone, leastStars, country, scroll } = stored;
  if (tab === 'hot') state.tab = tab;
  if (typeof keyword === 'string') state.keyword = keyword;
  if (isSearchType(searchType)) state.searchType = searchType;
  if (order === 'descending') state.order = order;
  if (typeof pageSize === 'string') state.pageSize = pageSize;
  if (typeof hotDate === 'string' && /^\d{8}$/.test(hotDate)) state.hotDate = hotDate;
  if (typeof zone === 'string' && isTimeZone(zone)) state.zone = zone;
  if (typeof leastStars === 'number' && [1, 2, 3, 4, 5].includes(leastStars)) state.leastStars = leastStars;
  if (typeof country === 'string') state.country = country;
  if (isRecord(scroll))
    for (const name of ['search', 'hot'] as const) if (typeof scroll[name] === 'number') state.scroll[name] = scroll[name];
  return state;
}

/** The page size that a search sends: what was typed, or the setting; NaN for text that is no number. */
export function effectivePageSize(typed: string, setting: number): number {
  const text = typed.trim();
  if (text === '') return setting;
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}
