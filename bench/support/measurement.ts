import { inRound } from './rounds';

/** One figure; a figure without a limit is the baseline of another one. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The maximum that is allowed. */
  readonly limit: number | undefined;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? Number.NaN)) / 2;
}

/** The upper bound of the least disturbed quarter of the runs. */
export function lowerQuartile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 4)] ?? Number.NaN;
}

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

const noiseReadings = inRound(40, 3);

/**
 * How much slower the machine is right now than when it is idle: 1 is idle. Limits in milliseconds apply to an idle machine and are
 * multiplied by it, so that they test the code and not the load on the machine.
 */
export function machineNoise(): number {
  return noiseOf(Array.from({ length: noiseReadings }, () => sameWork()));
}

/** Milliseconds for a fixed piece of work. */
export function sameWork(): number {
  const start = performance.now();
  let sum = 0;
  for (let step = 0; step < 4_000_000; step += 1) sum = (sum + step * 31) % 1_000_003;
  return sum < 0 ? 0 : performance.now() - start;
}

/** The noise, from the times of {@link sameWork}; for a limit on the slowest runs, `share` says how many of them. */
export function noiseOf(works: readonly number[], share = 0.5): number {
  return (share === 0.5 ? median(works) : quantile(works, share)) / Math.min(...works);
}
