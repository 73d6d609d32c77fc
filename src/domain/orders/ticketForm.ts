import { stepAt } from '../market/priceSteps';
import { absolute, showMoney } from '../values/amount';
import { sameNumber } from '../values/decimal';
import { isStep, lastDigit, stepped } from '../values/steps';
import { currentPrice } from './currentPrice';
import type { OutsideFacts } from './currentPrice';
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

/** The price one tick away; `undefined` if the tick there is not known, or there is no price below. */
export function nextTick(
  price: string,
  direction: 'up' | 'down',
  market: Pick<MarketFacts, 'priceSpread' | 'lastPrice' | 'contractSize'>,
  order: Pick<WarnedOrder, 'code' | 'securityType'>,
): string | undefined {
  const steps = priceSteps(order, market);
  const step = stepAt(price, steps);
  if (step === undefined) return undefined;
  const next = stepped(price, step, direction);
  // Down from the first price of a band, the steps are those of the band below.
  const own = direction === 'up' ? step : stepAt(next, steps);
  const moved = own === undefined || own === step ? next : stepped(price, own, direction);
  return own === undefined || sameNumber(moved, price) ? undefined : moved;
}

/** How far a price is from the current one, in percent with two decimals; undefined if there is nothing to compare. */
export function marketDistance(
  price: string,
  market: Pick<MarketFacts, 'lastPrice' | keyof OutsideFacts>,
): { readonly side: 'above' | 'below' | 'at'; readonly percent: string; readonly isOutside?: true } | undefined {
  const { price: now, ...rest } = currentPrice(market);
  const distance = priceDistance(price, now);
  if (distance === undefined) return undefined;
  const { change, percent } = distance;
  if (change === 0n) return { side: 'at', percent: '0', ...rest };
  return { side: change > 0n ? 'above' : 'below', percent: showMoney(absolute(percent)), ...rest };
}
