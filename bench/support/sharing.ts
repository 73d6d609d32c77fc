import { isShort } from './rounds';

interface Closed {
  close(): Promise<void>;
}

const opened = new Map<string, Promise<Closed>>();

/**
 * A window for a benchmark, which closes it. Opening a window takes half a minute of the processor: in a short round, benchmarks of one process
 * that name the same one use it one after the other, and {@link closeShared} closes it.
 */
export async function windowFor<T extends Closed>(name: string, open: () => Promise<T>): Promise<T> {
  if (!isShort) return open();
  // A name stands for windows of one kind.
  const shared = (opened.get(name) as Promise<T> | undefined) ?? open();
  opened.set(name, shared);
  return { ...(await shared), close: async () => Promise.resolve() };
}

/** Closes the windows that the benchmarks of this process shared. */
export async function closeShared(): Promise<void> {
  for (const window of opened.values()) await window.then(async ({ close }) => close()).catch(() => undefined);
  opened.clear();
}
