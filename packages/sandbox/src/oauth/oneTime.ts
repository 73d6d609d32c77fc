import { randomToken } from '../state/credentials';
import { add } from '../state/store';

const mostHeld = 1000;

interface Held<T> {
  readonly value: T;
  readonly expiresAtMs: number;
}

/** Values stored under an unguessable name that can be taken back once, within a time limit. */
export class OneTimeValues<T> {
  readonly #held = new Map<string, Held<T>>();

  constructor(
    private readonly lifetimeMs: number,
    private readonly nowMs: () => number,
  ) {}

  put(value: T): string {
    const name = randomToken();
    add(this.#held, name, { value, expiresAtMs: this.nowMs() + this.lifetimeMs }, mostHeld);
    return name;
  }

  /** The value, which is then removed; undefined if unknown, already taken or too old. */
  take(name: string): T | undefined {
    const held = this.#held.get(name);
    this.#held.delete(name);
    return held !== undefined && held.expiresAtMs > this.nowMs() ? held.value : undefined;
  }
}
