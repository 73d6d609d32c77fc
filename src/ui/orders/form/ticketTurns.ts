/** What a ticket does, one thing at a time: what the user starts, and looks at what has changed. */
export class TicketTurns {
  #underWay: 'acting' | 'looking' | undefined;
  /** What the user pressed during a look. */
  #pressed: (() => Promise<void>) | undefined;
  /** Something changed while something else was under way. */
  #isNews = false;
  #isDisposed = false;

  constructor(
    private readonly lookAtIt: () => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Whether something is under way that the user started. */
  get isActing(): boolean {
    return this.#underWay === 'acting';
  }

  /** What is pressed during a look comes after it; a second press on what is under way is none. */
  press(run: () => Promise<void>): void {
    if (this.#underWay === 'looking') this.#pressed = run;
    else if (this.#underWay === undefined) void this.#run('acting', run);
  }

  /** Something may have changed. During something else, the look comes after it. */
  look(): void {
    this.#isNews = this.#underWay !== undefined;
    if (!this.#isNews) void this.#run('looking', this.lookAtIt);
  }

  /** Nothing more is started. */
  dispose(): void {
    this.#isDisposed = true;
  }

  async #run(what: 'acting' | 'looking', run: () => Promise<void>): Promise<void> {
    if (this.#isDisposed) return;
    this.#underWay = what;
    try {
      await run();
    } catch (error) {
      this.failed(error);
    } finally {
      this.#underWay = undefined;
      const pressed = this.#pressed;
      this.#pressed = undefined;
      if (pressed !== undefined) void this.#run('acting', pressed);
      else if (this.#isNews) this.look();
    }
  }
}
