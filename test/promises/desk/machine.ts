import type { Life } from './life';

/** The machine's own time zone, which is kept: asking the platform for it takes 63 µs, and the program asks with each text that it draws. */
const ownZone = new Intl.DateTimeFormat().resolvedOptions();
const asksForZone: Pick<Intl.DateTimeFormat, 'resolvedOptions'> = Object.assign(new Intl.DateTimeFormat(), {
  resolvedOptions: () => ({ ...ownZone }),
});
const machineIntl: unknown = Object.create(Intl, {
  DateTimeFormat: {
    value: new Proxy(Intl.DateTimeFormat, {
      apply: (target, self, values) => (values.length === 0 ? asksForZone : (Reflect.apply(target, self, values) as unknown)),
    }),
  },
});

/** A callback that waits for the machine's time. Looks like a Node.js timer to the program. */
class MachineTimer {
  /** Cleared with the timer, to release what it holds: a closed page may have a timer that is due in an hour. */
  #run: (() => void) | undefined;

  constructor(
    private readonly machine: Machine,
    public dueMs: number,
    readonly delayMs: number,
    readonly order: number,
    readonly repeats: boolean,
    run: () => void,
  ) {
    this.#run = run;
  }

  get isCleared(): boolean {
    return this.#run === undefined;
  }

  clear(): void {
    this.#run = undefined;
  }

  run(): void {
    this.#run?.();
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return !this.isCleared;
  }

  refresh(): this {
    this.machine.reschedule(this);
    return this;
  }

  close(): this {
    this.clear();
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.order;
  }
}

type Callback = (...values: readonly unknown[]) => void;

/**
 * A computer whose time passes only when nothing else happens.
 *
 * The program under test gets its clocks and timers from here, so that waits of any length cost nothing and nothing is too slow on a busy
 * machine. Time jumps to the next timer as soon as no file, connection, or callback is in progress.
 */
export class Machine {
  /** Milliseconds since the machine was started; never goes backward. */
  monotonicMs = 1_000_000;
  /** What the program asked for and no stand-in has. */
  readonly lacks: string[] = [];
  /** The difference of the wall clock from the machine's own time; may jump. */
  wallOffsetMs: number;
  #order = 0;
  #busy = 0;
  #wake: () => void = () => undefined;
  #stirs = 0;
  readonly #timers: MachineTimer[] = [];

  /** @param pace - How many times faster than real time this machine's time runs, if other processes take part. */
  constructor(
    startedAtMs = Date.UTC(2026, 9, 5, 2, 0, 0),
    private readonly pace?: number,
  ) {
    this.wallOffsetMs = startedAtMs - this.monotonicMs;
  }

  get wallMs(): number {
    return Math.floor(this.monotonicMs + this.wallOffsetMs);
  }

  /** Runs `work` on the next turn of the loop, before any time passes. */
  soon(work: () => void): void {
    this.#busy += 1;
    setImmediate(() => {
      this.#end();
      work();
    });
  }

  /** Time stands still until the promise is settled. */
  async during<T>(work: Promise<T>): Promise<T> {
    const end = this.hold();
    try {
      return await work;
    } finally {
      end();
    }
  }

  /** Time stands still until the returned function is called. */
  hold(): () => void {
    this.#busy += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#end();
    };
  }

  after(delayMs: number, run: () => void, repeats = false): MachineTimer {
    const delay = Number.isFinite(delayMs) && delayMs > 0 ? delayMs : 1;
    const timer = new MachineTimer(this, this.monotonicMs + delay, delay, (this.#order += 1), repeats, run);
    this.#insert(timer);
    return timer;
  }

  reschedule(timer: MachineTimer): void {
    const at = this.#timers.indexOf(timer);
    if (at >= 0) this.#timers.splice(at, 1);
    if (timer.isCleared) return;
    timer.dueMs = this.monotonicMs + timer.delayMs;
    this.#insert(timer);
  }

  /** Waits until nothing but timers is pending. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2;) {
      const before = this.#stirs;
      await new Promise<void>((resolve) => (this.#busy > 0 ? (this.#wake = resolve) : setImmediate(resolve)));
      quiet = this.#busy === 0 && before === this.#stirs ? quiet + 1 : 0;
    }
  }

  /** Lets time pass until `isDone`, at most `limitMs`; false if it is not done by then. */
  async runUntil(isDone: () => boolean, limitMs = 300_000): Promise<boolean> {
    const limit = this.monotonicMs + limitMs;
    for (;;) {
      await this.settle();
      if (isDone()) return true;
      const next = this.#next();
      if (next === undefined || next.dueMs > limit) {
        this.monotonicMs = Math.max(this.monotonicMs, limit);
        return false;
      }
      if (this.pace === undefined || next.dueMs <= this.monotonicMs) this.#fire(next);
      else await this.#wait(next.dueMs - this.monotonicMs, this.pace);
    }
  }

  /** Other processes and real connections need real time for their work: it passes in small pieces, because the work may lead to a timer. */
  async #wait(mostMs: number, pace: number): Promise<void> {
    const start = performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.min(20, mostMs / pace)));
    this.monotonicMs += Math.min(mostMs, (performance.now() - start) * pace);
  }

  /** Lets exactly this much time pass. */
  async pass(ms: number): Promise<void> {
    await this.runUntil(() => false, ms);
  }

  /** What replaces the platform's clocks and timers in the program. */
  globals(life: Life): Readonly<Record<string, unknown>> {
    const set =
      (repeats: boolean) =>
      (run: Callback, ms = 0, ...values: readonly unknown[]): MachineTimer => {
        const timer = this.after(ms, () => (life.isDead ? timer.clear() : run(...values)), repeats);
        return timer;
      };
    const clear = (timer: unknown): void => {
      if (timer instanceof MachineTimer) timer.clear();
    };
    return {
      setTimeout: set(false),
      setInterval: set(true),
      clearTimeout: clear,
      clearInterval: clear,
      setImmediate: (run: Callback, ...values: readonly unknown[]) => this.soon(() => (life.isDead ? undefined : run(...values))),
      process: life.process(),
      Date: this.#dateClass(),
      Intl: machineIntl,
      performance: this.performance(),
      AbortSignal: this.#abortSignal(),
    };
  }

  performance(): object {
    return { now: () => this.monotonicMs, timeOrigin: this.wallOffsetMs, mark: () => undefined, measure: () => undefined };
  }

  #dateClass(): unknown {
    const wall = (): number => this.wallMs;
    class MachineDate extends Date {
      constructor(...values: readonly unknown[]) {
        super(...((values.length === 0 ? [wall()] : values) as [number]));
      }

      static override now(): number {
        return wall();
      }
    }
    return MachineDate;
  }

  #abortSignal(): unknown {
    const timeout = (ms: number): AbortSignal => {
      const controller = new AbortController();
      this.after(ms, () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
      return controller.signal;
    };
    return new Proxy(AbortSignal, {
      get: (target, key) => (key === 'timeout' ? timeout : key === 'any' ? target.any.bind(target) : (Reflect.get(target, key) as unknown)),
    });
  }

  #insert(timer: MachineTimer): void {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#timers[middle];
      if (other !== undefined && (other.dueMs < timer.dueMs || (other.dueMs === timer.dueMs && other.order < timer.order)))
        low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
  }

  #end(): void {
    this.#busy -= 1;
    this.#stirs += 1;
    this.#wake();
  }

  #next(): MachineTimer | undefined {
    while (this.#timers[0]?.isCleared === true) this.#timers.shift();
    return this.#timers[0];
  }

  #fire(timer: MachineTimer): void {
    this.#timers.shift();
    this.monotonicMs = Math.max(this.monotonicMs, timer.dueMs);
    if (timer.repeats) this.reschedule(timer);
    timer.run();
  }
}
