import * as v from 'valibot';
import type { List } from '../../service/lists/list';
import { seen } from '../../service/lists/list';
import type { LiveState } from '../../service/lists/liveList';
import type { LastSection, LastState, ReadRows, SectionOptions } from '../lastState/lastState';
import { OldRows } from '../lastState/oldRows';
import { onFirstUse } from '../platform/storedJson';
import { accountKey } from '../session/accounts/accounts';
import type { Account } from '../session/accounts/accounts';
import { accountsIn } from './accountDirectory';
import type { ListedKind } from './accountDirectory';

/** What an account held when a window last read it. */
export interface OldAccount<V> {
  readonly account: Account;
  readonly old: OldRows<V>;
}

type AccountName = Pick<Account, 'kind' | 'id' | 'name'>;

const accountName = onFirstUse(() => {
  const text = v.pipe(v.string(), v.maxLength(200));
  return v.object({ kind: v.picklist(['simulated', 'live']), id: text, name: text });
});
const mostAccounts = 40;

/** The last known lists of a book, by account. */
export class OldAccounts<T, V> {
  readonly #section: LastSection<AccountName, T>;
  /** Each is mapped once: views detect changes by comparing references. */
  readonly #viewed = new WeakMap<OldRows<T>, OldRows<V>>();

  constructor(
    private readonly dependencies: Pick<SectionOptions<AccountName, T>, 'name' | 'row' | 'idOf' | 'isFirst'> & {
      readonly last: LastState;
      /** Maps rows for display. */
      readonly view: (items: readonly T[]) => readonly V[];
      /** This window's lists. */
      readonly lists: () => readonly { readonly account: Account; readonly state: LiveState<T> }[];
    },
  ) {
    const { last, name, row, idOf, isFirst, lists } = dependencies;
    this.#section = last.section({
      name,
      row,
      ...(idOf === undefined ? {} : { idOf }),
      ...(isFirst === undefined ? {} : { isFirst }),
      about: accountName,
      keyOf: accountKey,
      mostLists: mostAccounts,
      read: () => lists().flatMap(({ account, state }) => readRows(account, state)),
    });
  }

  /** What this window has read changed. */
  touch(): void {
    this.#section.touch();
  }

  /**
   * The accounts that this window has not read.
   *
   * @param choose - Chooses the wanted accounts.
   */
  unread(
    directory: readonly ListedKind[],
    isRead: (account: Account) => boolean,
    choose: (accounts: readonly Account[]) => readonly Account[],
  ): readonly OldAccount<V>[] {
    const known = accountsIn(directory);
    const whole = new Set(directory.filter(({ list }) => isWhole(list)).map(({ kind }) => kind));
    if (directory.every(({ kind }) => whole.has(kind)) && known.every(isRead)) return [];
    const kinds = new Set(directory.map(({ kind }) => kind));
    const unread = this.#section.lists.flatMap(({ about, old }): readonly { readonly account: Account; readonly old: OldRows<T> }[] => {
      const listed = known.find((account) => accountKey(account) === accountKey(about));
      const isGone = listed === undefined && whole.has(about.kind);
      if (!kinds.has(about.kind) || isGone) return [];
      const account: Account = listed ?? { ...about, markets: [], source: 'service' };
      return isRead(account) ? [] : [{ account, old }];
    });
    const wanted = new Set(choose([...new Set([...known, ...unread.map(({ account }) => account)])]));
    return unread.filter(({ account }) => wanted.has(account)).map(({ account, old }) => ({ account, old: this.#view(old) }));
  }

  #view(old: OldRows<T>): OldRows<V> {
    const viewed = this.#viewed.get(old) ?? new OldRows(old.drawOld(this.dependencies.view), old.asOfMs, old.isWhole);
    this.#viewed.set(old, viewed);
    return viewed;
  }
}

function isWhole(list: List<unknown> | undefined): boolean {
  return list !== undefined && list.verdict !== 'incomplete';
}

/** A list with a part that has not arrived or could not be read leaves the previous one in place. */
function readRows<T>(account: Account, { list, updatedAtMs }: LiveState<T>): readonly ReadRows<AccountName, T>[] {
  if (list === undefined || list.verdict === 'notOffered' || updatedAtMs === undefined) return [];
  const { items, gaps } = seen(list);
  if (gaps.some(({ kind }) => kind === 'failed' || kind === 'awaited')) return [];
  return [{ about: account, rows: items, asOfMs: updatedAtMs, isWhole: list.verdict === 'complete' }];
}
