import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { wallTimeToTheSecond } from '../../domain/time/zones';
import type { OrderPrice } from '../../panel/orders/ordersPageProtocol';
import { quoteText } from '../platform/words/quoteText';

/** What knows whether a price is current. */
export interface PriceAges {
  isOld(symbol: string): boolean;
  isExpired(symbol: string): boolean;
  isDenied?(symbol: string): boolean;
}

/** The last price of an order's security. @param zone - Of its time. */
export function orderPrice(quote: LiveQuote, ages: PriceAges, zone: string): OrderPrice {
  const { symbol, lastPrice, priceSpread, isSuspended, contractSize } = quote;
  const isOld = ages.isOld(symbol);
  const { note } = quoteText(quote, {
    timeText: (at) => wallTimeToTheSecond(zone, at),
    isOld,
    isDenied: ages.isDenied?.(symbol) === true,
  });
  return {
    ...{ symbol, last: lastPrice, tick: priceSpread, isOld: isOld || isSuspended, isExpired: ages.isExpired(symbol), note },
    ...(contractSize === undefined ? {} : { contractSize }),
  };
}
