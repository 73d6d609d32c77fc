import type { DecimalText } from '../../service/schema/units';
import { parseAmount, plainAmount } from '../values/amount';

/**
 * The tick nearest to a price, the upper one of two, and never zero: converts a place in a chart to a price for a ticket.
 *
 * @param tick - Undefined or not a positive number if the service does not report it: then the price keeps as many decimals as `like` has.
 */
export function nearestTick(price: DecimalText, tick: DecimalText, like: DecimalText): DecimalText | undefined {
  return movedByTicks(price, tick, like, 0);
}

/** The tick that is `times` ticks away from the one nearest to a price. */
export function movedByTicks(price: DecimalText, tick: DecimalText, like: DecimalText, times: number): DecimalText | undefined {
  const [from, step] = [parseAmount(price), stepOf(tick, like)];
  if (from === undefined || step === undefined) return undefined;
  const ticks = (2n * from + step) / (2n * step) + BigInt(times);
  return plainAmount((ticks < 1n ? 1n : ticks) * step);
}

/**
 * A price with at least as many decimals as any of the others, as a price ladder writes it: `553` beside a tick of `0.050` becomes `553.000`. No
 * digit is removed, and what is no plain decimal is returned as it is.
 *
 * @param likes - The tick and the last price of the security, as sent; those that aren’t known may be empty.
 */
export function withDigitsOf(price: DecimalText, ...likes: readonly DecimalText[]): DecimalText {
  const parts = plainDecimal.exec(price);
  if (parts === null) return price;
  const [, whole = '', fraction = ''] = parts;
  const places = Math.max(fraction.length, ...likes.map((like) => plainDecimal.exec(like)?.[2]?.length ?? 0));
  return places === 0 ? price : `${whole}.${fraction.padEnd(places, '0')}`;
}

/** More decimals than this are no digits of a price. */
const plainDecimal = /^(-?\d{1,40})(?:\.(\d{1,9}))?$/;

function stepOf(tick: DecimalText, like: DecimalText): bigint | undefined {
  const told = parseAmount(tick);
  if (told !== undefined && told > 0n) return told;
  const decimals = /\.(\d+)$/.exec(like.trim())?.[1]?.length ?? 0;
  return parseAmount(decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
}
