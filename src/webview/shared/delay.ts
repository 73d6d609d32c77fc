/** Work that is done once, some time after it was asked for. */
export class Delay {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ms: number,
    private readonly work: () => void,
  ) {}

  /** The time runs from the first call on. */
  start(): void {
    if (this.#timer === undefined) this.restart();
  }

  /** The time runs from the last call on. */
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
