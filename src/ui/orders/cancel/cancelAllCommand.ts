import * as vscode from 'vscode';
import { AccountSubject } from '../../../app/orders/ticket/ticket';
import type { SendingStop } from '../../../app/orders/write/stop/sendingStop';
import type { Account, AccountKind } from '../../../app/session/accounts/accounts';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { isAllowed } from '../../../domain/orders/orderAllowance';
import type { List } from '../../../service/lists/list';
import type { ReportError } from '../../platform/errors/reportError';
import { readSetting } from '../../platform/settings';
import { subjectOf } from '../../platform/trees/treeModel';
import { mayBe, mayChoose } from '../chooseTicket';
import type { TicketLists } from '../ticket/ticketLists';
import { sayInfo } from '../../platform/say/messages';
import { cancelAll, cancelEverything, noneText } from './cancelAll';
import type { CancelAllDependencies } from './cancelAll';
import { allAccounts, chooseAccounts, lookOf } from './chooseAccount';

export interface CancelAllCommandDependencies extends CancelAllDependencies {
  readonly access: ServiceAccess;
  readonly sending: Pick<SendingStop, 'isStopped'>;
  readonly lists: () => Pick<TicketLists, 'accountsOf' | 'soon' | 'newest'>;
  readonly report: ReportError;
}

/**
 * *Cancel All Open Orders…*: in the account of the row, in one that the user chooses, or in all accounts while sending is stopped. Where
 * canceling is turned off, nothing is asked: it would not be sent.
 */
export async function cancelAllCommand(row: unknown, dependencies: CancelAllCommandDependencies): Promise<void> {
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
    if (await mayBe('cancel', { isPaper: !isLive(subject.account) })) await cancelIn([subject.account]);
    return;
  }
  if (subject === undefined && sending.isStopped) {
    const live = async (): Promise<readonly Account[] | 'refused'> => {
      const found = await allAccounts(accounts('live'));
      if (found.length === 0 || isAllowed(readSetting('orders.allow'), 'cancel', { isPaper: false })) return found;
      // Paper accounts must not wait until this message is closed.
      void mayBe('cancel', { isPaper: false });
      return 'refused';
    };
    // Paper accounts must not delay the cancellation of real orders.
    await cancelEverything([live, async () => allAccounts(accounts('simulated'), { none: '' })], dependencies);
    return;
  }
  // If the user can choose a paper account too, nothing is refused before the choice.
  const refuses = async (all: readonly Account[]): Promise<boolean> => all.every(isLive) && !(await mayBe('cancel', { isPaper: false }));
  const title = vscode.l10n.t('Cancel All Open Orders');
  const chosen = await chooseAccounts(accounts('live', 'simulated'), lookOf(dependencies.access, isPrivate()), { refuses, title });
  const [first] = chosen;
  if (first !== undefined && (await mayBe('cancel', { isPaper: !isLive(first) }))) await cancelIn(chosen);
}

function isLive({ kind }: Account): boolean {
  return kind === 'live';
}
