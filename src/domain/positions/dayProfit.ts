import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';

/** Why the day's P&L of a position is not known. */
export type DayProfitGap = 'noClose' | 'oldPrice' | 'noProduct' | 'side' | 'split';

/**
 * What a position gained or lost on its trading day.
 *
 * - `stated`: the service's figure. It includes the day's trades.
 * - `calculated`: price minus previous close, times quantity: correct for what was held since that close, because trades since then are not
 * known.
 * - `unknown`: no figure is better than a wrong one.
 */
export type DayProfit =
  | {
      readonly kind: 'stated' | 'calculated';
      readonly amount: Amount;
      /** Its value at the previous close, or its cost today; undefined if it is not known. */
      readonly basis: Amount | undefined;
    }
  | { readonly kind: 'unknown'; readonly gap: DayProfitGap };

/** The figures from which a position's P&L of the day is calculated, at one price. */
export interface DayFigures {
  readonly side: 'long' | 'short' | 'other';
  readonly quantity: string;
  readonly price: string;
  readonly marketValue: Amount | undefined;
  /** Since the purchase. */
  readonly profit: Amount | undefined;
  /** As the service wrote it; undefined or empty if it does not report it. */
  readonly stated: string | undefined;
}

/** What the day began with. */
export interface DayStart {
  /** Empty if it is not known. */
  readonly previousClose: string;
  /** The price was not confirmed for too long: the previous close may be that of another day. */
  readonly isOld: boolean;
}

/** The day's P&L of several positions whose amounts can be added. */
export interface DaySum {
  /** Undefined if it is not known for any. */
  readonly amount: Amount | undefined;
  /** Undefined if it is not known for one of the counted positions. */
  readonly basis: Amount | undefined;
  /** Relative to the basis. */
  readonly percent: Amount | undefined;
  /** How many positions are in the sum, and how many of those are calculated. */
  readonly counted: number;
  readonly calculated: number;
}

/** The day's P&L of a position. */
export function dayProfit(figures: DayFigures, start: DayStart): DayProfit {
  const { side, marketValue, profit } = figures;
  const calculated = calculatedGain(figures, start);
  const stated = parseAmount(figures.stated ?? '');
  if (stated === undefined)
    return typeof calculated === 'string'
      ? { kind: 'unknown', gap: calculated }
      : { kind: 'calculated', amount: calculated, basis: worthBefore(side, marketValue, calculated) };
  // If some of it was sold, the rest does not show what the day began with.
  const isWhole = [calculated, profit].some((other) => isNear(stated, other, marketValue));
  return { kind: 'stated', amount: stated, basis: isWhole ? worthBefore(side, marketValue, stated) : undefined };
}

function calculatedGain(figures: DayFigures, { previousClose, isOld }: DayStart): Amount | DayProfitGap {
  const close = parseAmount(previousClose);
  if (close === undefined || close <= 0n) return 'noClose';
  if (isOld) return 'oldPrice';
  const { side, marketValue } = figures;
  const [price, quantity] = [parseAmount(figures.price), parseAmount(figures.quantity)];
  if (price === undefined || quantity === undefined || marketValue === undefined || !isProduct(marketValue, price, quantity))
    return 'noProduct';
  // A signed quantity also states the side, and must not contradict it.
  if (side === 'other' || (side === 'long' && quantity < 0n)) return 'side';
  const gain = ((price - close) * absolute(quantity)) / one;
  return side === 'short' ? -gain : gain;
}

/** The figures of one response may be moments apart. */
function isNear(stated: Amount, other: Amount | DayProfitGap | undefined, marketValue: Amount | undefined): boolean {
  if (typeof other !== 'bigint' || marketValue === undefined) return false;
  const apart = absolute(stated - other);
  return apart * slack <= absolute(marketValue) && apart * gainSlack <= absolute(stated);
}

function worthBefore(side: DayFigures['side'], marketValue: Amount | undefined, gain: Amount): Amount | undefined {
  if (marketValue === undefined || marketValue === 0n) return undefined;
  const worth = absolute(marketValue) - (side === 'short' ? -gain : gain);
  return worth > 0n ? worth : undefined;
}

const one: Amount = 10n ** 18n;
/** Amounts are rounded; a difference of more than one part in a thousand is not rounding. */
const slack = 1_000n;
/** For two figures of one gain, one part in fifty: a small gain of a large position is lost in the rounding of its value. */
const gainSlack = 50n;

/** True if a market value is price times quantity. Options and futures have multipliers that the service does not report. */
export function isProduct(marketValue: Amount, price: Amount, quantity: Amount): boolean {
  const product = absolute((price * quantity) / one);
  return product !== 0n && absolute(absolute(marketValue) - product) * slack <= product;
}

/** Percent of its previous value; undefined if that is not known. */
export function dayPercent(day: DayProfit): Amount | undefined {
  return day.kind === 'unknown' || day.basis === undefined ? undefined : percentOf(day.amount, day.basis);
}

/** Adds the known figures; `counted` is the number of positions with one. */
export function daySum(days: Iterable<DayProfit>): DaySum {
  let [amount, counted, calculated] = [0n, 0, 0];
  let basis: Amount | undefined = 0n;
  for (const day of days) {
    if (day.kind === 'unknown') continue;
    amount += day.amount;
    basis = plus(basis, day.basis);
    counted += 1;
    if (day.kind === 'calculated') calculated += 1;
  }
  return sumOf(amount, basis, counted, calculated);
}

/** Two sums that can be added. */
export function addedDays(left: DaySum, right: DaySum): DaySum {
  if (left.amount === undefined) return right;
  if (right.amount === undefined) return left;
  return sumOf(left.amount + right.amount, plus(left.basis, right.basis), left.counted + right.counted, left.calculated + right.calculated);
}

function sumOf(amount: Amount, basis: Amount | undefined, counted: number, calculated: number): DaySum {
  if (counted === 0) return { amount: undefined, basis: undefined, percent: undefined, counted, calculated };
  return { amount, basis, percent: basis === undefined ? undefined : percentOf(amount, basis), counted, calculated };
}

function plus(left: Amount | undefined, right: Amount | undefined): Amount | undefined {
  return left === undefined || right === undefined ? undefined : left + right;
}
