import Big from 'big.js';
import { record, records } from './sandboxService';
import type { Caller, Json } from './sandboxService';

/** What the accounting of a test has to know about a security. */
export interface Listing {
  readonly code: string;
  readonly exchange: string;
  readonly currency: string;
  readonly lot: number;
  readonly isFuture: boolean;
}

export interface Fill {
  readonly id: string;
  readonly orderId: string;
  readonly code: string;
  readonly side: string;
  readonly quantity: Big;
  readonly price: Big;
  readonly atMs: number;
}

/** A position by its fills alone; the quantity is negative if it is short. */
export interface Position {
  readonly quantity: Big;
  readonly cost: Big;
  readonly realized: Big;
  /** What was paid for short sales that are not bought back. */
  readonly proceeds: Big;
  readonly trades: readonly { readonly quantity: Big; readonly price: Big; readonly atMs: number }[];
}

/** What its price is multiplied with: the shares of an option. */
export const sizeOf = (code: string): number => (/\d{6}[CP]\d+$/.test(code) ? 100 : 1);
export const isBuy = (side: unknown): boolean => side === 'BUY' || side === 'BUY_BACK';
export const figure = (of: Json | undefined, name: string): Big => new Big(String(of?.[name]));
export const sumOf = <T>(items: readonly T[], of: (item: T) => Big): Big => items.reduce((sum, item) => sum.plus(of(item)), new Big(0));

/** A position before its first fill. */
export function positionOf(quantity: Big, cost: Big, trades: Position['trades'] = []): Position {
  return { quantity, cost, realized: new Big(0), proceeds: new Big(0), trades };
}

/** A position after a fill, and what the fill realized. */
export function afterFill(before: Position, fill: Fill, listing: Listing): { readonly position: Position; readonly gain: Big } {
  const change = isBuy(fill.side) ? fill.quantity : fill.quantity.times(-1);
  const isClosing = before.quantity.times(change).lt(0);
  const closed = isClosing ? smaller(before.quantity.abs(), change.abs()) : new Big(0);
  const gain = fill.price
    .minus(before.cost)
    .times(closed)
    .times(sizeOf(fill.code))
    .times(before.quantity.gt(0) ? 1 : -1);
  const quantity = before.quantity.plus(change);
  const trade = { quantity: change, price: fill.price, atMs: fill.atMs };
  const sold = (count: Big): Big => (listing.isFuture || change.gt(0) ? new Big(0) : fill.price.times(count).times(sizeOf(fill.code)));
  if (quantity.eq(0)) return { position: positionOf(quantity, new Big(0)), gain };
  if (isClosing && change.abs().gt(before.quantity.abs())) {
    const opened = positionOf(quantity, fill.price, [{ ...trade, quantity }]);
    return { position: { ...opened, proceeds: sold(quantity.abs()) }, gain };
  }
  const rest = before.quantity.abs().minus(closed);
  const cost = isClosing ? before.cost : before.cost.times(before.quantity).plus(fill.price.times(change)).div(quantity);
  const proceeds = isClosing ? before.proceeds.times(rest).div(before.quantity.abs()) : before.proceeds.plus(sold(change.abs()));
  return { position: { quantity, cost, proceeds, realized: before.realized.plus(gain), trades: [...before.trades, trade] }, gain };
}

function smaller(left: Big, right: Big): Big {
  return left.lt(right) ? left : right;
}

/** Every item of a list of the account family. */
export async function everyPage(
  caller: Caller,
  path: string,
  key: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly Json[]> {
  const found: Json[] = [];
  for (let flag: string | undefined = ''; flag !== undefined;) {
    const d: Json = record((await caller.get(path, { ...query, page_flag: flag, page_size: '50' })).body['d']);
    found.push(...records(d[key]));
    flag = d['completed'] === true ? undefined : String(d['page_flag']);
  }
  return found;
}
