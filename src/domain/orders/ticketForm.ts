import { stepAt } from '../market/priceSteps';
import { absolute, showMoney } from '../values/amount';
import { isStep, lastDigit } from '../values/steps';
import { priceDistance } from './orderDistance';
import type { OrderField } from './orderDraft';
import { priceSteps } from './orderWarnings';
import type { MarketFacts, WarnedOrder } from './orderWarnings';

/** The amount that one press of a stepper changes: a lot, the tick at the price, or one unit of the last digit if neither is known. */
export function stepOf(
  field: OrderField,
  current: string,
  market: Pick<MarketFacts, 'lotSize' | 'priceSpread' | 'lastPrice' | 'contractSize'>,
  order: Pick<WarnedOrder, 'code' | 'securityType'>,
): string {
  const known = field === 'qty' ? market.lotSize : (stepAt(current, priceSteps(order, market)) ?? '');
  return isStep(known) ? known : lastDigit(current);
}

/** How far a price is from the last one, in percent with two decimals; undefined if there is nothing to compare. */
export function marketDistance(
  price: string,
  { lastPrice }: Pick<MarketFacts, 'lastPrice'>,
): { readonly side: 'above' | 'below' | 'at'; readonly percent: string } | undefined {
  const distance = priceDistance(price, lastPrice);
  if (distance === undefined) return undefined;
  const { change, percent } = distance;
  if (change === 0n) return { side: 'at', percent: '0' };
  return { side: change > 0n ? 'above' : 'below', percent: showMoney(absolute(percent)) };
}
