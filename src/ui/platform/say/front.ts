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
  #pressedAtMs = -Infinity;
  #hasLostFocus = false;
  readonly #forms = new Set<() => boolean>();

  constructor(
    private readonly nowMs: () => number = () => performance.now(),
    private readonly wait: (ms: number) => Promise<void> = async (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  /** Nothing of the user’s is open, and nothing was within the last second. */
  get isFree(): boolean {
    if (this.#open > 0 || this.nowMs() - this.#closedAtMs < this.settleMs) return false;
    return ![...this.#forms].some((isInHand) => isInHand());
  }

  /** Resolves when it is free. */
  async free(): Promise<void> {
    while (!this.isFree) await this.wait(Math.max(1, this.settleMs / 4));
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
        this.#hasLostFocus = true;
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
        await this.wait(Math.ceil(leftMs));
      }
      return await show();
    } finally {
      this.#questionClosedAtMs = this.nowMs();
      open.dispose();
    }
  }

  /**
   * A question with answers that do something. Such an answer counts only if the question could have been read before it, and if it can’t be the
   * second click of a double click on what led here; otherwise the question is asked again.
   *
   * @param show - Told whether it is asked again.
   * @param acts - Whether an answer does something.
   */
  async careful<T>(show: (isAgain: boolean) => PromiseLike<T>, acts: (answer: T) => boolean): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      let countsFromMs = Infinity;
      const answer = await this.question(async () => {
        countsFromMs = Math.max(this.nowMs() + this.settleMs / 2, this.#pressedAtMs + this.settleMs);
        return show(isAgain);
      });
      if (!acts(answer) || this.nowMs() >= countsFromMs) return answer;
    }
  }

  /** The user pressed something that may lead to a question. */
  pressed(): void {
    this.#hasLostFocus = false;
    this.#pressedAtMs = this.nowMs();
  }

  /** Something was brought to the front, and has the focus. */
  shown(): void {
    this.#hasLostFocus = false;
  }

  /** The editor gives the focus to nothing when a question or a picker closes; what had it before must be brought to the front again. */
  get hasLostFocus(): boolean {
    return this.#hasLostFocus;
  }

  /** A place with forms. @param isInHand - Whether the user has one of them in hand. */
  watch(isInHand: () => boolean): { dispose(): void } {
    this.#forms.add(isInHand);
    return { dispose: () => void this.#forms.delete(isInHand) };
  }
}

/** The user of this window has one pair of eyes: everything that asks them goes through this. */
export const front = new Front();
