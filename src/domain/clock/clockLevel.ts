/** How close the clock is to the service's limit (Spec, Limits: signed-request clock offset). */
export type ClockLevel = 'unknown' | 'normal' | 'warning' | 'error';

/** The fraction of the tolerance from which the skew causes a warning. */
const warningShare = 0.6;

export interface ClockMeasure {
  readonly trust: 'unknown' | 'stale' | 'good';
  readonly skewMs: number | undefined;
  readonly boundMs: number | undefined;
}

/** Error when the clocks certainly differ by more than the tolerance, warning when they are close to it or may be beyond it. */
export function clockLevel({ trust, skewMs, boundMs }: ClockMeasure, toleranceMs: number): ClockLevel {
  if (trust === 'unknown' || skewMs === undefined || boundMs === undefined) return 'unknown';
  const distance = Math.abs(skewMs);
  if (distance - boundMs > toleranceMs) return 'error';
  return trust === 'stale' || distance + boundMs > toleranceMs * warningShare ? 'warning' : 'normal';
}

/** `+1.250 s` or `−40 ms`: a signed difference, in seconds from one second on. */
export function formatSkew(ms: number): string {
  const rounded = Math.round(ms);
  const sign = rounded < 0 ? '\u2212' : '+';
  return `${sign}${formatMilliseconds(Math.abs(rounded))}`;
}

/** `40 ms`, `1.25 s`, `12 min` or `3.5 h`. */
export function formatMilliseconds(ms: number): string {
  if (ms < 1000) return `${ms < 10 && !Number.isInteger(ms) ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 120_000) return `${trimZeros((ms / 1000).toFixed(2))} s`;
  if (ms < 7_200_000) return `${trimZeros((ms / 60_000).toFixed(1))} min`;
  return `${trimZeros((ms / 3_600_000).toFixed(1))} h`;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?(?<!0)0+$/, '') : text;
}
