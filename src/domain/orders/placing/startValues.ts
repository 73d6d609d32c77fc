import { isMoreThan } from '../../values/decimal';
import { currentPrice } from '../currentPrice';
import type { OutsideFacts } from '../currentPrice';
import type { OrderField } from '../orderDraft';
import { hasLimitPrice } from '../orderRules';
import type { MarketFacts } from '../orderWarnings';

/**
 * The initial values of a new order: one lot, at the best price of its own side, which fills nothing at once; otherwise at the current price.
 * Empty if nothing is known.
 */
export function startValue(field: OrderField, side: string, market: MarketFacts): string {
  const { lotSize, bidPrice, askPrice } = market;
  if (field === 'aux_price') return '';
  if (field === 'qty') return isSome(lotSize) ? lotSize.trim() : '1';
  const own = side.startsWith('BUY') ? bidPrice : askPrice;
  return [own, currentPrice(market).price].find(isSome)?.trim() ?? '';
}

/** The price at which an order is expected to be filled, and where it is from. */
export interface ExpectedPrice {
  readonly price: string;
  readonly from: 'limit' | 'trigger' | 'ask' | 'bid' | 'last' | 'outside';
}

/** The limit of an order; if it has none, its trigger, the best price of the other side, or the current price. Undefined if nothing is known. */
export function expectedPrice(
  order: { readonly side: string; readonly orderType: string; readonly limit: string; readonly trigger: string },
  market: Pick<MarketFacts, 'askPrice' | 'bidPrice' | 'lastPrice' | keyof OutsideFacts>,
): ExpectedPrice | undefined {
  const limit = order.limit.trim();
  const { askPrice, bidPrice } = market;
  const now = currentPrice(market);
  if (hasLimitPrice(order.orderType)) return limit === '' ? undefined : { price: limit, from: 'limit' };
  const found: readonly ExpectedPrice[] = [
    { price: order.trigger.trim(), from: 'trigger' },
    order.side.startsWith('BUY') ? { price: askPrice.trim(), from: 'ask' } : { price: bidPrice.trim(), from: 'bid' },
    { price: now.price.trim(), from: now.isOutside === true ? 'outside' : 'last' },
  ];
  return found.find(({ price }) => isSome(price));
}

function isSome(text: string): boolean {
  return isMoreThan(text, '0') === true;
}
