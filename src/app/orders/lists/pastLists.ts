import type { HistoryRange } from '../../../domain/time/historyRange';
import { ServiceError } from '../../../service/errors';
import { listOf } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { LiveList } from '../../../service/lists/liveList';
import { observedPart } from '../../../service/lists/readList';
import type { ListPart } from '../../../service/lists/readList';
import type { ClientSource } from '../../../service/endpoints/sources';
import { quietClient } from '../../session/serviceAccess';
import { accountKey } from '../../session/accounts/accounts';
import type { Account } from '../../session/accounts/accounts';
import { identityOf } from '../../session/connection';
import type { Disposable } from '../../platform/ports';
import type { Ports } from '../../ports';

/** The list of one account. */
export interface PastList<T> {
  /** Undefined before the first response, and if the account has no such list. */
  readonly list: List<T> | undefined;
  /** Wall clock of the oldest part that is shown; undefined before the first response. */
  readonly updatedAtMs: number | undefined;
}

interface Entry<T> {
  readonly live: LiveList<T>;
  /** Items of the pages received during the first read. */
  arrived: T[];
}

/**
 * Lists for a range of time, one per account, read to their ends on request: not polled, because the past does not change. During a list's
 * first read, its pages are shown as they come. Another range or session forgets everything.
 */
export class PastLists<T> implements Disposable {
  readonly #entries = new Map<string, Entry<T>>();
  #range: HistoryRange | undefined;
  #identity: string;
  #stop = new AbortController();
  #flights = 0;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'clock' | 'log'> & {
      /** The parts of an account's list; without any, the account has no list. */
      readonly parts: (account: Account, range: HistoryRange, source: ClientSource) => readonly ListPart<T>[];
      /** Each item once: two parts may have the same one. */
      readonly once: (list: List<T>) => List<T>;
      /** Called when a list changed. */
      readonly changed: () => void;
      /** Called when reading began or ended. */
      readonly readingChanged: () => void;
    },
  ) {
    this.#identity = identityOf(dependencies.access.current);
  }

  get isReading(): boolean {
    return this.#flights > 0;
  }

  of(account: Pick<Account, 'kind' | 'id'>): PastList<T> {
    const entry = this.#entries.get(accountKey(account));
    if (entry === undefined) return { list: undefined, updatedAtMs: undefined };
    const { list, updatedAtMs } = entry.live.state;
    const shown = entry.arrived.length > 0 ? listOf(entry.arrived, [{ kind: 'awaited', part: '' }]) : list;
    return { list: shown === undefined ? undefined : this.dependencies.once(shown), updatedAtMs };
  }

  /**
   * Reads these accounts in this range, as far as they are not known yet; a failure is a gap of its list.
   *
   * @param again - Also reads what is known, and what was not offered.
   */
  async read(accounts: readonly Account[], range: HistoryRange, again?: 'again'): Promise<void> {
    this.#setRange(range);
    const due = accounts.filter((account) => again !== undefined || !this.#entries.has(accountKey(account)));
    await Promise.all(due.map(async (account) => this.#readOne(account, range)));
  }

  dispose(): void {
    this.#forget();
  }

  #setRange(range: HistoryRange): void {
    const identity = identityOf(this.dependencies.access.current);
    const isSame = range.start === this.#range?.start && range.end === this.#range.end && identity === this.#identity;
    if (isSame) return;
    this.#forget();
    this.#range = range;
    this.#identity = identity;
  }

  async #readOne(account: Account, range: HistoryRange): Promise<void> {
    const { access, changed, clock, log, readingChanged } = this.dependencies;
    const parts = this.dependencies.parts(account, range, quietClient(access));
    if (parts.length === 0) return;
    const key = accountKey(account);
    const entry: Entry<T> = this.#entries.get(key) ?? {
      live: new LiveList<T>({ clock, identity: () => identityOf(access.current), isOneCall: true }),
      arrived: [],
    };
    this.#entries.set(key, entry);
    const isFirst = entry.live.state.updatedAtMs === undefined;
    const take = (items: readonly T[]): void => {
      entry.arrived = [...entry.arrived, ...items];
      changed();
    };
    const { signal } = this.#stop;
    entry.live.readAllNext();
    this.#flights += 1;
    readingChanged();
    try {
      await entry.live.refresh(isFirst ? parts.map((part) => observedPart(part, () => take)) : parts, signal);
    } catch (error) {
      if (!signal.aborted && !ServiceError.is(error)) log.error('A list of the past could not be read', error);
    } finally {
      entry.arrived = [];
      this.#flights -= 1;
      changed();
      readingChanged();
    }
  }

  #forget(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#entries.clear();
  }
}
