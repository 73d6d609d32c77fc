/** Time that passes only when everything waits. */
export class VirtualTime {
  nowMs = 0;
  #sleepers: { readonly atMs: number; readonly wake: () => void }[] = [];

  readonly timing = {
    monotonicMs: (): number => this.nowMs,
    sleep: async (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const forget = (): void => {
          this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        };
        const wake = (): void => {
          signal.removeEventListener('abort', forget);
          resolve();
        };
        const sleeper = { atMs: this.nowMs + ms, wake };
        this.#sleepers.push(sleeper);
        signal.addEventListener('abort', forget);
      }),
  };

  /** Lets every promise settle that needs no time to pass. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }

  async pass(ms: number): Promise<void> {
    const end = this.nowMs + ms;
    for (;;) {
      await this.settle();
      let next = this.#sleepers[0];
      for (const sleeper of this.#sleepers) if (sleeper.atMs < (next?.atMs ?? Infinity)) next = sleeper;
      if (next === undefined || next.atMs > end) break;
      this.nowMs = next.atMs;
      this.#sleepers = this.#sleepers.filter((other) => other !== next);
      next.wake();
    }
    this.nowMs = end;
    await this.settle();
  }
}
