import type { Disposable, Timers } from './ports';

/** Work that follows what changes: at once if it was not done lately, else once after the pause, however often it is asked for. */
export class Paced implements Disposable {
  #pause: Disposable | undefined;
  #isDue = false;

  constructor(
    private readonly timers: Timers,
    /** The pause between two times, in milliseconds, as it is when one begins. */
    private readonly pauseMs: () => number,
    private readonly work: () => void,
  ) {}

  ask(): void {
    this.#isDue = this.#pause !== undefined;
    if (this.#isDue) return;
    this.#pause = this.timers.after(this.pauseMs(), () => {
      this.#pause = undefined;
      if (this.#isDue) this.ask();
    });
    this.work();
  }

  /** Does now what the pause still holds back. */
  flush(): void {
    if (!this.#isDue) return;
    this.#isDue = false;
    this.work();
  }

  dispose(): void {
    this.#isDue = false;
    this.#pause?.dispose();
  }
}
