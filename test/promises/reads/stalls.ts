/** Turns of the event loop that take longer than this were not spent waiting for it alone. */
const noticeableMs = 5;

/** What the measurement looks at. */
export interface Machine {
  /** Milliseconds. */
  now(): number;
  /** Milliseconds of the processor that this process has used. */
  usedMs(): number;
  /** Calls back at the next turn of the event loop. */
  nextTurn(callback: () => void): void;
}

const thisMachine: Machine = {
  now: () => performance.now(),
  usedMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  nextTurn: (callback) => void setImmediate(callback),
};

/**
 * Measures something without the time in which the machine let this process wait although it had something to do: a turn
 * of the event loop that was long but used little of the processor. Work of the process itself counts in full.
 */
export async function withoutStalls(work: () => Promise<unknown>, { now, usedMs, nextTurn } = thisMachine): Promise<number> {
  const start = now();
  let last = start;
  let used = usedMs();
  let stalledMs = 0;
  let isDone = false;
  const look = (): void => {
    const gap = now() - last;
    if (gap > noticeableMs) stalledMs += Math.max(0, gap - (usedMs() - used));
    last = now();
    used = usedMs();
    if (!isDone) nextTurn(look);
  };
  nextTurn(look);
  await work();
  isDone = true;
  const elapsed = now() - start;
  await new Promise<void>((resolve) => nextTurn(resolve));
  return Math.max(0, elapsed - stalledMs);
}
