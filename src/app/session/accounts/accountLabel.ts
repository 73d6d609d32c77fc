import { fingerprint } from '../../../service/auth/oauthSecrets';
import { visibleText } from '../../../domain/text/visibleText';
import { readList } from '../../../service/lists/readList';
import { ServiceError } from '../../../service/errors';
import { accountsPart } from '../../../service/endpoints/sources';
import type { BeyondClient } from '../../../service/serviceClient';
import type { List } from '../../../service/lists/list';
import type { ListedAccount } from '../../../service/records';
import type { SessionAccount, SessionRecord } from '../sessionRecord';
import { accountKinds } from './accounts';
import type { AccountKind } from './accounts';

const longestLabel = 60;

/**
 * Account ids that a session covers: from the granted scopes, else from the service's account lists if it has them.
 *
 * @param options.read - Called with each list that was read.
 * @returns empty if the service doesn’t list accounts, or this session has none; undefined if a list could not be read.
 */
export async function coveredAccounts(
  scopes: readonly string[],
  client: { readonly beyond: Pick<BeyondClient, 'liveAccounts' | 'simulatedAccounts'> },
  options: { readonly signal: AbortSignal; readonly read?: (kind: AccountKind, list: List<ListedAccount>) => void },
): Promise<readonly string[] | undefined> {
  const named = scopes.filter((scope) => scope.startsWith('accid:') && scope !== 'accid:*').map((scope) => scope.slice('accid:'.length));
  if (named.length > 0 && !scopes.includes('accid:*')) return sorted(named);
  const { signal, read: told } = options;
  const lists = await Promise.allSettled(
    accountKinds.map(async (kind) => {
      const list = await readList([accountsPart(async () => client, kind)], { signal, rank: 'accounts' });
      told?.(kind, list);
      return list;
    }),
  );
  const failed = lists.some((list) => list.status === 'rejected' && !ServiceError.is(list.reason, 'scope-missing'));
  const read = lists.flatMap((list) => (list.status === 'fulfilled' ? [list.value] : []));
  // A part of the accounts would name another session than all of them. A list that the session may not read has none of its accounts.
  if (failed || read.some(({ verdict }) => verdict === 'incomplete')) return undefined;
  return sorted(read.flatMap((list) => (list.verdict === 'complete' ? list.items : [])).map(({ id }) => id));
}

/**
 * Names an account. The same accounts of the same service always give the same id, so that signing in again replaces a session instead of
 * adding one. If the accounts are unknown, it gets the first number that has no session, or whose session must sign in again: that may be another user’s.
 */
export function nameAccount(
  place: string,
  origin: string,
  accounts: readonly string[],
  existing: readonly Pick<SessionRecord, 'origin' | 'account' | 'needsSignIn'>[],
): SessionAccount {
  if (accounts.length > 0)
    return {
      id: `${origin}#${fingerprint(accounts.join('\n')).slice(0, 16)}`,
      label: shorten(`${place} (${accounts.map(visibleText).join(', ')})`),
    };
  const labels = new Set(
    existing.filter((record) => record.origin === origin && !record.needsSignIn).map((record) => record.account.label),
  );
  let number = 1;
  while (labels.has(`${place} · ${number}`)) number += 1;
  return { id: `${origin}#${number}`, label: `${place} · ${number}` };
}

function sorted(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].sort();
}

function shorten(label: string): string {
  return label.length <= longestLabel ? label : `${label.slice(0, longestLabel - 1)}…`;
}
