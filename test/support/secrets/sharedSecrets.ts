import { Emitter } from '../../../src/app/platform/emitter';
import type { CrossProcessLock, Lock, SecretStore, StateStore } from '../../../src/app/platform/ports';

/** One secret storage, shared by several windows; each can be made to fail. */
export class SharedSecrets {
  readonly values = new Map<string, string>();
  readonly #windows = new Set<WindowSecrets>();

  /** @param hearsOthers - False for a window that gets no event for changes of others. */
  window(hearsOthers = true): WindowSecrets {
    const window = new WindowSecrets(this.values, (key) => {
      for (const other of this.#windows) if (other === window || other.hearsOthers) other.changed.fire(key);
    });
    window.hearsOthers = hearsOthers;
    this.#windows.add(window);
    return window;
  }
}

export class WindowSecrets implements SecretStore {
  readonly changed = new Emitter<string>();
  readonly onDidChange = this.changed.event;
  hearsOthers = true;
  /** How the next calls fail. */
  failing: 'nothing' | 'everything' | 'set' | 'get' | 'set-forgets' = 'nothing';

  constructor(
    private readonly values: Map<string, string>,
    private readonly announce: (key: string) => void,
  ) {}

  async get(key: string): Promise<string | undefined> {
    await Promise.resolve();
    if (this.failing === 'everything' || this.failing === 'get') throw new Error('keyring is locked');
    return this.values.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    await Promise.resolve();
    if (this.failing === 'everything' || this.failing === 'set') throw new Error('keyring is locked');
    if (this.failing === 'set-forgets') return;
    this.values.set(key, value);
    this.announce(key);
  }

  async delete(key: string): Promise<void> {
    await Promise.resolve();
    if (this.failing === 'everything') throw new Error('keyring is locked');
    if (this.values.delete(key)) this.announce(key);
  }
}

/** Locks of one process; shared by the windows of a test. */
export class MemoryLocks implements CrossProcessLock {
  readonly held = new Set<string>();
  readonly #queue = new Map<string, (() => void)[]>();

  async tryAcquire(name: string): Promise<Lock | undefined> {
    if (this.held.has(name)) return undefined;
    this.held.add(name);
    let isOurs = true;
    return {
      name,
      release: async () => {
        if (!isOurs) return;
        isOurs = false;
        this.held.delete(name);
        for (const wake of this.#queue.get(name)?.splice(0) ?? []) wake();
      },
    };
  }

  async acquire(name: string, options: { readonly signal: AbortSignal }): Promise<Lock | undefined> {
    while (!options.signal.aborted) {
      const lock = await this.tryAcquire(name);
      if (lock !== undefined) return lock;
      await new Promise<void>((resolve) => {
        this.#queue.set(name, [...(this.#queue.get(name) ?? []), resolve]);
        options.signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    return undefined;
  }
}

/** The editor's global state. */
export class MemoryState implements StateStore {
  readonly values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.values.get(key);
  }

  async set(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
  }
}
