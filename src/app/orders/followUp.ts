import { endOfAccepted } from '../../domain/orders/orderComparison';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, SeenOrder } from '../../domain/orders/orderAttempts';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import type { OrderRecord } from '../../service/records';
import { allowManyListeners } from '../../service/abortable';
import { Emitter } from '../platform/emitter';
import type { CrossProcessLock, Disposable, Log, MachineClock, StateStore, Timers } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';
import type { OrderJournal } from './journal/orderJournal';
import { lastOf, readOrder } from './orderReadBack';
import type { ReadOneOrder } from './orderReadBack';

/** How an accepted change ended. */
export interface FollowedEnd {
  readonly end: 'applied' | 'rejected' | 'notApplied';
  /** The attempt's current state in the journal. */
  readonly attempt: Attempt;
  /** The order as it was read last; undefined when it was not found. */
  readonly order: OrderRecord | undefined;
  /** A failure that the order reports since the change; empty if none. */
  readonly text: string;
}

export interface FollowUpOptions {
  readonly access: ServiceAccess;
  readonly journal: OrderJournal;
  readonly locks: CrossProcessLock;
  readonly timers: Timers;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  readonly log: Log;
  /** Remembers that changes are being followed, so that the next window continues automatically. */
  readonly state: StateStore;
  /** Reads one order; {@link readOrder} if nothing else in the window reads it too. */
  readonly read?: ReadOneOrder;
}

/** Why orders are checked early. */
export interface LookCall {
  readonly isMeant: (target: Attempt['target']) => boolean;
  /** Wall clock; what was read since then is new enough. */
  readonly sinceMs: number;
}

/** True in the editor's state while an accepted change has no end yet, or a change is unresolved: the next window shows it. */
export const followingKey = 'marketDesk.orders.following';

/** Some services apply a change seconds after accepting it: the order is checked after these pauses, 45 s in all. */
const pausesMs = [400, 1200, 2500, 4000, 6000, 10_000, 21_000];
const patienceMs = pausesMs.reduce((sum, pause) => sum + pause, 0);
/** A failed check is repeated, less often if the service stays unreachable. */
const afterFailureMs = 15_000;
const afterManyFailuresMs = 5 * 60_000;
const manyFailures = 20;
/** Services list closed orders for a day. */
const oldestMs = 24 * 60 * 60_000;
const readMs = 20_000;

/**
 * Follows accepted changes to their outcome: applied, rejected later, or not applied after a while. Each outcome is written to
 * the journal before it is reported, by one window only. The next window continues what was open when a window closed.
 */
export class FollowUp implements Disposable {
  readonly #ended = new Emitter<FollowedEnd>();
  readonly onDidEnd = this.#ended.event;
  readonly #following = new Set<string>();
  readonly #closing = new AbortController();
  /** Cuts short the pauses between checks. */
  readonly #waiting = new Set<(call: LookCall | undefined) => void>();
  readonly #subscriptions: readonly Disposable[];

  constructor(private readonly options: FollowUpOptions) {
    const start = (): void => void this.start();
    // Every change that waits for its end listens.
    allowManyListeners(this.#closing.signal);
    this.#subscriptions = [
      options.journal.onDidChange(start),
      options.access.onDidChange(() => {
        // What could not be read may be read now.
        this.lookNow();
        start();
      }),
    ];
  }

  /** Follows every accepted change of the current service that has no outcome yet. Never rejects. */
  async start(): Promise<void> {
    const { access, journal, log } = this.options;
    const { connection, session } = access.current;
    if (connection.kind === 'none' || session.kind !== 'signedIn') return;
    try {
      const here = serviceIdentity(connection.baseUrl);
      const attempts = await journal.attempts();
      const open = attempts.filter((attempt) => this.#isOpen(attempt));
      await this.#remember(open.length > 0 || attempts.some(({ state }) => isUnresolved(state)));
      for (const attempt of open) {
        if (this.#following.has(attempt.root) || serviceIdentity(attempt.target.service) !== here) continue;
        this.#following.add(attempt.root);
        void this.#follow(attempt.root).finally(() => this.#following.delete(attempt.root));
      }
    } catch (error) {
      log.error('Accepted order changes could not be followed', error);
    }
  }

  /** Something may have changed: checks the followed orders now, in addition to the scheduled checks. */
  lookNow(call?: LookCall): void {
    for (const go of [...this.#waiting]) go(call);
  }

  dispose(): void {
    this.#closing.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#ended.dispose();
  }

  #isOpen({ state, startedAt, endedAt = startedAt }: Attempt): boolean {
    return state === 'accepted' && this.options.clock.wallMs() - Date.parse(endedAt) < oldestMs;
  }

  async #remember(isFollowing: boolean): Promise<void> {
    const { state } = this.options;
    if ((state.get(followingKey) === true) !== isFollowing) await state.set(followingKey, isFollowing);
  }

  async #follow(root: string): Promise<void> {
    const { locks, log } = this.options;
    let lock;
    try {
      // The window that holds the lock reports the outcome; if it closes, another takes over at its next start.
      lock = await locks.tryAcquire(`follow:${root}`);
      if (lock !== undefined) await this.#lookUntilEnd(root);
    } catch (error) {
      log.error('An accepted order change could not be followed', error);
    } finally {
      await lock?.release();
    }
  }

  async #lookUntilEnd(root: string): Promise<void> {
    let failures = 0;
    for (let look = 0; ;) {
      const againMs = failures < manyFailures ? afterFailureMs : afterManyFailuresMs;
      const before = await this.options.journal.find(root);
      if (before === undefined) return;
      const called = await this.#pause(failures > 0 ? againMs : (pausesMs[look] ?? afterFailureMs), before.target);
      const attempt = await this.options.journal.find(root);
      if (this.#closing.signal.aborted || attempt === undefined || !this.#isOpen(attempt)) return;
      const found = await this.#look(attempt, called === 'timeUp' ? undefined : called?.sinceMs);
      if (found === 'stop') return;
      if (found === 'failed') {
        failures += 1;
        continue;
      }
      failures = 0;
      if (called === 'timeUp') look += 1;
      const isLast =
        this.options.clock.wallMs() - Date.parse(attempt.endedAt ?? attempt.startedAt) >= patienceMs || look >= pausesMs.length;
      if (await this.#settle(attempt, found, isLast)) return;
    }
  }

  async #look(attempt: Attempt, sinceMs: number | undefined): Promise<OrderRecord | 'notFound' | 'failed' | 'stop'> {
    try {
      const client = await this.options.access.client();
      if (serviceIdentity(client.baseUrl) !== serviceIdentity(attempt.target.service)) return 'stop';
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(readMs)]);
      const order = await (this.options.read ?? readOrder)(client, attempt.target, {
        signal,
        sinceMs: sinceMs === undefined ? undefined : Math.max(sinceMs, lastOf(attempt)),
      });
      return order === 'notOffered' ? 'stop' : order;
    } catch (error) {
      this.options.log.debug(`an accepted order could not be read: ${error instanceof Error ? error.message : 'unknown failure'}`);
      return 'failed';
    }
  }

  /** True when the outcome is known, in the journal, and reported. */
  async #settle(attempt: Attempt, order: OrderRecord | 'notFound', isLast: boolean): Promise<boolean> {
    const { journal } = this.options;
    const { root, fields } = attempt;
    if (order !== 'notFound') {
      const seen: SeenOrder = { qty: order.quantity, price: order.price, auxPrice: order.auxPrice, status: order.status };
      const { end, news } = endOfAccepted(fields, attempt.order, order);
      if (end === 'applied') {
        await journal.append({ kind: 'resolved', root, by: 'readBack', verdict: 'changed', seen });
        return this.#tell(root, 'applied', order);
      }
      if (end === 'open' && !isLast) return false;
      const known = end === 'rejected' ? 'rejected' : 'notApplied';
      await journal.append({ kind: 'followed', root, end: known, text: news, seen });
      return this.#tell(root, known, order, news);
    }
    if (!isLast) return false;
    await journal.append({ kind: 'followed', root, end: 'notApplied', text: '' });
    return this.#tell(root, 'notApplied', undefined);
  }

  async #tell(root: string, end: FollowedEnd['end'], order: OrderRecord | undefined, text = ''): Promise<true> {
    const attempt = await this.options.journal.find(root);
    if (attempt !== undefined && !this.#closing.signal.aborted) this.#ended.fire({ end, attempt, order, text });
    return true;
  }

  /** What ended it early, because something may have changed; else `timeUp`. */
  async #pause(ms: number, target: Attempt['target']): Promise<LookCall | undefined | 'timeUp'> {
    const { signal } = this.#closing;
    if (signal.aborted) return 'timeUp';
    return new Promise((resolve) => {
      const end = (why: LookCall | undefined | 'timeUp'): void => {
        timer.dispose();
        this.#waiting.delete(call);
        signal.removeEventListener('abort', stop);
        resolve(why);
      };
      const call = (why: LookCall | undefined): void => (why?.isMeant(target) === false ? undefined : end(why));
      const stop = (): void => end('timeUp');
      const timer = this.options.timers.after(ms, stop);
      this.#waiting.add(call);
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}
