import * as vscode from 'vscode';
import type { ConnectionStore } from '../../app/session/connectionStore';
import type { Log } from '../../app/platform/ports';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { ChosenConnection, ServiceAccessImpl } from '../../app/session/serviceAccessImpl';
import type { SessionFlow } from '../../app/session/sessionFlow';
import type { SessionRecord } from '../../app/session/sessionRecord';
import type { SessionStore } from '../../app/session/sessionStore';
import type { Shell } from '../platform/shell';
import { ensureChosen } from './chooseService';
import { connect } from './connectCommand';
import type { ConnectDependencies } from './connectCommand';

export interface SignInDependencies {
  readonly shell: Pick<Shell, 'handle'>;
  readonly connections: ConnectionStore;
  readonly access: ServiceAccessImpl;
  readonly sessions: SessionStore;
  readonly flow: Pick<SessionFlow, 'signIn' | 'signOut'>;
  readonly probe: ConnectDependencies['probe'];
  readonly log: Log;
  readonly markUsed: () => Thenable<void>;
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
}

/** *Sign In*, *Sign Out* and *Connect to a Service…*. */
export function registerSignIn(dependencies: SignInDependencies): void {
  const { shell, access, connections, sessions, flow, markUsed } = dependencies;
  const signIn = async (): Promise<boolean> => {
    const connection = await ensureChosen(connections);
    if (connection === undefined) return false;
    await markUsed();
    if (connection.authentication === 'apiKey') {
      await vscode.commands.executeCommand('marketDesk.setUpApiKey');
      return access.current.session.kind === 'signedIn';
    }
    if (!(await wantsNewSession(access, sessions, connection))) return access.current.session.kind === 'signedIn';
    const record = await flow.signIn(connection, { signal: new AbortController().signal });
    // The label names the accounts.
    const text = dependencies.privacy.isOn ? vscode.l10n.t('Signed in') : vscode.l10n.t('Signed in as {0}', record.account.label);
    vscode.window.setStatusBarMessage(text, 5000);
    return true;
  };

  shell.handle('marketDesk.signIn', signIn);
  shell.handle('marketDesk.signOut', async () => signOut(dependencies));
  shell.handle('marketDesk.connect', async () => connect(dependencies));
}

/** With a session at hand the user may rather switch to another one than sign in again. */
async function wantsNewSession(access: ServiceAccessImpl, sessions: SessionStore, connection: ChosenConnection): Promise<boolean> {
  const usable = sessions.all().filter((record) => record.origin === connection.origin && !record.needsSignIn);
  if (usable.length === 0) return true;
  const active = access.currentRecord;
  const another = { label: vscode.l10n.t('Sign in with another account…'), record: undefined };
  const items = usable.map((record) => ({
    label: record.account.label,
    ...(record.id === active?.id ? { description: vscode.l10n.t('current') } : {}),
    record,
  }));
  const picked = await vscode.window.showQuickPick([...items, another], { title: vscode.l10n.t('You are signed in') });
  if (picked === undefined) return false;
  if (picked.record === undefined) return true;
  await access.use(picked.record);
  return false;
}

async function signOut({ access, sessions, flow, connections, privacy }: SignInDependencies): Promise<void> {
  const connection = connections.current;
  if (connection.kind !== 'none' && connection.authentication === 'apiKey') {
    // The key is removed where it was set up: it cannot be got back like a session.
    await vscode.commands.executeCommand('marketDesk.setUpApiKey');
    return;
  }
  const all = sessions.all();
  const record = all.length > 1 ? await pickSession(all, access.currentRecord) : all[0];
  if (record === undefined) {
    if (all.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('You are not signed in.'));
    return;
  }
  await flow.signOut(record.id);
  // The label names the accounts.
  vscode.window.setStatusBarMessage(
    privacy.isOn ? vscode.l10n.t('Signed out') : vscode.l10n.t('Signed out of {0}', record.account.label),
    5000,
  );
}

async function pickSession(all: readonly SessionRecord[], active: SessionRecord | undefined): Promise<SessionRecord | undefined> {
  const items = all.map((record) => ({
    label: record.account.label,
    description: record.id === active?.id ? vscode.l10n.t('current') : record.origin,
    record,
  }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which account do you want to sign out of?') }))?.record;
}
