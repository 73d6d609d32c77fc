import type { OrderAlertEvent } from '../../../domain/alerts/alert';
import { hasEnded } from '../../../domain/orders/orderRules';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';
import { allowManyListeners } from '../../../service/abortable';
import type { HeardHint } from '../lists/orderEvents';
import type { ReadOrders } from '../lists/ordersBook';
import type { Disposable, Event, Lock } from '../../platform/ports';
import { identityOf } from '../../session/connection';
import { isSettled, OrderTelling, soonMs } from './orderTelling';
import type { OrderEventNews, ToldEvents } from './orderTelling';
import { Overdue, Pause } from './overdue';
import { lockNames } from '../../platform/storedNames';
import type { Ports } from '../../ports';
import type { OrderReads } from './orderReads';

export interface OrderNewsDependencies extends Pick<Ports, 'access' | 'clock' | 'locks' | 'timers' | 'log'> {
  readonly store: ToldEvents;
  readonly orderReads: Pick<OrderReads, 'read'>;
  readonly tell: (news: OrderEventNews) => void;
  /** Fires when orders were read for another reason. */
  readonly onDidReadOrders: Event<ReadOrders>;
}

/** An order that cannot be read, or does not show the event yet, is read again after these pauses. */
const pausesMs = [1_000, 1_000, 3_000, 10_000];
/** Pauses for an order that shows what was reported before. Most likely the feed repeats itself; a lagging service shows more within this time. */
const knownPausesMs = [1_000, 1_000, 3_000];
/** For this long after a service showed an order late, a read only proves what happened that much earlier. */
const lateForMs = 60_000;
const behindMs = 1_000;
const lagMs = 5_000;
/** Longer than one window takes to look into an event. */
const lockMs = 60_000;
/** Most events are settled by another window within this time. */
const patienceMs = 3_000;
/** A free lock is acquired faster than this. */
const turnMs = 500;
const longestKey = 500;
const mostOurs = 500;
const mostOwed = 500;

/**
 * Reports order events. An event of the feed is a hint: the order is read, and its new state is reported once, however often the feed repeats
 * the event and however many windows receive it. If the order cannot be read or never shows the event, the feed's own words are reported.
 */
export class OrderNews implements Disposable {
  /** Events being looked into, with their hints. */
  readonly #followed = new Map<string, Followed>();
  /** Events that this window was the last to look into. */
  readonly #ours = new Set<string>();
  /** Events that this window reported from the feed alone: their figures are reported when a list shows them. */
  readonly #owed = new Map<string, { readonly hint: HeardHint; readonly event: OrderAlertEvent }>();
  readonly #closing = new AbortController();
  readonly #telling: OrderTelling;
  readonly #subscription: Disposable;
  /** The lock shared by all events that this window is looking into. */
  #lock: Promise<Lock | undefined> | undefined;
  #lockUsers = 0;
  #lateSinceMs = Number.NEGATIVE_INFINITY;
  #released: Promise<unknown> = Promise.resolve();

  constructor(private readonly dependencies: OrderNewsDependencies) {
    allowManyListeners(this.#closing.signal);
    this.#telling = new OrderTelling(dependencies, this.#closing.signal);
    this.#subscription = dependencies.onDidReadOrders((read) => void this.#take(read));
  }

  /** Looks into an event that an alert waits for. Never throws. */
  follow(hint: HeardHint, event: OrderAlertEvent): void {
    const { access, log } = this.dependencies;
    const { connection } = access.current;
    if (connection.kind === 'none') return;
    const key = keyOf(connection.baseUrl, hint);
    const known = this.#followed.get(key);
    if (known !== undefined) {
      known.heardMs = Math.max(known.heardMs, hint.heardMs);
      known.hints += 1;
      known.overdue?.heard(hint.heardMs);
      known.wake();
      return;
    }
    const followed: Followed = { heardMs: hint.heardMs, hints: 1, wake: () => undefined, overdue: undefined };
    this.#followed.set(key, followed);
    void this.#follow(key, hint, event, followed)
      .catch((error: unknown) => log.error('An order event could not be reported', error))
      .finally(() => this.#followed.delete(key));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#closing.abort();
  }

  async #follow(key: string, hint: HeardHint, event: OrderAlertEvent, followed: Followed): Promise<void> {
    const { access, clock, timers } = this.dependencies;
    const { signal } = this.#closing;
    const identity = identityOf(access.current);
    // One window reads the order; the others wait and use its result.
    const isCurrent = (): boolean => !signal.aborted && identityOf(access.current) === identity;
    this.#lockUsers += 1;
    try {
      const joinedMs = clock.monotonicMs();
      await this.#join(followed, async (heardMs) => (isCurrent() ? this.#glance(key, { ...hint, heardMs }, event) : undefined));
      // Another window looked into events in the meantime.
      if (clock.monotonicMs() - joinedMs > turnMs) this.#ours.delete(key);
      // However long a read waits for its turn, the user is notified soon.
      const call = (): void => void (isCurrent() ? this.#sayHeard(key, { ...hint, heardMs: followed.heardMs }, event) : undefined);
      followed.overdue = new Overdue(timers, clock, { afterMs: soonMs, call });
      followed.overdue.heard(hint.heardMs);
      if (followed.heardMs > hint.heardMs) followed.overdue.heard(followed.heardMs);
      while (followed.hints > 0 && isCurrent()) {
        // This window's read for an earlier hint may lag behind this hint; a later read by another window covers it.
        const heardMs = this.#ours.has(key) ? clock.wallMs() + 1 : followed.heardMs;
        const isOurs = await this.#settle(key, { ...hint, heardMs }, event, followed);
        if (this.#ours.size >= mostOurs) this.#ours.clear();
        if (isOurs) this.#ours.add(key);
        else this.#ours.delete(key);
      }
    } finally {
      followed.overdue?.dispose();
      await this.#leave();
    }
  }

  async #leave(): Promise<void> {
    this.#lockUsers -= 1;
    if (this.#lockUsers > 0) return;
    const lock = this.#lock;
    this.#lock = undefined;
    const release = async (): Promise<void> => (await lock)?.release();
    const released = release();
    this.#released = released.catch(() => undefined);
    await released;
  }

  /** Waits for this window's turn to look into events. Until then, it reads the order once for each hint. */
  async #join(followed: Followed, glance: (heardMs: number) => Promise<void>): Promise<void> {
    const { locks, timers } = this.dependencies;
    const { signal } = this.#closing;
    let isOver = false;
    this.#lock ??= this.#released.then(async () => locks.acquire(lockNames.orderNews, { signal, timeoutMs: lockMs }));
    const waiting = this.#lock.finally(() => (isOver = true));
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
    await waiting;
  }

  /** Reads the order once: the window that looks into the event may not have received this hint, and more like it follow. Never rejects. */
  async #glance(key: string, hint: HeardHint, event: OrderAlertEvent): Promise<void> {
    const { store, clock, log } = this.dependencies;
    try {
      if (isSettled(await store.toldOf(key), hint, clock.wallMs())) return;
      const seen = await this.#telling.read(hint, hint.heardMs);
      if (typeof seen === 'object' && !this.#closing.signal.aborted) await this.#telling.tell(key, hint, event, seen, { settles: false });
    } catch (error) {
      log.error('An order event could not be reported', error);
    }
  }

  /** Settles the hints of one event received so far. @returns False when another window did. */
  async #settle(key: string, first: HeardHint, event: OrderAlertEvent, followed: Followed): Promise<boolean> {
    const { store, clock } = this.dependencies;
    let hint = first;
    let sinceMs = hint.heardMs;
    let left = followed.hints;
    followed.hints = 0;
    let isTold = false;
    let isBehind = false;
    /** When the latest hint was received, if a later read did not show it. */
    let behindAtMs: number | undefined;
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
        // An order that does not show the event at all may come from a lagging copy.
        if (typeof seen === 'object' && verdict !== 'again') followed.overdue?.looked(seen.startedMs - this.#lateMs);
        const isAfter = typeof seen === 'object' && seen.startedMs >= followed.heardMs;
        // The service is late if the order does not show the event at all, or shows it only at a second read.
        if (isAfter && (verdict === 'again' || (verdict === 'news' && behindAtMs === followed.heardMs))) this.#lateSinceMs = clock.wallMs();
        behindAtMs = isAfter && verdict !== 'news' ? followed.heardMs : undefined;
        if (verdict === 'news') {
          left -= 1;
          // The order now shows what was reported without figures. These may be its figures, and those of this event come later.
          isBehind ||= told?.isUnseen === true;
          this.#owed.delete(key);
          // Of several hints, the order may show the last one; or it lags and shows more a moment later.
          if (typeof seen === 'object' && hasEnded(seen.order.status)) {
            // Nothing can follow an end.
            followed.hints = 0;
            return true;
          }
          if (left <= 0 && !isBehind) return true;
          isTold = true;
        }
        const isKnown = isTold || verdict === 'known';
        if (isKnown && !wasKnown) {
          // The service may start to lag now, however long it showed nothing.
          wasKnown = true;
          look = 0;
          pause?.dispose();
          pause = undefined;
        }
        if (pause?.isOver !== false) {
          const pauseMs = verdict === 'unreadable' ? undefined : (isKnown ? knownPausesMs : pausesMs)[look];
          look += 1;
          if (pauseMs === undefined) {
            const isReadable = verdict !== 'unreadable';
            const latest = isReadable ? { ...hint, heardMs: Math.max(hint.heardMs, followed.heardMs) } : hint;
            const ended = await this.#telling.end(key, latest, event, { isKnown, sinceMs, isReadable, lateMs: 0 });
            if (ended === 'news') this.#owe(key, latest, event);
            // Hints received in the meantime were looked into as well, unless the service lags.
            if (ended !== 'open' && followed.heardMs + lagMs <= sinceMs) followed.hints = 0;
            if (ended === 'open') followed.hints = Math.max(1, followed.hints);
            return true;
          }
          pause = new Pause(this.dependencies.timers, pauseMs, this.#closing.signal);
        }
        sinceMs = await this.#next(pause, followed, sinceMs, this.#coversAtMs(seen, followed));
        if (isTold) hint = { ...hint, heardMs: sinceMs };
      }
    } finally {
      pause?.dispose();
    }
  }

  /** How late the service shows orders. */
  get #lateMs(): number {
    return Math.abs(this.dependencies.clock.wallMs() - this.#lateSinceMs) < lateForMs ? behindMs : 0;
  }

  /** Reports an event from the feed alone, while the order is still being read. Never rejects. */
  async #sayHeard(key: string, hint: HeardHint, event: OrderAlertEvent): Promise<void> {
    try {
      const seen = { isKnown: false, sinceMs: undefined, isReadable: true, lateMs: this.#lateMs };
      if ((await this.#telling.end(key, hint, event, seen)) === 'news') this.#owe(key, hint, event);
    } catch (error) {
      this.dependencies.log.error('An order event could not be reported', error);
    }
  }

  #owe(key: string, hint: HeardHint, event: OrderAlertEvent): void {
    const [oldest] = this.#owed.keys();
    if (this.#owed.size >= mostOwed && oldest !== undefined) this.#owed.delete(oldest);
    this.#owed.set(key, { hint, event });
  }

  /** Reports the figures of events reported without them, once a list shows them. Never rejects. */
  async #take({ service, accountId, orders, beganMs, isPaper = false }: ReadOrders): Promise<void> {
    const { connection } = this.dependencies.access.current;
    // Events are about live orders; a paper account may have the same number.
    if (isPaper || this.#owed.size === 0 || connection.kind === 'none' || serviceIdentity(connection.baseUrl) !== serviceIdentity(service))
      return;
    for (const [key, { hint, event }] of [...this.#owed]) {
      const order = hint.accountId === accountId ? orders.find(({ orderId }) => orderId === hint.orderId) : undefined;
      if (order === undefined || beganMs < hint.heardMs || keyOf(service, hint) !== key) continue;
      try {
        const verdict = await this.#telling.tell(key, { ...hint, heardMs: beganMs }, event, { order, startedMs: beganMs });
        if (verdict === 'news') this.#owed.delete(key);
      } catch (error) {
        this.dependencies.log.error('An order event could not be reported', error);
      }
    }
  }

  /** When a read of a service that is late covers what was received last; undefined if the last read does. */
  #coversAtMs(seen: Awaited<ReturnType<OrderTelling['read']>>, { heardMs }: Followed): number | undefined {
    const atMs = heardMs + this.#lateMs;
    return this.#lateMs === 0 || typeof seen !== 'object' || seen.startedMs >= atMs ? undefined : atMs;
  }

  /**
   * Waits for the end of the pause, or for the next hint: a longer wait for one fill would miss the next. Ends early if a read at `coversAtMs`
   * shows whether the last hint was news, before it is reported unread.
   *
   * @returns The time since which the order must be read.
   */
  async #next(pause: Pause, followed: Followed, sinceMs: number, coversAtMs: number | undefined): Promise<number> {
    const { clock, timers } = this.dependencies;
    if (followed.hints > 0 && followed.heardMs > sinceMs) return pause.isOver ? clock.wallMs() : followed.heardMs;
    const covers = coversAtMs === undefined ? undefined : new Pause(timers, Math.max(0, coversAtMs - clock.wallMs()), this.#closing.signal);
    const woken = new Promise<void>((resolve) => (followed.wake = resolve));
    await Promise.race([(covers ?? pause).over, woken]);
    followed.wake = () => undefined;
    if (covers?.isOver === true) pause.dispose();
    covers?.dispose();
    return pause.isOver ? clock.wallMs() : Math.max(sinceMs, followed.heardMs);
  }
}

interface Followed {
  /** When the latest hint was received. */
  heardMs: number;
  /** Number of hints not looked into yet. */
  hints: number;
  /** Ends a pause early. */
  wake: () => void;
  /** Reports what no read shows, while this window looks into the event. */
  overdue: Overdue | undefined;
}

function keyOf(service: string, { event, accountId, orderId }: HeardHint): string {
  return JSON.stringify([serviceIdentity(service), event, accountId, orderId]).slice(0, longestKey);
}
