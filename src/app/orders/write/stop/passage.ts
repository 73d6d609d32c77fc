import type { Disposable } from '../../../platform/ports';
import type { Ports } from '../../../ports';

/** The user stopped sending before the first byte of a request left. */
export class SendingStopped extends Error {
  override readonly name = 'SendingStopped';

  constructor() {
    super('sending orders was stopped');
  }
}

const lookEveryMs = 50;

/**
 * Covers one request from the check of the switch to its first byte. Until then the switch is checked repeatedly, so that a request that waits
 * for its turn or for a connection ends soon after sending was stopped; and once more right before the byte.
 */
export class Passage {
  readonly #stopping = new AbortController();
  #look: Disposable | undefined;
  #hasLeft = false;

  constructor(
    private readonly dependencies: Pick<Ports, 'timers'> & {
      /** Whether the switch is no longer as it was when the request entered. */
      readonly isStopped: () => boolean;
      /** Removes the mark of a request that is about to leave. */
      readonly unmark: () => Promise<void>;
    },
  ) {
    this.#next();
  }

  /** Aborted when sending is stopped before the first byte. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Called right before the first byte, in one step with it. */
  mayStart(): boolean {
    if (this.#hasLeft) return true;
    if (this.#stopping.signal.aborted || this.dependencies.isStopped()) {
      this.#stop();
      return false;
    }
    this.#hasLeft = true;
    // The bytes are handed over within this step and the mark is removed after it, so a stop waits for them.
    setImmediate(() => void this.leave());
    return true;
  }

  /** The request is no longer about to leave. Idempotent. */
  async leave(): Promise<void> {
    this.#look?.dispose();
    this.#look = undefined;
    await this.dependencies.unmark();
  }

  #next(): void {
    this.#look = this.dependencies.timers.after(lookEveryMs, () => {
      if (this.#hasLeft || this.#look === undefined) return;
      if (this.dependencies.isStopped()) this.#stop();
      else this.#next();
    });
  }

  #stop(): void {
    if (!this.#stopping.signal.aborted) this.#stopping.abort(new SendingStopped());
  }
}
