import type { BookLevel, ExchangeBook } from '../../service/marketRecords';
import type { UnixMilliseconds } from '../../service/schema/units';
import { parseAmount } from '../values/amount';

/** Depth of market of a security over all its exchanges: bids and asks from the best price outwards. */
export interface Depth {
  /** Time of the newest book in it; undefined if none has one. */
  readonly at: UnixMilliseconds | undefined;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
}

/** Merges the books of a security's exchanges, each sent in whatever order. Levels with the same price stay separate: each names its exchange. */
export function mergedBook(books: readonly ExchangeBook[]): Depth {
  const times = books.flatMap(({ at }) => at ?? []);
  return {
    at: times.length === 0 ? undefined : Math.max(...times),
    bids: byPrice(
      books.flatMap(({ bids }) => bids),
      -1,
    ),
    asks: byPrice(
      books.flatMap(({ asks }) => asks),
      1,
    ),
  };
}

function byPrice(levels: readonly BookLevel[], direction: 1 | -1): readonly BookLevel[] {
  const priced = levels.map((level) => ({ level, price: parseAmount(level.price) ?? 0n }));
  const sorted = priced.toSorted((one, other) => (one.price === other.price ? 0 : one.price < other.price ? -direction : direction));
  return sorted.map(({ level }) => level);
}
