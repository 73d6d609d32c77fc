/** Nobody reads a question in less; a double click takes at most this long. */
const settleMs = 1_000;

/**
 * Who is in front of the user: whether a question, a picker, or a form of theirs is open, or a question was closed a moment ago. Programs show
 * nothing then, because a click that was meant for the one would answer the other.
 */
export class Front {
  /** Tests of something else set it to zero. */
  settleMs = settleMs;
  #open = 0;
  #closedAtMs = -Infinity;
  #questionClosedAtMs = -Infinity;
  readonly #forms = new Set<() => boolean>();

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /** Nothing of the user’s is open, and nothing was within the last second. */
  get isFree(): boolean {
    if (this.#open > 0 || this.nowMs() - this.#closedAtMs < this.settleMs) return false;
    return ![...this.#forms].some((isInHand) => isInHand());
  }

  /** Resolves when it is free. */
  async free(): Promise<void> {
    while (!this.isFree) await new Promise((resolve) => setTimeout(resolve, Math.max(1, this.settleMs / 4)));
  }

  /** Something that the user answers is open until this is disposed; further calls change nothing. */
  begin(): { dispose(): void } {
    let isOpen = true;
    this.#open += 1;
    return {
      dispose: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#open -= 1;
        this.#closedAtMs = this.nowMs();
      },
    };
  }

  /** A picker or an input. */
  async during<T>(show: () => PromiseLike<T>): Promise<T> {
    const open = this.begin();
    try {
      return await show();
    } finally {
      open.dispose();
    }
  }

  /** A question in a dialog. It is shown only when a double click that answered the one before it is over. */
  async question<T>(show: () => PromiseLike<T>): Promise<T> {
    const open = this.begin();
    try {
      for (;;) {
        const leftMs = this.#questionClosedAtMs + this.settleMs - this.nowMs();
        if (!(leftMs > 0)) break;
        await new Promise((resolve) => setTimeout(resolve, Math.ceil(leftMs)));
      }
      return await show();
    } finally {
      this.#questionClosedAtMs = this.nowMs();
      open.dispose();
    }
  }

  /** A place with forms. @param isInHand - Whether the user has one of them in hand. */
  watch(isInHand: () => boolean): { dispose(): void } {
    this.#forms.add(isInHand);
    return { dispose: () => void this.#forms.delete(isInHand) };
  }
}

/** The user of this window has one pair of eyes: everything that asks them goes through this. */
export const front = new Front();
