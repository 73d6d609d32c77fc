import type { Asker } from '../../service/requests/asker';
import { firstFailure, seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { LiveList } from '../../service/lists/liveList';
import type { LiveListOptions, LiveState } from '../../service/lists/liveList';
import type { ListPart } from '../../service/lists/readList';
import { ServiceError } from '../../service/errors';
import { untilAborted } from '../../service/abortable';
import { Poller } from './poller';
import type { ProgramRefresh } from './poller';
import type { Disposable, Reach } from './ports';
import type { Ports } from '../ports';

export interface PolledListOptions<T> extends Pick<Ports, 'clock' | 'timers' | 'log'> {
  /** What could not be read, for the log. */
  readonly name: string;
  readonly reach?: Reach | undefined;
  /** The signed-in user and service. */
  readonly identity: () => unknown;
  readonly reading?: Pick<LiveListOptions, 'quietMs' | 'isOneCall'> | undefined;
  /** The list's parts; called before every read. */
  readonly parts: () => readonly ListPart<T>[];
  /** Other parts to read right away instead, depending on the results of the first ones. */
  readonly instead?: ((list: List<T>) => readonly ListPart<T>[] | undefined) | undefined;
  /** The pause between two reads, given the one that the watchers want; unchanged if undefined. */
  readonly paceMs?: (wantedMs: number) => number;
  /** The list changed, or its reading began or ended. */
  readonly changed: (what: 'list' | 'reading') => void;
}

/** How fresh a list has to be for a single read. */
export interface Freshness {
  readonly maxAgeMs: number;
  /** Maximum age if something is missing from it; ten seconds if undefined. */
  readonly incompleteMs?: number;
  /** The program that asks, in words for the request log: its read comes after everything of the user’s. Undefined for the user. */
  readonly askedBy?: Asker | undefined;
}

const incompleteListMs = 10_000;

/** By how much what another window has read must be newer than what is here. */
export const newerMs = 1_000;
/** While the last full read is younger than this, a change of one item only rereads the part that holds it. */
const youngMs = 45_000;

/** One list that is polled while it is watched, at the shortest interval that a watcher wants; all watchers share its requests. */
export class PolledList<T> implements Disposable {
  readonly #options: PolledListOptions<T>;
  readonly #live: LiveList<T>;
  readonly #poller: Poller;
  #wanted: readonly (() => number)[] = [];
  /** Predicates for the items that may have changed; undefined if that is not known. */
  #changed: ((item: T) => boolean)[] = [];
  /** Changed items are being read. */
  #isCatchingUp = false;
  #wholeAtMs: number | undefined;
  #flights = 0;

  constructor(options: PolledListOptions<T>) {
    const { clock, timers, identity, reading, reach } = options;
    this.#options = options;
    this.#live = new LiveList<T>({ clock, identity, ...reading });
    this.#poller = new Poller({
      timers,
      clock,
      reach,
      intervalMs: () => this.#intervalMs(),
      run: async (...refresh) => this.#run(...refresh),
    });
  }

  get state(): LiveState<T> {
    return this.#live.state;
  }

  get isReading(): boolean {
    return this.#flights > 0;
  }

  /**
   * Polls for these watchers from now on; not at all if there are none.
   *
   * @param wantedMs - The age that each accepts; 0 for one that only refreshes by hand. Called again before every wait.
   */
  follow(wantedMs: readonly (() => number)[]): void {
    this.#wanted = wantedMs;
    this.#poller.setVisible(wantedMs.length > 0);
    if (wantedMs.length === 0) this.#live.pause();
    this.#poller.reschedule();
  }

  /** Reads everything now, including quiet parts and those not offered. Never rejects: a failure is a gap of the list. */
  async refresh(): Promise<void> {
    this.readAllNext();
    await this.#poller.refresh();
  }

  /** Makes the next read request everything. */
  readAllNext(): void {
    this.#wholeAtMs = undefined;
    this.#live.readAllNext();
  }

  /**
   * Brings the list up to date for a single read. A failure is a gap of the list.
   *
   * @throws {@link TransportError} when `signal` is aborted first; the read continues for other callers.
   */
  async read(wanted: Freshness, signal: AbortSignal): Promise<void> {
    if (this.#isYoung(wanted)) return;
    const { maxAgeMs } = wanted;
    const startedMs = this.#options.clock.monotonicMs();
    const wasRunning = this.#poller.isRunning;
    const refresh = async (): Promise<void> => this.#poller.refresh(wanted.askedBy);
    await untilAborted(refresh, signal);
    // The read in progress may have begun long ago, or covered only a part.
    const isOld = this.#live.ageMs >= maxAgeMs + this.#options.clock.monotonicMs() - startedMs;
    if (wasRunning && (isOld || this.#live.isAskedForAll || this.#isAwaited)) await untilAborted(refresh, signal);
  }

  /**
   * Something changed at the service: reads again, after the read in progress, or when the list is next watched.
   *
   * @param isMeant - Matches the items that may have changed; only the parts that hold them are read.
   */
  readAgain(isMeant?: (item: T) => boolean): void {
    if (isMeant === undefined) this.readAllNext();
    else this.#changed.push(isMeant);
    this.#poller.readAgain();
  }

  /** Replaces a shown item with one that was read individually. @returns False if the item is not shown. */
  replace(item: T, isSame: (shown: T) => boolean): boolean {
    if (!this.#live.replace(item, isSame)) return false;
    this.#options.changed('list');
    return true;
  }

  /**
   * Forgets everything because it belongs to another session; reads again if watched.
   *
   * @param part - Name of the only part, if a whole list of the new session was just read elsewhere.
   */
  reset(part?: string, read?: List<T>): void {
    this.#live.reset();
    this.#changed = [];
    this.#wholeAtMs = undefined;
    if (part !== undefined && read !== undefined && read.verdict !== 'incomplete') this.#live.adopt(part, read);
    this.#poller.restart(this.#live.ageMs);
  }

  dispose(): void {
    this.#poller.dispose();
    this.#live.reset();
  }

  #intervalMs(): number {
    const polled = this.#wanted.map((wantedMs) => wantedMs()).filter((ms) => ms > 0);
    if (polled.length === 0) return 0;
    const wantedMs = Math.min(...polled);
    return this.#options.paceMs?.(wantedMs) ?? wantedMs;
  }

  /** Some parts are still to be read, which no poll waits for: whoever asks for the list wants them too. */
  get #isAwaited(): boolean {
    const { list } = this.state;
    return list !== undefined && seen(list).gaps.some(({ kind }) => kind === 'awaited');
  }

  /** A list of which something has changed since is old, however lately it was read. */
  #isYoung({ maxAgeMs, incompleteMs = incompleteListMs }: Freshness): boolean {
    if (this.#live.isAskedForAll || this.#changed.length > 0 || this.#isCatchingUp || this.#isAwaited) return false;
    return this.#live.ageMs < (this.state.list?.verdict === 'incomplete' ? Math.min(maxAgeMs, incompleteMs) : maxAgeMs);
  }

  async #run(signal: AbortSignal, isByHand: boolean, forProgram?: ProgramRefresh): Promise<number | undefined> {
    const { changed, log, name } = this.#options;
    this.#flights += 1;
    changed('reading');
    try {
      if (!(await this.#readParts(signal, isByHand, forProgram))) return undefined;
      const failure = firstFailure(this.state.list);
      if (failure !== undefined) throw failure.error;
      return Number.isFinite(this.#live.ageMs) ? this.#live.ageMs : undefined;
    } catch (error) {
      if (!ServiceError.is(error) && !signal.aborted) log.error(`${name} could not be read`, error);
      throw error;
    } finally {
      this.#isCatchingUp = false;
      this.#flights -= 1;
      changed('reading');
    }
  }

  /**
   * The age at which what a window has read will do; 0 if it must be read now. It must be newer than what is here, by more than the next poll is
   * away: a list that took what it has already would be due again at once, for ever.
   */
  #sharedAgeMs(isWaitedFor: boolean): number {
    if (isWaitedFor || this.#changed.length > 0 || this.#live.isAskedForAll) return 0;
    return Math.max(0, Math.min(this.#intervalMs(), this.#live.ageMs) - newerMs);
  }

  /** @returns False when the answer is no longer wanted. */
  async #readParts(signal: AbortSignal, isByHand: boolean, forProgram?: ProgramRefresh): Promise<boolean> {
    const { clock, instead, reach } = this.#options;
    const isWaitedFor = isByHand || forProgram !== undefined;
    // A service that is known to be away is not asked; what is shown ages as if it had been. It may go away between two parts.
    const maxAgeMs = this.#sharedAgeMs(isWaitedFor);
    const shared = (part: ListPart<T>): ListPart<T> => ({
      ...part,
      ask: async (cursor, asking) => {
        const failure = isByHand ? undefined : reach?.failure;
        return failure === undefined ? part.ask(cursor, { ...asking, ...forProgram, maxAgeMs }) : Promise.reject(failure);
      },
    });
    const parts = (): readonly ListPart<T>[] => this.#options.parts().map(shared);
    const nowMs = clock.monotonicMs();
    const changed = this.#changed.splice(0);
    this.#isCatchingUp = changed.length > 0;
    const isYoung = this.#wholeAtMs !== undefined && nowMs - this.#wholeAtMs <= youngMs;
    const arrived = (): void => this.#options.changed('list');
    if (changed.length > 0 && isYoung && !this.#live.isAskedForAll)
      return this.#live.refresh(parts(), signal, {
        only: (items) => items.some((item) => changed.some((is) => is(item))),
        arrived,
        isWaitedFor,
      });
    const others = (): readonly ListPart<T>[] | undefined => (this.state.list === undefined ? undefined : instead?.(this.state.list));
    // Not shown if other parts will replace it.
    const shown = (): void => (others() === undefined ? arrived() : undefined);
    if (!(await this.#live.refresh(parts(), signal, { arrived: shown, isWaitedFor }))) return false;
    this.#wholeAtMs = nowMs;
    const next = others();
    return next === undefined || this.#live.refresh(next, signal, { arrived, isWaitedFor });
  }
}
