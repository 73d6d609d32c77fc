import { mergedBook } from '../../domain/quotes/mergedBook';
import type { Depth } from '../../domain/quotes/mergedBook';
import type { DepthPush } from '../../service/feed/types';
import type { UnixMilliseconds } from '../../service/schema/units';

/** Depth of a security over all its exchanges, from their latest pushes. */
export interface DepthTold extends Depth {
  readonly kind: 'orderBook';
  readonly symbol: string;
  readonly at: UnixMilliseconds;
}

/** An exchange that sends nothing for this long while another does is left out: its prices would cross those of the others. */
const quietMs = 10_000;

/** The latest book of each exchange for the securities whose depth is shown; each push brings one exchange's book. */
export class DepthBooks {
  readonly #books = new Map<string, Map<string, DepthPush>>();

  /** The depth including the pushed book; undefined if the push is older than the known book of its exchange. */
  put(push: DepthPush): DepthTold | undefined {
    const { symbol, exchange, at } = push;
    const known = this.#books.get(symbol) ?? new Map<string, DepthPush>();
    this.#books.set(symbol, known);
    const before = known.get(exchange);
    if (before !== undefined && at < before.at) return undefined;
    // A book for all exchanges replaces those of single exchanges, and the reverse.
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
