/** One try to read something. */
export interface Turn {
  /** Aborted when the caller cancels, or when the answer is no longer wanted. */
  readonly signal: AbortSignal;
  /** False once the answer belongs to something that is no longer asked for, or to somebody who has left. */
  readonly isCurrent: () => boolean;
}

/**
 * Decides whether a response is still wanted; the only place that knows about staleness. A response counts while its turn
 * is the latest, it was not canceled, and the user and service are the same as when it was requested.
 */
export class Turns {
  readonly #identity: () => unknown;
  #owner: unknown;
  #running: AbortController | undefined;
  #turn: Turn | undefined;
  #generation = 0;

  /** @param identity - Who is signed in where; any value that equals itself as long as that is the same. */
  constructor(identity: () => unknown = () => undefined) {
    this.#identity = identity;
    this.#owner = identity();
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** True once the known data belongs to another user than the current one. */
  get belongsToAnother(): boolean {
    return !Object.is(this.#owner, this.#identity());
  }

  /** Begins a turn, which ends the one before. What is known belongs to who is signed in now. */
  begin(signal?: AbortSignal): Turn {
    this.end();
    const running = new AbortController();
    const owner = this.#identity();
    const generation = this.#generation;
    this.#owner = owner;
    this.#running = running;
    const all = signal === undefined ? running.signal : AbortSignal.any([running.signal, signal]);
    const turn = { signal: all, isCurrent: () => generation === this.#generation && !all.aborted && Object.is(owner, this.#identity()) };
    this.#turn = turn;
    return turn;
  }

  /** The turn has given what it could. */
  finish(turn: Turn): void {
    if (this.#turn === turn) this.#running = undefined;
  }

  /**
   * Cancels the turn that is under way; its answer counts for nothing.
   *
   * @param turn - Only this one. @returns False when another turn has taken its place.
   */
  end(turn?: Turn): boolean {
    if (turn !== undefined && this.#turn !== turn) return false;
    this.#generation += 1;
    this.#running?.abort();
    this.#running = undefined;
    this.#turn = undefined;
    return true;
  }

  /** What was known is forgotten: from now on it belongs to who is signed in now. */
  reset(): void {
    this.end();
    this.#owner = this.#identity();
  }
}
