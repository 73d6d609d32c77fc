import Big from 'big.js';
import { isDecimal, product } from '../../values/decimal';

/** How much a position may lose, from which its size follows. All numbers are text. */
export interface RiskAsked {
  readonly side: string;
  /** The account's value, in the currency of the security. */
  readonly assets: string;
  /** The percentage of the assets that may be lost. */
  readonly percent: string;
  readonly entry: string;
  readonly stop: string;
  /** Empty or zero if it is not known: then one share is a lot. */
  readonly lotSize: string;
  /** The most that the account can trade; undefined if it is not known. */
  readonly most?: string | undefined;
}

export type RiskSize =
  | {
      readonly ok: true;
      readonly quantity: string;
      /** The loss between entry and stop, without fees and gaps. */
      readonly risk: string;
      /** The account cannot trade as much as the risk allows. */
      readonly isCapped: boolean;
    }
  /**
   * `side`: only an order that opens a position has a stop in this sense. `wrongSide`: the stop is on the side of the profit. `noPower`: the
   * account cannot trade one lot.
   */
  | { readonly ok: false; readonly why: 'side' | 'wrongSide' | 'number' | 'tooSmall' | 'noPower' };

/** The direction from the entry in which the stop lies. */
const stopIs: ReadonlyMap<string, 'below' | 'above'> = new Map([
  ['BUY', 'below'],
  ['SELL_SHORT', 'above'],
]);

/** Whether an order on this side opens a position, so that it has a stop in the sense of {@link sizeByRisk}. */
export function opensPosition(side: string): boolean {
  return stopIs.has(side);
}

/** The largest number of whole lots of a share that lose no more than the given share of the account between entry and stop, and that it can trade. */
export function sizeByRisk({ side, assets, percent, entry, stop, lotSize, most }: RiskAsked): RiskSize {
  const direction = stopIs.get(side);
  if (direction === undefined) return { ok: false, why: 'side' };
  const [worth, share, from, to] = [positive(assets), positive(percent), positive(entry), positive(stop)];
  const lot = positive(lotSize) ?? new Big(1);
  if (worth === undefined || share === undefined || share.gt(100) || from === undefined || to === undefined)
    return { ok: false, why: 'number' };
  const perShare = direction === 'below' ? from.minus(to) : to.minus(from);
  if (!perShare.gt(0)) return { ok: false, why: 'wrongSide' };
  // Divided once, at the end: an earlier quotient would be rounded.
  const lots = floorOf(worth.times(share), perShare.times(lot).times(100));
  if (lots.eq(0)) return { ok: false, why: 'tooSmall' };
  // However it is written: an account in debt has a limit below zero.
  const power = product(most ?? '', '1');
  const limit = power === undefined ? undefined : floorOf(positive(power) ?? new Big(0), lot);
  if (limit?.eq(0) === true) return { ok: false, why: 'noPower' };
  const isCapped = limit?.lt(lots) === true;
  const quantity = (isCapped ? limit : lots).times(lot);
  return { ok: true, quantity: quantity.toFixed(), risk: quantity.times(perShare).toFixed(), isCapped };
}

/**
 * A part of the most that an account can trade, rounded down to whole lots; undefined if the most is not a number, or one lot is more than that.
 *
 * @param divisor - 4 for a quarter.
 * @param lotSize - Empty or zero if it is not known: then one share is a lot.
 */
export function partOfMost(most: string, divisor: number, lotSize: string): string | undefined {
  const whole = positive(most);
  const lot = positive(lotSize) ?? new Big(1);
  const lots = whole === undefined ? new Big(0) : floorOf(whole, lot.times(divisor));
  return lots.eq(0) ? undefined : lots.times(lot).toFixed();
}

/** Exact, however many digits the quotient has. */
function floorOf(amount: Big, unit: Big): Big {
  const near = amount.div(unit).round(0, Big.roundDown);
  return near.times(unit).gt(amount) ? near.minus(1) : near;
}

function positive(text: string): Big | undefined {
  const trimmed = text.trim();
  if (!isDecimal(trimmed)) return undefined;
  const value = new Big(trimmed);
  return value.gt(0) ? value : undefined;
}
