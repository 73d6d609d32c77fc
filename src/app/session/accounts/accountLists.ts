import { firstFailure, mapList, seen } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { LiveList } from '../../../service/lists/liveList';
import type { LiveListOptions } from '../../../service/lists/liveList';
import type { ListPart } from '../../../service/lists/readList';
import { accountsPart } from '../../../service/endpoints/sources';
import type { ClientSource } from '../../../service/endpoints/sources';
import type { ListedAccount } from '../../../service/records';
import { Emitter } from '../../platform/emitter';
import type { Disposable, MachineClock } from '../../platform/ports';
import { accountKey, withConfigured } from './accounts';
import type { Account, AccountKind, ConfiguredAccount } from './accounts';
import { identityOf } from '../connection';
import type { ServiceAccess } from '../serviceAccess';

/** The list of one account. */
export interface AccountItems<V> {
  readonly account: Account;
  /** Undefined before the first answer. */
  readonly list: List<V> | undefined;
  /** Wall clock of the oldest part that is shown; undefined before the first answer. */
  readonly updatedAtMs: number | undefined;
}

export interface AccountListsState<V> {
  /** Undefined until the accounts are known. */
  readonly accounts: readonly AccountItems<V>[] | undefined;
  /** The accounts of each kind and what is missing from them; undefined before the first response. */
  readonly directory: readonly { readonly kind: AccountKind; readonly list: List<Account> | undefined }[];
}

export interface AccountListsOptions<T, V> {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  readonly configured: () => readonly ConfiguredAccount[];
  readonly kinds: readonly AccountKind[];
  /** Which of the accounts to read. */
  readonly choose?: (accounts: readonly Account[]) => readonly Account[];
  /** The source of an account's list. */
  readonly parts: (account: Account, source: ClientSource) => readonly ListPart<T>[];
  /** Other parts to read right away instead, depending on the results of the first ones. */
  readonly instead?: (account: Account, list: List<T>, source: ClientSource) => readonly ListPart<T>[] | undefined;
  /** Maps items for display; `before` is what was shown last. */
  readonly view: (before: readonly V[], items: readonly T[]) => readonly V[];
  /** How each account's list is read. */
  readonly reading?: Pick<LiveListOptions, 'quietMs' | 'isOneCall'>;
}

/** The account list itself is read again after this time, and at once when the user refreshes. */
const accountsMs = 120_000;

interface Shown<T, V> {
  readonly live: LiveList<T>;
  items: AccountItems<V>;
}

/**
 * One list for each account of the user. Polled from outside by {@link AccountLists.refresh}; what is known stays when a part
 * cannot be read, and everything is forgotten when the session changes.
 */
export class AccountLists<T, V> implements Disposable {
  readonly #changed = new Emitter<AccountListsState<V>>();
  readonly onDidChange = this.#changed.event;
  readonly #options: AccountListsOptions<T, V>;
  readonly #directory: ReadonlyMap<AccountKind, LiveList<ListedAccount>>;
  readonly #source: ClientSource;
  readonly #lists = new Map<string, Shown<T, V>>();
  #state: AccountListsState<V>;
  #accountsReadMs: number | undefined;

  constructor(options: AccountListsOptions<T, V>) {
    this.#options = options;
    this.#source = async () => options.access.client();
    this.#directory = new Map(options.kinds.map((kind) => [kind, new LiveList<ListedAccount>(this.#listOptions())]));
    this.#state = { accounts: undefined, directory: this.#readDirectory() };
  }

  get state(): AccountListsState<V> {
    return this.#state;
  }

  /** Every account known, chosen or not. */
  get known(): readonly Account[] {
    return this.#state.directory.flatMap(({ list }) => (list === undefined ? [] : seen(list).items));
  }

  /** Clears everything, because it belongs to another session or connection. */
  reset(): void {
    for (const list of this.#directory.values()) list.reset();
    this.#accountsReadMs = undefined;
    this.#dropLists();
    this.#publish({ accounts: undefined, directory: this.#readDirectory() });
  }

  /** Clears the items but not the accounts: from now on they are read differently. */
  forgetItems(): void {
    this.#dropLists();
    const accounts = this.#state.accounts?.map(({ account }) => ({ account, list: undefined, updatedAtMs: undefined }));
    this.#publish({ ...this.#state, accounts });
  }

  /** Makes the next refresh read everything, including what was quiet or not offered. */
  readAllNext(): void {
    this.#accountsReadMs = undefined;
    for (const list of this.#directory.values()) list.readAllNext();
    for (const { live } of this.#lists.values()) live.readAllNext();
  }

  /**
   * Reads accounts (when that is due) and their lists once.
   *
   * @throws the first failure of a request, after everything that could be read is shown.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    const now = await this.#readAccounts(signal);
    if (now === undefined) return;
    const accounts = this.#chosen(now);
    const lists = new Map(accounts.map((account) => [accountKey(account), this.#shownOf(account)]));
    for (const [key, { live }] of this.#lists) if (!lists.has(key)) live.reset();
    this.#lists.clear();
    for (const [key, shown] of lists) this.#lists.set(key, shown);
    const read = await Promise.all([...lists.values()].map(async (shown) => this.#read(shown, signal)));
    if (!read.every((isCurrent) => isCurrent)) return;
    this.#publish({ accounts: [...lists.values()].map(({ items }) => items), directory: now });
    const failure = [...now, ...(this.#state.accounts ?? [])].map(({ list }) => firstFailure(list)).find((found) => found !== undefined);
    if (failure !== undefined) throw failure.error;
  }

  /**
   * For one account, reads only the part that holds an item, or everything that is due if none does.
   *
   * @throws what reading failed with, after everything that could be read is shown.
   */
  async refreshHolding(key: string, holds: (item: T) => boolean, signal: AbortSignal): Promise<void> {
    const shown = this.#lists.get(key);
    if (shown === undefined) return this.refresh(signal);
    if (!(await this.#read(shown, signal, (items) => items.some(holds)))) return;
    this.#publishItems();
    const failure = firstFailure(shown.items.list);
    if (failure !== undefined) throw failure.error;
  }

  /** Replaces a shown item with one that was read individually. @returns False if the item is not shown. */
  replace(key: string, item: T, isSame: (shown: T) => boolean): boolean {
    const shown = this.#lists.get(key);
    if (shown?.live.replace(item, isSame) !== true) return false;
    this.#show(shown);
    this.#publishItems();
    return true;
  }

  dispose(): void {
    for (const list of this.#directory.values()) list.reset();
    this.#dropLists();
    this.#changed.dispose();
  }

  /** @returns Undefined when the answer is no longer wanted. */
  async #readAccounts(signal: AbortSignal): Promise<AccountListsState<V>['directory'] | undefined> {
    const nowMs = this.#options.clock.monotonicMs();
    const isKnown = [...this.#directory.values()].every(({ state }) => state.list !== undefined && state.list.verdict !== 'incomplete');
    const isDue = !isKnown || this.#accountsReadMs === undefined || nowMs - this.#accountsReadMs >= accountsMs;
    if (isDue) {
      const read = await Promise.all(
        [...this.#directory].map(async ([kind, list]) => list.refresh([accountsPart(this.#source, kind)], signal)),
      );
      if (!read.every((isCurrent) => isCurrent)) return undefined;
      this.#accountsReadMs = nowMs;
    }
    return this.#readDirectory();
  }

  #readDirectory(): AccountListsState<V>['directory'] {
    const configured = this.#options.configured();
    return [...this.#directory].map(([kind, { state }]) => ({
      kind,
      list: state.list === undefined ? undefined : withConfigured(state.list, configured, kind),
    }));
  }

  #chosen(directory: AccountListsState<V>['directory']): readonly Account[] {
    const accounts = directory.flatMap(({ list }) => (list === undefined ? [] : seen(list).items));
    return this.#options.choose?.(accounts) ?? accounts;
  }

  #shownOf(account: Account): Shown<T, V> {
    const known = this.#lists.get(accountKey(account));
    if (known === undefined)
      return {
        live: new LiveList<T>({ ...this.#listOptions(), ...this.#options.reading }),
        items: { account, list: undefined, updatedAtMs: undefined },
      };
    known.items = { ...known.items, account };
    return known;
  }

  async #read(shown: Shown<T, V>, signal: AbortSignal, only?: (items: readonly T[]) => boolean): Promise<boolean> {
    const { parts, instead } = this.#options;
    const { live } = shown;
    const { account } = shown.items;
    if (!(await live.refresh(parts(account, this.#source), signal, only))) return false;
    const first = live.state.list;
    const others = first === undefined ? undefined : instead?.(account, first, this.#source);
    if (others !== undefined && !(await live.refresh(others, signal))) return false;
    this.#show(shown);
    return true;
  }

  #show(shown: Shown<T, V>): void {
    const { list, updatedAtMs } = shown.live.state;
    const before = shown.items.list === undefined ? [] : seen(shown.items.list).items;
    const items = list === undefined ? undefined : mapList(list, (all) => this.#options.view(before, all));
    shown.items = { account: shown.items.account, list: items, updatedAtMs };
  }

  #listOptions(): LiveListOptions {
    const { access, clock } = this.#options;
    return { clock, identity: () => identityOf(access.current) };
  }

  #dropLists(): void {
    for (const { live } of this.#lists.values()) live.reset();
    this.#lists.clear();
  }

  #publishItems(): void {
    this.#publish({ ...this.#state, accounts: [...this.#lists.values()].map(({ items }) => items) });
  }

  #publish(state: AccountListsState<V>): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
