import type { DecimalText, IsoDate, UnixMilliseconds } from './schema/units';

/**
 * Records of the quote endpoints beyond the specification. A figure keeps the service's digits; a missing or null one
 * is the empty text.
 */

/** Beyond the specification: a security's latest price and related figures. */
export interface SnapshotQuote {
  readonly code: string;
  readonly name: string;
  readonly updatedAt: UnixMilliseconds | undefined;
  readonly lastPrice: DecimalText;
  readonly previousClose: DecimalText;
  readonly openPrice: DecimalText;
  readonly highPrice: DecimalText;
  readonly lowPrice: DecimalText;
  readonly averagePrice: DecimalText;
  readonly bidPrice: DecimalText;
  readonly bidVolume: DecimalText;
  readonly askPrice: DecimalText;
  readonly askVolume: DecimalText;
  readonly volume: DecimalText;
  readonly turnover: DecimalText;
  readonly turnoverRate: DecimalText;
  readonly amplitude: DecimalText;
  readonly volumeRatio: DecimalText;
  readonly lotSize: DecimalText;
  /** Tick size. */
  readonly priceSpread: DecimalText;
  /** The contract multiplier of an option or a future; undefined or empty if the service does not return it. */
  readonly contractSize?: DecimalText;
  readonly highest52Weeks: DecimalText;
  readonly lowest52Weeks: DecimalText;
  readonly marketValue: DecimalText;
  readonly peRatio: DecimalText;
  readonly pbRatio: DecimalText;
  readonly isSuspended: boolean;
  readonly preMarket: SessionQuote | undefined;
  readonly afterMarket: SessionQuote | undefined;
  readonly overnight: SessionQuote | undefined;
}

/** A session outside the regular hours with at least one trade: its price is never empty nor zero. */
export interface SessionQuote {
  readonly price: DecimalText;
  /** When the price was made; undefined if the service does not say. */
  readonly at: UnixMilliseconds | undefined;
  readonly highPrice: DecimalText;
  readonly lowPrice: DecimalText;
  readonly volume: DecimalText;
  readonly turnover: DecimalText;
  readonly change: DecimalText;
  /** Percent. */
  readonly changeRate: DecimalText;
}

export interface OrderBookQuery {
  readonly code: string;
  /** Levels a side, 1 to 60. */
  readonly levels: number;
}

/** Bids and asks of one exchange, from the best price outwards. */
export interface ExchangeBook {
  /** Name of the exchange, as sent; empty if there is one book for all. */
  readonly exchange: string;
  readonly at: UnixMilliseconds | undefined;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

export interface BookLevel {
  readonly price: DecimalText;
  readonly volume: DecimalText;
  /** The exchange of its orders, as sent; empty if unknown. */
  readonly exchange: string;
}

export interface MarketStateOf {
  readonly code: string;
  /** One of about 38 words, as sent: MORNING, REST, CLOSED, OVERNIGHT … */
  readonly state: string;
}

/** One minute of the current day. */
export interface IntradayPoint {
  readonly time: UnixMilliseconds;
  readonly price: DecimalText;
  /** MORNING, AFTERNOON, US_PREMARKET …, as sent; empty if the day is one list. There is no trading between two sections. */
  readonly section: string;
}

/** One trade. */
export interface Tick {
  /** Up to 19 digits, never a number. Different trades may share one. */
  readonly sequence: string;
  readonly time: UnixMilliseconds | undefined;
  readonly price: DecimalText;
  readonly volume: DecimalText;
  readonly direction: 'buy' | 'sell' | 'neutral';
  /** Undefined for a trade of the regular hours. */
  readonly session?: 'preMarket' | 'afterMarket' | 'overnight';
  /** The trade was canceled afterwards, and is none. */
  readonly isUndone?: true;
}

/** Length of one candle. */
export type CandlePeriod =
  | `${'1' | '3' | '5' | '10' | '15' | '30' | '60' | '120' | '180' | '240'}m`
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year';

/** How prices before a split or dividend are adjusted. */
export type PriceAdjustment = 'none' | 'forward' | 'backward';

export interface CurrentCandlesQuery {
  readonly code: string;
  readonly period: CandlePeriod;
  readonly adjustment: PriceAdjustment;
  /** 1 to 370. */
  readonly count: number;
  /** Bars of the time before and after the regular hours, too. */
  readonly isExtended?: boolean;
}

/** Pages go back in time by `end`, not by a cursor (Spec, Pagination rule 4). */
export interface HistoryCandlesQuery extends CurrentCandlesQuery {
  readonly start?: IsoDate;
  /** The last day of the query, or the `nextEnd` of the previous page. */
  readonly end: IsoDate;
}

export interface Candle {
  readonly time: UnixMilliseconds;
  /** The exchange's `yyyyMMdd` if the service returns it, else empty. */
  readonly date: string;
  readonly open: DecimalText;
  readonly high: DecimalText;
  readonly low: DecimalText;
  readonly close: DecimalText;
  readonly previousClose: DecimalText;
  readonly volume: DecimalText;
  readonly turnover: DecimalText;
}

export interface CandlePage {
  readonly items: readonly Candle[];
  /** Earlier candles exist: request them with an earlier `end`. */
  readonly hasMore: boolean;
  /** The `end` for the page before this one in time, if the service returns it (Spec, Pagination rule 4); else empty. */
  readonly nextEnd: string;
}

/** The net inflow of a minute, or of the day until then, negative for an outflow. */
export interface CapitalFlowPoint {
  readonly time: UnixMilliseconds | undefined;
  readonly net: DecimalText;
}

/** Amounts of money by the size of the orders that moved it; empty if the service sent none. */
export interface OrderSizes {
  readonly extraLarge: DecimalText;
  readonly large: DecimalText;
  readonly medium: DecimalText;
  readonly small: DecimalText;
}

/** Money that came in and went out since the day began; all zero outside the trading hours. */
export interface CapitalDistribution {
  readonly in: OrderSizes;
  readonly out: OrderSizes;
  readonly updatedAt: UnixMilliseconds | undefined;
}

/** Money that came into a security and went out of it today. */
export interface Capital {
  /** By minute, the earliest first; empty outside the trading hours and if the service doesn’t have it. */
  readonly flow: readonly CapitalFlowPoint[];
  readonly distribution: CapitalDistribution | undefined;
}

/** An exchange participant with an order in the queue. */
export interface QueuedBroker {
  /** The participant’s number, as sent. */
  readonly id: string;
  /** Empty if the service does not name it. */
  readonly name: string;
  /** Distance from the best price in price levels: 1 is the best one; empty if unknown. */
  readonly level: string;
}

/** Brokers in the order of the queue, the best price first; only in Hong Kong. */
export interface BrokerQueue {
  readonly bids: readonly QueuedBroker[];
  readonly asks: readonly QueuedBroker[];
}

export interface OwnerPlate {
  readonly code: string;
  readonly name: string;
}

export type SecurityGroupType = 'ALL' | 'CUSTOM' | 'SYSTEM';

/** A named list of securities that the service stores for the user. */
export interface SecurityGroup {
  readonly name: string;
  /** CUSTOM or SYSTEM, as sent; only custom groups can be changed. */
  readonly type: string;
}

export interface SecurityGroupChange {
  readonly groupName: string;
  /** `remove` deletes the security from all groups, `moveOut` only from this one. */
  readonly operation: 'add' | 'remove' | 'moveOut';
  /** 1 to 200. */
  readonly codes: readonly string[];
}

export interface TradingPowerQuery {
  readonly accountId: string;
  readonly code: string;
  readonly orderType: string;
  readonly price?: DecimalText;
  /** The order to be changed. */
  readonly orderId?: string;
}

/** The most that an account can trade of a security; a figure that does not apply is the empty text. */
export interface TradingPower {
  readonly cashBuy: DecimalText;
  readonly cashAndMarginBuy: DecimalText;
  readonly positionSell: DecimalText;
  readonly shortSell: DecimalText;
  readonly buyBack: DecimalText;
}
