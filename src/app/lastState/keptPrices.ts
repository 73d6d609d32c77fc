import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { keptQuote } from './keptRows';
import type { LastSection, LastState } from './lastState';
import * as v from 'valibot';

export type KeptQuote = Pick<LiveQuote, 'symbol' | 'name' | 'at' | 'lastPrice' | 'previousClose' | 'isSuspended'>;

export interface KeptPricesOptions {
  readonly last: LastState;
  /** Of the section. */
  readonly name: string;
  /** What the surface shows. */
  readonly symbols: () => readonly string[];
  readonly prices: {
    get(symbol: string): LiveQuote | undefined;
    /** Milliseconds since somebody vouched for the price. */
    ageMs(symbol: string): number | undefined;
  };
  readonly wallMs: () => number;
}

const about = (): v.GenericSchema<unknown, string> => v.literal('');

/** The last known prices of what one surface shows. */
export class KeptPrices {
  readonly #section: LastSection<string, KeptQuote>;

  constructor({ last, name, symbols, prices, wallMs }: KeptPricesOptions) {
    this.#section = last.section({
      name,
      about,
      row: keptQuote,
      keyOf: () => '',
      mostLists: 1,
      read: () => {
        const shown = [...new Set(symbols())];
        const rows = shown.flatMap((symbol) => prices.get(symbol) ?? []);
        const ages = rows.flatMap(({ symbol }) => prices.ageMs(symbol) ?? []);
        if (ages.length === 0) return [];
        return [{ about: '', rows, asOfMs: wallMs() - Math.ceil(Math.min(...ages)), isWhole: rows.length === shown.length }];
      },
    });
  }

  /** What `draw` makes of the price, for a surface that says that it is old; undefined where none is kept. */
  drawOld<R>(symbol: string, draw: (quote: KeptQuote) => R): R | undefined {
    const quote = this.#section.lists[0]?.old.drawOld((quotes) => quotes.find((kept) => kept.symbol === symbol));
    return quote === undefined ? undefined : draw(quote);
  }

  /** What this window shows may be another by now. */
  touch(): void {
    this.#section.touch();
  }
}
