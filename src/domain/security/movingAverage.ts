import { parseAmount } from '../values/amount';
import type { Amount } from '../values/amount';

/** Longest average that can be asked for: a page of bars. */
export const longestAverage = 370;
/** Averages that are shown at a time. */
export const mostAverages = 4;

/**
 * Simple moving averages: for each bar, the mean of its closing price and those of the bars before it, `length` in all. The sum is
 * exact, the mean is cut off after 18 decimals.
 *
 * @returns one for each bar; undefined for bars with fewer before them, and where one of the closing prices is no number.
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

/** Lengths as people type them, `5, 20 60`: in order, none twice, none that is out of bounds; undefined for what is no list of numbers. */
export function parseAverages(text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,;，、；]+/).filter((part) => part !== '');
  const lengths = [...new Set(parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN)))].toSorted(
    (one, other) => one - other,
  );
  return isAverages(lengths) ? lengths : undefined;
}

/** Whether these can be shown. */
export function isAverages(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length <= mostAverages &&
    new Set(value).size === value.length &&
    value.every((length) => Number.isInteger(length) && length >= 2 && length <= longestAverage)
  );
}
