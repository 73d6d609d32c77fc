import type { Holding } from '../../domain/positions/holding';
import type { Level } from '../../domain/security/bestLevels';
import type { FillMark } from '../../domain/security/fillMarks';
import type { PriceLine } from '../../domain/security/priceLines';
import type { CandlePeriod, OwnerPlate, PriceAdjustment, SnapshotQuote, Tick } from '../../service/marketRecords';
import type { SessionView } from '../platform/sessionView';
import type { PriceColors } from '../platform/priceColors';
import type { ReviewStep, ToDayReview } from './dayProtocol';

/** A part of the page: each has its own answer, and says why where it has none. */
export type Part<T> =
  /** `reason` says why that takes long, where it does. */
  | { readonly kind: 'loading'; readonly reason?: string }
  /** `problem` is empty, or says what is missing or old of the value. */
  | { readonly kind: 'ready'; readonly value: T; readonly problem: string }
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'failed'; readonly problem: string };

export type BookLevelView = Level;
/** Depth of market, the best first: only what the page shows of it, because it may be told once a frame. */
export interface BookView {
  readonly bids: readonly BookLevelView[];
  readonly asks: readonly BookLevelView[];
  /** The feed tells each change: best bid and ask of the price are those of the depth. */
  readonly isLive: boolean;
}
export type TickView = Tick;
export type PlateView = OwnerPlate;

export interface QuoteView {
  readonly quote: SnapshotQuote;
  /** When it was asked for, Unix milliseconds of the service. */
  readonly readAt: number;
  /** Nobody vouched for it of late though its market is open. */
  readonly isOld: boolean;
}

/** One candle: times as the chart wants them, figures as the service sent them. */
export interface BarView {
  /** Begin, Unix milliseconds; names the candle. */
  readonly id: number;
  /** Seconds on the wall clock of the exchange. */
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export interface BarsView {
  /** Replaces all candles; else these go over and before those that are there. */
  readonly isReset: boolean;
  readonly bars: readonly BarView[];
  readonly hasMore: boolean;
  readonly hasGap: boolean;
  /** Name and offset of the zone in which candles of minutes are shown. */
  readonly zone: string;
}

export interface PositionView {
  /** Of the account and the position, unique on the page. */
  readonly id: string;
  readonly account: string;
  readonly isLive: boolean;
  readonly holding: Holding;
  /** Unix milliseconds on the clock of this machine; null where that is not known. */
  readonly readAt: number | null;
}

export interface OrderView {
  readonly id: string;
  readonly account: string;
  readonly accountId: string;
  readonly orderId: string;
  /** `BUY 300 @ 562.5`, in words of the display language. */
  readonly text: string;
  readonly status: string;
  readonly canModify: boolean;
}

export interface ActionView {
  readonly text: string;
  /** Unix milliseconds. */
  readonly time: number;
  readonly figure: string;
}

export interface ChartChoice {
  readonly period: CandlePeriod;
  readonly adjustment: PriceAdjustment;
}

/** What is drawn through the candles, the same on all pages. */
export interface Studies {
  /** Lengths of moving averages, in bars. */
  readonly averages: readonly number[];
  readonly previousClose: boolean;
  /** Marks at the user’s own fills; not while undefined. */
  readonly fills?: boolean | undefined;
}

/** The user’s fills, as far as they were asked for. */
export interface FillsView {
  readonly marks: readonly FillMark[];
  /** How many there are and what is missing, in words. */
  readonly notes: readonly string[];
}

/** A security that is compared with that of the page. */
export interface ComparedView {
  readonly symbol: string;
  /** Empty where it is not known. */
  readonly name: string;
}

export interface SecuritySettings {
  readonly direction: PriceColors;
  readonly isPrivate: boolean;
  /** In which times of quotes are shown. */
  readonly zone: string;
  readonly isSandbox: boolean;
  /** Service time minus the time of this machine. */
  readonly clockOffset: number;
}

/** Which security is shown, and how. */
export interface SubjectView {
  readonly symbol: string;
  readonly chart: ChartChoice;
  /** Symbols that the page keeps over a reload of the window. */
  readonly compared: readonly string[];
}

/** From the extension to the page. A new subject empties all parts. */
export interface ToSecurityPage extends ToDayReview {
  readonly session: SessionView;
  readonly settings: SecuritySettings;
  readonly subject: SubjectView;
  readonly quote: Part<QuoteView>;
  /** As sent; empty where it is not told. */
  readonly marketState: string;
  readonly bars: Part<BarsView>;
  /** Earlier candles are being read; `problem` is empty unless that failed. */
  readonly earlier: { readonly isLoading: boolean; readonly problem: string };
  readonly studies: Studies;
  readonly compared: readonly ComparedView[];
  readonly comparedBars: { readonly symbol: string; readonly bars: Part<BarsView> };
  readonly book: Part<BookView>;
  /** The latest trades, newest first; empty where the feed does not tell them. */
  readonly ticks: readonly TickView[];
  readonly positions: Part<readonly PositionView[]>;
  readonly orders: Part<readonly OrderView[]>;
  readonly lines: readonly PriceLine[];
  readonly fills: FillsView;
  readonly plates: Part<readonly PlateView[]>;
  readonly actions: Part<readonly ActionView[]>;
}

export type SecurityCommand =
  'signIn' | 'connect' | 'startSandbox' | 'search' | 'portfolio' | 'calendar' | 'watch' | 'alert' | 'order' | 'compare';

/** From the page to the extension. */
export interface ToSecurityHost {
  /** What the page stored, where it was made anew. */
  readonly ready: null;
  readonly refresh: null;
  readonly act: { readonly command: SecurityCommand };
  readonly chart: ChartChoice;
  readonly earlier: null;
  /** Opens the ticket of an order, with another price where one was chosen in the chart. */
  readonly modify: { readonly accountId: string; readonly orderId: string; readonly price?: string; readonly auxPrice?: string };
  /** A price of the order book, for an order of this security. */
  readonly pick: { readonly price: string };
  readonly studies: Studies;
  /** Compares with a security no longer. */
  readonly uncompare: { readonly symbol: string };
  /** Tab-separated text of bars, as the table shows them. */
  readonly copy: { readonly text: string };
  /** Where the review of a day is to go. */
  readonly review: { readonly to: ReviewStep };
}
