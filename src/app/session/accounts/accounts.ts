import { listOf, mapList } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import type { ListedAccount } from '../../../service/records';

/** An entry of the setting `marketDesk.accounts`. */
export interface ConfiguredAccount {
  readonly id: string;
  readonly name?: string;
  readonly kind: AccountKind;
}

export const accountKinds = ['live', 'simulated'] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** Opaque market integers that the service lists for the account; empty if none. */
  readonly markets: readonly number[];
  /** The firm that keeps a live account, as the service names it. */
  readonly firm?: string | undefined;
  readonly source: 'service' | 'settings';
}

/** A simulated and a live account may have the same id. */
export function accountKey({ kind, id }: Pick<Account, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** Live accounts before paper ones, each kind in its own order. */
export function liveFirst<T extends { readonly account: Pick<Account, 'kind'> }>(accounts: readonly T[]): readonly T[] {
  return accountKinds.flatMap((kind) => accounts.filter(({ account }) => account.kind === kind));
}

/** Adds the accounts in the settings to those that the service lists, and applies their names. */
export function withConfigured(listed: List<ListedAccount>, configured: readonly ConfiguredAccount[], kind: AccountKind): List<Account> {
  const own = configured.filter((account) => account.kind === kind);
  const merge = (items: readonly ListedAccount[]): readonly Account[] => mergeAccounts(items, own, kind);
  if (listed.verdict === 'notOffered' && own.length > 0) return listOf(merge([]));
  return mapList(listed, merge);
}

function mergeAccounts(listed: readonly ListedAccount[], own: readonly ConfiguredAccount[], kind: AccountKind): readonly Account[] {
  const names = new Map(own.map((account) => [account.id, account.name]));
  const accounts = new Map<string, Account>();
  for (const { id, title, markets } of listed) {
    const name = names.get(id) ?? accounts.get(id)?.name ?? (title === '' ? id : title);
    // A service may list an account once for each of its markets.
    const all = [...new Set([...(accounts.get(id)?.markets ?? []), ...markets])];
    accounts.set(id, { id, name, kind, markets: all, ...(kind === 'live' && title !== '' ? { firm: title } : {}), source: 'service' });
  }
  for (const { id, name } of own) {
    if (!accounts.has(id)) accounts.set(id, { id, name: name ?? id, kind, markets: [], source: 'settings' });
  }
  return [...accounts.values()];
}
