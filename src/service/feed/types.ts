import type { Secret } from '../secret';
import type { BrokerQueue, ExchangeBook, SessionQuote, Tick } from '../marketRecords';
import type { DecimalText, UnixMilliseconds } from '../schema/units';

/** Something that goes on until it is disposed, such as a timer. */
export interface Disposable {
  dispose(): void;
}

/** A subscription that the quote feed accepts. It would also push candles, which nothing shows: charts grow by the price. */
export interface FeedSubscription {
  readonly kind: 'quote' | 'order_book' | 'ticker';
  readonly symbol: string;
}

/** Equal subscriptions have equal keys. */
export function subscriptionKey({ kind, symbol }: FeedSubscription): string {
  return `${kind} ${symbol}`;
}

/** The subscription that a push answers. A service that has broker queues pushes them with the depth. */
export const subscriptionOf: Readonly<Record<SecurityPush['kind'], FeedSubscription['kind']>> = {
  quote: 'quote',
  orderBook: 'order_book',
  ticks: 'ticker',
  brokers: 'order_book',
};

/** A pushed price. A figure that was missing or null is the empty text: it says nothing about the previous one. */
export interface QuotePush {
  readonly kind: 'quote';
  readonly symbol: string;
  /** When the price was made; if the service does not send that, when the frame was sent. */
  readonly at: UnixMilliseconds;
  readonly lastPrice: DecimalText;
  readonly previousClose: DecimalText;
  readonly openPrice: DecimalText;
  readonly highPrice: DecimalText;
  readonly lowPrice: DecimalText;
  readonly bidPrice: DecimalText;
  readonly askPrice: DecimalText;
  /** At the best prices; empty if they are not in the push. */
  readonly bidVolume: DecimalText;
  readonly askVolume: DecimalText;
  readonly volume: DecimalText;
  readonly turnover: DecimalText;
  /** Undefined if the push does not say it. */
  readonly isSuspended: boolean | undefined;
  readonly preMarket: SessionQuote | undefined;
  readonly afterMarket: SessionQuote | undefined;
  readonly overnight: SessionQuote | undefined;
}

/** The whole book of one exchange; a security's other exchanges are pushed separately. */
export interface DepthPush extends ExchangeBook {
  readonly kind: 'orderBook';
  readonly symbol: string;
  readonly at: UnixMilliseconds;
}

/** A market opened, closed, or changed to another state. */
export interface MarketStatePush {
  readonly kind: 'marketState';
  /** HK, US … */
  readonly market: string;
  readonly at: UnixMilliseconds;
  /** A word such as AFTERNOON. */
  readonly state: string;
}

/** Any push of the quote feed about a security. */
export type SecurityPush =
  | QuotePush
  | DepthPush
  | { readonly kind: 'ticks'; readonly symbol: string; readonly at: UnixMilliseconds; readonly ticks: readonly Tick[] }
  | ({ readonly kind: 'brokers'; readonly symbol: string; readonly at: UnixMilliseconds } & BrokerQueue);

/** Any push of the quote feed. */
export type MarketPush = SecurityPush | MarketStatePush;

/** An event of the trade feed: a hint to read the order again, never a fact. */
export interface OrderHint {
  readonly kind: 'order';
  /** EVENT_FILL and the like, as sent. */
  readonly event: string;
  /** Empty if the service does not name it: then any open order may have changed. */
  readonly orderId: string;
  readonly accountId: string;
  /** The traded security, if the service sends it: used only to find the order faster, never shown. */
  readonly code: string;
}

/** Why a frame was dropped. */
export type DropReason = 'not-json' | 'unknown-type' | 'unasked' | 'bad-time' | 'no-symbol' | 'no-figures';

export type FeedState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  /** Authenticated, and at least one subscription is active; the feed of orders needs none. */
  | { readonly kind: 'live'; readonly sinceMs: number; readonly roundTripMs: number | undefined; readonly prices: PriceCount }
  /** Connected, but the service denies all subscriptions. */
  | { readonly kind: 'denied'; readonly sinceMs: number }
  /** Connected, but nothing was pushed for too long: the prices are not reliable. */
  | { readonly kind: 'silent'; readonly sinceMs: number }
  | { readonly kind: 'waiting'; readonly untilMs: number; readonly reason: FeedFailure }
  /** The service accepted connections repeatedly but never responded: no more are made until there is a reason to. */
  | { readonly kind: 'givenUp'; readonly sinceMs: number };

/** How many of the requested prices the feed pushes. */
export interface PriceCount {
  readonly pushed: number;
  readonly asked: number;
}

/** Stable words for log and tooltip. */
export interface FeedFailure {
  readonly code: 'connect-failed' | 'refused' | 'no-response' | 'no-pong' | 'closed' | 'sign-in-required' | 'not-loaded';
  /** Close code, if the connection was closed. */
  readonly closeCode: number | undefined;
}

/** Credentials for the first frame, created for each connection and each refresh. */
export type FeedCredentials =
  | { readonly type: 'oauth2'; readonly token: Secret }
  | {
      readonly type: 'appkey';
      readonly appKeyId: string;
      readonly signature: string;
      readonly timestampMs: number;
      readonly nonce: string;
    };
