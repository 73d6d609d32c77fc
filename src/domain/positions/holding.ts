import type { DecimalText } from '../../service/schema/units';
import { absolute, parseAmount, percentOf } from '../values/amount';
import type { Amount } from '../values/amount';
import { directionOf } from '../quotes/priceDirection';
import type { Direction } from '../quotes/priceDirection';
import { marketOf } from '../market/security';
import { dayProfit } from './dayProfit';
import type { DayFigures, DayProfit } from './dayProfit';

/**
 * The profit ratio to show, in percent.
 *
 * - `stated`: the service's figure; `checked` is false if it cannot be compared with the amounts.
 * - `fraction`: the service sent a fraction (0.0123 for 1.23%): the percentage calculated from the amounts is shown.
 * - `differs`: stated and calculated disagree in another way; the service's figure is shown.
 * - `none`: nothing readable was sent.
 */
type Ratio =
  | { readonly kind: 'stated'; readonly percent: Amount; readonly checked: boolean }
  | { readonly kind: 'fraction'; readonly percent: Amount }
  | { readonly kind: 'differs'; readonly percent: Amount; readonly computed: Amount }
  | { readonly kind: 'none' };

const hundred = 100n;
/** One part in this many: values and prices of one response may be moments apart. */
const relativeSlack = 50n;

/**
 * Cross-checks a profit ratio with profit and market value (Spec, General conventions: ratios are percentages).
 *
 * @param stated - As the service wrote it: a percentage according to the specification.
 * @param basis - See {@link basisOf}.
 */
export function checkRatio(stated: string, profit: Amount | undefined, basis: Amount | undefined): Ratio {
  const percent = parseAmount(stated);
  if (percent === undefined) return { kind: 'none' };
  if (basis === undefined || profit === undefined) return { kind: 'stated', percent, checked: false };
  const computed = percentOf(profit, basis);
  const slack = absolute(computed) / relativeSlack;
  const lastDigit = lastDigitOf(stated);
  if (absolute(percent - computed) <= slack + lastDigit) return { kind: 'stated', percent, checked: true };
  if (absolute(percent * hundred - computed) <= slack + lastDigit * hundred) return { kind: 'fraction', percent: computed };
  return { kind: 'differs', percent, computed };
}

/**
 * The amount paid: `mv − profit`; for a short position the amount received: `mv + profit`, or `profit − mv` if its value is carried negative.
 * Undefined when that is not a positive amount: somebody who has been paid for a position has no return on it in percent.
 */
export function basisOf(marketValue: Amount | undefined, profit: Amount | undefined, short: boolean): Amount | undefined {
  if (marketValue === undefined || profit === undefined) return undefined;
  const paid = short ? marketValue + profit : marketValue - profit;
  const basis = marketValue < 0n ? profit - marketValue : paid;
  return basis > 0n ? basis : undefined;
}

const places: readonly Amount[] = Array.from({ length: 19 }, (_, digits) => 10n ** BigInt(18 - digits));

/** Value of the last digit: trailing zeros count, because they show how far the text was rounded. */
function lastDigitOf(text: string): Amount {
  const trimmed = text.trim();
  const exponent = trimmed.search(/[eE]/);
  const mantissa = exponent < 0 ? trimmed : trimmed.slice(0, exponent);
  const point = mantissa.indexOf('.');
  const digits = (point < 0 ? 0 : mantissa.length - point - 1) - (exponent < 0 ? 0 : Number(trimmed.slice(exponent + 1)));
  return places[Math.max(0, Math.min(18, digits))] ?? 1n;
}

export type HoldingSide = 'long' | 'short' | 'other';

/** A position of any kind of account, as the views need it. Texts are exactly as the service sent them. */
export interface Holding {
  /** Unique in its account. */
  readonly id: string;
  readonly side: HoldingSide;
  /** The side as sent, if it is neither long nor short. */
  readonly sideText: string;
  /** Opaque market integer; undefined if the record has none. */
  readonly market: number | undefined;
  /** `{market}.{code}` as quotes know it: `HK.00700`; the code alone if nothing tells its market. */
  readonly symbol: string;
  /** The symbol as the service sent it, if that is another: `SEHK.00700`. */
  readonly sentSymbol?: string | undefined;
  readonly name: string;
  readonly quantity: DecimalText;
  readonly availableQuantity: DecimalText;
  readonly price: DecimalText;
  readonly costPrice: DecimalText;
  /** Undefined if the record has none. */
  readonly averageBuyPrice: DecimalText | undefined;
  readonly marketValue: DecimalText;
  readonly profit: DecimalText;
  readonly profitRatio: DecimalText;
  /** P&L of the day; undefined or empty if the service doesn't report it. */
  readonly dayProfit?: DecimalText | undefined;
  /** `costPrice`, `profit`, and `profitRatio` are by diluted cost: what was realized lowers the cost, and is in the profit. */
  readonly costBasis?: 'diluted' | undefined;
  /** The two parts of the profit; undefined or empty if the service doesn't report them. */
  readonly unrealizedProfit?: DecimalText | undefined;
  readonly realizedProfit?: DecimalText | undefined;
  readonly currency: string | undefined;
  readonly unknown: Readonly<Record<string, string>>;
}

/** A holding with its texts read as numbers. */
export interface ReadHolding {
  readonly holding: Holding;
  /** Its market as people know it: the prefix of its symbol, otherwise the service's number; empty if neither is known. */
  readonly market: string;
  readonly marketValue: Amount | undefined;
  readonly profit: Amount | undefined;
  /** Direction of the profit; flat if it cannot be read. */
  readonly direction: Direction;
  /** The amount paid for it, or received for a short one; undefined if it is not known. */
  readonly basis: Amount | undefined;
  readonly ratio: Ratio;
  readonly day: DayProfit;
  /** Its price is older than the price of a followed symbol may be. */
  readonly isOld?: true;
  /** The price's change since the previous close, as display text, if a price is followed. */
  readonly dayChange?: string;
  /** Its newer price outside the regular hours and the session, as display text. */
  readonly extended?: { readonly name: string; readonly text: string; readonly note: string };
}

export function readHolding(holding: Holding): ReadHolding {
  const marketValue = parseAmount(holding.marketValue);
  const profit = parseAmount(holding.profit);
  const paid = basisOf(marketValue, profit, holding.side === 'short');
  const direction = profit === undefined ? 'flat' : directionOf(profit);
  const ratio = checkRatio(holding.profitRatio, profit, paid);
  // A service that states no ratio, or marks its own as invalid, says that it means nothing: then none may be calculated, today or in a total.
  const basis = ratio.kind === 'none' ? undefined : paid;
  const day = dayProfit(dayFigures({ holding, marketValue, profit }), { previousClose: '', isOld: false });
  return { holding, market: marketOfHolding(holding), marketValue, profit, direction, basis, ratio, day };
}

function marketOfHolding({ symbol, market }: Holding): string {
  return marketOf(symbol) ?? (market === undefined ? '' : String(market));
}

/** The figures from which the day's P&L is calculated. */
export function dayFigures({
  holding: { side, quantity, price, dayProfit: stated },
  marketValue,
  profit,
}: Pick<ReadHolding, 'holding' | 'marketValue' | 'profit'>): DayFigures {
  return { side, quantity, price, stated, marketValue, profit };
}

const compared = [
  'side',
  'sideText',
  'market',
  'symbol',
  'sentSymbol',
  'name',
  'quantity',
  'availableQuantity',
  'price',
  'costPrice',
  'averageBuyPrice',
  'marketValue',
  'profit',
  'profitRatio',
  'dayProfit',
  'costBasis',
  'unrealizedProfit',
  'realizedProfit',
  'currency',
] as const satisfies readonly (keyof Holding)[];

/** True when nothing that is shown of a holding differs. */
function sameHolding(one: Holding, other: Holding): boolean {
  if (one === other) return true;
  if (compared.some((key) => one[key] !== other[key])) return false;
  const keys = Object.keys(one.unknown);
  return keys.length === Object.keys(other.unknown).length && keys.every((key) => one.unknown[key] === other.unknown[key]);
}

/**
 * Reads a new list, keeping the object of every unchanged holding, because views detect changes by comparing references. Ids that occur twice
 * get a number, so that every holding is shown.
 */
export function readChanges(previous: readonly ReadHolding[], next: readonly Holding[]): readonly ReadHolding[] {
  const list = withUniqueIds(next);
  // The first list of an account is the one that the user waits for.
  if (previous.length === 0) return list.map(readHolding);
  const known = new Map(previous.map((read) => [read.holding.id, read]));
  return list.map((holding) => {
    const old = known.get(holding.id);
    return old !== undefined && sameHolding(old.holding, holding) ? old : readHolding(holding);
  });
}

function withUniqueIds(list: readonly Holding[]): readonly Holding[] {
  const ids = new Set<string>();
  for (const { id } of list) ids.add(id);
  if (ids.size === list.length) return list;
  const seen = new Map<string, number>();
  return list.map((holding) => {
    const count = (seen.get(holding.id) ?? 0) + 1;
    seen.set(holding.id, count);
    return count === 1 ? holding : { ...holding, id: `${holding.id}#${count}` };
  });
}
