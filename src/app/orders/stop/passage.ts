import type { Disposable, Timers } from '../../platform/ports';

/** The user stopped sending before the first byte of a request left. */
export class SendingStopped extends Error {
  override readonly name = 'SendingStopped';

  constructor() {
    super('sending orders was stopped');
  }
}

export interface PassageOptions {
  readonly timers: Timers;
  readonly isStopped: () => boolean;
  /** Removes the sign that a request is about to leave. */
  readonly unmark: () => Promise<void>;
}

const lookEveryMs = 50;

/**
 * The way of one request from the check of the switch to its first byte. Until then the switch is looked at again and again, so that
 * a request that waits for its turn or for a connection ends soon after it was turned; and once more right before the byte.
 */
export class Passage {
  readonly #stopping = new AbortController();
  #look: Disposable | undefined;
  #hasLeft = false;

  constructor(private readonly options: PassageOptions) {
    this.#next();
  }

  /** Aborted when sending is stopped before the first byte. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Asked right before the first byte, in one step with it. */
  mayStart(): boolean {
    if (this.#hasLeft) return true;
    if (this.#stopping.signal.aborted || this.options.isStopped()) {
      this.#stop();
      return false;
    }
    this.#hasLeft = true;
    // The bytes are handed over within this step; whoever waits for the sign to go waits for them.
    setImmediate(() => void this.leave());
    return true;
  }

  /** Nothing is about to leave any more. Idempotent. */
  async leave(): Promise<void> {
    this.#look?.dispose();
    this.#look = undefined;
    await this.options.unmark();
  }

  #next(): void {
    this.#look = this.options.timers.after(lookEveryMs, () => {
      if (this.#hasLeft || this.#look === undefined) return;
      if (this.options.isStopped()) this.#stop();
      else this.#next();
    });
  }

  #stop(): void {
    if (!this.#stopping.signal.aborted) this.#stopping.abort(new SendingStopped());
  }
}
