import * as vscode from 'vscode';
import type { ListedKind } from '../../app/accounts/accountDirectory';
import type { Account } from '../../app/session/accounts/accounts';
import { seen } from '../../service/lists/list';
import type { Gap } from '../../service/lists/list';
import { gapsText, untold } from '../platform/lists/gapText';

/** A list that is not offered is no fault; names of parts mean nothing to users. */
export function told(gaps: readonly Gap[]): readonly Gap[] {
  return untold(gaps)
    .filter(({ kind }) => kind !== 'awaited' && kind !== 'notOffered')
    .map((gap) => ({ ...gap, part: '' }));
}

/** What is missing from the lists of accounts; empty if nothing is. */
export function missingAccounts(directory: readonly ListedKind[]): readonly string[] {
  const gaps = directory.flatMap(({ list }) => (list === undefined ? [] : told(seen(list).gaps)));
  return gaps.length === 0 ? [] : [vscode.l10n.t('Accounts may be missing: {0}', gapsText(gaps, 'accounts'))];
}

/** No account is known because the service lists none. */
export function listsNoAccounts(accounts: readonly unknown[], directory: readonly ListedKind[]): boolean {
  return accounts.length === 0 && directory.some(({ list }) => list?.verdict === 'notOffered');
}

/** Orders of a paper account are listed by market; empty if the service names one for each. */
export function accountsWithoutMarket(accounts: readonly Pick<Account, 'kind' | 'markets'>[]): readonly string[] {
  return accounts.some(({ kind, markets }) => kind === 'simulated' && markets.length === 0)
    ? [vscode.l10n.t('The service doesn’t say which market a paper account trades, so its orders can’t be listed.')]
    : [];
}
