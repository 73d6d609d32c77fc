import type { CallOptions } from '../../../service/serviceClient';
import { listOf, mapList } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { readList } from '../../../service/lists/readList';
import { accountsPart } from '../../../service/endpoints/sources';
import type { ListedAccount } from '../../../service/records';
import type { ServiceAccess } from '../serviceAccess';

/** An entry of the setting `marketDesk.accounts`. */
export interface ConfiguredAccount {
  readonly id: string;
  readonly name?: string;
  readonly kind: AccountKind;
}

export type AccountKind = 'simulated' | 'live';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** Opaque market integers that the service lists for the account; empty if none. */
  readonly markets: readonly number[];
  readonly source: 'service' | 'settings';
}

/** A simulated and a live account may have the same id. */
export function accountKey({ kind, id }: Pick<Account, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/**
 * The accounts of one kind: those that the service lists, if it does, and those in the settings. Not offered only if the
 * service has no such list and the settings have none.
 *
 * @throws {@link ServiceError} when the service offers the list but none of it could be read.
 */
export async function listAccounts(
  access: Pick<ServiceAccess, 'client'>,
  configured: () => readonly ConfiguredAccount[],
  kind: AccountKind,
  options: CallOptions,
): Promise<List<Account>> {
  return withConfigured(await readList([accountsPart(async () => access.client(), kind)], options), configured(), kind);
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
    accounts.set(id, { id, name: names.get(id) ?? (title === '' ? id : title), kind, markets, source: 'service' });
  }
  for (const { id, name } of own) {
    if (!accounts.has(id)) accounts.set(id, { id, name: name ?? id, kind, markets: [], source: 'settings' });
  }
  return [...accounts.values()];
}
