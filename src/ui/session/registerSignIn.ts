import * as vscode from 'vscode';
import type { SessionRecord } from '../../app/session/sessionRecord';
import { ensureChosen } from './ensureChosen';
import { connect } from './connectCommand';
import type { ConnectDependencies } from './connectCommand';
import { showCertificate } from '../platform/network/showCertificate';
import type { CertificateDependencies } from '../platform/network/showCertificate';
import { createSignIn, pickFlow } from './signInCommand';
import { chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';
import { showAccounts } from './accountsList';
import type { AccountsDependencies } from './accountsList';
import { signOutOf } from './signOut';
import type { UiPorts } from '../platform/ports';

/** *Accounts and Services…*, *Sign In*, *Sign In With…*, *Sign Out*, *Connect to a Service…* and *Show Service Certificate…*. */
export function registerSignIn(
  dependencies: Omit<AccountsDependencies, 'connections' | 'connectTo'> &
    Omit<Parameters<typeof createSignIn>[0], 'ensureConnection'> &
    Omit<ConnectDependencies, 'showCertificate'> &
    Pick<CertificateDependencies, 'certificates' | 'see'> &
    Pick<UiPorts, 'shell'>,
): void {
  const { shell, connections } = dependencies;
  const signIn = createSignIn({ ...dependencies, ensureConnection: async () => ensureChosen(connections) });

  shell.handle('marketDesk.signIn', async () => signIn(undefined));
  shell.handle('marketDesk.signInWith', async () => {
    const chosen = await pickFlow();
    return chosen === undefined ? false : signIn(chosen);
  });
  const showAll = async (): Promise<void> =>
    showAccounts({ ...dependencies, connectTo: async (baseUrl) => connect({ ...dependencies, showCertificate: review }, baseUrl) });
  shell.handle('marketDesk.signOut', async () => signOut(dependencies, showAll));
  shell.handle('marketDesk.accounts.show', showAll);
  const review = async (origin: string): Promise<boolean> =>
    showCertificate(
      {
        ...dependencies,
        isKnown: (place) => dependencies.sessions.all().some((session) => session.origin === place),
        changed: () => connections.update(),
      },
      origin,
    );
  shell.handle('marketDesk.connect', async () => connect({ ...dependencies, showCertificate: review }));
  shell.handle('marketDesk.showCertificate', async () => {
    const { current } = connections;
    if (current.kind === 'none' || !current.origin.startsWith('https:'))
      void sayInfo(vscode.l10n.t('There is no certificate: you aren’t connected to a service over https.'));
    else await review(current.origin);
  });
}

async function signOut(dependencies: Omit<AccountsDependencies, 'connectTo'>, showAll: () => Promise<void>): Promise<void> {
  const { access, sessions, connections } = dependencies;
  const connection = connections.current;
  if (connection.kind !== 'none' && connection.authentication === 'apiKey') {
    // The key is removed in its setup: unlike a session, it cannot be recovered.
    await showAll();
    return;
  }
  const all = sessions.all();
  const record = all.length > 1 ? await pickSession(all, access.currentRecord) : all[0];
  if (record !== undefined) await signOutOf(dependencies, record);
  else if (all.length === 0) void sayInfo(vscode.l10n.t('You are not signed in.'));
}

function describe(record: SessionRecord, active: SessionRecord | undefined): string {
  if (record.sharedFor !== undefined) return vscode.l10n.t('shared with another extension');
  return record.id === active?.id ? vscode.l10n.t('current') : record.origin;
}

async function pickSession(all: readonly SessionRecord[], active: SessionRecord | undefined): Promise<SessionRecord | undefined> {
  const items = all.map((record) => ({
    label: record.account.label,
    description: describe(record, active),
    record,
  }));
  return (await chooseOne(items, { title: vscode.l10n.t('Which account do you want to sign out of?') }))?.record;
}
