import type { SnapshotQuote, SessionQuote } from '../../service/marketRecords';
import type { QuotePush } from '../../service/feed/types';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';

/** The latest that is known of a security's price. A figure that nobody told is the empty text. */
export interface LiveQuote {
  readonly symbol: string;
  readonly name: string;
  /** When the price was made, by the service. */
  readonly at: UnixMilliseconds;
  /** Server time at which it came here. */
  readonly receivedAt: UnixMilliseconds;
  readonly source: 'feed' | 'snapshot';
  readonly lastPrice: DecimalText;
  readonly previousClose: DecimalText;
  readonly openPrice: DecimalText;
  readonly highPrice: DecimalText;
  readonly lowPrice: DecimalText;
  readonly bidPrice: DecimalText;
  readonly askPrice: DecimalText;
  readonly volume: DecimalText;
  readonly turnover: DecimalText;
  readonly lotSize: DecimalText;
  /** Least step of the price. */
  readonly priceSpread: DecimalText;
  readonly isSuspended: boolean;
  readonly preMarket: SessionQuote | undefined;
  readonly afterMarket: SessionQuote | undefined;
  readonly overnight: SessionQuote | undefined;
}

/** A time so far ahead of the service's clock is no time of a trade. */
const futureToleranceMs = 60_000;

export type QuoteMerge =
  | { readonly kind: 'taken'; readonly quote: LiveQuote }
  /** It says nothing new: what is shown stays. */
  | { readonly kind: 'same' }
  /** It is from before what is known: never shown as newer. */
  | { readonly kind: 'older' }
  /** Its time lies in the future. */
  | { readonly kind: 'future' };

/**
 * What a price that came makes of the one that is known. Nothing goes backwards in time; a figure that is missing leaves the
 * known one only where both belong to the same trading day, which a new previous close ends.
 *
 * @param nowMs - Time of the service.
 */
export function mergeQuote(known: LiveQuote | undefined, incoming: LiveQuote, nowMs: UnixMilliseconds): QuoteMerge {
  if (incoming.at > nowMs + futureToleranceMs) return { kind: 'future' };
  if (known !== undefined && incoming.at < known.at) return { kind: 'older' };
  const quote = known === undefined ? incoming : filled(known, incoming);
  return known !== undefined && isSame(known, quote) ? { kind: 'same' } : { kind: 'taken', quote };
}

const figures = [
  'lastPrice',
  'previousClose',
  'openPrice',
  'highPrice',
  'lowPrice',
  'bidPrice',
  'askPrice',
  'volume',
  'turnover',
  'lotSize',
  'priceSpread',
  'name',
] as const;

function filled(known: LiveQuote, incoming: LiveQuote): LiveQuote {
  const isSameDay = incoming.previousClose === '' || known.previousClose === '' || incoming.previousClose === known.previousClose;
  // Written out, because this is done thousands of times a second.
  return {
    symbol: incoming.symbol,
    at: incoming.at,
    receivedAt: incoming.receivedAt,
    source: incoming.source,
    isSuspended: incoming.isSuspended,
    lastPrice: kept(incoming.lastPrice, known.lastPrice, isSameDay),
    previousClose: kept(incoming.previousClose, known.previousClose, isSameDay),
    openPrice: kept(incoming.openPrice, known.openPrice, isSameDay),
    highPrice: kept(incoming.highPrice, known.highPrice, isSameDay),
    lowPrice: kept(incoming.lowPrice, known.lowPrice, isSameDay),
    bidPrice: kept(incoming.bidPrice, known.bidPrice, isSameDay),
    askPrice: kept(incoming.askPrice, known.askPrice, isSameDay),
    volume: kept(incoming.volume, known.volume, isSameDay),
    turnover: kept(incoming.turnover, known.turnover, isSameDay),
    lotSize: kept(incoming.lotSize, known.lotSize, true),
    priceSpread: kept(incoming.priceSpread, known.priceSpread, true),
    name: kept(incoming.name, known.name, true),
    preMarket: incoming.preMarket ?? (isSameDay ? known.preMarket : undefined),
    afterMarket: incoming.afterMarket ?? (isSameDay ? known.afterMarket : undefined),
    overnight: incoming.overnight ?? (isSameDay ? known.overnight : undefined),
  };
}

function kept(told: string, known: string, lasts: boolean): string {
  if (told !== '') return told;
  return lasts ? known : '';
}

function isSame(one: LiveQuote, other: LiveQuote): boolean {
  return one.at === other.at && one.isSuspended === other.isSuspended && figures.every((name) => one[name] === other[name]);
}

/** A push as a price of the book. Pushes do not name securities: the name that is known stays. */
export function quoteOfPush(push: QuotePush, receivedAt: UnixMilliseconds): LiveQuote {
  const { symbol, at, lastPrice, previousClose, openPrice, highPrice, lowPrice, bidPrice, askPrice, volume, turnover } = push;
  const { preMarket, afterMarket, overnight } = push;
  const figuresOfPush = { lastPrice, previousClose, openPrice, highPrice, lowPrice, bidPrice, askPrice, volume, turnover };
  const unsaid = { name: '', lotSize: '', priceSpread: '', isSuspended: false } as const;
  return { symbol, at, receivedAt, source: 'feed', ...figuresOfPush, ...unsaid, preMarket, afterMarket, overnight };
}

/**
 * A snapshot as a price of the book.
 *
 * @param askedAt - Server time at which it was asked for: the latest time that its price is surely not older than, where the
 *   service does not say one.
 */
export function quoteOfSnapshot(quote: SnapshotQuote, askedAt: UnixMilliseconds, receivedAt: UnixMilliseconds): LiveQuote {
  return {
    symbol: quote.code,
    name: quote.name,
    at: quote.updatedAt ?? askedAt,
    receivedAt,
    source: 'snapshot',
    lastPrice: quote.lastPrice,
    previousClose: quote.previousClose,
    openPrice: quote.openPrice,
    highPrice: quote.highPrice,
    lowPrice: quote.lowPrice,
    bidPrice: quote.bidPrice,
    askPrice: quote.askPrice,
    volume: quote.volume,
    turnover: quote.turnover,
    lotSize: quote.lotSize,
    priceSpread: quote.priceSpread,
    isSuspended: quote.isSuspended,
    preMarket: quote.preMarket,
    afterMarket: quote.afterMarket,
    overnight: quote.overnight,
  };
}

/** A price that was not confirmed for so long looks old. */
export const freshForMs = 60_000;

/**
 * Whether a price is to look old: nobody confirmed it for a minute though its market is open.
 *
 * @param confirmedAt - Server time at which the feed or a poll last vouched for the symbol.
 */
export function looksOld(confirmedAt: UnixMilliseconds, nowMs: UnixMilliseconds, isMarketOpen: boolean): boolean {
  return isMarketOpen && nowMs - confirmedAt > freshForMs;
}
