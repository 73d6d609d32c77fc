import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';

/** Why nobody can say what a day made of a position. */
export type DayProfitGap = 'noClose' | 'oldPrice' | 'noProduct' | 'side';

/**
 * What a position gained or lost on its trading day.
 *
 * - `stated`: what the service says. Trades of the day are in it.
 * - `calculated`: price less previous close, times quantity: right for what was held since that close, because nobody says what
 *   was traded since.
 * - `unknown`: no figure is better than a wrong one.
 */
export type DayProfit =
  | {
      readonly kind: 'stated' | 'calculated';
      readonly amount: Amount;
      /** What it was worth at the previous close, or cost today; undefined where nobody can say. */
      readonly basis: Amount | undefined;
    }
  | { readonly kind: 'unknown'; readonly gap: DayProfitGap };

/** What the day's P&L of a position follows from, at one price. */
export interface DayFigures {
  readonly side: 'long' | 'short' | 'other';
  readonly quantity: string;
  readonly price: string;
  readonly marketValue: Amount | undefined;
  /** Since the purchase. */
  readonly profit: Amount | undefined;
  /** As the service wrote it; undefined or empty where it does not say it. */
  readonly stated: string | undefined;
  /** Empty where nobody tells it. */
  readonly previousClose: string;
  /** Nobody vouched for the price for too long: the previous close may be that of another day. */
  readonly isOld: boolean;
}

/** The day of several positions whose amounts can be added. */
export interface DaySum {
  /** Undefined where nothing is known of any. */
  readonly amount: Amount | undefined;
  /** Undefined where that of one that is counted is not known. */
  readonly basis: Amount | undefined;
  /** Of the basis. */
  readonly percent: Amount | undefined;
  /** How many positions are in the sum, and how many of those are calculated. */
  readonly counted: number;
  readonly calculated: number;
}

/** What the day made of a position. */
export function dayProfit(figures: DayFigures): DayProfit {
  const { side, marketValue, profit } = figures;
  const calculated = calculatedGain(figures);
  const stated = parseAmount(figures.stated ?? '');
  if (stated === undefined)
    return typeof calculated === 'string'
      ? { kind: 'unknown', gap: calculated }
      : { kind: 'calculated', amount: calculated, basis: worthBefore(side, marketValue, calculated) };
  // Where something was sold, what is left says nothing of what the day began with.
  const isWhole = [calculated, profit].some((other) => isNear(stated, other, marketValue));
  return { kind: 'stated', amount: stated, basis: isWhole ? worthBefore(side, marketValue, stated) : undefined };
}

function calculatedGain({ side, marketValue, ...figures }: DayFigures): Amount | DayProfitGap {
  const close = parseAmount(figures.previousClose);
  if (close === undefined || close <= 0n) return 'noClose';
  if (figures.isOld) return 'oldPrice';
  const [price, quantity] = [parseAmount(figures.price), parseAmount(figures.quantity)];
  if (price === undefined || quantity === undefined || marketValue === undefined || !isProduct(marketValue, price, quantity))
    return 'noProduct';
  // A quantity with a sign says the side as well, and must not contradict it.
  if (side === 'other' || (side === 'long' && quantity < 0n)) return 'side';
  const gain = ((price - close) * absolute(quantity)) / one;
  return side === 'short' ? -gain : gain;
}

/** The figures of one answer may be moments apart. */
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
/** Of two gains that are the same one, one part in fifty: a small gain of a large position hides in the rounding of its value. */
const gainSlack = 50n;

/** True where a market value is price times quantity. Options and futures have multipliers that nobody tells. */
export function isProduct(marketValue: Amount, price: Amount, quantity: Amount): boolean {
  const product = absolute((price * quantity) / one);
  return product !== 0n && absolute(absolute(marketValue) - product) * slack <= product;
}

/** Percent of what it was worth before; undefined where that is not known. */
export function dayPercent(day: DayProfit): Amount | undefined {
  return day.kind === 'unknown' || day.basis === undefined ? undefined : percentOf(day.amount, day.basis);
}

/** Adds what is known: `counted` says of how many positions that is. */
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
