/** A linear scale: maps values of a range to pixels of another. */
export function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]): (value: number) => number {
  const span = to - from;
  return (value) => (span === 0 ? (start + end) / 2 : start + ((value - from) / span) * (end - start));
}

/** 2.9 / 0.1 is a little less than 29. */
const rounding = 1e-9;
const steps: readonly number[] = [1, 2, 5, 10];

/**
 * Round values that divide a range into about `count` parts. The outermost are beyond its ends, so that nothing touches the edge.
 *
 * @returns At least two values, rising evenly.
 */
export function roundTicks(least: number, most: number, count: number): readonly number[] {
  const span = most - least > 0 ? most - least : Math.max(Math.abs(most), 1) * 0.1;
  const raw = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = (steps.find((candidate) => candidate * power >= raw) ?? 10) * power;
  const first = Math.floor(least / step + rounding);
  const last = Math.max(first + 1, Math.ceil(most / step - rounding));
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toFixed(Math.min(20, decimals))));
}

/** Indexes of at most `count` of `length` items, evenly spread, including the first and the last. */
export function spread(length: number, count: number): readonly number[] {
  if (length <= count) return Array.from({ length }, (_, at) => at);
  return Array.from({ length: count }, (_, at) => Math.round((at * (length - 1)) / (count - 1)));
}
