import { stepAt } from '../market/priceSteps';
import { distancePercent, isMoreThan, sameNumber } from '../values/decimal';
import { isStep, lastDigit } from '../values/steps';
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
  const percent = distancePercent(price, lastPrice);
  if (percent === undefined) return undefined;
  if (sameNumber(price, lastPrice) === true) return { side: 'at', percent: '0' };
  return { side: isMoreThan(price, lastPrice) === true ? 'above' : 'below', percent: percent.toFixed(2) };
}
