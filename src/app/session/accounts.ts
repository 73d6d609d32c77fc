import type { CallOptions } from '../../service/serviceClient';
import { isNotOffered } from '../../service/notOffered';
import type { ServiceAccess } from './serviceAccess';

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
  /** Opaque market integers that the service listed for the account; empty where it lists none. */
  readonly markets: readonly number[];
  readonly source: 'service' | 'settings';
}

export interface AccountList {
  readonly accounts: readonly Account[];
  /** False when the service has no list of such accounts, so that they must be configured or typed. */
  readonly offered: boolean;
}

/**
 * The accounts of one kind: those that the service lists, where it does, and those of the settings.
 *
 * @throws {@link ServiceError} when the service offers the list but it could not be read.
 */
export async function listAccounts(
  access: Pick<ServiceAccess, 'client'>,
  configured: () => readonly ConfiguredAccount[],
  kind: AccountKind,
  options: CallOptions,
): Promise<AccountList> {
  const client = await access.client();
  const listed = await ifOffered(kind === 'simulated' ? client.beyond.simulatedAccounts(options) : client.beyond.liveAccounts(options));
  const own = configured().filter((account) => account.kind === kind);
  const names = new Map(own.map((account) => [account.id, account.name]));
  const accounts = new Map<string, Account>();
  for (const { id, title, markets } of listed ?? []) {
    accounts.set(id, { id, name: names.get(id) ?? (title === '' ? id : title), kind, markets, source: 'service' });
  }
  for (const { id, name } of own) {
    if (!accounts.has(id)) accounts.set(id, { id, name: name ?? id, kind, markets: [], source: 'settings' });
  }
  return { accounts: [...accounts.values()], offered: listed !== undefined };
}

/** The answer, or undefined when the service does not offer the call. */
export async function ifOffered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotOffered(error)) return undefined;
    throw error;
  }
}
