import type { SessionQuote } from '../../service/marketRecords';
import { extendedPrice } from '../quotes/outsideHours';
import type { OutsideSession } from '../quotes/outsideHours';

/** What a quote says of the sessions outside the regular hours, and when its last price was made. */
export interface OutsideFacts extends Readonly<Partial<Record<OutsideSession, SessionQuote | undefined>>> {
  readonly updatedAt?: number | undefined;
}

/** The price that orders are compared with. */
export interface CurrentPrice {
  /** Empty if it is unknown. */
  readonly price: string;
  /** Set if it is from outside the regular hours, and newer than the last price in them. */
  readonly isOutside?: true;
}

/** The newest price of a security: the last one, or that of a session outside the regular hours. */
export function currentPrice({
  lastPrice,
  updatedAt: at,
  preMarket,
  afterMarket,
  overnight,
}: OutsideFacts & { readonly lastPrice: string }): CurrentPrice {
  const outside = extendedPrice({ lastPrice, previousClose: '', at, preMarket, afterMarket, overnight });
  return outside === undefined ? { price: lastPrice } : { price: outside.price, isOutside: true };
}
