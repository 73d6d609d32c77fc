/** Turns of the event loop that take longer than this were not spent waiting for it alone. */
const noticeableMs = 5;

/**
 * Measures something without the time in which the machine let this process wait although it had something to do: a turn
 * of the event loop that was long but used little of the processor. Work of the process itself counts in full.
 */
export async function withoutStalls(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let last = start;
  let cpu = process.cpuUsage();
  let stalledMs = 0;
  let isDone = false;
  const look = (): void => {
    const gap = performance.now() - last;
    const used = process.cpuUsage(cpu);
    if (gap > noticeableMs) stalledMs += Math.max(0, gap - (used.user + used.system) / 1000);
    last = performance.now();
    cpu = process.cpuUsage();
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isDone = true;
  const elapsed = performance.now() - start;
  await new Promise((resolve) => setImmediate(resolve));
  return Math.max(0, elapsed - stalledMs);
}
