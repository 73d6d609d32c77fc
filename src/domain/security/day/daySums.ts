import { product, ratio, total } from '../../values/decimal';
import type { Ratio } from '../../values/decimal';
import type { DecimalText } from '../../../service/schema/units';
import { directionOf } from '../../market/fill';
import type { DayFill } from './dayEvents';

/** What was traded on one side. */
export interface SideSum {
  readonly quantity: DecimalText;
  /** Exact sum of price times quantity over all fills. */
  readonly value: DecimalText;
  /** Value divided by quantity; undefined if nothing was traded. */
  readonly average: Ratio | undefined;
}

export interface DaySums {
  readonly bought: SideSum;
  readonly sold: SideSum;
  /** Fills that are in neither sum: no trades, or not known to be, of an unknown side, or without a figure. */
  readonly leftOut: number;
}

/** No price has as many decimals. */
const averageDecimals = 9;

/** What was bought and sold, with every digit: selling short is selling, buying to cover is buying. */
export function daySums(fills: readonly Pick<DayFill, 'side' | 'quantity' | 'price' | 'standing'>[]): DaySums {
  const sums = { BUY: { quantity: '0', value: '0' }, SELL: { quantity: '0', value: '0' } };
  let leftOut = 0;
  for (const { side, quantity, price, standing } of fills) {
    const direction = standing === 'counts' ? directionOf(side) : undefined;
    const sum = direction === undefined ? undefined : direction === 'buy' ? sums.BUY : sums.SELL;
    const [quantities, values] = [total(sum?.quantity ?? '0', quantity), total(sum?.value ?? '0', product(price, quantity) ?? '')];
    if (sum === undefined || quantities === undefined || values === undefined) leftOut += 1;
    else [sum.quantity, sum.value] = [quantities, values];
  }
  return { bought: sideSum(sums.BUY), sold: sideSum(sums.SELL), leftOut };
}

function sideSum(sum: { readonly quantity: string; readonly value: string }): SideSum {
  return { ...sum, average: ratio(sum.value, sum.quantity, averageDecimals) };
}
