import { TransportError } from '../../service/errors';
import { firstFailure, mapList, seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import type { LiveListOptions, LiveState } from '../../service/lists/liveList';
import type { ListPart } from '../../service/lists/readList';
import type { ClientSource } from '../../service/endpoints/sources';
import { allowManyListeners } from '../../service/abortable';
import { Paced } from '../platform/paced';
import { PolledList } from '../platform/polledList';
import type { Freshness } from '../platform/polledList';
import type { LastState, SectionOptions } from '../lastState/lastState';
import type { Disposable } from '../platform/ports';
import { identityOf, isSignedIn } from '../session/connection';
import { accountKey } from '../session/accounts/accounts';
import type { Account, AccountKind } from '../session/accounts/accounts';
import { accountsIn } from './accountDirectory';
import type { AccountDirectory, ListedKind } from './accountDirectory';
import type { AccountMemory } from './accountMemory';
import { OldAccounts } from './oldAccounts';
import type { OldAccount } from './oldAccounts';
import type { Ports } from '../ports';

/** The list of one account. */
export interface AccountItems<V> {
  readonly account: Account;
  /** Undefined before the first response. */
  readonly list: List<V> | undefined;
  /** Wall clock of the oldest part that is shown; undefined before the first response. */
  readonly updatedAtMs: number | undefined;
}

export interface AccountListsState<V> {
  /** Undefined until accounts are known. */
  readonly accounts: readonly AccountItems<V>[] | undefined;
  /** The accounts of each kind and what is missing from them. */
  readonly directory: readonly ListedKind[];
}

/** Which lists are wanted. */
export interface AccountsWanted {
  /** Chooses the accounts; all if undefined. */
  readonly choose?: (accounts: readonly Account[]) => readonly Account[];
  /** The market that the lists are limited to, if the service takes one. */
  readonly market?: () => number | undefined;
}

export interface AccountWatchOptions extends AccountsWanted {
  /** The age that is accepted while the watch is on; 0 only reads by hand. */
  readonly maxAgeMs: () => number;
  /** Called when what the watch shows changed. */
  readonly changed: () => void;
  /** Called when reading began or ended. */
  readonly readingChanged?: () => void;
}

/** A watcher that shows lists of accounts. */
export interface AccountWatch<V> extends Disposable {
  /** What the watch shows, as known now. */
  readonly state: AccountListsState<V>;
  /** Those of its accounts that this window has not read, as last known: for drawing as old. */
  readonly old: readonly OldAccount<V>[];
  /** True while anything that it shows is being read. */
  readonly isReading: boolean;
  /** Polls while on, as long as a user is signed in. */
  setOn(isOn: boolean): void;
  /** It now wants other accounts, another market, or another age. */
  wantsOther(): void;
  /** Reads everything that it shows now, including the accounts. A failure is a gap of its list. */
  refresh(): Promise<void>;
}

/** Dependencies that every book needs. */
export interface BookParts extends Pick<Ports, 'access' | 'clock' | 'timers' | 'log'> {
  readonly directory: AccountDirectory;
  readonly memory: AccountMemory;
  readonly last: LastState;
}

/** What the parts of an account's list depend on. */
export interface PartsContext {
  /** The market that the list is limited to; undefined for all. */
  readonly market: number | undefined;
  /** Every account known. */
  readonly accounts: readonly Account[];
  readonly source: ClientSource;
}

interface Entry<T, V> {
  account: Account;
  readonly market: number | undefined;
  readonly list: PolledList<T>;
  shown: List<V> | undefined;
}

interface Watch {
  readonly options: AccountWatchOptions;
  isOn: boolean;
  /** Tells it of parts that arrive. */
  readonly parts: Paced;
}

/** The parts of a dozen lists arrive one shortly after the other, and whoever shows them draws everything anew. */
const arrivingMs = 100;

/**
 * The one place in a window where lists of accounts live: one per account, read once for all watchers, at the shortest interval that any of
 * them wants. Known items stay when a part cannot be read, and everything is forgotten when the session changes.
 */
export class AccountBook<T, V> implements Disposable {
  readonly #entries = new Map<string, Entry<T, V>>();
  readonly #watches = new Set<Watch>();
  readonly #source: ClientSource;
  readonly #old: OldAccounts<T, V> | undefined;
  readonly #subscriptions: readonly Disposable[];

  constructor(
    private readonly options: BookParts & {
      /** What the lists hold, for the log. */
      readonly name: string;
      readonly kinds: readonly AccountKind[];
      /** How to store an item for the next window; nothing is stored if undefined. */
      readonly kept?: Pick<SectionOptions<unknown, T>, 'row' | 'idOf' | 'isFirst'>;
      /** The source of an account's list. */
      readonly parts: (account: Account, context: PartsContext) => readonly ListPart<T>[];
      /** Other parts to read right away instead, depending on the results of the first ones. */
      readonly instead?: (account: Account, list: List<T>, context: PartsContext) => readonly ListPart<T>[] | undefined;
      /** Maps items for display; `before` is what was shown last. */
      readonly view: (before: readonly V[], items: readonly T[]) => readonly V[];
      /** How each account's list is read. */
      readonly reading?: Pick<LiveListOptions, 'quietMs' | 'isOneCall'>;
    },
  ) {
    const { access, directory, kinds, last, name, kept } = options;
    this.#source = async () => access.client();
    const lists = (): readonly { readonly account: Account; readonly state: LiveState<T> }[] =>
      [...this.#entries.values()].flatMap(({ account, market, list: { state } }) => (market === undefined ? [{ account, state }] : []));
    this.#old = kept === undefined ? undefined : new OldAccounts({ last, name, ...kept, view: (items) => options.view([], items), lists });
    this.#subscriptions = [
      directory.onDidForget(() => {
        this.#dropAll();
        this.#tell('list');
      }),
      directory.onDidChange(({ kind, what }) => {
        if (!kinds.includes(kind)) return;
        if (what === 'list') this.#arrange();
        this.#tell(what);
      }),
      access.onDidChange(() => this.#follow()),
      last.onDidChange(() => this.#tell('list')),
    ];
  }

  /** Registers a watcher of lists; it is off at first. */
  watch(options: AccountWatchOptions): AccountWatch<V> {
    const watch: Watch = {
      options,
      isOn: false,
      parts: new Paced(
        this.options.timers,
        () => arrivingMs,
        () => options.changed(),
      ),
    };
    this.#watches.add(watch);
    this.#arrange();
    const stateOf = (): AccountListsState<V> => this.stateOf(options);
    const isReading = (): boolean => this.#isReading(options);
    const oldOf = (): readonly OldAccount<V>[] => this.#oldOf(options);
    return {
      get state() {
        return stateOf();
      },
      get old() {
        return oldOf();
      },
      get isReading() {
        return isReading();
      },
      setOn: (isOn) => {
        if (watch.isOn === isOn) return;
        watch.isOn = isOn;
        this.#follow();
      },
      wantsOther: () => {
        this.#arrange();
        options.changed();
      },
      refresh: async () => this.#refresh(options),
      dispose: () => {
        this.#watches.delete(watch);
        watch.parts.dispose();
        this.#arrange();
      },
    };
  }

  /** The lists of all accounts, as they are known now. */
  get state(): AccountListsState<V> {
    return this.stateOf({});
  }

  /** What is known about these lists now. */
  stateOf(wanted: AccountsWanted): AccountListsState<V> {
    const directory = this.#directory();
    const known = accountsIn(directory);
    if (known.length === 0 && directory.some(({ list }) => list === undefined)) return { accounts: undefined, directory };
    const market = wanted.market?.();
    const accounts = chosen(wanted, known).map((account) => {
      const entry = this.#entries.get(keyOf(account, market));
      return { account, list: entry?.shown, updatedAtMs: entry?.list.state.updatedAtMs };
    });
    return { accounts, directory };
  }

  /**
   * The lists for a single read, with a maximum age. What could not be read is a gap of its list.
   *
   * @throws {@link TransportError} `aborted` or `timed-out` when `signal` is aborted first, `aborted` when another user has signed in by then.
   */
  async read(wanted: AccountsWanted & Freshness, signal: AbortSignal): Promise<AccountListsState<V>> {
    return this.#read(wanted, signal);
  }

  /** The same with everything read now, including quiet parts, however lately that was done. */
  async readAll(wanted: AccountsWanted, signal: AbortSignal): Promise<AccountListsState<V>> {
    return this.#read({ ...wanted, maxAgeMs: 0 }, signal, (list) => list.readAllNext());
  }

  async #read(
    wanted: AccountsWanted & Freshness,
    signal: AbortSignal,
    before?: (list: PolledList<T>) => void,
  ): Promise<AccountListsState<V>> {
    const { access, directory, kinds } = this.options;
    const identity = identityOf(access.current);
    // One for each account.
    allowManyListeners(signal);
    await directory.read(kinds, wanted, signal);
    this.#arrange();
    await Promise.all(
      this.#wantedBy(wanted).map(async ({ list }) => {
        before?.(list);
        return list.read(wanted, signal);
      }),
    );
    if (identityOf(access.current) !== identity) throw new TransportError('aborted', { sent: 'no' });
    return this.stateOf(wanted);
  }

  /**
   * Reads the list of one known account now, including quiet parts, whether it is watched or not. A failure is a gap of the list.
   *
   * @throws {@link TransportError} when `signal` is aborted first.
   */
  async readOne(account: Pick<Account, 'kind' | 'id'>, signal: AbortSignal): Promise<void> {
    const list = isSignedIn(this.options.access.current) ? this.#entries.get(keyOf(account, undefined))?.list : undefined;
    list?.readAllNext();
    await list?.read({ maxAgeMs: 0 }, signal);
  }

  /** The list of one account, whether it is watched or not; undefined while it is not known. */
  list(account: Pick<Account, 'kind' | 'id'>): List<V> | undefined {
    return this.#entries.get(keyOf(account, undefined))?.shown;
  }

  /** Reads one account again, or all of them: see {@link PolledList.readAgain}. */
  readAgain(account?: Pick<Account, 'kind' | 'id'>, isMeant?: (item: T) => boolean): void {
    for (const entry of this.#entries.values())
      if (account === undefined || accountKey(account) === accountKey(entry.account)) entry.list.readAgain(isMeant);
  }

  /** Replaces a shown item with one that was read individually. @returns False if the item is not shown. */
  replace(account: Pick<Account, 'kind' | 'id'>, item: T, isSame: (shown: T) => boolean): boolean {
    const isShown = this.#entries.get(keyOf(account, undefined))?.list.replace(item, isSame) ?? false;
    // Whoever changed it waits for this.
    for (const { parts } of [...this.#watches]) parts.flush();
    return isShown;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.options.directory.follow(this, undefined);
    for (const { parts } of this.#watches) parts.dispose();
    this.#watches.clear();
    this.#dropAll();
  }

  #directory(): readonly ListedKind[] {
    return this.options.directory.get(this.options.kinds);
  }

  /** @param entry - The list that it is about; without one, all watchers are told at once. */
  #tell(what: 'list' | 'reading', entry?: Entry<T, V>): void {
    for (const watch of [...this.#watches]) {
      const { options } = watch;
      if (entry !== undefined && !this.#wantedBy(options).includes(entry)) continue;
      if (what === 'reading') options.readingChanged?.();
      else if (entry === undefined) options.changed();
      else watch.parts.ask();
    }
  }

  /** Keeps an entry for each list that a watcher may show, and none for accounts that are gone. */
  #arrange(): void {
    const accounts = accountsIn(this.#directory());
    const markets = new Set([undefined, ...[...this.#watches].map(({ options }) => options.market?.())]);
    const wanted = new Map(
      accounts.flatMap((account) => [...markets].map((market) => [keyOf(account, market), { account, market: limit(account, market) }])),
    );
    for (const [key, { list }] of this.#entries) {
      if (wanted.has(key)) continue;
      list.dispose();
      this.#entries.delete(key);
    }
    for (const [key, { account, market }] of wanted) {
      const known = this.#entries.get(key);
      if (known === undefined) this.#entries.set(key, this.#open(account, market));
      else known.account = account;
    }
    this.#follow();
  }

  #follow(): void {
    const { access, directory, kinds } = this.options;
    const on = isSignedIn(access.current) ? [...this.#watches].filter(({ isOn }) => isOn).map(({ options }) => options) : [];
    const wantedMs = on.map(({ maxAgeMs }) => maxAgeMs);
    directory.follow(this, on.length === 0 ? undefined : { kinds, wantedMs });
    const shown = on.map((options) => ({ options, entries: new Set(this.#wantedBy(options)) }));
    for (const entry of this.#entries.values())
      entry.list.follow(shown.filter(({ entries }) => entries.has(entry)).map(({ options }) => options.maxAgeMs));
  }

  #wantedBy(wanted: AccountsWanted): readonly Entry<T, V>[] {
    const market = wanted.market?.();
    return chosen(wanted, accountsIn(this.#directory())).flatMap((account) => this.#entries.get(keyOf(account, market)) ?? []);
  }

  #oldOf(wanted: AccountsWanted): readonly OldAccount<V>[] {
    const market = wanted.market?.();
    // Stored lists cover all markets.
    const isRead = (account: Account): boolean =>
      limit(account, market) !== undefined || this.#entries.get(keyOf(account, market))?.list.state.updatedAtMs !== undefined;
    return this.#old?.unread(this.#directory(), isRead, (accounts) => chosen(wanted, accounts)) ?? [];
  }

  #isReading(wanted: AccountsWanted): boolean {
    return this.options.directory.isReading(this.options.kinds) || this.#wantedBy(wanted).some(({ list }) => list.isReading);
  }

  async #refresh(wanted: AccountsWanted): Promise<void> {
    const { access, directory, kinds } = this.options;
    if (!isSignedIn(access.current)) return;
    const known = new Set(this.#wantedBy(wanted));
    await Promise.all([directory.refresh(kinds), ...[...known].map(async ({ list }) => list.refresh())]);
    await Promise.all(
      this.#wantedBy(wanted)
        .filter((entry) => !known.has(entry))
        .map(async ({ list }) => list.refresh()),
    );
  }

  #open(account: Account, market: number | undefined): Entry<T, V> {
    const { access, clock, timers, log, name, parts, instead, reading } = this.options;
    const context = (): PartsContext => ({ market, accounts: accountsIn(this.#directory()), source: this.#source });
    const entry: Entry<T, V> = {
      account,
      market,
      shown: undefined,
      list: new PolledList<T>({
        clock,
        timers,
        log,
        name,
        reach: access.reach,
        identity: () => identityOf(access.current),
        reading,
        parts: () => parts(entry.account, context()),
        instead: (list) => instead?.(entry.account, list, context()),
        changed: (what) => this.#entryChanged(entry, what),
      }),
    };
    return entry;
  }

  #entryChanged(entry: Entry<T, V>, what: 'list' | 'reading'): void {
    if (what === 'list') {
      const { list } = entry.list.state;
      const before = entry.shown === undefined ? [] : seen(entry.shown).items;
      entry.shown = list === undefined ? undefined : mapList(list, (items) => this.options.view(before, items));
      this.#old?.touch();
    }
    this.#tell(what, entry);
  }

  #dropAll(): void {
    for (const { list } of this.#entries.values()) list.dispose();
    this.#entries.clear();
  }
}

/** The first failure among accounts and their lists. */
export function firstFailureIn({ accounts, directory }: AccountListsState<unknown>): { readonly error: unknown } | undefined {
  for (const { list } of [...directory, ...(accounts ?? [])]) {
    const failure = firstFailure(list);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function chosen({ choose }: AccountsWanted, accounts: readonly Account[]): readonly Account[] {
  return choose?.(accounts) ?? accounts;
}

/** Only the call for simulated accounts takes a market; for a live account it would return no account's positions. */
function limit({ kind }: Pick<Account, 'kind'>, market: number | undefined): number | undefined {
  return kind === 'simulated' ? market : undefined;
}

function keyOf(account: Pick<Account, 'kind' | 'id'>, market: number | undefined): string {
  return `${limit(account, market) ?? ''}/${accountKey(account)}`;
}
