import { randomToken } from '../state/credentials';

interface Held<T> {
  readonly value: T;
  readonly expiresAtMs: number;
}

/** Values stored under an unguessable name that can be taken back once, within a time limit. */
export class OneTimeValues<T> {
  readonly #held = new Map<string, Held<T>>();

  /** @param limit - Older values are dropped beyond this many. */
  constructor(
    private readonly lifetimeMs: number,
    private readonly nowMs: () => number,
    private readonly limit = 1000,
  ) {}

  put(value: T): string {
    const name = randomToken();
    this.#held.set(name, { value, expiresAtMs: this.nowMs() + this.lifetimeMs });
    const oldest = this.#held.keys().next();
    if (this.#held.size > this.limit && oldest.done !== true) this.#held.delete(oldest.value);
    return name;
  }

  /** The value, which is then removed; undefined if unknown, already taken or too old. */
  take(name: string): T | undefined {
    const held = this.#held.get(name);
    this.#held.delete(name);
    return held !== undefined && held.expiresAtMs > this.nowMs() ? held.value : undefined;
  }
}
