import type { SessionQuote, SnapshotQuote } from '../../service/marketRecords';
import type { QuotePush } from '../../service/feed/types';
import type { DecimalText, UnixMilliseconds } from '../../service/schema/units';

/** The latest that is known of a security's price. A figure that nobody told is the empty text. */
export interface LiveQuote extends Omit<QuotePush, 'kind'> {
  readonly name: string;
  /** Server time at which it came here. */
  readonly receivedAt: UnixMilliseconds;
  readonly source: 'feed' | 'snapshot';
  readonly lotSize: DecimalText;
  /** Tick size. */
  readonly priceSpread: DecimalText;
  readonly isSuspended: boolean;
}

/** A time so far ahead of the service's clock is no time of a trade. */
const futureToleranceMs = 60_000;

export type QuoteMerge =
  | { readonly kind: 'taken'; readonly quote: LiveQuote }
  /** It is from before what is known, but tells what was missing and does not age: name, lot or tick. It vouches for no price. */
  | { readonly kind: 'completed'; readonly quote: LiveQuote }
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
  return merge(known, incoming, incoming, nowMs);
}

/**
 * As {@link mergeQuote}, of a push. Pushes do not name securities, and say nothing of lots: what is known of that stays.
 *
 * @param receivedAt - Time of the service at which it came.
 */
export function mergePush(known: LiveQuote | undefined, push: QuotePush, receivedAt: UnixMilliseconds): QuoteMerge {
  return merge(known, push, { receivedAt, source: 'feed', name: '', lotSize: '', priceSpread: '', isSuspended: false }, receivedAt);
}

type Figures = Omit<QuotePush, 'kind'>;
type Circumstances = Omit<LiveQuote, keyof Figures>;

function merge(known: LiveQuote | undefined, told: Figures, circumstances: Circumstances, nowMs: UnixMilliseconds): QuoteMerge {
  if (told.at > nowMs + futureToleranceMs) return { kind: 'future' };
  if (known !== undefined && told.at < known.at) return completed(known, circumstances);
  const quote = filled(known, told, circumstances);
  return known !== undefined && isSame(known, quote) ? { kind: 'same' } : { kind: 'taken', quote };
}

/** Name, lot and tick do not age: an old price is not taken, but these are, where nobody told them yet. */
function completed(known: LiveQuote, { name, lotSize, priceSpread }: Circumstances): QuoteMerge {
  const tells =
    (known.name === '' && name !== '') || (known.lotSize === '' && lotSize !== '') || (known.priceSpread === '' && priceSpread !== '');
  if (!tells) return { kind: 'older' };
  const quote = { ...known, name: known.name || name, lotSize: known.lotSize || lotSize, priceSpread: known.priceSpread || priceSpread };
  return { kind: 'completed', quote };
}

/** Written out, like {@link isSame}, because this is done thousands of times a second. */
function filled(known: LiveQuote | undefined, told: Figures, circumstances: Circumstances): LiveQuote {
  const isSameDay =
    known !== undefined && (told.previousClose === '' || known.previousClose === '' || told.previousClose === known.previousClose);
  const today = isSameDay ? known : undefined;
  return {
    symbol: told.symbol,
    at: told.at,
    receivedAt: circumstances.receivedAt,
    source: circumstances.source,
    isSuspended: circumstances.isSuspended,
    lastPrice: told.lastPrice || (today?.lastPrice ?? ''),
    previousClose: told.previousClose || (today?.previousClose ?? ''),
    openPrice: told.openPrice || (today?.openPrice ?? ''),
    highPrice: told.highPrice || (today?.highPrice ?? ''),
    lowPrice: told.lowPrice || (today?.lowPrice ?? ''),
    bidPrice: told.bidPrice || (today?.bidPrice ?? ''),
    askPrice: told.askPrice || (today?.askPrice ?? ''),
    volume: told.volume || (today?.volume ?? ''),
    turnover: told.turnover || (today?.turnover ?? ''),
    lotSize: circumstances.lotSize || (known?.lotSize ?? ''),
    priceSpread: circumstances.priceSpread || (known?.priceSpread ?? ''),
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
    one.volume === other.volume &&
    one.turnover === other.turnover &&
    one.lotSize === other.lotSize &&
    one.priceSpread === other.priceSpread &&
    one.name === other.name &&
    isSameSession(one.preMarket, other.preMarket) &&
    isSameSession(one.afterMarket, other.afterMarket) &&
    isSameSession(one.overnight, other.overnight)
  );
}

/** While the regular hours are over, nothing but these moves. */
function isSameSession(one: SessionQuote | undefined, other: SessionQuote | undefined): boolean {
  return one?.price === other?.price && one?.at === other?.at && one?.volume === other?.volume;
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
