import type { Disposable, Log, MachineClock, Timers } from '../../../src/app/platform/ports';
import { keepLine } from '../secrets/keptOutputs';

/** A machine whose clocks and timers move only when the test moves them. */
export class FakeMachine implements MachineClock, Timers {
  #wall: number;
  #monotonic = 0;
  #scheduled: { readonly at: number; readonly callback: () => void }[] = [];

  constructor(wallMs = Date.UTC(2026, 10, 21)) {
    this.#wall = wallMs;
  }

  wallMs(): number {
    return this.#wall;
  }

  monotonicMs(): number {
    return this.#monotonic;
  }

  get scheduledCount(): number {
    return this.#scheduled.length;
  }

  after(ms: number, callback: () => void): Disposable {
    const entry = { at: this.#monotonic + ms, callback };
    this.#scheduled.push(entry);
    return {
      dispose: () => {
        this.#scheduled = this.#scheduled.filter((other) => other !== entry);
      },
    };
  }

  /** Advances both clocks and runs the timers that fall due, in order. */
  advance(ms: number): void {
    const end = this.#monotonic + ms;
    for (;;) {
      const [next] = this.#scheduled.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#scheduled = this.#scheduled.filter((other) => other !== next);
      this.#move(Math.max(0, next.at - this.#monotonic));
      next.callback();
    }
    this.#move(end - this.#monotonic);
  }

  /** Moves only the wall clock, as a correction does, or a sleep during which the monotonic clock stops. */
  stepWall(ms: number): void {
    this.#wall += ms;
  }

  #move(ms: number): void {
    this.#monotonic += ms;
    this.#wall += ms;
  }
}

/** Keeps every line that was logged. */
export class MemoryLog implements Log {
  readonly lines: string[] = [];
  trace(message: string): void {
    this.#keep(message);
  }
  debug(message: string): void {
    this.#keep(message);
  }
  info(message: string): void {
    this.#keep(message);
  }
  warn(message: string): void {
    this.#keep(message);
  }
  error(message: string, error?: unknown): void {
    this.#keep(error instanceof Error ? `${message} ${error.message}` : message);
  }

  /** Kept for the search for credentials after a whole run, although no redactor has seen it yet. */
  #keep(line: string): void {
    this.lines.push(line);
    keepLine('log.txt', line);
  }
}

/** Lets everything run that waits on resolved promises. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
