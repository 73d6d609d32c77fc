import type { SessionQuote } from '../../service/marketRecords';
import type { DecimalText } from '../../service/schema/units';

/** The sessions outside the regular hours, in the order of the day. */
export const outsideSessions = ['preMarket', 'afterMarket', 'overnight'] as const;
export type OutsideSession = (typeof outsideSessions)[number];

export interface OutsidePrice {
  readonly session: OutsideSession;
  readonly price: DecimalText;
  /** What its change is measured by; empty where the service does not say. */
  readonly base: DecimalText;
}

type Quoted = Readonly<Record<OutsideSession, SessionQuote | undefined>> & {
  readonly lastPrice: DecimalText;
  readonly previousClose: DecimalText;
};

/**
 * The prices outside the regular hours that a service told. What comes before them is measured by the previous close, what follows
 * them by their own last price.
 */
export function outsidePrices(quote: Quoted): readonly OutsidePrice[] {
  return outsideSessions.flatMap((session) => {
    const price = quote[session]?.price ?? '';
    return price.trim() === '' ? [] : [{ session, price, base: session === 'preMarket' ? quote.previousClose : quote.lastPrice }];
  });
}
