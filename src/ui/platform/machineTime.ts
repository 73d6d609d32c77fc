import { performance } from 'node:perf_hooks';
import type { MachineClock, Timers } from '../../app/platform/ports';

/** The clocks of this machine. */
export const machineClock: MachineClock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** Timers of this process; they don't keep it alive. */
export const machineTimers: Timers = {
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return { dispose: () => clearTimeout(timer) };
  },
};
