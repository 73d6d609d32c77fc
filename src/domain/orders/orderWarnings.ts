import { keepsToSteps, stepAt, stepsBetween } from '../market/priceSteps';
import type { KnownStep } from '../market/priceSteps';
import { isContract, isShare, kindOf } from '../market/security';
import { distancePercent, isMoreThan, isMultipleOf, jumpFactor, product, sameNumber } from '../values/decimal';
import { exposureWith, lossBefore } from './limits/accountLimits';
import type { AccountFacts, AccountFigure, LackedFact } from './limits/accountLimits';
import { currentPrice } from './currentPrice';
import type { CurrentPrice, OutsideFacts } from './currentPrice';
import type { LimitBreach } from './limits/hardLimits';
import type { Limits } from './limits/limits';
import { estimatedValue } from './limits/orderEstimate';
import type { LimitedOrder } from './limits/orderEstimate';
import type { CheckedChange, FieldChange, OrderField } from './orderDraft';
import { hasEnded, isBuy, isSell, withoutZero } from './orderRules';

/** Facts about the account and about sent orders, for checking limits. */
export interface LimitFacts {
  /** New orders and changes in the last 60 seconds. */
  readonly sent: number;
  readonly account: AccountFacts;
}

/** Facts about the security. Empty text if unknown. */
export interface MarketFacts extends OutsideFacts {
  readonly lotSize: string;
  /** Tick size at the last price; {@link priceSteps} knows that at another one. */
  readonly priceSpread: string;
  readonly lastPrice: string;
  readonly bidPrice: string;
  readonly askPrice: string;
  /** The multiplier of an option's or a future's price. */
  readonly contractSize?: string;
  /** Nobody can trade it at present. */
  readonly isSuspended?: boolean;
}

export const unknownMarket: MarketFacts = { lotSize: '', priceSpread: '', lastPrice: '', bidPrice: '', askPrice: '' };

/** Facts about the order besides the values that change. Empty text if unknown. */
export interface WarnedOrder {
  readonly side: string;
  readonly orderType: string;
  /** Filled quantity. */
  readonly filled: string;
  readonly status?: string;
  /** Its security, and what it is according to the service. */
  readonly code?: string;
  readonly securityType?: string;
}

export const unknownOrder: WarnedOrder = { side: '', orderType: '', filled: '' };

/** The steps of the prices of an order's security. */
export function priceSteps(
  { code = '', securityType = '' }: Pick<WarnedOrder, 'code' | 'securityType'>,
  { lastPrice, priceSpread, contractSize = '' }: Pick<MarketFacts, 'lastPrice' | 'priceSpread' | 'contractSize'>,
): KnownStep {
  const kind = isMoreThan(contractSize, '0') === true ? 'other' : kindOf(securityType);
  return { code, kind, lastPrice, step: priceSpread };
}

/** Something unusual about a change that obeys all rules. */
export type OrderWarning =
  | { readonly kind: 'jump'; readonly field: OrderField; readonly old: string; readonly kept: string }
  | { readonly kind: 'lot'; readonly lotSize: string; readonly quantity: string }
  | { readonly kind: 'tick'; readonly field: OrderField; readonly tick: string; readonly price: string }
  /** A trigger price that the market has reached before the order is there. */
  | { readonly kind: 'triggered'; readonly price: string }
  /** A limit at or beyond the best price of the other side. */
  | { readonly kind: 'crosses'; readonly best: 'bid' | 'ask'; readonly bestPrice: string; readonly price: string }
  | ({ readonly kind: 'distance'; readonly field: OrderField; readonly percent: string; readonly limit: number } & CurrentPrice)
  | ({ readonly kind: 'ticks'; readonly field: OrderField; readonly ticks: string; readonly limit: number } & CurrentPrice)
  | { readonly kind: 'perMinute'; readonly sent: number; readonly limit: number }
  /** A figure of the account above a limit. */
  | { readonly kind: AccountLimit; readonly amount: string; readonly limit: number }
  /** A limit is set, but a fact that it needs is not known. */
  | ({ readonly kind: 'unchecked'; readonly limit: CheckedLimit } & LackedFact)
  /** A new order that is not for a share, by its quote or its symbol. @prop size - Empty if the quote does not say it. */
  | { readonly kind: 'contract'; readonly code: string; readonly size: string }
  | { readonly kind: 'value'; readonly value: string; readonly limit: number }
  | { readonly kind: 'quantity'; readonly quantity: string; readonly limit: number }
  /** Trading in its security is suspended. */
  | { readonly kind: 'suspended' }
  /** The order has ended already. */
  | { readonly kind: 'ended'; readonly status: string }
  | { readonly kind: 'belowFilled'; readonly quantity: string; readonly filled: string }
  /** The order is changed to exactly what is filled. */
  | { readonly kind: 'nothingRemains'; readonly quantity: string }
  /** More than the account can trade, according to the service. */
  | { readonly kind: 'most'; readonly quantity: string; readonly most: string }
  /** Nothing will be sent, whatever the user confirms. */
  | { readonly kind: 'hard'; readonly breach: LimitBreach }
  /** The value of an order without a limit price, at the highest known price with a margin. */
  | { readonly kind: 'estimate'; readonly value: string; readonly limit: number };

export type AccountLimit = 'exposure' | 'dayLoss';
/** A limit that needs facts, which may be missing. */
export type CheckedLimit = AccountLimit | 'value' | 'distance' | 'ticks';

/** A misplaced decimal point is a factor of ten; half of that also catches it combined with an ordinary change. */
const suspiciousFactor = 5;

/** Everything about a change that the user is asked about once more before it is sent. An unchanged field causes no warnings. */
export function orderWarnings(
  change: Pick<CheckedChange, 'quantity' | 'fields'>,
  limits: Limits,
  market: MarketFacts,
  order: WarnedOrder,
): readonly OrderWarning[] {
  const changed = change.fields.filter(({ isChanged }) => isChanged !== false);
  const quantity = changed.find(({ field }) => field === 'qty')?.kept;
  const { status = '' } = order;
  return [
    ...(hasEnded(status) ? [{ kind: 'ended' as const, status }] : []),
    ...(market.isSuspended === true ? [{ kind: 'suspended' as const }] : []),
    ...changed.flatMap(jump),
    ...(quantity === undefined ? [] : quantityWarnings(quantity, limits, market, order.filled)),
    ...uncheckedDistances(changed, limits, market, order),
    ...changed
      .filter(({ field }) => field !== 'qty')
      .flatMap((field) => [
        // First what costs money: a place with little room shows the beginning.
        ...crosses(field, market, order),
        ...triggered(field, market, order),
        ...tick(field, market, order),
        ...distance(field, limits, market),
        ...ticks(field, limits, market, order),
      ]),
  ];
}

/** @param most - Undefined if it is not known. */
export function mostWarnings(quantity: string, most: string | undefined): readonly OrderWarning[] {
  return most !== undefined && isMoreThan(quantity, most) === true ? [{ kind: 'most', quantity, most }] : [];
}

/** The value of an order at its limit; undefined if it has none. Zero is no price, as in a trailing order. @param size - Of a contract. */
export function orderValue({ quantity, fields }: Pick<CheckedChange, 'quantity' | 'fields'>, size = '1'): string | undefined {
  const price = fields.find(({ field }) => field === 'price')?.kept;
  return price === undefined || withoutZero(price) === '' ? undefined : product(product(quantity, price) ?? '', size);
}

/** A value above the limit, or an unknown value if there is a limit. Changing only a trigger price never warns. */
export function valueWarnings(order: LimitedOrder, { value: limit }: Limits, market: MarketFacts): readonly OrderWarning[] {
  const isPriced = order.fields.some(({ field }) => field === 'price');
  const isTouched = order.fields.some(({ field, isChanged }) => field !== 'aux_price' && isChanged !== false);
  if (limit <= 0 || (isPriced && !isTouched)) return [];
  // For an order that the service does not list, only the user knows the security: it is treated as an order for shares.
  const unlisted = order.code === '' && !isContract(kindOf(order.securityType)) ? orderValue(order)?.replace(/^-/, '') : undefined;
  const estimate = unlisted === undefined ? estimatedValue(order, market) : { value: unlisted, isEstimate: false };
  if (typeof estimate === 'string') return [{ kind: 'unchecked', limit: 'value', lacks: estimate }];
  const { value, isEstimate } = estimate;
  return isAbove(value, limit) ? [{ kind: isEstimate ? 'estimate' : 'value', value, limit }] : [];
}

/** The limits on the account and on how often orders are sent. Reports limits that are set but can’t be checked. */
export function accountWarnings(
  order: LimitedOrder,
  { perMinute, exposure, dayLoss }: Limits,
  market: MarketFacts,
  { sent, account }: LimitFacts,
): readonly OrderWarning[] {
  return [
    ...(perMinute > 0 && sent >= perMinute ? [{ kind: 'perMinute' as const, sent, limit: perMinute }] : []),
    ...accountWarning('exposure', exposure, () => exposureWith(order, account, market)),
    ...accountWarning('dayLoss', dayLoss, () => lossBefore(order, account)),
  ];
}

function accountWarning(kind: AccountLimit, limit: number, figure: () => AccountFigure | undefined): readonly OrderWarning[] {
  const found = limit > 0 ? figure() : undefined;
  if (found === undefined) return [];
  if ('lacks' in found) return [{ kind: 'unchecked', limit: kind, ...found }];
  if (isAbove(found.amount, limit)) return [{ kind, amount: found.amount, limit }];
  return isAbove(found.atMost ?? found.amount, limit) ? [{ kind: 'unchecked', limit: kind, lacks: 'dayProfit' }] : [];
}

/** A new order says that it is for shares: if its quote or its symbol does not, the user has to know that. */
export function contractWarnings(code: string, { contractSize: size = '' }: Pick<MarketFacts, 'contractSize'>): readonly OrderWarning[] {
  if (isMoreThan(size, '0') === true) return [{ kind: 'contract', code, size }];
  return isShare(code, 'unknown') ? [] : [{ kind: 'contract', code, size: '' }];
}

function jump({ field, old, kept }: FieldChange): readonly OrderWarning[] {
  if (old === undefined) return [];
  const factor = jumpFactor(old, kept);
  return factor === undefined || factor.lt(suspiciousFactor) ? [] : [{ kind: 'jump', field, old, kept }];
}

function quantityWarnings(quantity: string, limits: Limits, { lotSize }: MarketFacts, filled: string): readonly OrderWarning[] {
  const warnings: OrderWarning[] = [];
  if (isMultipleOf(quantity, lotSize) === false) warnings.push({ kind: 'lot', lotSize, quantity });
  if (isMoreThan(filled, quantity) === true) warnings.push({ kind: 'belowFilled', quantity, filled });
  if (isMoreThan(filled, '0') === true && sameNumber(filled, quantity) === true) warnings.push({ kind: 'nothingRemains', quantity });
  if (isAbove(quantity, limits.quantity)) warnings.push({ kind: 'quantity', quantity, limit: limits.quantity });
  return warnings;
}

function tick({ field, kept }: FieldChange, market: MarketFacts, order: WarnedOrder): readonly OrderWarning[] {
  const steps = priceSteps(order, market);
  return keepsToSteps(kept, steps) === false ? [{ kind: 'tick', field, tick: stepAt(kept, steps) ?? '', price: kept }] : [];
}

/** Only a plain limit order is in the market with its limit; others wait for an auction or a trigger. */
function crosses(
  { field, kept }: FieldChange,
  { bidPrice, askPrice }: MarketFacts,
  { side, orderType }: WarnedOrder,
): readonly OrderWarning[] {
  if (field !== 'price' || orderType !== 'LIMIT') return [];
  if (isBuy(side) && isPrice(askPrice) && isMoreThan(askPrice, kept) === false)
    return [{ kind: 'crosses', best: 'ask', bestPrice: askPrice, price: kept }];
  if (isSell(side) && isPrice(bidPrice) && isMoreThan(kept, bidPrice) === false)
    return [{ kind: 'crosses', best: 'bid', bestPrice: bidPrice, price: kept }];
  return [];
}

/** On which side of the market the trigger of an order waits: a stop to buy for a higher price, a touch to buy for a lower one. */
function waitsAbove({ side, orderType }: Pick<WarnedOrder, 'side' | 'orderType'>): boolean | undefined {
  if (!isBuy(side) && !isSell(side)) return undefined;
  if (orderType === 'STOP' || orderType === 'STOP_LIMIT') return isBuy(side);
  return orderType === 'MARKET_IF_TOUCHED' || orderType === 'LIMIT_IF_TOUCHED' ? isSell(side) : undefined;
}

function triggered({ field, kept }: FieldChange, market: MarketFacts, order: WarnedOrder): readonly OrderWarning[] {
  const isAbove = waitsAbove(order);
  if (field !== 'aux_price' || isAbove === undefined || !isPrice(kept)) return [];
  const price = [currentPrice(market).price, isBuy(order.side) ? market.askPrice : market.bidPrice].find(isPrice) ?? '';
  const isWaiting = isAbove ? isMoreThan(kept, price) : isMoreThan(price, kept);
  return isWaiting === false ? [{ kind: 'triggered', price: kept }] : [];
}

/** A service writes zero if there is no bid or ask. */
function isPrice(text: string): boolean {
  return isMoreThan(text, '0') === true;
}

/** A limit that can't be checked is named once, however many prices it is for. */
function uncheckedDistances(
  changed: readonly FieldChange[],
  { distancePercent: mostPercent, distanceTicks }: Limits,
  market: MarketFacts,
  order: WarnedOrder,
): readonly OrderWarning[] {
  const prices = changed.filter(({ field }) => field !== 'qty');
  const lack = distanceTicks > 0 ? firstOf(prices, ({ kept }) => ticksLack(kept, market, order)) : undefined;
  const hasPrice = prices.length === 0 || isPrice(currentPrice(market).price);
  return [
    ...(mostPercent > 0 && !hasPrice ? [{ kind: 'unchecked' as const, limit: 'distance' as const, lacks: 'price' as const }] : []),
    ...(lack === undefined ? [] : [{ kind: 'unchecked' as const, limit: 'ticks' as const, ...lack }]),
  ];
}

function firstOf<T, U>(items: readonly T[], of: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const found = of(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is missing for counting the ticks between a price and the last one. */
export function ticksLack(price: string, market: MarketFacts, order: Pick<WarnedOrder, 'code' | 'securityType'>): LackedFact | undefined {
  const { price: now } = currentPrice(market);
  if (!isPrice(now)) return { lacks: 'price' };
  const found = stepsBetween(price, now, priceSteps(order, market));
  if (found === 'unknown') return { lacks: 'otherTick', of: price };
  return found === undefined ? { lacks: 'tick' } : undefined;
}

function distance({ field, kept }: FieldChange, { distancePercent: limit }: Limits, market: MarketFacts): readonly OrderWarning[] {
  const now = currentPrice(market);
  const percent = isPrice(now.price) ? distancePercent(kept, now.price) : undefined;
  if (percent === undefined || !isAbove(percent.toFixed(), limit)) return [];
  return [{ kind: 'distance', field, percent: percent.toFixed(1), limit, ...now }];
}

function ticks(
  { field, kept }: FieldChange,
  { distanceTicks: limit }: Limits,
  market: MarketFacts,
  order: WarnedOrder,
): readonly OrderWarning[] {
  const now = currentPrice(market);
  const found = isPrice(now.price) ? stepsBetween(kept, now.price, priceSteps(order, market)) : undefined;
  if (found === undefined || found === 'unknown' || !isAbove(found.steps, limit)) return [];
  return [{ kind: 'ticks', field, ticks: found.steps, limit, ...now }];
}

function isAbove(value: string, limit: number): boolean {
  return limit > 0 && isMoreThan(value, String(limit)) === true;
}
