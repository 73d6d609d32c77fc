import * as vscode from 'vscode';
import type { ConnectionSource } from '../../../app/session/connection';
import { accountKey } from '../../../app/session/accounts/accounts';
import type { Account } from '../../../app/session/accounts/accounts';
import { maskWhen } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { seen } from '../../../service/lists/list';
import { gapsText } from '../../platform/lists/gapText';
import { chooseOne } from '../../platform/say/ask';
import { sayWarning } from '../../platform/say/messages';
import { lateProgress } from '../../platform/say/progress';
import { paperAccountWord } from '../orderText';
import type { TicketLists } from '../ticket/ticketLists';

export interface AccountChoice {
  /** What the account is chosen for. */
  readonly title: string;
  /** The message if there is no account. */
  readonly none?: string;
  /** Another account than this one is wanted, as of `accountKey`: it is left out, and the user is asked in any case. */
  readonly otherThan?: string | undefined;
  /** The account that is taken without a question, if any. */
  readonly suppose?: ((accounts: readonly Account[], isComplete: boolean) => Account | undefined) | undefined;
}

/** How lists of accounts look: whether numbers are hidden, and whether the service is the sandbox, where no account is called live. */
export interface AccountLook {
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
}

/** How they look now. */
export function lookOf(access: ConnectionSource, isPrivate: boolean): AccountLook {
  return { isPrivate, isSandbox: access.current.connection.kind === 'sandbox' };
}

/** The account of a command; asks if there are several. Live accounts come first, whatever the command, and each says what it is. */
export async function chooseAccount(
  lists: Pick<TicketLists, 'accounts'>,
  look: AccountLook,
  choice: AccountChoice,
): Promise<Account | undefined> {
  return (await choose(lists, look, choice, () => []))[0];
}

/** The same for a command that can be about all live accounts at once; none if the user chose none. */
export async function chooseAccounts(
  lists: Pick<TicketLists, 'accounts'>,
  look: AccountLook,
  choice: AccountChoice,
): Promise<readonly Account[]> {
  return choose(lists, look, choice, (accounts) => {
    const live = accounts.filter(({ kind }) => kind === 'live');
    if (live.length < 2) return [];
    const description = live.map(({ id, name }) => (name === id ? maskWhen(look.isPrivate)(idText(id)) : idText(name))).join(' · ');
    const label = look.isSandbox ? vscode.l10n.t('All Sandbox Accounts') : vscode.l10n.t('All Live Accounts');
    return [{ label, description, iconPath: new vscode.ThemeIcon('organization'), accounts: live }];
  });
}

type AccountRow = vscode.QuickPickItem & { readonly accounts: readonly Account[] };

async function choose(
  lists: Pick<TicketLists, 'accounts'>,
  look: AccountLook,
  { none = noAccountsText(), title, otherThan, suppose }: AccountChoice,
  more: (accounts: readonly Account[]) => readonly AccountRow[],
): Promise<readonly Account[]> {
  const { accounts: all, isComplete } = await readAccounts(lists, none);
  if (all.length === 0) return [];
  const accounts = all.filter((account) => accountKey(account) !== otherThan);
  if (accounts.length === 0) void sayWarning(vscode.l10n.t('There is no other account.'));
  if (accounts.length === 0 || (accounts.length === 1 && isComplete && otherThan === undefined)) return accounts;
  const known = otherThan === undefined ? suppose?.(accounts, isComplete) : undefined;
  if (known !== undefined) return [known];
  const ordered = accounts.toSorted((one, other) => Number(one.kind !== 'live') - Number(other.kind !== 'live'));
  const items: readonly AccountRow[] = [
    ...more(accounts),
    ...ordered.map((account) => ({ ...accountItem(account, look), accounts: [account] })),
  ];
  const placeHolder = vscode.l10n.t('Select an account');
  return (await chooseOne(items, { placeHolder, matchOnDescription: true, title }))?.accounts ?? [];
}

/** An account in the list, with what it is by word and icon. */
export function accountItem(account: Account, { isPrivate, isSandbox }: AccountLook): vscode.QuickPickItem {
  const mask = maskWhen(isPrivate);
  const id = mask(idText(account.id));
  const isNamed = account.name !== account.id;
  return {
    label: isNamed ? idText(account.name) : id,
    description: [accountWord(account, isSandbox), isNamed ? id : ''].filter((text) => text !== '').join(' · '),
    iconPath: new vscode.ThemeIcon(account.kind === 'simulated' ? 'note' : 'account'),
  };
}

function accountWord(account: Account, isSandbox: boolean): string {
  if (account.kind === 'simulated') return paperAccountWord(account);
  return isSandbox ? vscode.l10n.t('sandbox account') : vscode.l10n.t('LIVE account');
}

/** Every account of the list; the user was told what is missing. */
export async function allAccounts(
  lists: Pick<TicketLists, 'accounts'>,
  { none = noAccountsText() }: Pick<AccountChoice, 'none'> = {},
): Promise<readonly Account[]> {
  return (await readAccounts(lists, none)).accounts;
}

/** @param none - The message if there are no accounts; no message if empty. */
async function readAccounts(
  lists: Pick<TicketLists, 'accounts'>,
  none: string,
): Promise<{ readonly accounts: readonly Account[]; readonly isComplete: boolean }> {
  const list = await lateProgress(vscode.l10n.t('Loading accounts'), async (signal) => lists.accounts(signal));
  const { items: accounts, gaps } = seen(list);
  if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some accounts are missing from this list. {0}', gapsText(gaps, 'accounts')));
  else if (accounts.length === 0 && none !== '') void sayWarning(none);
  return { accounts, isComplete: gaps.length === 0 };
}

function noAccountsText(): string {
  return vscode.l10n.t('This service doesn’t list accounts. Use Cancel Order with the ID of an order.');
}
