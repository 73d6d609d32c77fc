import * as vscode from 'vscode';
import { AccountSubject } from '../../../app/orders/ticket/ticket';
import type { SendingStop } from '../../../app/orders/write/stop/sendingStop';
import type { Account, AccountKind } from '../../../app/session/accounts/accounts';
import type { List } from '../../../service/lists/list';
import type { UiPorts } from '../../platform/ports';
import { subjectOf } from '../../platform/trees/treeModel';
import { mayChoose } from '../chooseTicket';
import type { TicketLists } from '../ticket/ticketLists';
import { sayInfo } from '../../platform/say/messages';
import { cancelAll, cancelEverything, noneText } from './cancelAll';
import type { CancelAllDependencies } from './cancelAll';
import { allAccounts, chooseAccounts, lookOf } from './chooseAccount';

/**
 * *Cancel All Open Orders…*: in the account of the row, in one that the user chooses, or in all accounts while sending is stopped.
 */
export async function cancelAllCommand(
  row: unknown,
  dependencies: Omit<CancelAllDependencies, 'lists'> &
    Pick<UiPorts, 'access' | 'report'> & {
      readonly sending: Pick<SendingStop, 'isStopped'>;
      readonly lists: () => Pick<TicketLists, 'accountsOf' | 'soon' | 'newest'>;
    },
): Promise<void> {
  const { access, sending, lists, isPrivate } = dependencies;
  const accounts = (...kinds: readonly AccountKind[]): { readonly accounts: (signal: AbortSignal) => Promise<List<Account>> } => ({
    accounts: async (signal) => lists().accountsOf(kinds, signal),
  });
  if (!(await mayChoose(access))) return;
  const subject = subjectOf(row);
  const cancelIn = async (chosen: readonly Account[]): Promise<void> => {
    if (!(await cancelAll(chosen, dependencies))) void sayInfo(noneText(chosen));
  };
  if (subject instanceof AccountSubject) {
    await cancelIn([subject.account]);
    return;
  }
  if (subject === undefined && sending.isStopped) {
    const live = async (): Promise<readonly Account[]> => allAccounts(accounts('live'));
    const paper = async (): Promise<readonly Account[]> => allAccounts(accounts('simulated'), { none: '' });
    await cancelEverything({ live, paper }, dependencies);
    return;
  }
  const title = vscode.l10n.t('Cancel All Open Orders');
  const chosen = await chooseAccounts(accounts('live', 'simulated'), lookOf(dependencies.access, isPrivate()), { title });
  if (chosen.length > 0) await cancelIn(chosen);
}
