import type { OrderAlertEvent } from '../../domain/alerts/alert';
import { hasEnded } from '../../domain/orders/orderRules';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import { allowManyListeners } from '../../service/abortable';
import type { HeardHint } from '../orders/orderEvents';
import type { CrossProcessLock, Disposable, Lock, Log, Timers } from '../platform/ports';
import { identityOf } from '../session/connection';
import { isSettled, OrderTelling } from './orderTelling';
import type { OrderTellingDependencies } from './orderTelling';
import { Pause } from './pause';

export interface OrderNewsDependencies extends OrderTellingDependencies {
  readonly locks: CrossProcessLock;
  readonly timers: Timers;
  readonly log: Pick<Log, 'debug' | 'error'>;
}

/** An order that cannot be read, or does not show the event yet, is looked at again after these pauses. */
const pausesMs = [1_000, 4_000, 10_000];
/** One that shows what was told before: most likely the feed repeats itself, and a service that lags shows more within this. */
const knownPausesMs = [1_000, 4_000];
/** Longer than one window looks into an event. */
const lockMs = 60_000;
/** Most events are settled by another window within this time. */
const patienceMs = 1_000;
const longestKey = 500;
const mostOurs = 500;

/** Names of locks; each leaves an empty folder behind, so there are few. */
const lockCount = 16;

/**
 * Tells of events of orders. An event of the feed is a hint: the order is read, and what it has become is told, once, whatever
 * the feed repeats and however many windows hear it. Where the order cannot be read or never shows the event, it is told as
 * what the feed says.
 */
export class OrderNews implements Disposable {
  /** Events under way, with their hints. */
  readonly #followed = new Map<string, Followed>();
  /** Events that this window looked into last. */
  readonly #ours = new Set<string>();
  readonly #closing = new AbortController();
  readonly #telling: OrderTelling;

  constructor(private readonly dependencies: OrderNewsDependencies) {
    allowManyListeners(this.#closing.signal);
    this.#telling = new OrderTelling(dependencies, this.#closing.signal);
  }

  /** Looks into an event that somebody wants to be told of. Never throws. */
  follow(hint: HeardHint, event: OrderAlertEvent): void {
    const { access, log } = this.dependencies;
    const { connection } = access.current;
    if (connection.kind === 'none') return;
    const key = JSON.stringify([serviceIdentity(connection.baseUrl), hint.event, hint.accountId, hint.orderId]).slice(0, longestKey);
    const known = this.#followed.get(key);
    if (known !== undefined) {
      known.heardMs = Math.max(known.heardMs, hint.heardMs);
      known.hints += 1;
      known.wake();
      return;
    }
    const followed: Followed = { heardMs: hint.heardMs, hints: 1, wake: () => undefined };
    this.#followed.set(key, followed);
    void this.#follow(key, hint, event, followed)
      .catch((error: unknown) => log.error('An order event could not be told', error))
      .finally(() => this.#followed.delete(key));
  }

  dispose(): void {
    this.#closing.abort();
  }

  async #follow(key: string, hint: HeardHint, event: OrderAlertEvent, followed: Followed): Promise<void> {
    const { access, clock } = this.dependencies;
    const { signal } = this.#closing;
    const identity = identityOf(access.current);
    // One window reads the order; the others wait, and find what it did.
    const isCurrent = (): boolean => !signal.aborted && identityOf(access.current) === identity;
    const lock = await this.#lock(key, followed, async (heardMs) =>
      isCurrent() ? this.#glance(key, { ...hint, heardMs }, event) : undefined,
    );
    try {
      while (followed.hints > 0 && isCurrent()) {
        // What this window read for an earlier hint may lag behind this one; another window that read later knows this one.
        const heardMs = this.#ours.has(key) ? clock.wallMs() : followed.heardMs;
        const isOurs = await this.#settle(key, { ...hint, heardMs }, event, followed);
        if (this.#ours.size >= mostOurs) this.#ours.clear();
        if (isOurs) this.#ours.add(key);
        else this.#ours.delete(key);
      }
    } finally {
      await lock?.release();
    }
  }

  /** Waits for the window that looks into the event; meanwhile this one glances at the order once for each hint. */
  async #lock(key: string, followed: Followed, glance: (heardMs: number) => Promise<void>): Promise<Lock | undefined> {
    const { locks, timers } = this.dependencies;
    const { signal } = this.#closing;
    let isOver = false;
    const waiting = locks.acquire(lockName(key), { signal, timeoutMs: lockMs }).finally(() => (isOver = true));
    const isDone = (): boolean => isOver || signal.aborted;
    let sinceMs = Number.NEGATIVE_INFINITY;
    while (!isDone()) {
      const pause = new Pause(timers, patienceMs, signal);
      await Promise.race([waiting, pause.over]);
      pause.dispose();
      if (isDone() || followed.heardMs <= sinceMs) continue;
      sinceMs = followed.heardMs;
      await glance(sinceMs);
    }
    return waiting;
  }

  /** Looks once: the window that looks into the event may not have heard this hint, and others like it follow. Never rejects. */
  async #glance(key: string, hint: HeardHint, event: OrderAlertEvent): Promise<void> {
    const { store, clock, log } = this.dependencies;
    try {
      if (isSettled(await store.toldOf(key), hint, clock.wallMs())) return;
      const seen = await this.#telling.read(hint, hint.heardMs);
      if (typeof seen === 'object' && !this.#closing.signal.aborted) await this.#telling.tell(key, hint, event, seen, false);
    } catch (error) {
      log.error('An order event could not be told', error);
    }
  }

  /** Settles the hints of one event that came so far. @returns False when another window did. */
  async #settle(key: string, first: HeardHint, event: OrderAlertEvent, followed: Followed): Promise<boolean> {
    const { store, clock } = this.dependencies;
    let hint = first;
    let sinceMs = hint.heardMs;
    let left = followed.hints;
    followed.hints = 0;
    let isTold = false;
    let isBehind = false;
    let wasKnown = false;
    let look = 0;
    let pause: Pause | undefined;
    try {
      for (;;) {
        const told = await store.toldOf(key);
        if (isSettled(told, hint, clock.wallMs())) return isTold;
        const seen = await this.#telling.read(hint, sinceMs);
        if (this.#closing.signal.aborted) return true;
        const verdict = typeof seen === 'object' ? await this.#telling.tell(key, hint, event, seen) : seen;
        if (verdict === 'settled') return isTold;
        if (verdict === 'told') {
          left -= 1;
          // What was told without figures shows now: these may be its figures, and those of this event come later.
          isBehind ||= told?.isUnseen === true;
          // Of several hints, the order may show the last: or it lags, and shows more a moment later.
          if ((left <= 0 && !isBehind) || (typeof seen === 'object' && hasEnded(seen.order.status))) return true;
          isTold = true;
        }
        const isKnown = isTold || verdict === 'known';
        if (isKnown && !wasKnown) {
          // The service may lag from now on, however long it showed nothing.
          wasKnown = true;
          look = 0;
          pause?.dispose();
          pause = undefined;
        }
        if (pause?.isOver !== false) {
          const pauseMs = verdict === 'unreadable' ? undefined : (isKnown ? knownPausesMs : pausesMs)[look];
          look += 1;
          if (pauseMs === undefined) {
            await this.#telling.end(key, hint, event, { isKnown, sinceMs });
            return true;
          }
          pause = new Pause(this.dependencies.timers, pauseMs, this.#closing.signal);
        }
        sinceMs = await this.#next(pause, followed, sinceMs);
        if (isTold) hint = { ...hint, heardMs: sinceMs };
      }
    } finally {
      pause?.dispose();
    }
  }

  /**
   * Until the pause is over, or the feed tells of such an event again: whoever waits to see one fill would miss the next.
   *
   * @returns Since when to look.
   */
  async #next(pause: Pause, followed: Followed, sinceMs: number): Promise<number> {
    if (followed.hints === 0 || followed.heardMs <= sinceMs) {
      const woken = new Promise<void>((resolve) => (followed.wake = resolve));
      await Promise.race([pause.over, woken]);
      followed.wake = () => undefined;
    }
    return pause.isOver ? this.dependencies.clock.wallMs() : Math.max(sinceMs, followed.heardMs);
  }
}

interface Followed {
  /** When the latest hint was heard. */
  heardMs: number;
  /** How many came that nobody looked into yet. */
  hints: number;
  /** Ends a pause early. */
  wake: () => void;
}

function lockName(key: string): string {
  let sum = 0;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return `alert:${String(sum % lockCount)}`;
}
