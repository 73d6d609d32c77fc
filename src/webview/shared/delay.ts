/** A callback that runs once, some time after it was requested. */
export class Delay {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ms: number,
    private readonly work: () => void,
  ) {}

  /** Measured from the first call. */
  start(): void {
    if (this.#timer === undefined) this.restart();
  }

  /** Measured from the last call. */
  restart(): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.work();
    }, this.ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
