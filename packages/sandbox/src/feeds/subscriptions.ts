import * as v from 'valibot';
import type { Interval } from '../market/bars';
import type { Security } from '../securities/securities';
import type { World } from '../world/world';
import type { Asked, FeedConnection } from './connection';
import type { Topic } from './feedFaults';

const periods: ReadonlyMap<string, Interval> = new Map<string, Interval>([
  ...[1, 3, 5, 10, 15, 30, 60, 120, 180, 240].map((minutes): [string, Interval] => [`${String(minutes)}m`, minutes]),
  ['1D', 'day'],
  ['1W', 'week'],
  ['1M', 'month'],
  ['1Q', 'quarter'],
  ['1Y', 'year'],
]);

const symbols = v.optional(v.array(v.string()), []);
/** A request in a `subscribe` or `unsubscribe` frame. */
const request = v.object({
  quote: symbols,
  order_book: symbols,
  ticker: symbols,
  kline: v.optional(
    v.array(
      v.object({
        symbol: v.string(),
        period: v.picklist([...periods.keys()]),
        adjust: v.optional(v.picklist(['none', 'forward', 'forward_include_dividend', 'forward_exclude_dividend']), 'forward'),
      }),
    ),
    [],
  ),
});

/** One connection's subscription to one symbol. */
export interface Subscription {
  readonly connection: FeedConnection;
  readonly key: string;
  readonly topic: Topic;
  readonly security: Security;
  readonly period: string;
  readonly interval: Interval;
  /** The requested adjustment; all but `none` lower past prices by distributions. */
  readonly adjust: string;
  /** Time of the newest change that was pushed. */
  pushedMs: number;
  pushes: number;
  isEnded: boolean;
}

/** A requested subscription before it is known whether it can be granted. */
export interface Wish {
  readonly key: string;
  readonly topic: Topic;
  readonly symbol: string;
  readonly period: string;
  readonly adjust: string;
}

/**
 * Parses the requested subscriptions of a frame, without duplicates; undefined if the frame is invalid. They are beside the action.
 *
 * @param takesData - Also accepts them in `data`, which no live service was observed to do.
 */
export function wishesOf({ frame, data }: Asked, takesData: boolean): readonly Wish[] | undefined {
  const isBeside = Object.keys(request.entries).some((topic) => topic in frame);
  const read = v.safeParse(request, isBeside || !takesData ? frame : data);
  if (!read.success) return undefined;
  const { quote, order_book: book, ticker, kline } = read.output;
  const plain = (topic: Topic, list: readonly string[]): readonly Wish[] =>
    list.map((symbol) => ({ key: `${topic} ${symbol}`, topic, symbol, period: '', adjust: 'forward' }));
  const bars = kline.map(({ symbol, period, adjust }): Wish => ({
    key: `kline ${symbol} ${period} ${adjust}`,
    topic: 'kline',
    symbol,
    period,
    adjust,
  }));
  const all = [...plain('quote', quote), ...plain('order_book', book), ...plain('ticker', ticker), ...bars];
  return [...new Map(all.map((wish) => [wish.key, wish])).values()];
}

/** The subscription for a request; undefined if the symbol is unknown. */
export function subscriptionFor(connection: FeedConnection, wish: Wish, world: World): Subscription | undefined {
  const security = world.findSecurity(wish.symbol);
  if (security === undefined) return undefined;
  return {
    connection,
    key: wish.key,
    topic: wish.topic,
    security,
    period: wish.period,
    interval: periods.get(wish.period) ?? 'day',
    adjust: wish.adjust,
    pushedMs: Number.NaN,
    pushes: 0,
    isEnded: false,
  };
}
