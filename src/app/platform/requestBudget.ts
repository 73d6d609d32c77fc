import * as v from 'valibot';
import type { Rate, SharedBudget } from '../../service/requests/pacer';
import type { CrossProcessLock, Lock, Log, MachineClock, SharedFile, Timers } from './ports';
import { onFirstUse, readStored } from './storedJson';
import { lockNames } from './storedNames';

export interface RequestBudgetDependencies {
  /** Wall clocks of the latest requests, by service; shared by all windows and kept across reloads. */
  readonly file: Pick<SharedFile, 'read' | 'write'>;
  readonly locks: CrossProcessLock;
  readonly timers: Timers;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  readonly log: Pick<Log, 'warn'>;
  /** Key of the service. */
  readonly key: string;
}

const stored = onFirstUse(() => v.record(v.string(), v.array(v.number())));

/** Another window is writing the file: this takes milliseconds. */
const lockedMs = 10;
/** No window writes for longer; a hanging window must not block the others. */
const patienceMs = 1_000;
const keptMs = 60_000;
const mostKept = 200;

/**
 * Counts the requests of all windows of this machine, because a service counts them together and does not forget them at a reload. If the file
 * cannot be used, each window keeps the limits by itself.
 */
export class RequestBudget implements SharedBudget {
  #isBroken = false;
  /** Serializes writes within this window, which need no lock. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly dependencies: RequestBudgetDependencies) {}

  async take(rate: Rate): Promise<number> {
    return this.#alone(async () => this.#counted(rate));
  }

  add(): void {
    void this.#alone(async () => this.#counted(undefined));
  }

  async #alone(act: () => Promise<number>): Promise<number> {
    const turn = this.#last.then(act);
    this.#last = turn;
    return turn;
  }

  /** Counts a request, or returns the milliseconds until its rate allows it. */
  async #counted(rate: Rate | undefined): Promise<number> {
    const { file, clock, key, log } = this.dependencies;
    let lock: Lock | undefined;
    try {
      lock = await this.#lock();
      if (lock === undefined) return 0;
      const all = readStored(stored(), await file.read()) ?? {};
      const nowMs = clock.wallMs();
      // Times in the future were written before the clock was set back.
      const kept = Object.entries(all).map(([name, times]) => [name, times.filter((at) => at <= nowMs && at > nowMs - keptMs)] as const);
      const sent = (kept.find(([name]) => name === key)?.[1] ?? []).toSorted((one, other) => one - other);
      const waitMs = rate === undefined ? 0 : waitOf(rate, sent, nowMs);
      if (waitMs > 0) return waitMs;
      const others = kept.filter(([name, times]) => name !== key && times.length > 0);
      await file.write(JSON.stringify(Object.fromEntries([...others, [key, [...sent, nowMs].slice(-mostKept)]])));
      this.#isBroken = false;
      return 0;
    } catch (error) {
      if (!this.#isBroken)
        log.warn(`Windows can’t share the limits of the service: ${error instanceof Error ? error.message : 'unknown failure'}`);
      this.#isBroken = true;
      return 0;
    } finally {
      await lock?.release();
    }
  }

  async #lock(): Promise<Lock | undefined> {
    const { locks, timers, clock } = this.dependencies;
    const startedMs = clock.monotonicMs();
    do {
      const lock = await locks.tryAcquire(lockNames.requests);
      if (lock !== undefined) return lock;
      await new Promise<void>((resolve) => void timers.after(lockedMs, resolve));
    } while (clock.monotonicMs() - startedMs < patienceMs);
    return undefined;
  }
}

function waitOf({ count, withinMs, apartMs }: Rate, sent: readonly number[], nowMs: number): number {
  const inTheWay = sent[sent.length - count];
  const rateMs = inTheWay === undefined ? 0 : inTheWay + withinMs - nowMs;
  return Math.max(0, rateMs, (sent.at(-1) ?? -Infinity) + apartMs - nowMs);
}
