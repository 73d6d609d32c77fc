import type { MachineClock } from '../../../src/app/platform/ports';

/** A clock that stands still. */
export function machineClockAt(wallMs: number): MachineClock {
  return { wallMs: () => wallMs, monotonicMs: () => 0 };
}
