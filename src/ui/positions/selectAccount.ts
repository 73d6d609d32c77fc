import * as vscode from 'vscode';
import { accountKinds } from '../../app/session/accounts/accounts';
import type { Account, AccountKind, ConfiguredAccount } from '../../app/session/accounts/accounts';
import { visibleText } from '../../domain/text/visibleText';
import { readSetting, writeSetting } from '../platform/settings';
import { askText, chooseMany, chooseOne } from '../platform/say/ask';
import { kindText } from '../platform/words/holdingText';

interface AccountItem extends vscode.QuickPickItem {
  readonly account?: Account;
}

/** Asks which accounts to show. `undefined` is all; `dismissed` changes nothing. */
export async function pickAccounts(
  listed: readonly Account[],
  selected: readonly string[] | undefined,
  isSandbox: boolean,
): Promise<readonly string[] | undefined | 'dismissed'> {
  if (listed.length === 0) return typeAccount(isSandbox);
  const typed: AccountItem = { label: vscode.l10n.t('Enter an account ID…'), alwaysShow: true };
  // In the order of the view.
  const inOrder = accountKinds.flatMap((kind) => listed.filter((account) => account.kind === kind));
  const items: AccountItem[] = inOrder.map((account) => ({
    label: visibleText(account.name),
    description: `${account.name === account.id ? '' : `${visibleText(account.id)} · `}${kindText(account.kind, isSandbox)}`,
    picked: selected === undefined || selected.includes(account.id),
    account,
  }));
  const picked = await chooseMany([...items, typed], {
    title: vscode.l10n.t('Select Accounts'),
    placeHolder: vscode.l10n.t('Accounts to show in the Positions view'),
  });
  if (picked === undefined) return 'dismissed';
  const ids = picked.flatMap(({ account }) => (account === undefined ? [] : [account.id]));
  if (picked.includes(typed)) {
    const added = await typeAccount(isSandbox);
    if (added === 'dismissed') return 'dismissed';
    return ids.length === listed.length ? undefined : [...ids, ...added];
  }
  return ids.length === 0 || ids.length === listed.length ? undefined : ids;
}

/** Asks for an account and stores it in the settings. */
async function typeAccount(isSandbox: boolean): Promise<readonly string[] | 'dismissed'> {
  const id = await askText({
    title: vscode.l10n.t('Select Account'),
    prompt: vscode.l10n.t('Account ID used by the service'),
    // The user looks up the ID elsewhere, and the typed text must still be there afterwards.
    validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Enter an account ID.') : undefined),
  });
  if (id === undefined) return 'dismissed';
  const kinds: (vscode.QuickPickItem & { readonly accountKind: AccountKind })[] = [
    { label: vscode.l10n.t('Paper account'), accountKind: 'simulated' },
    { label: isSandbox ? vscode.l10n.t('Sandbox account') : vscode.l10n.t('Live account'), accountKind: 'live' },
  ];
  const kind = await chooseOne(kinds, {
    title: vscode.l10n.t('What kind of account is {0}?', id.trim()),
  });
  if (kind === undefined) return 'dismissed';
  await remember({ id: id.trim(), kind: kind.accountKind });
  return [id.trim()];
}

async function remember(account: ConfiguredAccount): Promise<void> {
  const configured = readSetting('accounts');
  if (configured.some(({ id, kind }) => id === account.id && kind === account.kind)) return;
  await writeSetting('accounts', [...configured, account]);
}
