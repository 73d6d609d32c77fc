import { exchangeZone } from '../market/security';
import { dayNumber } from '../time/zones';
import { quotedPrice } from '../market/price';
import type { SessionQuote, SnapshotQuote } from '../../service/marketRecords';
import type { QuotePush } from '../../service/feed/types';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';

/** The latest known price data of a security. An unknown figure is an empty string. */
export interface LiveQuote extends Omit<QuotePush, 'kind'> {
  readonly name: string;
  /** Server time when it arrived here. */
  readonly receivedAt: UnixMilliseconds;
  readonly source: 'feed' | 'snapshot';
  /** Server time when the best prices and their quantities arrived: many feeds never send them. */
  readonly bestAt: UnixMilliseconds;
  readonly lotSize: DecimalText;
  /** Tick size. */
  readonly priceSpread: DecimalText;
  readonly isSuspended: boolean;
  /** The contract multiplier; undefined unless the service states it. */
  readonly contractSize?: DecimalText | undefined;
}

/** A time further ahead of the service's clock than this cannot be the time of a trade. */
const futureToleranceMs = 60_000;

/** A price that was not confirmed for this long looks old. */
export const freshForMs = 60_000;

export type QuoteMerge =
  | { readonly kind: 'taken'; readonly quote: LiveQuote }
  /**
   * It is older than the known price, but adds what pushes leave out: the best prices and a suspension as of now, and previous close, name,
   * lot, tick, or multiplier. It confirms no price.
   */
  | { readonly kind: 'completed'; readonly quote: LiveQuote }
  /** It has nothing new, except when it arrived: what is shown stays. */
  | { readonly kind: 'same'; readonly quote: LiveQuote }
  /** It is older than the known price: never shown as newer. */
  | { readonly kind: 'older' }
  /** Its time lies in the future. */
  | { readonly kind: 'future' };

/**
 * Merges an incoming price into the known one. Nothing goes backwards in time; a missing figure keeps the known one only if both belong to the
 * same trading day, which a new previous close ends, or without one the date.
 *
 * @param nowMs - The service's time.
 */
export function mergeQuote(known: LiveQuote | undefined, incoming: LiveQuote, nowMs: UnixMilliseconds): QuoteMerge {
  return merge(known, incoming, incoming, nowMs);
}

/**
 * Like {@link mergeQuote}, for a push. Pushes do not name securities and have no lot sizes: the known ones stay.
 *
 * @param receivedAt - The service's time when it arrived.
 */
export function mergePush(known: LiveQuote | undefined, push: QuotePush, receivedAt: UnixMilliseconds): QuoteMerge {
  return merge(known, push, { ...pushed, receivedAt, bestAt: receivedAt }, receivedAt);
}

const pushed = { source: 'feed', name: '', lotSize: '', priceSpread: '' } as const;

type Figures = Omit<QuotePush, 'kind'>;
type Circumstances = Omit<LiveQuote, keyof Figures>;

function merge(known: LiveQuote | undefined, told: Figures, circumstances: Circumstances, nowMs: UnixMilliseconds): QuoteMerge {
  if (told.at > nowMs + futureToleranceMs) return { kind: 'future' };
  if (known !== undefined && told.at < known.at) return completed(known, told, circumstances);
  const quote = filled(known, told, circumstances);
  return known !== undefined && isSame(known, quote) ? { kind: 'same', quote } : { kind: 'taken', quote };
}

/** Of an old price, only what pushes leave out is taken. */
function completed(known: LiveQuote, told: Figures, circumstances: Circumstances): QuoteMerge {
  const { source, name, lotSize, priceSpread, contractSize, bestAt } = circumstances;
  const tells =
    (known.previousClose === '' && told.previousClose !== '') ||
    (known.name === '' && name !== '') ||
    (known.lotSize === '' && lotSize !== '') ||
    (known.priceSpread === '' && priceSpread !== '') ||
    (known.contractSize === undefined && contractSize !== undefined);
  const isLater = source === 'snapshot' && bestAt > known.bestAt;
  if (!tells && !isLater) return { kind: 'older' };
  const previousClose = known.previousClose || (isSameDay(known, told) ? told.previousClose : '');
  const constant = {
    previousClose,
    name: known.name || name,
    lotSize: known.lotSize || lotSize,
    priceSpread: known.priceSpread || priceSpread,
    contractSize: known.contractSize ?? contractSize,
  };
  const current = isLater ? { ...bestIn(told), bestAt, isSuspended: told.isSuspended ?? known.isSuspended } : {};
  return { kind: 'completed', quote: { ...known, ...constant, ...current } };
}

function tellsBest({ bidPrice, askPrice }: Figures): boolean {
  return bidPrice !== '' || askPrice !== '';
}

/** However new a pushed price is, few feeds tell that trading is resumed, or the previous close of a new day. */
export function needsSnapshot({ source, isSuspended, previousClose, symbol, at, bestAt }: LiveQuote): boolean {
  return source === 'feed' && (isSuspended || (previousClose === '' && !isSameDate(symbol, at, bestAt)));
}

/** The best prices with their quantities: one is never shown with that of another time. */
export type BestPrices = Pick<LiveQuote, 'bidPrice' | 'askPrice' | 'bidVolume' | 'askVolume'>;

const noBest: BestPrices = { bidPrice: '', askPrice: '', bidVolume: '', askVolume: '' };

function bestIn({ bidPrice, askPrice, bidVolume, askVolume }: BestPrices): BestPrices {
  return { bidPrice, askPrice, bidVolume, askVolume };
}

/**
 * The best prices of a quote; none if they are those of a minute ago, beside a price that the feed has sent since.
 *
 * @param nowMs - The service's time.
 */
export function bestPrices(quote: LiveQuote, nowMs: UnixMilliseconds): BestPrices {
  return quote.source === 'snapshot' || nowMs - quote.bestAt <= freshForMs ? bestIn(quote) : noBest;
}

/** Every zone's offset from UTC is a multiple of this, so two instants within one interval have the same date everywhere. */
const quarterMs = 15 * 60_000;

/** Whether both are of one trading day: the previous close decides; where one lacks it, the date of the price at its exchange. */
function isSameDay(known: Figures, told: Figures): boolean {
  if (told.previousClose !== '' && known.previousClose !== '') return told.previousClose === known.previousClose;
  return told.lastPrice === '' || isSameDate(told.symbol, known.at, told.at);
}

/** Whether two instants have the same date at a security's exchange. */
export function isSameDate(symbol: string, one: UnixMilliseconds, other: UnixMilliseconds): boolean {
  if (Math.floor(one / quarterMs) === Math.floor(other / quarterMs)) return true;
  const zone = exchangeZone(symbol);
  return dayNumber(zone, one) === dayNumber(zone, other);
}

/** Written out, like {@link isSame}, because it runs thousands of times a second. */
function filled(known: LiveQuote | undefined, told: Figures, circumstances: Circumstances): LiveQuote {
  const today = known !== undefined && isSameDay(known, told) ? known : undefined;
  // A snapshot has all there is; a push, what has changed.
  const isBestTold = circumstances.source === 'snapshot' || tellsBest(told);
  const isBestKnown = today !== undefined && circumstances.receivedAt - today.bestAt <= freshForMs;
  const best = isBestTold ? told : isBestKnown ? today : noBest;
  return {
    symbol: told.symbol,
    at: told.at,
    receivedAt: circumstances.receivedAt,
    source: circumstances.source,
    isSuspended: told.isSuspended ?? known?.isSuspended ?? false,
    lastPrice: quotedPrice(told.symbol, told.lastPrice) || (today?.lastPrice ?? ''),
    previousClose: told.previousClose || (today?.previousClose ?? ''),
    openPrice: told.openPrice || (today?.openPrice ?? ''),
    highPrice: told.highPrice || (today?.highPrice ?? ''),
    lowPrice: told.lowPrice || (today?.lowPrice ?? ''),
    bidPrice: best.bidPrice,
    askPrice: best.askPrice,
    bidVolume: best.bidVolume,
    askVolume: best.askVolume,
    bestAt: isBestTold ? circumstances.bestAt : (known?.bestAt ?? 0),
    volume: told.volume || (today?.volume ?? ''),
    turnover: told.turnover || (today?.turnover ?? ''),
    lotSize: circumstances.lotSize || (known?.lotSize ?? ''),
    priceSpread: circumstances.priceSpread || (known?.priceSpread ?? ''),
    contractSize: circumstances.contractSize ?? known?.contractSize,
    name: circumstances.name || (known?.name ?? ''),
    preMarket: told.preMarket ?? today?.preMarket,
    afterMarket: told.afterMarket ?? today?.afterMarket,
    overnight: told.overnight ?? today?.overnight,
  };
}

function isSame(one: LiveQuote, other: LiveQuote): boolean {
  return (
    one.at === other.at &&
    one.isSuspended === other.isSuspended &&
    one.lastPrice === other.lastPrice &&
    one.previousClose === other.previousClose &&
    one.openPrice === other.openPrice &&
    one.highPrice === other.highPrice &&
    one.lowPrice === other.lowPrice &&
    one.bidPrice === other.bidPrice &&
    one.askPrice === other.askPrice &&
    one.bidVolume === other.bidVolume &&
    one.askVolume === other.askVolume &&
    one.volume === other.volume &&
    one.turnover === other.turnover &&
    one.lotSize === other.lotSize &&
    one.priceSpread === other.priceSpread &&
    one.contractSize === other.contractSize &&
    one.name === other.name &&
    isSameSession(one.preMarket, other.preMarket) &&
    isSameSession(one.afterMarket, other.afterMarket) &&
    isSameSession(one.overnight, other.overnight)
  );
}

/** Outside the regular hours, only these change. */
function isSameSession(one: SessionQuote | undefined, other: SessionQuote | undefined): boolean {
  return one?.price === other?.price && one?.at === other?.at && one?.volume === other?.volume;
}

/**
 * A snapshot as a price of the book.
 *
 * @param askedAt - Server time of the request: the latest time that its price is certainly not older than, if the service does not send one.
 */
export function quoteOfSnapshot(quote: SnapshotQuote, askedAt: UnixMilliseconds, receivedAt: UnixMilliseconds): LiveQuote {
  return {
    symbol: quote.code,
    name: quote.name,
    at: quote.updatedAt ?? askedAt,
    receivedAt,
    source: 'snapshot',
    bestAt: receivedAt,
    lastPrice: quote.lastPrice,
    previousClose: quote.previousClose,
    openPrice: quote.openPrice,
    highPrice: quote.highPrice,
    lowPrice: quote.lowPrice,
    bidPrice: quote.bidPrice,
    askPrice: quote.askPrice,
    bidVolume: quote.bidVolume,
    askVolume: quote.askVolume,
    volume: quote.volume,
    turnover: quote.turnover,
    lotSize: quote.lotSize,
    priceSpread: quote.priceSpread,
    contractSize: quote.contractSize || undefined,
    isSuspended: quote.isSuspended,
    preMarket: quote.preMarket,
    afterMarket: quote.afterMarket,
    overnight: quote.overnight,
  };
}
