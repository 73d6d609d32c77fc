import * as vscode from 'vscode';
import type { ConnectionStore } from '../../app/session/connectionStore';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { CurrentServiceAccess } from '../../app/session/currentServiceAccess';
import type { SessionFlow } from '../../app/session/signIn/sessionFlow';
import type { SessionRecord } from '../../app/session/sessionRecord';
import type { SessionStore } from '../../app/session/sessionStore';
import { sayInfo } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';
import { runCommand } from '../platform/runCommand';

export interface SignOutDependencies {
  readonly connections: Pick<ConnectionStore, 'current' | 'approved'>;
  readonly access: Pick<CurrentServiceAccess, 'current' | 'currentRecord' | 'use'>;
  readonly sessions: Pick<SessionStore, 'all'>;
  readonly flow: Pick<SessionFlow, 'signOut'>;
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
}

/** Signs one account out. If it was the current one, none is current afterwards, and the user is told which others are signed in. */
export async function signOutOf({ access, sessions, flow, privacy }: SignOutDependencies, record: SessionRecord): Promise<void> {
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
