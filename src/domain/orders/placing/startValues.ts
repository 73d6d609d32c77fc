import { isMoreThan } from '../../values/decimal';
import type { OrderField } from '../orderDraft';
import type { MarketFacts } from '../orderWarnings';

/**
 * The initial values of a new order: one lot, at the best price of its own side, which fills nothing at once; otherwise at the last price.
 * Empty if nothing is known.
 */
export function startValue(field: OrderField, side: string, { lotSize, bidPrice, askPrice, lastPrice }: MarketFacts): string {
  if (field === 'aux_price') return '';
  if (field === 'qty') return isSome(lotSize) ? lotSize.trim() : '1';
  const own = side.startsWith('BUY') ? bidPrice : askPrice;
  return [own, lastPrice].find(isSome)?.trim() ?? '';
}

function isSome(text: string): boolean {
  return isMoreThan(text, '0') === true;
}
