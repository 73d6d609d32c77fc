import type { PortfolioAccountKind } from '../../domain/positions/portfolio';
import type { Holding } from '../../domain/positions/holding';
import type { ExtendedView } from '../platform/extendedView';
import type { SessionView } from '../platform/sessionView';
import type { PriceColors } from '../platform/priceColors';
import { isCell, isCopy, isKeptView, isListOf, isNull, isRecord, isRow, isSymbol, isSymbols } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** One account with its positions, as the service sent them. */
export interface PortfolioAccountView {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly kind: PortfolioAccountKind;
  /** The currency in which the account is kept; undefined if that is not known. */
  readonly home?: string | undefined;
  readonly positions: readonly Holding[];
  /** As another window last read them: only for display as old rows. */
  readonly isOld: boolean;
  /** What of the list is still being read, in words; empty if nothing is. */
  readonly loading: string;
  /** The gaps of the list, in words; empty if it is complete or still being read. */
  readonly missing: readonly string[];
  /** Unix milliseconds; null before the first answer. */
  readonly updatedAt: number | null;
}

export interface PortfolioData {
  readonly accounts: readonly PortfolioAccountView[];
  /** The gaps of the account lists, in words. */
  readonly missing: readonly string[];
  /** Kinds of accounts that are not listed yet. */
  readonly unlisted: readonly PortfolioAccountKind[];
  /** Kinds of accounts of which positions may be missing: their totals are incomplete. */
  readonly partial: readonly PortfolioAccountKind[];
  /** Kinds of accounts whose positions are from before a read that failed: their totals are old, and nothing is missing. */
  readonly aged: readonly PortfolioAccountKind[];
  /** The time of old positions, in words; empty if there are none. */
  readonly oldAsOf: string;
  /** False before the first answer. */
  readonly isLoaded: boolean;
  /** True for the sandbox: its prices are simulated. */
  readonly isSandbox: boolean;
}

/** One figure of an account. */
export interface FundsFigureView {
  readonly label: string;
  readonly text: string;
  /** It stands before the day's P&L, and leaves last where there is little room. */
  readonly isUrgent?: true;
  /** What to know about it: its tooltip. */
  readonly note?: string;
  readonly look?: 'warning' | 'danger';
}

/** The money of an account, in words. */
export interface FundsLine {
  /** Key of the account; empty if the note is about all accounts. */
  readonly key: string;
  readonly account: string;
  readonly isLive: boolean;
  /** The most important first. */
  readonly figures: readonly FundsFigureView[];
  /** What is missing; empty if nothing is. */
  readonly note: string;
  /** When the figures were read, in words; empty if there are none. */
  readonly asOf: string;
}

/** The latest price of a symbol. */
export interface PortfolioPrice {
  readonly symbol: string;
  readonly last: string;
  readonly previousClose: string;
  /** Unix milliseconds of the price; null if nobody knows. */
  readonly at: number | null;
  readonly isSuspended?: boolean;
  /** The price is older than a live price may be. */
  readonly isOld: boolean;
  /** The price outside the regular hours, if it is newer. */
  readonly extended: ExtendedView | null;
}

export interface PortfolioSettings {
  readonly direction: PriceColors;
  readonly isPrivate: boolean;
  readonly zone: string;
}

/** From the extension to the page. */
export interface ToPortfolioPage {
  readonly start: {
    readonly session: SessionView;
    readonly settings: PortfolioSettings;
    readonly data: PortfolioData;
    /** What the page last sent as `keep` before it was closed. */
    readonly kept: unknown;
  };
  /** Shows only rows that match this text. */
  readonly filter: { readonly text: string };
  readonly data: PortfolioData;
  readonly prices: readonly PortfolioPrice[];
  /** The user or the service changed: all prices so far are of another one. */
  readonly forget: null;
  readonly funds: readonly FundsLine[];
  readonly session: SessionView;
  readonly settings: PortfolioSettings;
  /** A refresh began or ended; `problem` is empty if it succeeded, `waiting` unless there is a reason for a long wait. */
  readonly busy: { readonly isBusy: boolean; readonly problem: string; readonly waiting?: string };
}

export type PortfolioAction = 'signIn' | 'connect' | 'startSandbox' | 'retry' | 'selectAccount';

/** From the page to the extension. Positions are named by their IDs. */
export interface ToPortfolioHost {
  readonly ready: null;
  readonly refresh: null;
  readonly act: { readonly action: PortfolioAction };
  /** Symbols of the visible rows. */
  readonly visible: { readonly symbols: readonly string[] };
  readonly open: { readonly symbol: string };
  /** The user's choices on the page, for the next time that it is opened. */
  readonly keep: { readonly view: string };
  /** Tab-separated text of rows, as the page shows them. */
  readonly copy: { readonly text: string };
  /** A table of the visible rows, and the key of the account of each. */
  readonly export: {
    readonly header: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly accounts: readonly string[];
  };
}

const actions: readonly PortfolioAction[] = ['signIn', 'connect', 'startSandbox', 'retry', 'selectAccount'];
const mostRows = 20_000;

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const portfolioHostGuards: Guards<ToPortfolioHost> = {
  ready: isNull,
  refresh: isNull,
  act: (body): body is ToPortfolioHost['act'] => isRecord(body) && actions.some((action) => action === body['action']),
  visible: (body): body is ToPortfolioHost['visible'] => isRecord(body) && isSymbols(body['symbols']),
  open: (body): body is ToPortfolioHost['open'] => isRecord(body) && isSymbol(body['symbol']),
  keep: isKeptView,
  copy: isCopy,
  export: (body): body is ToPortfolioHost['export'] =>
    isRecord(body) &&
    isRow(body['header']) &&
    isListOf(body['rows'], mostRows, isRow) &&
    isListOf(body['accounts'], mostRows, isCell) &&
    body['accounts'].length === body['rows'].length,
};
