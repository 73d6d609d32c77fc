import type { Direction } from '../../domain/quotes/priceDirection';
import type { DayLine } from '../../domain/watchlist/sparkline';
import type { WatchGroup } from '../../domain/watchlist/watchlist';
import type { ExtendedView } from '../platform/extendedView';
import type { PriceColors } from '../platform/priceColors';
import type { Leading } from '../../domain/text/leading';
import { isListOf, isNull, isRecord, isText } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** A price as the page shows it: texts for display, numbers only for sorting and for the chart. */
export interface WatchQuote {
  readonly name: string;
  readonly last: string;
  readonly change: string;
  readonly percent: string;
  readonly direction: Direction;
  readonly sortLast: number | null;
  readonly sortChange: number | null;
  readonly sortPercent: number | null;
  readonly volume: string;
  readonly sortVolume: number | null;
  /** The price outside the regular hours, if it is newer. */
  readonly extended: ExtendedView | null;
  /** The user's holding, if a column shows it. */
  readonly mine: WatchHolding | null;
  /** For the line of the previous close. */
  readonly previousClose: number | null;
  readonly isOld: boolean;
  /** The time of an old price, which its row shows; empty for others. */
  readonly asOf: string;
  /** Time and source of the price, for screen readers and the tooltip. */
  readonly note: string;
}

/** The user's holding of a security: texts for display, hidden if necessary, and numbers only for sorting. */
export interface WatchHolding {
  /** Negative for a short position; a dash if it is unknown. */
  readonly position: string;
  readonly day: string;
  /** The source of the day's P&L, and the number of positions in it. */
  readonly note: string;
  /** Why positions may be missing; empty if all lists are complete. */
  readonly lacks: string;
  readonly direction: Direction;
  readonly sortPosition: number | null;
  readonly sortDay: number | null;
}

/** The bell at a security. */
export interface WatchAlert {
  /** A triggered alert was not seen yet; otherwise an alert is waiting. */
  readonly isTriggered: boolean;
  /** The text for screen readers and the tooltip, one line for each alert. */
  readonly note: string;
}

/** Columns besides those that are always shown. */
export const watchColumns = ['extended', 'volume', 'position', 'dayProfit'] as const;
export type WatchColumn = (typeof watchColumns)[number];

export type WatchAction = 'signIn' | 'connect' | 'startSandbox' | 'add' | 'retry';

/** What the page shows instead of prices, or above them. */
export interface WatchState {
  /** `ready` shows the list; the others say what is missing. */
  readonly kind: 'ready' | 'signedOut' | 'none';
  /** The note above the list: prices are old, not offered, … Empty if there is none. */
  readonly notice: string;
  readonly colors: PriceColors;
  /** Chosen in the settings, in the order of the settings. */
  readonly columns: readonly WatchColumn[];
  /** What stands first for a security. */
  readonly first: Leading;
}

export interface ToWatchlistPage {
  readonly list: { readonly groups: readonly WatchGroup[] };
  /** Only changed prices. */
  readonly quotes: Readonly<Record<string, WatchQuote>>;
  readonly lines: Readonly<Record<string, DayLine>>;
  /** The user or the service changed: all prices and lines so far are of another one. */
  readonly forget: null;
  /** All holdings, by symbol. */
  readonly alerts: Readonly<Record<string, WatchAlert>>;
  readonly state: WatchState;
  /** Makes a row active and focuses the list. */
  readonly reveal: { readonly id: string };
}

export interface ToWatchlistHost {
  readonly ready: null;
  readonly visible: { readonly symbols: readonly string[] };
  readonly open: { readonly symbol: string };
  readonly remove: { readonly ids: readonly string[] };
  readonly move: { readonly ids: readonly string[]; readonly before: string | null };
  readonly toggleGroup: { readonly id: string };
  readonly copy: { readonly symbols: readonly string[] };
  /** The chosen rows, for commands of the view's menus. */
  readonly chosen: { readonly ids: readonly string[] };
  readonly act: { readonly action: WatchAction };
  /** The width of the side bar, and the em of the wide font in which texts would be as wide as they are here, both in pixels. */
  readonly room: { readonly width: number; readonly em: number };
}

const actions: readonly WatchAction[] = ['signIn', 'connect', 'startSandbox', 'add', 'retry'];
const most = 1_000;

const isId = (value: unknown): value is string => isText(value, 200);
const isPixels = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 10_000;
const isTexts = (value: unknown): value is readonly string[] => isListOf(value, most, isId);

/** Shape checks of the page's messages: the page shows external text and is not trusted. */
export const watchlistHostGuards: Guards<ToWatchlistHost> = {
  ready: isNull,
  visible: (body): body is ToWatchlistHost['visible'] => isRecord(body) && isTexts(body['symbols']),
  open: (body): body is ToWatchlistHost['open'] => isRecord(body) && isId(body['symbol']),
  remove: (body): body is ToWatchlistHost['remove'] => isRecord(body) && isTexts(body['ids']),
  move: (body): body is ToWatchlistHost['move'] =>
    isRecord(body) && isTexts(body['ids']) && (body['before'] === null || isId(body['before'])),
  toggleGroup: (body): body is ToWatchlistHost['toggleGroup'] => isRecord(body) && isId(body['id']),
  copy: (body): body is ToWatchlistHost['copy'] => isRecord(body) && isTexts(body['symbols']),
  chosen: (body): body is ToWatchlistHost['chosen'] => isRecord(body) && isTexts(body['ids']),
  act: (body): body is ToWatchlistHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
  room: (body): body is ToWatchlistHost['room'] => isRecord(body) && isPixels(body['width']) && isPixels(body['em']),
};
