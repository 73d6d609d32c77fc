import { readFileSync } from 'node:fs';

/** Milliseconds of processor time: of the thread that does the work, which blocks everything else, and of the whole process. */
export interface ProcessorTime {
  readonly thread: number;
  /** Including the garbage collector and the compiler on their own threads. */
  readonly process: number;
}

/** The cost of `work`; other load on the machine does not count if the system reports the time of a thread (Linux). */
export function processorTime(work: () => unknown): ProcessorTime {
  const [ownStart, start] = [mainThreadMs(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(start);
  return { thread: mainThreadMs() - ownStart, process: (user + system) / 1000 };
}

/** Processor time of the main thread in milliseconds if the system reports it (Linux), otherwise a clock. */
export function mainThreadMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}
