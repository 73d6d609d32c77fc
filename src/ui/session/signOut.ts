import * as vscode from 'vscode';
import type { SessionRecord } from '../../app/session/sessionRecord';
import { sayInfo } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';
import { runCommand } from '../platform/runCommand';
import type { AccountsDependencies } from './accountsList';

/** Signs one account out. If it was the current one, none is current afterwards, and the user is told which others are signed in. */
export async function signOutOf(
  { access, sessions, flow, privacy }: Pick<AccountsDependencies, 'access' | 'sessions' | 'flow' | 'privacy'>,
  record: SessionRecord,
): Promise<void> {
  const wasCurrent = access.currentRecord?.id === record.id;
  await flow.signOut(record.id);
  // The label names the accounts.
  const done = privacy.isOn ? vscode.l10n.t('Signed out') : vscode.l10n.t('Signed out of {0}', record.account.label);
  const others = sessions
    .all()
    .filter(({ origin, sharedFor, needsSignIn }) => origin === record.origin && sharedFor === undefined && !needsSignIn);
  if (!wasCurrent || others.length === 0) {
    flash(done, 5000);
    return;
  }
  const open = vscode.l10n.t('Accounts and Services…');
  const answer = await sayInfo(vscode.l10n.t('{0}. Other accounts are signed in, and none of them is in use.', done), open);
  if (answer === open) await runCommand('marketDesk.accounts.show');
}
