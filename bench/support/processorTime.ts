/** Processor time of this process in milliseconds, its garbage collection and compiler included: what else runs here does not count. */
export function processorTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
