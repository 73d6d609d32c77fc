import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { keptQuote } from './keptRows';
import type { LastSection, LastState } from './lastState';
import * as v from 'valibot';

export type KeptQuote = Pick<LiveQuote, 'symbol' | 'name' | 'at' | 'lastPrice' | 'previousClose' | 'isSuspended'>;

export interface KeptPricesOptions {
  readonly last: LastState;
  /** Name of the section. */
  readonly name: string;
  /** The symbols that the surface shows. */
  readonly symbols: () => readonly string[];
  readonly prices: {
    get(symbol: string): LiveQuote | undefined;
    /** Milliseconds since the price was last confirmed. */
    ageMs(symbol: string): number | undefined;
  };
  readonly wallMs: () => number;
}

const about = (): v.GenericSchema<unknown, string> => v.literal('');

/** The last known prices of the symbols that one surface shows. */
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

  /** What `draw` makes of the price, for a surface that marks it as old; undefined if no price is stored. */
  drawOld<R>(symbol: string, draw: (quote: KeptQuote) => R): R | undefined {
    const quote = this.#section.lists[0]?.old.drawOld((quotes) => quotes.find((kept) => kept.symbol === symbol));
    return quote === undefined ? undefined : draw(quote);
  }

  /** The prices in this window may have changed. */
  touch(): void {
    this.#section.touch();
  }
}
