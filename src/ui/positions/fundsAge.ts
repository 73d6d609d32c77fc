import { refreshIntervalMs } from '../platform/trees/viewPolling';

/** Funds are read no more often than this: they stand beside what is traded. */
const leastFundsMs = 120_000;

/** The age that funds may have while they are shown; 0 reads by hand only. */
export function fundsAgeMs(): number {
  const intervalMs = refreshIntervalMs();
  return intervalMs === 0 ? 0 : Math.max(intervalMs, leastFundsMs);
}
