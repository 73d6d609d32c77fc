/** One figure; a figure without a limit is the baseline that another is compared with. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The most that is allowed. */
  readonly limit: number | undefined;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? Number.NaN)) / 2;
}
