import type { SavedScreen, Screen, ScreenField } from '../../domain/plates/screen';
import type { PriceColors } from '../platform/priceColors';
import type { SessionView } from '../platform/sessionView';
import { isScreen, isScreenName, longestScreenName } from '../../domain/plates/screen';
import { isCopy, isKeptView, isListOf, isNull, isRecord, isRow, isSymbol, isSymbols } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** What the page's buttons ask for, besides reading again. */
export const screenerActions = ['signIn', 'connect', 'startSandbox'] as const;
export type ScreenerAction = (typeof screenerActions)[number];

export interface PlateView {
  readonly id: string;
  /** As the service calls it; empty while its name is being read, and the ID if it has none. */
  readonly name: string;
}

/** A constituent; without a symbol, if the service sent none. */
export interface ScreenerRow {
  readonly symbol: string;
  readonly name: string;
}

/** The figures of a security, with the service's digits; empty if it sent none. Changes are calculated from them. */
export type ScreenerFigures = Readonly<Partial<Record<Exclude<ScreenField, 'change' | 'changePercent'>, string>>>;

export interface ScreenerQuote {
  readonly symbol: string;
  readonly figures: ScreenerFigures;
  readonly isSuspended: boolean;
  readonly isOld: boolean;
}

export interface ScreenerSettings {
  readonly direction: PriceColors;
  readonly zone: string;
}

/** What is to be said of the plate that is shown. */
export interface ScreenerFacts {
  readonly phase: 'idle' | 'constituents' | 'quotes';
  /** The service's count of constituents; null if it is not known. */
  readonly total: number | null;
  readonly hasConstituents: boolean;
  readonly hasQuotes: boolean;
  /** Securities whose quotes were asked for, and those among them of which the service has none. */
  readonly asked: number;
  readonly missing: number;
  /** What the list lacks, and why; empty if it is complete. */
  readonly lacks: string;
  /** Why reading ended early; empty if it didn't. */
  readonly problem: string;
  /** Why reading takes so long; empty if there is no reason. */
  readonly waiting: string;
  /** Unix milliseconds of the quotes; null before the first. */
  readonly quotedAt: number | null;
}

/** From the extension to the page. */
export interface ToScreenerPage {
  readonly start: {
    readonly session: SessionView;
    readonly settings: ScreenerSettings;
    /** What the page last sent as `keep` before it was closed. */
    readonly kept: unknown;
    readonly screens: readonly SavedScreen[];
  };
  readonly session: SessionView;
  readonly settings: ScreenerSettings;
  /** The plate that is shown now, and those that the user can choose; what was shown of another one is dropped. */
  readonly plate: { readonly plate: PlateView | null; readonly plates: readonly PlateView[] };
  /** The names of plates that were unknown, by their IDs. */
  readonly names: Readonly<Record<string, string>>;
  /** All constituents so far. */
  readonly rows: readonly ScreenerRow[];
  readonly quotes: readonly ScreenerQuote[];
  readonly facts: ScreenerFacts;
  /** The saved screens, and the one to choose; null leaves the choice. */
  readonly screens: { readonly screens: readonly SavedScreen[]; readonly chosen: string | null };
}

/** From the page to the extension. */
export interface ToScreenerHost {
  readonly ready: null;
  readonly refresh: null;
  readonly act: { readonly action: ScreenerAction };
  readonly choosePlate: { readonly plateId: string };
  /** Securities in view, which are kept current. */
  readonly visible: { readonly symbols: readonly string[] };
  readonly open: { readonly symbol: string };
  readonly keep: { readonly view: string };
  /** Asks for a name, `name` at first, and saves under it. */
  readonly saveScreen: { readonly name: string; readonly screen: Screen };
  readonly renameScreen: { readonly name: string };
  readonly removeScreen: { readonly name: string };
  /** Tab-separated text of rows. */
  readonly copy: { readonly text: string };
  /** Visible rows, as the page shows them. */
  readonly export: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };
}

const mostRows = 100_000;

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const screenerHostGuards: Guards<ToScreenerHost> = {
  ready: isNull,
  refresh: isNull,
  act: (body): body is ToScreenerHost['act'] => isRecord(body) && screenerActions.some((action) => action === body['action']),
  choosePlate: (body): body is ToScreenerHost['choosePlate'] => isRecord(body) && isSymbol(body['plateId']),
  visible: (body): body is ToScreenerHost['visible'] => isRecord(body) && isSymbols(body['symbols']),
  open: (body): body is ToScreenerHost['open'] => isRecord(body) && isSymbol(body['symbol']),
  keep: isKeptView,
  saveScreen: (body): body is ToScreenerHost['saveScreen'] =>
    isRecord(body) && typeof body['name'] === 'string' && body['name'].length <= longestScreenName && isScreen(body['screen']),
  renameScreen: (body): body is ToScreenerHost['renameScreen'] => isRecord(body) && isScreenName(body['name']),
  removeScreen: (body): body is ToScreenerHost['removeScreen'] => isRecord(body) && isScreenName(body['name']),
  copy: isCopy,
  export: (body): body is ToScreenerHost['export'] => isRecord(body) && isRow(body['header']) && isListOf(body['rows'], mostRows, isRow),
};
