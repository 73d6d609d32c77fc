const burst = 60;
const perSecond = 20;

/** Limits the rate of requests: enough for an agent, but no flood. */
export class CallRate {
  #left = burst;
  #atMs: number;

  /** @param nowMs - Monotonic. */
  constructor(private readonly nowMs: () => number) {
    this.#atMs = nowMs();
  }

  take(): boolean {
    const now = this.nowMs();
    this.#left = Math.min(burst, this.#left + ((now - this.#atMs) / 1_000) * perSecond);
    this.#atMs = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
