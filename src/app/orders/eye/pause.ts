import type { Disposable, Timers } from '../../platform/ports';

/** A wait that several callers can join; it ends early when aborted or disposed. */
export class Pause implements Disposable {
  readonly over: Promise<void>;
  #isOver = false;
  #end: () => void = () => undefined;

  constructor(timers: Timers, ms: number, signal: AbortSignal) {
    this.over = new Promise((resolve) => {
      const timer = timers.after(ms, () => this.#end());
      const end = (): void => {
        this.#isOver = true;
        timer.dispose();
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.#end = end;
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  dispose(): void {
    this.#end();
  }
}
