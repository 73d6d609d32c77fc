import * as v from 'valibot';
import type { Limit, SharedBudget } from '../../service/requests/limits';

import type { Lock, SharedFile } from './ports';
import { onFirstUse, readStored } from './storedJson';
import { lockNames } from './storedNames';
import type { Ports } from '../ports';

/** What a limit has counted: wall clocks of requests, and until when the service has asked to wait. */
interface Counted {
  readonly sent: readonly number[];
  readonly until?: number | undefined;
  /** When the service last refused something that it counts. */
  readonly refusedAt?: number | undefined;
}

const stored = onFirstUse(() =>
  v.record(
    v.string(),
    v.record(v.string(), v.object({ sent: v.array(v.number()), until: v.optional(v.number()), refusedAt: v.optional(v.number()) })),
  ),
);

const nothing: ReadonlyMap<string, Counted> = new Map();

/** Another window is writing the file: this takes milliseconds. */
const lockedMs = 10;
/** No window writes for longer; a hanging window must not block the others. */
const patienceMs = 1_000;
const keptMs = 60_000;
const mostKept = 200;
/** An assumed limit is kept by all windows for this long after a refusal. */
const believedMs = 60 * 60_000;
/** No service asks to wait for longer: see `longestRetryAfterMs`. A later time was written before the clock was set back. */
const longestPauseMs = 10 * 60_000;

/**
 * Counts the requests of all windows of this machine, because a service counts them together and does not forget them at a reload. If the file
 * cannot be used, each window keeps the limits by itself.
 */
export class RequestBudget implements SharedBudget {
  #isBroken = false;
  /** Serializes writes within this window, which need no lock. */
  #last: Promise<unknown> = Promise.resolve();
  /** Times of the requests of this window, which keeps them apart by itself. */
  #own: readonly number[] = [];

  constructor(
    private readonly dependencies: Pick<Ports, 'locks' | 'timers' | 'clock' | 'log'> & {
      /** Wall clocks of the latest requests, by service; shared by all windows and kept across reloads. */
      readonly file: Pick<SharedFile, 'read' | 'write'>;
      /** Key of the service. */
      readonly key: string;
    },
  ) {}

  async take(limits: readonly Limit[]): Promise<ReadonlyMap<string, number>> {
    let waits: ReadonlyMap<string, number> = new Map();
    await this.#alone(async () =>
      this.#change((counted, nowMs) => {
        const all = limits.map((limit) => [limit.key, this.#waitOf(limit, counted(limit.key), nowMs)] as const);
        waits = new Map(all.filter(([, waitMs]) => waitMs > 0));
        return waits.size > 0 ? nothing : this.#adding(limits, counted, nowMs);
      }),
    );
    return waits;
  }

  add(limits: readonly Limit[]): void {
    void this.#alone(async () => this.#change((counted, nowMs) => this.#adding(limits, counted, nowMs)));
  }

  giveBack(limits: readonly Limit[], agoMs: number): void {
    const { clock } = this.dependencies;
    const countedAtMs = clock.wallMs() - agoMs;
    void this.#alone(async () =>
      this.#change((counted) => {
        const nearest = this.#own.toSorted((one, other) => Math.abs(one - countedAtMs) - Math.abs(other - countedAtMs))[0];
        if (nearest === undefined) return nothing;
        this.#own = without(this.#own, nearest);
        return new Map(limits.map(({ key }) => [key, { ...counted(key), sent: without(counted(key).sent, nearest) }]));
      }),
    );
  }

  pause(key: string, waitMs: number): void {
    void this.#alone(async () =>
      this.#change(
        (counted, nowMs) =>
          new Map([[key, { ...counted(key), until: Math.max(counted(key).until ?? 0, nowMs + waitMs), refusedAt: nowMs }]]),
      ),
    );
  }

  #adding(limits: readonly Limit[], counted: (key: string) => Counted, nowMs: number): ReadonlyMap<string, Counted> {
    this.#own = [...this.#own.filter((at) => at > nowMs - keptMs), nowMs].slice(-mostKept);
    return new Map(limits.map(({ key }) => [key, { ...counted(key), sent: [...counted(key).sent, nowMs].slice(-mostKept) }]));
  }

  #waitOf({ count, withinMs, apartMs, lineMs, assumed }: Limit, { sent, until, refusedAt }: Counted, nowMs: number): number {
    const inTheWay = sent[sent.length - (refusedAt === undefined ? (assumed?.count ?? count) : count)];
    const rateMs = inTheWay === undefined ? 0 : inTheWay + withinMs - nowMs;
    const ofOthers = apartMs === 0 ? undefined : sent.findLast((at) => !this.#own.includes(at));
    // Only the window that sent a request hears of its response.
    const othersMs = ofOthers === undefined ? 0 : ofOthers + apartMs + lineMs - nowMs;
    return Math.max(0, rateMs, othersMs, (until ?? 0) - nowMs);
  }

  async #alone(act: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(act);
    this.#last = turn;
    return turn;
  }

  /** @param decide - Returns what changes. */
  async #change(decide: (counted: (key: string) => Counted, nowMs: number) => ReadonlyMap<string, Counted>): Promise<void> {
    const { file, clock, key, log } = this.dependencies;
    let lock: Lock | undefined;
    try {
      lock = await this.#lock();
      if (lock === undefined) return;
      const nowMs = clock.wallMs();
      const kept = Object.entries(readStored(stored(), await file.read()) ?? {}).map(
        ([name, limits]) =>
          [name, Object.fromEntries(Object.entries(limits).flatMap(([limit, counted]) => lasting(limit, counted, nowMs)))] as const,
      );
      const own: Readonly<Record<string, Counted>> = kept.find(([name]) => name === key)?.[1] ?? {};
      const decided = decide((name) => own[name] ?? { sent: [] }, nowMs);
      if (decided.size === 0) return;
      const others = kept.filter(([name, limits]) => name !== key && Object.keys(limits).length > 0);
      await file.write(JSON.stringify(Object.fromEntries([...others, [key, { ...own, ...Object.fromEntries(decided) }]])));
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken)
        log.warn(`Windows can’t share the limits of the service: ${error instanceof Error ? error.message : 'unknown failure'}`);
      this.#isBroken = true;
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

/** What still counts. Times in the future were written before the clock was set back. */
function lasting(limit: string, { sent, until = 0, refusedAt }: Counted, nowMs: number): readonly (readonly [string, Counted])[] {
  const recent = sent.filter((at) => at <= nowMs && at > nowMs - keptMs).toSorted((one, other) => one - other);
  const isPaused = until > nowMs && until <= nowMs + longestPauseMs;
  const isRefused = refusedAt !== undefined && refusedAt <= nowMs && refusedAt > nowMs - believedMs;
  if (recent.length === 0 && !isPaused && !isRefused) return [];
  return [[limit, { sent: recent, ...(isPaused ? { until } : {}), ...(isRefused ? { refusedAt } : {}) }]];
}

function without(times: readonly number[], time: number): readonly number[] {
  const index = times.lastIndexOf(time);
  return index < 0 ? times : times.toSpliced(index, 1);
}
