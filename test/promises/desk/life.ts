import { randomInt } from 'node:crypto';

/** When a life ends: before the step is taken, or after it, but before its result is returned. */
export interface Death {
  readonly step: number;
  readonly isTaken: boolean;
}

const registry = new Map<number, Life>();
let nextPid = 5_000_000 + randomInt(1_000_000);

/**
 * The process of one window: it has its own ID and can be killed at any of its steps, where a step is a call of the file system or bytes
 * sent to a connection. A dead process does nothing and receives nothing.
 */
export class Life {
  isDead = false;
  /** Steps since counting began. */
  steps = 0;
  death: Death | undefined;
  readonly #onDeath = new Set<() => void>();

  /** @param pid - The ID of a real process, if the window is the only one in it. */
  constructor(readonly pid = (nextPid += 1)) {
    if (pid !== process.pid) registry.set(pid, this);
  }

  /** Registers what the system does when the process ends. @returns a function that removes it again. */
  onDeath(act: () => void): () => void {
    this.#onDeath.add(act);
    return () => void this.#onDeath.delete(act);
  }

  /** Begins to count, and sets when the life ends. */
  count(death?: Death): void {
    this.steps = 0;
    this.death = death;
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    // No process has such an ID: from now on the real system reports it as gone.
    registry.delete(this.pid);
    for (const act of [...this.#onDeath]) act();
    this.#onDeath.clear();
  }

  /** Takes a step; undefined if the process ends before it gets the result. */
  take<T>(act: () => T): { readonly result: T } | undefined {
    if (this.isDead) return undefined;
    this.steps += 1;
    const isLast = this.death !== undefined && this.steps >= this.death.step;
    if (isLast && this.death?.isTaken === false) {
      this.kill();
      return undefined;
    }
    const result = act();
    if (!isLast) return { result };
    this.kill();
    return undefined;
  }

  /** `process` as the program of this life sees it. */
  process(): object {
    const kill = (pid: number, signal?: number): boolean => {
      const other = registry.get(pid);
      if (other === undefined) return process.kill(pid, signal);
      return true;
    };
    return new Proxy(process, {
      get: (target, key) => (key === 'pid' ? this.pid : key === 'kill' ? kill : (Reflect.get(target, key, target) as unknown)),
    });
  }
}

/** The content of `/proc` for a process of this kind; undefined for all others. */
export function procStat(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/proc/')) return undefined;
  const [, pid] = /^\/proc\/(\d+)\/stat$/.exec(path) ?? [];
  const life = pid === undefined ? undefined : registry.get(Number(pid));
  if (life === undefined) return undefined;
  return `${pid ?? ''} (code) S ${'0 '.repeat(18)}${pid ?? ''} 0`;
}
