import { isSearchType } from '../../domain/calendar/calendarQuery';
import type { SearchForm, SearchType, TimeOrder } from '../../domain/calendar/calendarQuery';
import type { ListName, TabName } from '../../panel/calendar/calendarProtocol';
import { isRecord } from '../../panel/platform/messages';
import type { Filters } from './controls/filters';

/** The user's choices on the page; stored so that they survive hiding, reloading and closing. */
export interface ViewState extends Filters {
  readonly tab: TabName;
  /** False shows the agenda instead of search results. */
  readonly isSearching: boolean;
  readonly keyword: string;
  readonly searchType: SearchType;
  readonly order: TimeOrder;
  /** As typed; if empty, the setting is used. */
  readonly pageSize: string;
  /** `yyyyMMdd`; null follows today. */
  readonly hotDate: string | null;
  /** Results that the service sorted by relevance are shown in order of time. */
  readonly sortByTime: boolean;
  /** Pixels from the top. */
  readonly scroll: Readonly<Record<ListName, number>>;
}

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
  const initial = initialViewState();
  if (!isRecord(stored)) return initial;
  const { tab, searchType, order, hotDate, leastStars, onlyStars, countries, country, scroll } = stored;
  const keyword = typeof stored['keyword'] === 'string' ? stored['keyword'] : '';
  const offset = (name: ListName): number => (isRecord(scroll) && typeof scroll[name] === 'number' ? scroll[name] : 0);
  return {
    tab: tab === 'hot' ? tab : initial.tab,
    keyword,
    // States of earlier versions lack this: they show results if there is a keyword.
    isSearching: typeof stored['isSearching'] === 'boolean' ? stored['isSearching'] : keyword.trim() !== '',
    searchType: isSearchType(searchType) ? searchType : initial.searchType,
    order: order === 'descending' ? order : initial.order,
    pageSize: typeof stored['pageSize'] === 'string' ? stored['pageSize'] : '',
    hotDate: typeof hotDate === 'string' && /^\d{8}$/.test(hotDate) ? hotDate : null,
    leastStars: typeof leastStars === 'number' && stars.includes(leastStars) ? leastStars : initial.leastStars,
    onlyStars: typeof onlyStars === 'number' && stars.includes(onlyStars) ? onlyStars : null,
    countries: Array.isArray(countries)
      ? countries.filter((name) => typeof name === 'string')
      : typeof country === 'string' && country !== ''
        ? [country]
        : [],
    onlyMine: stored['onlyMine'] === true,
    sortByTime: stored['sortByTime'] === true,
    scroll: { search: offset('search'), hot: offset('hot'), agenda: offset('agenda') },
  };
}

/** The page size of a search: the typed one, or the setting; NaN for text that is not a number. */
export function effectivePageSize(typed: string, setting: number): number {
  const text = typed.trim();
  if (text === '') return setting;
  return /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/** A search as it would be typed. */
export function fieldsOf(
  { keyword, searchType, order, pageSize }: SearchForm,
  setting: number,
): Pick<ViewState, 'keyword' | 'searchType' | 'order' | 'pageSize'> {
  return { keyword, searchType, order, pageSize: pageSize === setting ? '' : String(pageSize) };
}
