import type { Direction } from '../../domain/quotes/priceDirection';
import type { DayLine } from '../../domain/watchlist/sparkline';
import type { WatchGroup } from '../../domain/watchlist/watchlist';
import type { ExtendedView } from '../platform/extendedView';
import type { PriceColors } from '../platform/priceColors';

/** A price as the page shows it: texts for reading, numbers for sorting and for the picture only. */
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
  /** What it costs outside the regular hours, where that is newer. */
  readonly extended: ExtendedView | null;
  /** What the user has of it, where a column shows that. */
  readonly mine: WatchHolding | null;
  /** For the line of the previous close. */
  readonly previousClose: number | null;
  readonly isOld: boolean;
  /** What a screen reader and the tooltip say of the price: time and source. */
  readonly note: string;
}

/** What the user has of a security: texts for reading, hidden where they have to be, and numbers for sorting only. */
export interface WatchHolding {
  /** Negative where it is short. */
  readonly position: string;
  readonly day: string;
  /** Where the day's P&L is from, and of how many positions. */
  readonly note: string;
  readonly direction: Direction;
  readonly sortPosition: number | null;
  readonly sortDay: number | null;
}

/** The bell at a security. */
export interface WatchAlert {
  /** An alert was triggered that nobody has seen; otherwise one waits. */
  readonly isTriggered: boolean;
  /** What a screen reader and the tooltip say of it, a line for each alert. */
  readonly note: string;
}

/** Columns beside those that are always there. */
export const watchColumns = ['extended', 'volume', 'position', 'dayProfit'] as const;
export type WatchColumn = (typeof watchColumns)[number];

export type WatchAction = 'signIn' | 'connect' | 'startSandbox' | 'add' | 'retry';

/** What the page says in place of prices, or above them. */
export interface WatchState {
  /** `ready` shows the list; the others say what is missing. */
  readonly kind: 'ready' | 'signedOut' | 'none';
  /** Above the list: prices are old, not offered, … Empty when all is well. */
  readonly notice: string;
  readonly colors: PriceColors;
  /** Chosen in the settings, in the order of the settings. */
  readonly columns: readonly WatchColumn[];
}

export interface ToWatchlistPage {
  readonly list: { readonly groups: readonly WatchGroup[] };
  /** Only those that changed. */
  readonly quotes: Readonly<Record<string, WatchQuote>>;
  readonly lines: Readonly<Record<string, DayLine>>;
  /** All of them, by symbol. */
  readonly alerts: Readonly<Record<string, WatchAlert>>;
  readonly state: WatchState;
  /** Makes a row active and gives the list the focus. */
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
}
