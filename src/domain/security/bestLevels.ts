import type { SnapshotQuote } from '../../service/marketRecords';
import type { DecimalText } from '../../service/schema/units';

/** Price and quantity, as the service sent them, and the exchange if each has its own book. */
export type Level = readonly [price: DecimalText, quantity: DecimalText, exchange?: string];

export interface Best {
  readonly bid: Level;
  readonly ask: Level;
}

const none: Level = ['', ''];

/**
 * Best bid and ask: from the depth, in which one side may be empty, or from the price if there is no depth.
 *
 * @param depth - The best first; undefined unless every change of it is received.
 */
export function bestLevels(
  quote: Pick<SnapshotQuote, 'bidPrice' | 'bidVolume' | 'askPrice' | 'askVolume'>,
  depth: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | undefined,
): Best {
  const [bid, ask] = [depth?.bids[0], depth?.asks[0]];
  if (bid === undefined && ask === undefined) return { bid: [quote.bidPrice, quote.bidVolume], ask: [quote.askPrice, quote.askVolume] };
  return { bid: bid ?? none, ask: ask ?? none };
}
