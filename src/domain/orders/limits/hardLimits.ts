import { stepsBetween } from '../../market/priceSteps';
import { distancePercent, isMoreThan } from '../../values/decimal';
import { currentPrice } from '../currentPrice';
import type { CurrentPrice } from '../currentPrice';
import type { FieldChange, OrderField } from '../orderDraft';
import { priceSteps, ticksLack } from '../orderWarnings';
import type { AccountLimit, CheckedLimit, LimitFacts, MarketFacts } from '../orderWarnings';
import { exposureWith, lossBefore } from './accountLimits';
import type { AccountFigure, LackedFact } from './accountLimits';
import { estimatedValue } from './orderEstimate';
import type { Limits } from './limits';
import type { LimitedOrder } from './orderEstimate';

/** Why nothing may be sent. A limit that can’t be checked counts as broken. */
export type LimitBreach =
  | { readonly kind: 'quantity'; readonly quantity: string; readonly limit: number }
  /** `isEstimate`: the order has no limit price. */
  | { readonly kind: 'value'; readonly value: string; readonly isEstimate: boolean; readonly limit: number }
  | ({ readonly kind: 'percent'; readonly field: OrderField; readonly percent: string; readonly limit: number } & CurrentPrice)
  | ({ readonly kind: 'ticks'; readonly field: OrderField; readonly ticks: string; readonly limit: number } & CurrentPrice)
  | { readonly kind: 'perMinute'; readonly sent: number; readonly limit: number }
  | { readonly kind: AccountLimit; readonly amount: string; readonly limit: number }
  | ({ readonly kind: 'unknown'; readonly limit: CheckedLimit } & LackedFact);

/** The first limit that the order breaks: it is never sent, whatever the user confirms. */
export function limitBreach(
  order: LimitedOrder,
  limits: Limits,
  market: MarketFacts,
  { sent, account }: LimitFacts,
): LimitBreach | undefined {
  return (
    quantityBreach(order, limits) ??
    rateBreach(limits, sent) ??
    valueBreach(order, limits, market) ??
    distanceBreach(order, limits, market) ??
    accountBreach('exposure', limits.exposure, () => exposureWith(order, account, market)) ??
    accountBreach('dayLoss', limits.dayLoss, () => lossBefore(order, account))
  );
}

/** Whether prices are needed to check the limits. */
export function needsMarket({ value, distancePercent: percent, distanceTicks, exposure }: Limits): boolean {
  return value > 0 || percent > 0 || distanceTicks > 0 || exposure > 0;
}

function accountBreach(kind: AccountLimit, limit: number, figure: () => AccountFigure | undefined): LimitBreach | undefined {
  const found = limit > 0 ? figure() : undefined;
  if (found === undefined) return undefined;
  if ('lacks' in found) return { kind: 'unknown', limit: kind, ...found };
  if (!isWithin(found.amount, limit)) return { kind, amount: found.amount, limit };
  return isWithin(found.atMost ?? found.amount, limit) ? undefined : { kind: 'unknown', limit: kind, lacks: 'dayProfit' };
}

function quantityBreach({ quantity }: LimitedOrder, { quantity: limit }: Limits): LimitBreach | undefined {
  return isWithin(quantity, limit) ? undefined : { kind: 'quantity', quantity, limit };
}

function rateBreach({ perMinute }: Limits, sent: number): LimitBreach | undefined {
  return perMinute > 0 && sent >= perMinute ? { kind: 'perMinute', sent, limit: perMinute } : undefined;
}

function valueBreach(order: LimitedOrder, { value: limit }: Limits, market: MarketFacts): LimitBreach | undefined {
  if (limit <= 0) return undefined;
  const estimate = estimatedValue(order, market);
  if (typeof estimate === 'string') return { kind: 'unknown', limit: 'value', lacks: estimate };
  const { value, isEstimate } = estimate;
  return isWithin(value, limit) ? undefined : { kind: 'value', value, isEstimate, limit };
}

/** Only requested prices: sending does not cause values that the order already has. */
function distanceBreach(order: LimitedOrder, limits: Limits, market: MarketFacts): LimitBreach | undefined {
  const prices = order.fields.filter(({ field, isChanged }) => field !== 'qty' && isChanged !== false);
  for (const price of prices) {
    const found = percentBreach(price, limits, market) ?? ticksBreach(price, limits, market, order);
    if (found !== undefined) return found;
  }
  return undefined;
}

function percentBreach({ field, kept }: FieldChange, { distancePercent: limit }: Limits, market: MarketFacts): LimitBreach | undefined {
  if (limit <= 0) return undefined;
  const now = currentPrice(market);
  const percent = isMoreThan(now.price, '0') === true ? distancePercent(kept, now.price) : undefined;
  if (percent === undefined) return { kind: 'unknown', limit: 'distance', lacks: 'price' };
  return isWithin(percent.toFixed(), limit) ? undefined : { kind: 'percent', field, percent: percent.toFixed(1), limit, ...now };
}

function ticksBreach(
  { field, kept }: FieldChange,
  { distanceTicks: limit }: Limits,
  market: MarketFacts,
  order: LimitedOrder,
): LimitBreach | undefined {
  if (limit <= 0) return undefined;
  const lack = ticksLack(kept, market, order);
  if (lack !== undefined) return { kind: 'unknown', limit: 'ticks', ...lack };
  const now = currentPrice(market);
  const found = stepsBetween(kept, now.price, priceSteps(order, market));
  const ticks = typeof found === 'object' ? found.steps : '';
  return isWithin(ticks, limit) ? undefined : { kind: 'ticks', field, ticks, limit, ...now };
}

/** A text that is not a decimal is within no limit. */
function isWithin(text: string, limit: number): boolean {
  return limit <= 0 || isMoreThan(text, String(limit)) === false;
}
