import type { SnapshotQuote } from '../../service/marketRecords';
import type { DecimalText } from '../../service/schema/units';

/** Price and quantity, as the service sent them, and the exchange if each has its own book. */
export type Level = readonly [price: DecimalText, quantity: DecimalText, exchange?: string];

export interface Best {
  readonly bid: Level;
  readonly ask: Level;
}

/**
 * Best bid and ask: on each side from the depth, otherwise from the price.
 *
 * @param depth - The best first; undefined unless every change of it is received.
 */
export function bestLevels(
  quote: Pick<SnapshotQuote, 'bidPrice' | 'bidVolume' | 'askPrice' | 'askVolume'>,
  depth: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | undefined,
): Best {
  return {
    bid: depth?.bids[0] ?? [quote.bidPrice, quote.bidVolume],
    ask: depth?.asks[0] ?? [quote.askPrice, quote.askVolume],
  };
}
