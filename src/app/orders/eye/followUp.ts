import { isSameAccount, isUnresolved, orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { deriveExchange } from '../../../domain/orders/orderRules';
import { markedOrders } from '../../../domain/orders/placing/placedOrders';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';
import type { OrderRecord } from '../../../service/records';
import { allowManyListeners, underSignals } from '../../../service/abortable';
import { Emitter } from '../../platform/emitter';
import type { Disposable, StateStore } from '../../platform/ports';
import { JournalError } from '../journal/journalErrors';
import type { OrderJournal } from '../journal/orderJournal';
import { isFollowed, judgeAccepted, judgeUnseen, lastOf } from './judge';
import type { Found, FollowedEnd, Judgment, Missing } from './judge';
import { SettledWatch } from './settledWatch';
import type { OrderPlace } from '../lists/readOrders';
import type { ReadOrders } from '../lists/ordersBook';
import type { LookOptions, OrderReadBack } from './orderReadBack';
import { lockNames, stateKeys } from '../../platform/storedNames';
import type { Ports } from '../../ports';

/** Some services apply a change seconds after accepting it: the order is checked after these pauses, 45 s in all. */
const acceptedMs = [400, 1200, 2500, 4000, 6000, 10_000, 21_000];

/** How long the service takes for an unresolved change is unknown. The second check is far enough from the first to prove a rejection. */
const unresolvedMs = [400, 2100, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000];

/** While the user is asked, the order changes only if the user finishes the change elsewhere. */
const askedMs = [15_000, 30_000, 60_000, 120_000, 300_000];

/** How long an accepted change is followed before it is reported as not applied. */
const acceptedPatienceMs = acceptedMs.reduce((sum, pause) => sum + pause, 0);

/** Number of checks after which an accepted change is reported as not applied. */
const acceptedLooks = acceptedMs.length;

/** A failed check of an accepted change, or one after the last check, is repeated after this time. */
const againMs = 15_000;
/** A failed check is repeated less often if the service stays unreachable. */
const seldomMs = 5 * 60_000;
const manyFailures = 20;
/** So many failures in a row are more than a moment without a network. */
const fewFailures = 3;

/** This many changes can be followed at full pace without using up the service's request limit. */
const few = 10;

/**
 * How long to wait before an order is checked again, after a number of checks and a number of failures in a row.
 *
 * @param followed - Number of followed changes in all windows.
 */
function pauseMs(state: AttemptState, looks: number, failures: number, followed: number): number {
  if (failures > 0) return failures < manyFailures ? againMs : seldomMs;
  if (state === 'accepted') return acceptedMs[looks] ?? againMs;
  const pauses = state === 'needsConfirmation' || state === 'needsBrowser' ? askedMs : unresolvedMs;
  return (pauses[looks] ?? seldomMs) * Math.ceil(followed / few);
}

/** Why orders are checked early. */
export interface LookCall {
  readonly isMeant: (target: Attempt['target']) => boolean;
  /** Wall clock; a read since then is new enough. */
  readonly sinceMs: number;
}

const readMs = 20_000;

/** Why an order is checked before it is due: something may have changed, or it was read for another reason. */
type Early = LookCall | { readonly order: OrderRecord; readonly beganMs: number } | undefined;

interface Waiting {
  readonly target: Attempt['target'];
  /** `restart` begins a new pause, in the rhythm of the attempt's current state. */
  readonly wake: (why: Early | 'restart') => void;
}

/**
 * Follows changes to their outcome. Accepted ones end as applied, rejected later, not applied after a while, or with an unknown end; unresolved
 * ones end when the order proves an outcome. Each outcome is written to the journal before it is reported, by one window only. When a window closes, the next
 * window continues what was open.
 */
export class FollowUp implements Disposable {
  readonly #ended = new Emitter<FollowedEnd>();
  /** Roots of accepted attempts whose orders could not be read. Bounded by what one window sends. */
  readonly #unread = new Set<string>();
  readonly onDidEnd = this.#ended.event;
  /** By root, with the state in which an attempt is followed. */
  readonly #following = new Map<string, AttemptState>();
  readonly #settled: SettledWatch;
  /** Number of followed changes of the current service in all windows, which share its limits. */
  #open = 0;
  readonly #closing = new AbortController();
  /** Cuts short the pauses between checks. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'locks' | 'timers' | 'clock' | 'log'> & {
      readonly journal: OrderJournal;
      /** Remembers that changes are being followed, or that their orders rest, so that the next window continues automatically. */
      readonly state: StateStore;
      /** Looks for orders, and settles unresolved changes. */
      readonly readBack: Pick<OrderReadBack, 'check' | 'judge' | 'look' | 'endWaiting'>;
    },
  ) {
    const start = (): void => void this.start();
    this.#settled = new SettledWatch(dependencies, async (ended, root) => this.#tell(ended, root));
    // Every followed change adds a listener.
    allowManyListeners(this.#closing.signal);
    this.#subscriptions = [
      dependencies.journal.onDidChange(start),
      dependencies.access.onDidChange(() => {
        // What could not be read before may be readable now.
        this.lookNow();
        start();
      }),
    ];
  }

  /** Follows every change of the current service that has no end yet. Never rejects. */
  async start(): Promise<void> {
    const { access, journal, log } = this.dependencies;
    const { connection, session } = access.current;
    if (connection.kind === 'none' || session.kind !== 'signedIn') return;
    try {
      const here = serviceIdentity(connection.baseUrl);
      const attempts = await journal.attempts();
      const open = attempts.filter((attempt) => this.#isOpen(attempt));
      this.#settled.watch(attempts);
      await this.#remember(open.length > 0 || this.#settled.resting.length > 0 || attempts.some(({ state }) => isUnresolved(state)));
      const ownOpen = open.filter(({ target }) => serviceIdentity(target.service) === here);
      this.#open = ownOpen.length;
      for (const { root, state } of ownOpen) {
        const known = this.#following.get(root);
        this.#following.set(root, state);
        if (known === undefined) void this.#follow(root).finally(() => this.#following.delete(root));
        // A request got its outcome: the change is followed in another rhythm.
        else if (known !== state) this.#waiting.get(root)?.wake('restart');
      }
    } catch (error) {
      log.error('Order changes could not be followed', error);
    }
  }

  /** Where a live order of this service is that an attempt placed or changed, until its end is known; otherwise undefined. */
  restingAt(accountId: string, orderId: string): OrderPlace | undefined {
    const { connection } = this.dependencies.access.current;
    if (connection.kind === 'none') return undefined;
    const home = { service: connection.baseUrl, accountId };
    const found = this.#settled.resting.find((attempt) => orderIdOf(attempt) === orderId && isSameAccount(attempt.target, home));
    if (found === undefined) return undefined;
    const { exchange, isPaper, market } = found.target;
    return {
      accountId,
      orderId,
      exchange: exchange === '' ? (deriveExchange(found.order?.code ?? '', 'STOCK') ?? '') : exchange,
      isPaper,
      market,
    };
  }

  /** Something may have changed: checks the followed orders now, in addition to the scheduled checks. */
  lookNow(call?: LookCall): void {
    for (const { target, wake } of [...this.#waiting.values()]) if (call?.isMeant(target) !== false) wake(call);
  }

  /** Orders that were read for another reason also serve as a check of the followed ones, and of those that were settled without them. */
  take({ service, accountId, orders, beganMs, isPaper = false, market }: ReadOrders): void {
    if (service === '') return;
    const isThere = (target: Attempt['target']): boolean =>
      isSameAccount(target, { service, accountId, isPaper }) && (market === undefined || (target.market ?? market) === market);
    this.#settled.take(isThere, { orders, beganMs });
    for (const { target, wake } of [...this.#waiting.values()]) {
      if (!isThere(target)) continue;
      const { mark, orderId } = target;
      const [order, another] = mark === undefined ? orders.filter((one) => one.orderId === orderId) : markedOrders(orders, mark);
      // Of several orders with its mark, none alone shows what became of it: the next check finds them all.
      if (order !== undefined && (mark === undefined || another === undefined)) wake({ order, beganMs });
    }
  }

  dispose(): void {
    this.#closing.abort();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#ended.dispose();
  }

  #isOpen(attempt: Attempt): boolean {
    return isFollowed(attempt, this.dependencies.clock.wallMs());
  }

  async #remember(isFollowing: boolean): Promise<void> {
    const { state } = this.dependencies;
    if ((state.get(stateKeys.ordersFollowing) === true) !== isFollowing) await state.set(stateKeys.ordersFollowing, isFollowing);
  }

  async #follow(root: string): Promise<void> {
    const { locks, log } = this.dependencies;
    let lock;
    try {
      // The window that holds the lock reports the outcome; if it closes, another takes over at its next start.
      lock = await locks.tryAcquire(lockNames.follow(root));
      if (lock !== undefined) await this.#lookUntilEnd(root);
    } catch (error) {
      log.error('An order change could not be followed', error);
    } finally {
      await lock?.release();
    }
  }

  async #lookUntilEnd(root: string): Promise<void> {
    let state: AttemptState | undefined;
    let [looks, failures] = [0, 0];
    let ageMs = (): number => 0;
    for (;;) {
      const before = await this.dependencies.journal.find(root);
      if (before === undefined || !this.#isOpen(before)) return;
      if (before.state !== state) [state, looks, failures, ageMs] = [before.state, 0, 0, this.#age(before)];
      const called = await this.#pause(pauseMs(state, looks, failures, this.#open), before);
      const attempt = await this.dependencies.journal.find(root);
      if (this.#closing.signal.aborted || attempt === undefined || !this.#isOpen(attempt)) return;
      if (called === 'restart' || attempt.state !== state) continue;
      if (called === 'timeUp') looks += 1;
      const [early, now] = [called === 'timeUp' ? undefined : called, looks];
      const isDue = (): boolean => now >= acceptedLooks || ageMs() >= acceptedPatienceMs;
      const found = await this.#look(attempt, early, isDue);
      if (found === 'stop') return;
      if (found === 'open') failures = 0;
      else if (called === 'timeUp') {
        looks -= 1;
        failures += 1;
        if (state === 'accepted' && failures >= fewFailures && isDue()) await this.#tellUnread(attempt, found.failure);
      }
    }
  }

  /** Checks an order once. `open` and a failure continue; an end is in the journal and reported. */
  async #look(attempt: Attempt, called: Early, isLast: () => boolean): Promise<'open' | 'stop' | { readonly failure: unknown }> {
    try {
      const isRead = called !== undefined && 'order' in called;
      // A list that was read before the request was sent proves nothing about it.
      if (isRead && called.beganMs < lastOf(attempt)) return 'open';
      return attempt.state === 'accepted'
        ? await this.#lookAtAccepted(attempt, called, isLast)
        : await this.#lookAtUnresolved(attempt, called);
    } catch (error) {
      // Without its journal, nothing can be followed.
      if (error instanceof JournalError) throw error;
      this.dependencies.log.debug(`a followed order could not be read: ${error instanceof Error ? error.message : 'unknown failure'}`);
      return { failure: error };
    }
  }

  async #lookAtUnresolved(attempt: Attempt, called: Early): Promise<'open' | 'stop'> {
    const { readBack } = this.dependencies;
    const { root } = attempt;
    if (attempt.state === 'pending') return this.#lookAtLeft(attempt, called);
    const found =
      called !== undefined && 'order' in called
        ? await readBack.judge(attempt, called.order, called.beganMs)
        : await this.#looking(called, async (options) => readBack.check(root, options));
    const judged = found.kind === 'settled' ? found.judged : undefined;
    if (judged?.told !== undefined) await this.#tell(judged.told, root);
    const isOver = judged !== undefined && judged.isOpen !== true;
    return isOver || found.kind === 'notOffered' || found.kind === 'otherService' ? 'stop' : 'open';
  }

  /** A request without an outcome: once no window waits for its response any more, it is unknown unless its order shows at once what became of it. */
  async #lookAtLeft(attempt: Attempt, called: Early): Promise<'open' | 'stop'> {
    const { journal, readBack } = this.dependencies;
    const { root, state: before } = attempt;
    const now = await readBack.endWaiting(attempt);
    if (typeof now !== 'object' || now.state !== 'unknown') return 'open';
    try {
      return await this.#lookAtUnresolved(now, called);
    } finally {
      if ((await journal.find(root))?.state === now.state) await this.#tell({ before, order: undefined }, root);
    }
  }

  /** Measures how long ago the attempt got its state. The wall clock, which may be set, only tells what was before this window followed it. */
  #age(attempt: Attempt): () => number {
    const { clock } = this.dependencies;
    const [knownMs, sinceMs] = [Math.max(0, clock.wallMs() - lastOf(attempt)), clock.monotonicMs()];
    return () => knownMs + clock.monotonicMs() - sinceMs;
  }

  async #lookAtAccepted(attempt: Attempt, called: Early, isLast: () => boolean): Promise<'open' | 'stop'> {
    const { journal, readBack } = this.dependencies;
    const found: Found | Missing =
      called !== undefined && 'order' in called
        ? { kind: 'found', order: called.order, others: [] }
        : (await this.#looking(called, async (options) => readBack.look(attempt, options))).found;
    if (found.kind === 'notOffered' || found.kind === 'otherService') return 'stop';
    const isOver = isLast();
    if (found.kind !== 'found') return isOver ? this.#settle(attempt, judgeUnseen(attempt, found)) : 'open';
    const others = found.others.map(({ orderId }) => orderId);
    return this.#settle(attempt, judgeAccepted(attempt, found.order, { isLast: isOver, others, journal: await journal.attempts() }));
  }

  /** `stop` when the outcome of an accepted change is known, in the journal, and reported. */
  async #settle({ root }: Attempt, judged: Judgment | undefined): Promise<'open' | 'stop'> {
    if (judged === undefined) return 'open';
    await this.dependencies.journal.append({ ...judged.record, root });
    if (judged.told !== undefined) await this.#tell(judged.told, root);
    return judged.isOpen === true ? 'open' : 'stop';
  }

  /** Tells once that nobody can see what became of an accepted attempt: until then, its order counts as on its way. */
  async #tellUnread({ root, state }: Attempt, failure: unknown): Promise<void> {
    if (this.#unread.has(root)) return;
    this.#unread.add(root);
    await this.#tell({ before: state, order: undefined, failure }, root);
  }

  async #tell(ended: Omit<FollowedEnd, 'attempt'>, root: string): Promise<void> {
    const attempt = await this.dependencies.journal.find(root);
    if (attempt !== undefined && !this.#closing.signal.aborted) this.#ended.fire({ ...ended, attempt });
  }

  async #looking<T>(called: LookCall | undefined, look: (options: LookOptions) => Promise<T>): Promise<T> {
    return underSignals([this.#closing.signal, AbortSignal.timeout(readMs)], async (signal) =>
      look({ signal, sinceMs: called?.sinceMs, rank: 'followed' }),
    );
  }

  /** What ended the pause early; otherwise `timeUp`. */
  async #pause(ms: number, { root, target }: Attempt): Promise<Early | 'timeUp' | 'restart'> {
    const { signal } = this.#closing;
    if (signal.aborted) return 'timeUp';
    return new Promise((resolve) => {
      const end = (why: Early | 'timeUp' | 'restart'): void => {
        timer.dispose();
        this.#waiting.delete(root);
        signal.removeEventListener('abort', stop);
        resolve(why);
      };
      const stop = (): void => end('timeUp');
      const timer = this.dependencies.timers.after(ms, stop);
      this.#waiting.set(root, { target, wake: end });
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}
