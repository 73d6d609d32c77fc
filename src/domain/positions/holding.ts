import type { DecimalText } from '../../service/schema/units';
import { parseAmount } from '../values/amount';
import type { Amount } from '../values/amount';
import { directionOf } from '../quotes/priceDirection';
import type { Direction } from '../quotes/priceDirection';
import { marketOf } from '../market/security';
import { dayProfit } from './dayProfit';
import type { DayFigures, DayProfit } from './dayProfit';
import { basisOf, checkRatio } from './profitRatio';
import type { Ratio } from './profitRatio';

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
