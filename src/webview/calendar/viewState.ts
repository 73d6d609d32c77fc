import { isSearchType } from '../../domain/calendar/calendarQuery';
import type { SearchType, TimeOrder } from '../../domain/calendar/calendarQuery';
import type { ListName, TabName } from '../../panel/calendar/calendarProtocol';
import { isRecord } from '../../panel/platform/messages';

/** Everything the user chose in the page; stored so that it survives hiding, reloading and closing. */
export interface ViewState {
  tab: TabName;
  /** False shows what is coming instead of search results. */
  isSearching: boolean;
  keyword: string;
  searchType: SearchType;
  order: TimeOrder;
  /** As typed; empty takes the setting. */
  pageSize: string;
  /** `yyyyMMdd`; null follows today. */
  hotDate: string | null;
  /** 1 shows all. */
  leastStars: number;
  /** Exactly this impact; null for any. */
  onlyStars: number | null;
  /** Empty shows all. */
  countries: readonly string[];
  onlyMine: boolean;
  /** Results that came by relevance are shown in order of time. */
  sortByTime: boolean;
  scroll: Record<ListName, number>;
}

const lists: readonly ListName[] = ['search', 'hot', 'agenda'];
const stars: readonly unknown[] = [1, 2, 3, 4, 5];

export function initialViewState(): ViewState {
  return {
    tab: 'search',
    isSearching: false,
    keyword: '',
    searchType: 1,
    order: 'ascending',
    pageSize: '',
    hotDate: null,
    leastStars: 1,
    onlyStars: null,
    countries: [],
    onlyMine: false,
    sortByTime: false,
    scroll: { search: 0, hot: 0, agenda: 0 },
  };
}

/** Reads a stored state; anything that does not fit is replaced by its default. */
export function readViewState(stored: unknown): ViewState {
  const state = initialViewState();
  if (!isRecord(stored)) return state;
  const { tab, keyword, searchType, order, pageSize, hotDate, leastStars, onlyStars, countries, country, scroll } = stored;
  if (tab === 'hot') state.tab = tab;
  if (typeof keyword === 'string') state.keyword = keyword;
  // States of earlier versions do not say: they show results where there is a keyword.
  state.isSearching = typeof stored['isSearching'] === 'boolean' ? stored['isSearching'] : state.keyword.trim() !== '';
  if (isSearchType(searchType)) state.searchType = searchType;
  if (order === 'descending') state.order = order;
  if (typeof pageSize === 'string') state.pageSize = pageSize;
  if (typeof hotDate === 'string' && /^\d{8}$/.test(hotDate)) state.hotDate = hotDate;
  if (typeof leastStars === 'number' && stars.includes(leastStars)) state.leastStars = leastStars;
  if (typeof onlyStars === 'number' && stars.includes(onlyStars)) state.onlyStars = onlyStars;
  if (Array.isArray(countries)) state.countries = countries.filter((name) => typeof name === 'string');
  else if (typeof country === 'string' && country !== '') state.countries = [country];
  state.onlyMine = stored['onlyMine'] === true;
  state.sortByTime = stored['sortByTime'] === true;
  if (isRecord(scroll)) for (const name of lists) if (typeof scroll[name] === 'number') state.scroll[name] = scroll[name];
  return state;
}

/** The page size that a search sends: what was typed, or the setting; NaN for text that is no number. */
export function effectivePageSize(typed: string, setting: number): number {
  const text = typed.trim();
  if (text === '') return setting;
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}
