import type { Secret } from '../secret';
import type { CandlePeriod, Candle, ExchangeBook, SessionQuote, Tick } from '../marketRecords';
import type { DecimalText, UnixMilliseconds } from '../schema/units';

/** How the feed adjusts prices before a split or dividend: it cannot raise those after it. */
export type FeedAdjustment = 'none' | 'forward' | 'forward_include_dividend' | 'forward_exclude_dividend';

/** One thing that the quote feed can be asked for. */
export type FeedSubscription =
  | { readonly kind: 'quote' | 'order_book' | 'ticker'; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly period: CandlePeriod; readonly adjustment: FeedAdjustment };

/** Equal subscriptions have equal keys. */
export function subscriptionKey(subscription: FeedSubscription): string {
  const { kind, symbol } = subscription;
  return kind === 'kline' ? `${kind} ${symbol} ${subscription.period} ${subscription.adjustment}` : `${kind} ${symbol}`;
}

/** A price that was pushed. A figure that was missing or null is the empty text: it says nothing about the one before. */
export interface QuotePush {
  readonly kind: 'quote';
  readonly symbol: string;
  /** When the price was made; when the frame was sent where the service does not say that. */
  readonly at: UnixMilliseconds;
  readonly lastPrice: DecimalText;
  readonly previousClose: DecimalText;
  readonly openPrice: DecimalText;
  readonly highPrice: DecimalText;
  readonly lowPrice: DecimalText;
  readonly bidPrice: DecimalText;
  readonly askPrice: DecimalText;
  readonly volume: DecimalText;
  readonly turnover: DecimalText;
  readonly preMarket: SessionQuote | undefined;
  readonly afterMarket: SessionQuote | undefined;
  readonly overnight: SessionQuote | undefined;
}

/** The whole book of one exchange; those of a security's other exchanges come in pushes of their own. */
export interface DepthPush extends ExchangeBook {
  readonly kind: 'orderBook';
  readonly symbol: string;
  readonly at: UnixMilliseconds;
}

/** A market opened, closed, or went into another of its states. */
export interface MarketStatePush {
  readonly kind: 'marketState';
  /** HK, US … */
  readonly market: string;
  readonly at: UnixMilliseconds;
  /** A word such as AFTERNOON. */
  readonly state: string;
}

/** Anything that the quote feed pushes of a security. */
export type SecurityPush =
  | QuotePush
  | DepthPush
  | { readonly kind: 'ticks'; readonly symbol: string; readonly at: UnixMilliseconds; readonly ticks: readonly Tick[] }
  | {
      readonly kind: 'candle';
      readonly symbol: string;
      readonly at: UnixMilliseconds;
      readonly period: string;
      readonly adjustment: string;
      readonly candles: readonly Candle[];
    };

/** Anything that the quote feed pushes. */
export type MarketPush = SecurityPush | MarketStatePush;

/** An event of the trade feed: a hint to read the order again, never a fact. */
export interface OrderHint {
  readonly kind: 'order';
  /** EVENT_FILL and the like, as sent. */
  readonly event: string;
  /** Empty where the service does not name it: all open orders may have changed then. */
  readonly orderId: string;
  readonly accountId: string;
  /** What is traded, where the service tells: it shortens the way to the order, and is never shown. */
  readonly code: string;
}

/** Why a frame was dropped. */
export type DropReason = 'not-json' | 'unknown-type' | 'unasked' | 'bad-time' | 'no-symbol' | 'no-figures';

export type FeedState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  /** Authenticated, and the service pushes something of what was asked for; the feed of orders pushes all there is. */
  | { readonly kind: 'live'; readonly sinceMs: number; readonly roundTripMs: number | undefined; readonly prices: PriceCount }
  /** Connected, but the service gives no right to anything that was asked for. */
  | { readonly kind: 'denied'; readonly sinceMs: number }
  /** Connected, but nothing that was asked for has come for too long: not to be relied on. */
  | { readonly kind: 'silent'; readonly sinceMs: number }
  | { readonly kind: 'waiting'; readonly untilMs: number; readonly reason: FeedFailure }
  /** The service accepted one connection after the other and said nothing: none is made any more until there is reason to. */
  | { readonly kind: 'givenUp'; readonly sinceMs: number };

/** How many of the prices that are asked for the feed pushes. */
export interface PriceCount {
  readonly pushed: number;
  readonly asked: number;
}

/** Stable words for log and tooltip; `detail` is the service's own text, bounded. */
export interface FeedFailure {
  readonly code: 'connect-failed' | 'refused' | 'no-response' | 'no-pong' | 'closed' | 'sign-in-required';
  /** Close code where the connection was closed. */
  readonly closeCode: number | undefined;
  readonly detail: string;
}

/** Credentials for the first frame, made fresh for each connection and each refresh. */
export type FeedCredentials =
  | { readonly type: 'oauth2'; readonly token: Secret }
  | {
      readonly type: 'appkey';
      readonly appKeyId: string;
      readonly signature: string;
      readonly timestampMs: number;
      readonly nonce: string;
    };
