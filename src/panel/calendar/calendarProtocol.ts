import type { HotForm, SearchForm, SearchType } from '../../domain/calendar/calendarQuery';
import type { SessionView } from '../platform/sessionView';
import { isSearchType } from '../../domain/calendar/calendarQuery';
import { isListOf, isNull, isRecord, isText } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** An event as the page shows it. Text is the service's, untouched; the page splits and escapes it. */
export interface EventRow {
  readonly text: string;
  readonly previous: string | null;
  readonly forecast: string | null;
  readonly actual: string | null;
  readonly unit: string | null;
  readonly currency: string | null;
  readonly country: string;
  /** 1 to 5. */
  readonly star: number;
  /** Unix seconds. */
  readonly time: number;
  /** ASCII host of the detail link; null if there is no link that may be opened. The address itself stays in the extension. */
  readonly linkHost: string | null;
}

/** The lists of the two tabs, and the agenda, which is shown under Search until the user searches. */
export type ListName = 'search' | 'hot' | 'agenda';
export type TabName = Exclude<ListName, 'agenda'>;

export type PanelAction = 'retry' | 'signIn' | 'connect' | 'setUpApiKey' | 'synchronize' | 'showCertificate' | 'showLog' | 'startSandbox';

/** A problem in words, with the actions that may solve it. */
export interface Problem {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly actions: readonly { readonly id: PanelAction; readonly title: string }[];
}

/** The state of a list without its rows. */
export interface ListState {
  /** Requests for rows of another generation are ignored. */
  readonly generation: number;
  readonly phase: 'idle' | 'loading' | 'loadingMore' | 'ready' | 'failed';
  readonly end: 'more' | 'complete' | 'incomplete';
  /** Why the list is incomplete, in words; empty otherwise. */
  readonly endText: string;
  readonly isOld: boolean;
  /** Unix milliseconds at which the rows arrived; null without rows. */
  readonly loadedAt: number | null;
  /** True once a query was answered, even with no rows. */
  readonly isAnswered: boolean;
  /** The query of the rows; null for hot lists and before the first response. */
  readonly searchType: SearchType | null;
  /** What the rows were asked with; null for the agenda, and before the first response. */
  readonly form: ShownForm | null;
  readonly problem: Problem | null;
}

/** The form of a search, or the day of a hot list: `yyyyMMdd`, or null if it follows today. */
export type ShownForm = { readonly kind: 'search'; readonly search: SearchForm } | { readonly kind: 'hot'; readonly date: string | null };

export interface ListContent {
  readonly state: ListState;
  readonly rows: readonly EventRow[];
}

export interface PanelSettings {
  /** Zone of the setting, or of the system if the setting is empty. */
  readonly zone: string;
  /** 1 to 30. */
  readonly pageSize: number;
}

/** What a command asks the page to show. */
export interface ShowRequest {
  readonly tab: TabName;
  /** Fills the keyword and searches at once. */
  readonly search: { readonly keyword: string; readonly searchType: SearchForm['searchType'] | null } | null;
  /** `yyyyMMdd`; null is today; undefined leaves the date as it is. */
  readonly date?: string | null;
}

/** A day of the week strip. */
export interface WeekDay {
  /** `yyyyMMdd`. */
  readonly date: string;
  /** Number of releases in its hot list; null while unknown. */
  readonly count: number | null;
}

/** The user's holdings, as far as events can concern them. */
export interface HeldSecurity {
  /** `HK.00700`, or the bare symbol. */
  readonly symbol: string;
  readonly name: string;
}

/** A release that the user is reminded of. */
export interface RemindedRelease {
  /** Its text without markup. */
  readonly name: string;
  /** Unix milliseconds. */
  readonly timeMs: number;
  readonly minutesBefore: number;
}

/** From the extension to the page. */
export interface ToCalendarPage {
  /** The first message, after the page said `ready`. */
  readonly start: {
    readonly session: SessionView;
    readonly settings: PanelSettings;
    readonly lists: Readonly<Record<ListName, ListContent>>;
    readonly show: ShowRequest | null;
    readonly week: readonly WeekDay[];
    readonly reminders: readonly RemindedRelease[];
    /** What the page had stored when the panel was last closed; null if there is nothing. Not to be trusted. */
    readonly view: unknown;
  };
  readonly week: readonly WeekDay[];
  readonly reminders: readonly RemindedRelease[];
  /** Null while the user's holdings are unknown. */
  readonly holdings: readonly HeldSecurity[] | null;
  readonly list: {
    readonly name: ListName;
    readonly state: ListState;
    /** Rows from `from` on are replaced by `rows`; null leaves all rows as they are. */
    readonly from: number;
    readonly rows: readonly EventRow[] | null;
    /** The rows are the same list, read again: the scroll position is kept. */
    readonly isReread: boolean;
  };
  readonly session: SessionView;
  readonly settings: PanelSettings;
  readonly show: ShowRequest;
  /** Stored by the page with its own state and returned after a reload; opaque to the page. */
  readonly keep: unknown;
  /** Announced once to screen readers and shown briefly. */
  readonly notice: { readonly text: string };
  /** Why lists take so long to load; empty if there is no reason. */
  readonly waiting: string;
}

interface ListReference {
  readonly name: ListName;
  readonly generation: number;
  /** Zone of the page, for times in text. */
  readonly zone: string;
}

interface RowReference extends ListReference {
  readonly index: number;
}

interface RowsReference extends ListReference {
  readonly indexes: readonly number[];
}

/** From the page to the extension. */
export interface ToCalendarHost {
  readonly ready: null;
  readonly search: SearchForm;
  readonly hot: HotForm;
  /** `rows` is the number of rows that the page has: a request that crossed the previous response is ignored. */
  readonly more: { readonly name: ListName; readonly generation: number; readonly rows: number };
  readonly stop: { readonly name: ListName };
  readonly act: { readonly name: ListName; readonly action: PanelAction };
  readonly openLink: RowReference;
  /** In the order of the page. */
  readonly copyRows: RowsReference;
  readonly exportEvent: RowReference;
  readonly showHistory: RowReference;
  /** Asks for a reminder of the release, or removes it. */
  readonly remind: RowReference;
  /** Requests the next days from today on, in this zone. */
  readonly agenda: { readonly zone: string };
  /** The user chose a zone, which applies to the whole program. */
  readonly zone: string;
  /** The user's choices on the page, to be kept after the panel is closed. */
  readonly view: Readonly<Record<string, unknown>>;
  /** The page needs the user's holdings. */
  readonly holdings: null;
  /** Writes the rows that the page shows, in the page's order and zone. */
  readonly exportList: RowsReference & { readonly format: 'csv' | 'ics' };
  /** Goes to the hot list of the first day after `after` (`yyyyMMdd`) that has releases. */
  readonly nextDay: { readonly after: string; readonly zone: string };
}

const actions: readonly PanelAction[] = [
  'retry',
  'signIn',
  'connect',
  'setUpApiKey',
  'synchronize',
  'showCertificate',
  'showLog',
  'startSandbox',
];
const longestKeyword = 1000;
const mostRows = 20_000;
const longestView = 20_000;

/**
 * Shape checks of the page's messages: the page shows external text and is not trusted.
 * Rules of the service, such as the range of the page size, are not part of the shape and are checked where requests are made.
 */
export const calendarHostGuards: Guards<ToCalendarHost> = {
  ready: isNull,
  search: isSearchForm,
  hot: isHotForm,
  more: (body): body is ToCalendarHost['more'] => isRecord(body) && isIndex(body['rows']) && isListReference(body),
  stop: (body): body is ToCalendarHost['stop'] => isRecord(body) && isListName(body['name']),
  act: (body): body is ToCalendarHost['act'] =>
    isRecord(body) && isListName(body['name']) && actions.some((action) => action === body['action']),
  openLink: isRowReference,
  copyRows: (body): body is ToCalendarHost['copyRows'] => isRowsReference(body),
  exportEvent: isRowReference,
  showHistory: isRowReference,
  remind: isRowReference,
  agenda: (body): body is ToCalendarHost['agenda'] => isRecord(body) && typeof body['zone'] === 'string',
  zone: (body): body is string => typeof body === 'string',
  view: (body): body is ToCalendarHost['view'] => isRecord(body) && JSON.stringify(body).length <= longestView,
  holdings: isNull,
  exportList: (body): body is ToCalendarHost['exportList'] =>
    isRowsReference(body) && isRecord(body) && (body['format'] === 'csv' || body['format'] === 'ics'),
  nextDay: (body): body is ToCalendarHost['nextDay'] =>
    isRecord(body) && typeof body['after'] === 'string' && typeof body['zone'] === 'string',
};

function isListName(value: unknown): value is ListName {
  return value === 'search' || value === 'hot' || value === 'agenda';
}

export function isSearchForm(body: unknown): body is SearchForm {
  return (
    isRecord(body) &&
    isText(body['keyword'], longestKeyword) &&
    isSearchType(body['searchType']) &&
    (body['order'] === 'ascending' || body['order'] === 'descending') &&
    typeof body['pageSize'] === 'number'
  );
}

export function isHotForm(body: unknown): body is HotForm {
  return (
    isRecord(body) &&
    (body['date'] === null || typeof body['date'] === 'string') &&
    typeof body['zone'] === 'string' &&
    typeof body['pageSize'] === 'number'
  );
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isListReference(body: unknown): body is { readonly name: ListName; readonly generation: number } {
  return isRecord(body) && isListName(body['name']) && typeof body['generation'] === 'number';
}

function isRowsReference(body: unknown): body is ToCalendarHost['copyRows'] {
  return isRecord(body) && typeof body['zone'] === 'string' && isListOf(body['indexes'], mostRows, isIndex) && isListReference(body);
}

function isRowReference(body: unknown): body is ToCalendarHost['openLink'] {
  return isRecord(body) && isIndex(body['index']) && typeof body['zone'] === 'string' && isListReference(body);
}
