import { readFileSync } from 'node:fs';

/** Milliseconds on a processor: of the thread that does the work, for which everybody waits, and of the whole process. */
export interface ProcessorTime {
  readonly thread: number;
  /** With what the garbage collector and the compiler do beside it on threads of their own. */
  readonly process: number;
}

/** What `work` costs; what else runs on the machine does not count where the system tells the time of a thread (Linux). */
export function processorTime(work: () => unknown): ProcessorTime {
  const [ownStart, start] = [mainThreadMs(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(start);
  return { thread: mainThreadMs() - ownStart, process: (user + system) / 1000 };
}

/** Milliseconds that the thread had a processor, where the system tells that (Linux), otherwise a clock. */
export function mainThreadMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
