import type { Holding } from '../../domain/positions/holding';
import type { Level } from '../../domain/security/bestLevels';
import type { FillMark } from '../../domain/security/fillMarks';
import type { PriceLine } from '../../domain/security/priceLines';
import type { BrokerQueue, CandlePeriod, Capital, OwnerPlate, PriceAdjustment, SnapshotQuote, Tick } from '../../service/marketRecords';
import type { SessionView } from '../platform/sessionView';
import type { PriceColors } from '../platform/priceColors';
import type { ReviewStep, ToDayReview } from './dayProtocol';
import { dayOfDate } from '../../domain/time/zones';
import { isAverages, isLength } from '../../domain/security/movingAverage';
import { isName, isNull, isRecord, isText } from '../platform/messages';
import type { Guards } from '../platform/messages';

/** A part of the page: each part is read separately, and has a reason if it has no value. */
export type Part<T> =
  /** `reason` says why loading takes long, if it does. */
  | { readonly kind: 'loading'; readonly reason?: string }
  /** `problem` is empty, or says which part of the value is missing or old. */
  | { readonly kind: 'ready'; readonly value: T; readonly problem: string }
  | { readonly kind: 'notOffered' }
  | { readonly kind: 'failed'; readonly problem: string };

export type BookLevelView = Level;
/** Depth of market, the best first: only what the page shows, because it may be sent once per frame. */
export interface BookView {
  readonly bids: readonly BookLevelView[];
  readonly asks: readonly BookLevelView[];
  /** The feed pushes each change: best bid and ask of the price are taken from the depth. */
  readonly isLive: boolean;
  /** The feed pushes trades, even if none came yet. */
  readonly hasTrades?: boolean;
}
export type TickView = Tick;
export type PlateView = OwnerPlate;
export type BrokerQueueView = BrokerQueue;
export type CapitalView = Capital;

export interface QuoteView {
  readonly quote: SnapshotQuote;
  /** When it was requested, in Unix milliseconds of the service. */
  readonly readAt: number;
  /** The price was not confirmed recently although its market is open. */
  readonly isOld: boolean;
}

/** One candle: times as the chart needs them, figures as the service sent them. */
export interface BarView {
  /** Start in Unix milliseconds; identifies the candle. */
  readonly id: number;
  /** Seconds in the wall-clock time of the exchange. */
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export interface BarsView {
  /** Replaces all candles; otherwise these replace or precede the existing ones. */
  readonly isReset: boolean;
  readonly bars: readonly BarView[];
  readonly hasMore: boolean;
  readonly hasGap: boolean;
  /** Name and offset of the zone in which minute candles are shown. */
  readonly zone: string;
  /** Minutes before and after the regular hours are among them. */
  readonly isExtended: boolean;
}

export interface PositionView {
  /** Made from the account and the position, unique on the page. */
  readonly id: string;
  readonly account: string;
  readonly isLive: boolean;
  readonly holding: Holding;
  /** Unix milliseconds on the clock of this machine; null if unknown. */
  readonly readAt: number | null;
}

export interface OrderView {
  readonly id: string;
  readonly account: string;
  readonly accountId: string;
  readonly accountKind: 'live' | 'simulated';
  readonly orderId: string;
  /** `BUY 300 @ 562.5`, in the display language. */
  readonly text: string;
  readonly status: string;
  /** `DAY · 0/300`: how long it lasts, and how much of it is filled. */
  readonly terms: string;
  /** The price that it waits for, as sent; empty if there is none, or if it is hidden. */
  readonly awaited: string;
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

/** The indicators drawn through the candles, the same on all pages. */
export interface Studies {
  /** Lengths of moving averages, in bars. */
  readonly averages: readonly number[];
  readonly previousClose: boolean;
  /** Marks at the user’s own fills; none while undefined. */
  readonly fills?: boolean | undefined;
  /** Lengths of exponential averages; none while undefined. */
  readonly exponential?: readonly number[] | undefined;
  /** The length of the relative strength index; none while undefined. */
  readonly strength?: number | undefined;
  /** The volume-weighted average price of the day, in bars of minutes. */
  readonly vwap?: boolean | undefined;
}

/** The user’s fills, as far as they were requested. */
export interface FillsView {
  readonly marks: readonly FillMark[];
  /** Their number and what is missing, in words. */
  readonly notes: readonly string[];
}

/** A security that is compared with the one on the page. */
export interface ComparedView {
  readonly symbol: string;
  /** Empty if unknown. */
  readonly name: string;
}

export interface SecuritySettings {
  readonly direction: PriceColors;
  readonly isPrivate: boolean;
  /** The exchange’s zone: all times of the page are its wall-clock times. */
  readonly zone: string;
  /** Its offset, such as `UTC+08:00`; empty while no security is shown. */
  readonly offset: string;
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
  /** The tab stays with this security. */
  readonly isKept: boolean;
}

/** From the extension to the page. A new subject empties all parts. */
export interface ToSecurityPage extends ToDayReview {
  readonly session: SessionView;
  readonly settings: SecuritySettings;
  readonly subject: SubjectView;
  readonly quote: Part<QuoteView>;
  /** As sent; empty if unknown. */
  readonly marketState: string;
  readonly bars: Part<BarsView>;
  /** Earlier candles are being read; `problem` is empty unless that failed. */
  readonly earlier: { readonly isLoading: boolean; readonly problem: string };
  readonly studies: Studies;
  readonly compared: readonly ComparedView[];
  readonly comparedBars: { readonly symbol: string; readonly bars: Part<BarsView> };
  readonly book: Part<BookView>;
  /** The latest trades, newest first; empty if the feed does not push them. */
  readonly ticks: readonly TickView[];
  /** Brokers in the queue of the order book; null if the feed does not push them. */
  readonly brokers: BrokerQueueView | null;
  readonly capital: Part<CapitalView>;
  readonly positions: Part<readonly PositionView[]>;
  readonly orders: Part<readonly OrderView[]>;
  readonly lines: readonly PriceLine[];
  readonly fills: FillsView;
  readonly plates: Part<readonly PlateView[]>;
  readonly actions: Part<readonly ActionView[]>;
}

export type SecurityCommand =
  | 'signIn'
  | 'connect'
  | 'startSandbox'
  | 'search'
  | 'calendar'
  | 'watch'
  | 'alert'
  | 'order'
  | 'buy'
  | 'sell'
  | 'compare';

/** From the page to the extension. */
type OrderPlace = Pick<OrderView, 'accountId' | 'accountKind' | 'orderId'>;

export interface ToSecurityHost {
  /** What the page stored, if it was created again. */
  readonly ready: null;
  readonly refresh: null;
  readonly act: { readonly command: SecurityCommand };
  readonly chart: ChartChoice;
  readonly earlier: null;
  /** Opens the ticket of an order, with another price if one was chosen in the chart. */
  readonly modify: OrderPlace & { readonly price?: string; readonly auxPrice?: string };
  /** Asks whether to cancel an order. */
  readonly cancel: OrderPlace;
  /** Asks for another price of an alert, beginning with the one that was chosen in the chart. */
  readonly moveAlert: { readonly id: string; readonly price: string };
  /** A price of the order book: for the open form of an order of this security, otherwise for a new order of that side. */
  readonly pick: { readonly price: string; readonly side: 'BUY' | 'SELL' };
  /** Asks for an alert, beginning with this price. */
  readonly alertAt: { readonly price: string };
  readonly studies: Studies;
  /** Stops comparing with a security. */
  readonly uncompare: { readonly symbol: string };
  /** Tab-separated text of bars, as the table shows them. */
  readonly copy: { readonly text: string };
  /** The step of the day review to go to. */
  readonly review: { readonly to: ReviewStep };
}

/** Periods that the page offers, from the shortest. */
export const chartPeriods = ['1m', '5m', '15m', '30m', '60m', 'day', 'week', 'month'] as const satisfies readonly CandlePeriod[];
export const chartAdjustments = ['none', 'forward', 'backward'] as const satisfies readonly PriceAdjustment[];

const commands: readonly SecurityCommand[] = [
  'signIn',
  'connect',
  'startSandbox',
  'search',
  'calendar',
  'watch',
  'alert',
  'buy',
  'sell',
  'order',
  'compare',
];
const longestText = 1_000_000;

function isOrderPlace(body: unknown): body is OrderPlace {
  if (!isRecord(body) || !isId(body['accountId']) || !isId(body['orderId'])) return false;
  return body['accountKind'] === 'live' || body['accountKind'] === 'simulated';
}

function isId(value: unknown): value is string {
  return isName(value, 400);
}

function isPrice(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,18})?$/.test(value);
}

function isPriceOrNone(value: unknown): boolean {
  return value === undefined || isPrice(value);
}

export function isStudies(value: unknown): value is Studies {
  if (!isRecord(value)) return false;
  const { averages, previousClose, fills = false, exponential = [], strength, vwap = false } = value;
  return (
    [averages, exponential].every(isAverages) &&
    [previousClose, fills, vwap].every((flag) => typeof flag === 'boolean') &&
    (strength === undefined || isLength(strength))
  );
}

export function isChartChoice(value: unknown): value is ChartChoice {
  return (
    isRecord(value) &&
    chartPeriods.some((period) => period === value['period']) &&
    chartAdjustments.some((adjustment) => adjustment === value['adjustment'])
  );
}

export function isReviewStep(value: unknown): value is ReviewStep {
  return typeof value === 'string' && (value === 'open' || value === 'close' || dayOfDate(value) !== undefined);
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const securityHostGuards: Guards<ToSecurityHost> = {
  ready: isNull,
  refresh: isNull,
  act: (body): body is ToSecurityHost['act'] => isRecord(body) && commands.some((command) => command === body['command']),
  chart: isChartChoice,
  earlier: isNull,
  modify: (body): body is ToSecurityHost['modify'] =>
    isRecord(body) && isPriceOrNone(body['price']) && isPriceOrNone(body['auxPrice']) && isOrderPlace(body),
  cancel: isOrderPlace,
  moveAlert: (body): body is ToSecurityHost['moveAlert'] => isRecord(body) && isId(body['id']) && isPrice(body['price']),
  pick: (body): body is ToSecurityHost['pick'] =>
    isRecord(body) && isPrice(body['price']) && (body['side'] === 'BUY' || body['side'] === 'SELL'),
  alertAt: (body): body is ToSecurityHost['alertAt'] => isRecord(body) && isPrice(body['price']),
  studies: isStudies,
  uncompare: (body): body is ToSecurityHost['uncompare'] => isRecord(body) && isId(body['symbol']),
  review: (body): body is ToSecurityHost['review'] => isRecord(body) && isReviewStep(body['to']),
  copy: (body): body is ToSecurityHost['copy'] => isRecord(body) && isText(body['text'], longestText),
};
