import { front } from '../../platform/say/front';

/** Runs a ticket's actions one at a time: those that the user starts, and looks that check for changes. */
export class TicketTurns {
  #underWay: 'acting' | 'looking' | undefined;
  /** The action that the user started during a look. */
  #pressed: (() => Promise<void>) | undefined;
  /** A change was reported while something else was running. */
  #isNews = false;
  #isDisposed = false;

  constructor(
    private readonly lookAtIt: () => Promise<void>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Whether an action that the user started is running. */
  get isActing(): boolean {
    return this.#underWay === 'acting';
  }

  /** An action started during a look runs after it; starting one while another action runs does nothing. */
  press(run: () => Promise<void>): void {
    front.pressed();
    if (this.#underWay === 'looking') this.#pressed = run;
    else if (this.#underWay === undefined) void this.#run('acting', run);
  }

  /** Checks for changes; if something is running, after it has ended. */
  look(): void {
    this.#isNews = this.#underWay !== undefined;
    if (!this.#isNews) void this.#run('looking', this.lookAtIt);
  }

  /** Starts nothing any more. */
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
