import { randomInt } from 'node:crypto';

/** When a life ends: before that step is taken, or after it was taken and before anybody hears of it. */
export interface Death {
  readonly step: number;
  readonly isTaken: boolean;
}

const registry = new Map<number, Life>();
let nextPid = 5_000_000 + randomInt(1_000_000);

/**
 * The process of one window: it has an id of its own and can be killed at any of its steps, where a step is a call of the file
 * system or bytes to a connection. What is dead does nothing and hears of nothing any more.
 */
export class Life {
  isDead = false;
  /** Steps since the count began. */
  steps = 0;
  death: Death | undefined;
  readonly #onDeath = new Set<() => void>();

  /** @param pid - The id of a real process, where the window is the only one in it. */
  constructor(readonly pid = (nextPid += 1)) {
    if (pid !== process.pid) registry.set(pid, this);
  }

  /** What the system does when the process ends; the returned function takes it back. */
  onDeath(act: () => void): () => void {
    this.#onDeath.add(act);
    return () => void this.#onDeath.delete(act);
  }

  /** Begins to count, and to wait for the end. */
  count(death?: Death): void {
    this.steps = 0;
    this.death = death;
  }

  kill(): void {
    if (this.isDead) return;
    this.isDead = true;
    // No process has such an id: from now on the real system says that it is gone.
    registry.delete(this.pid);
    for (const act of [...this.#onDeath]) act();
    this.#onDeath.clear();
  }

  /** Takes a step; undefined where the process did not live to hear of it. */
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

/** What `/proc` says of a process of this kind; undefined for all others. */
export function procStat(path: unknown): string | undefined {
  const [, pid] = /^\/proc\/(\d+)\/stat$/.exec(typeof path === 'string' ? path : '') ?? [];
  const life = pid === undefined ? undefined : registry.get(Number(pid));
  if (life === undefined) return undefined;
  return `${pid ?? ''} (code) S ${Array.from({ length: 18 }, () => '0').join(' ')} ${pid ?? ''} 0`;
}
