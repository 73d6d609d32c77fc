import { mergedBook } from '../../domain/quotes/mergedBook';
import type { Depth } from '../../domain/quotes/mergedBook';
import type { DepthPush } from '../../service/feed/types';
import type { UnixMilliseconds } from '../../service/schema/units';

/** Depth of a security over all its exchanges, as the latest pushes have it. */
export interface DepthTold extends Depth {
  readonly kind: 'orderBook';
  readonly symbol: string;
  readonly at: UnixMilliseconds;
}

/** An exchange that says nothing for so long, while another does, is left out: its prices would cross those of the others. */
const quietMs = 10_000;

/** The latest book of each exchange of the securities whose depth is shown: each push brings that of one exchange. */
export class DepthBooks {
  readonly #books = new Map<string, Map<string, DepthPush>>();

  /** The depth with the pushed book in it; undefined for one that is older than what is known of its exchange. */
  put(push: DepthPush): DepthTold | undefined {
    const { symbol, exchange, at } = push;
    const known = this.#books.get(symbol) ?? new Map<string, DepthPush>();
    this.#books.set(symbol, known);
    const before = known.get(exchange);
    if (before !== undefined && at < before.at) return undefined;
    // One book for all replaces those of the exchanges, and they replace it.
    for (const other of known.keys()) if ((other === '') !== (exchange === '')) known.delete(other);
    known.set(exchange, push);
    const newest = Math.max(...[...known.values()].map((book) => book.at));
    const current = [...known.values()].filter((book) => newest - book.at <= quietMs);
    return { ...mergedBook(current), kind: 'orderBook', symbol, at: newest };
  }

  /** Forgets the books of all other symbols. */
  keep(symbols: ReadonlySet<string>): void {
    for (const symbol of this.#books.keys()) if (!symbols.has(symbol)) this.#books.delete(symbol);
  }
}
