import { allowManyListeners } from '../abortable';

/** One attempt to read something. */
export interface Turn {
  /** Aborted when the caller cancels, or when the response is no longer wanted. */
  readonly signal: AbortSignal;
  /** False once the response belongs to an old request, or to a user who has signed out. */
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
  #unfollow: () => void = () => undefined;

  /** @param identity - Identifies the user and service; any value that equals itself while they stay the same. */
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

  /** Begins a turn, which ends the previous one. The known data now belongs to the current user. */
  begin(signal?: AbortSignal): Turn {
    this.end();
    const running = new AbortController();
    const owner = this.#identity();
    const generation = this.#generation;
    this.#owner = owner;
    this.#running = running;
    if (signal !== undefined) this.#follow(signal, running);
    const { signal: all } = running;
    const turn = { signal: all, isCurrent: () => generation === this.#generation && !all.aborted && Object.is(owner, this.#identity()) };
    this.#turn = turn;
    return turn;
  }

  /** The turn is over. */
  finish(turn: Turn): void {
    if (this.#turn === turn) this.#running = undefined;
  }

  /**
   * Cancels the current turn; its response is dropped.
   *
   * @param turn - Cancels only this one. @returns False if another turn has replaced it.
   */
  end(turn?: Turn): boolean {
    if (turn !== undefined && this.#turn !== turn) return false;
    this.#generation += 1;
    this.#running?.abort();
    this.#running = undefined;
    this.#turn = undefined;
    this.#unfollow();
    return true;
  }

  /** The turn is canceled with the signal of its caller, until it has ended. */
  #follow(signal: AbortSignal, running: AbortController): void {
    const cancel = (): void => running.abort(signal.reason);
    allowManyListeners(signal);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    this.#unfollow = () => signal.removeEventListener('abort', cancel);
  }

  /** Drops the known data: from now on it belongs to the current user. */
  reset(): void {
    this.end();
    this.#owner = this.#identity();
  }
}
