import * as vscode from 'vscode';
import type { Account } from '../../../app/session/accounts/accounts';
import { maskWhen } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { seen } from '../../../service/lists/list';
import { gapsText } from '../../platform/lists/gapText';
import { chooseOne } from '../../platform/say/ask';
import { sayWarning } from '../../platform/say/messages';
import { cancellableProgress } from '../../platform/say/progress';
import { paperAccountWord } from '../orderText';
import type { TicketLists } from '../ticket/ticketLists';

export interface AccountChoice {
  /** The message if there is no account. */
  readonly none?: string;
  /** Whether nothing can be done in any of these accounts; shows the reason. */
  readonly refuses?: (accounts: readonly Account[]) => Promise<boolean>;
}

/** The account of a command; asks if there are several. Paper accounts are marked by word and icon. */
export async function chooseAccount(
  lists: Pick<TicketLists, 'accounts'>,
  isPrivate: boolean,
  { none = noAccountsText(), refuses = async () => false }: AccountChoice = {},
): Promise<Account | undefined> {
  const { accounts, isComplete } = await readAccounts(lists, none);
  if (accounts.length === 0 || (await refuses(accounts))) return undefined;
  if (accounts.length === 1 && isComplete) return accounts[0];
  const items = accounts.map((account) => ({ ...accountItem(account, isPrivate), account }));
  return (await chooseOne(items, { placeHolder: vscode.l10n.t('Select an account'), matchOnDescription: true }))?.account;
}

/** An account in the list. Paper accounts are marked by word and icon. */
export function accountItem(account: Account, isPrivate: boolean): vscode.QuickPickItem {
  const mask = maskWhen(isPrivate);
  const id = mask(idText(account.id));
  const isNamed = account.name !== account.id;
  return {
    label: isNamed ? idText(account.name) : id,
    description: [paperAccountWord(account), isNamed ? id : ''].filter((text) => text !== '').join(' · '),
    iconPath: new vscode.ThemeIcon(account.kind === 'simulated' ? 'beaker' : 'account'),
  };
}

/** Every account of the list; the user was told what is missing. */
export async function allAccounts(
  lists: Pick<TicketLists, 'accounts'>,
  { none = noAccountsText() }: AccountChoice = {},
): Promise<readonly Account[]> {
  return (await readAccounts(lists, none)).accounts;
}

/** @param none - The message if there are no accounts; no message if empty. */
async function readAccounts(
  lists: Pick<TicketLists, 'accounts'>,
  none: string,
): Promise<{ readonly accounts: readonly Account[]; readonly isComplete: boolean }> {
  const list = await cancellableProgress(vscode.l10n.t('Loading accounts'), async (signal) => lists.accounts(signal));
  const { items: accounts, gaps } = seen(list);
  if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some accounts are missing from this list. {0}', gapsText(gaps, 'accounts')));
  else if (accounts.length === 0 && none !== '') void sayWarning(none);
  return { accounts, isComplete: gaps.length === 0 };
}

function noAccountsText(): string {
  return vscode.l10n.t('This service doesn’t list accounts. Use Cancel Order with the ID of an order.');
}
