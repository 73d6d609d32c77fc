import { parseAmount } from '../values/amount';
import type { Amount } from '../values/amount';

/** Longest average that can be chosen: a page of bars. */
export const longestAverage = 370;
/** Maximum number of averages shown at a time. */
export const mostAverages = 4;

/**
 * Simple moving averages: for each bar, the mean of its closing price and those of the preceding bars, `length` in all. The sum is exact; the
 * mean is cut off after 18 decimals.
 *
 * @returns one per bar; undefined for bars with too few before them, and if one of the closing prices is not a number.
 */
export function movingAverage(closes: readonly string[], length: number): readonly (Amount | undefined)[] {
  const amounts = closes.map(parseAmount);
  let [sum, known] = [0n, 0];
  return amounts.map((amount, at) => {
    const gone = at >= length ? amounts[at - length] : undefined;
    if (gone !== undefined) [sum, known] = [sum - gone, known - 1];
    if (amount !== undefined) [sum, known] = [sum + amount, known + 1];
    return known === length ? sum / BigInt(length) : undefined;
  });
}

/** Typed lengths, `5, 20 60`: sorted, without duplicates and values out of bounds; undefined for a text that is not a list of numbers. */
export function parseAverages(text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,;，、；]+/).filter((part) => part !== '');
  const lengths = [...new Set(parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN)))].toSorted(
    (one, other) => one - other,
  );
  return isAverages(lengths) ? lengths : undefined;
}

/** Whether these averages can be shown. */
export function isAverages(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length <= mostAverages && new Set(value).size === value.length && value.every(isLength);
}

/** Whether an indicator can have this length. */
export function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 2 && value <= longestAverage;
}
