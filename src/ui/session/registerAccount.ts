import * as vscode from 'vscode';
import type { CallbackInbox } from '../../app/session/callbackInbox';
import type { ConnectionStore } from '../../app/session/connectionStore';
import type { Log } from '../../app/platform/ports';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { ChosenConnection, ServiceAccessImpl } from '../../app/session/serviceAccessImpl';
import type { SessionFlow } from '../../app/session/sessionFlow';
import type { SessionRecord } from '../../app/session/sessionRecord';
import type { SessionStore } from '../../app/session/sessionStore';
import type { TokenSource } from '../../service/auth/bearer';
import { presentError } from '../platform/errors/presentError';
import { reporting } from '../platform/errors/reportError';
import type { ReportError } from '../platform/errors/reportError';
import type { Shell } from '../platform/shell';
import { addressProblemText } from './addressText';
import { MarketDeskAuthenticationProvider } from './authenticationProvider';
import { askForApproval, connect } from './connectCommand';
import type { ConnectDependencies } from './connectCommand';
import { callbackPath } from './redirectRungs';

export interface AccountDependencies {
  readonly shell: Shell;
  readonly connections: ConnectionStore;
  readonly access: ServiceAccessImpl;
  readonly sessions: SessionStore;
  readonly flow: SessionFlow;
  readonly inbox: CallbackInbox;
  readonly tokensOf: (session: SessionRecord) => TokenSource | undefined;
  readonly probe: ConnectDependencies['probe'];
  /** Settles when it is known whether a sandbox of last time runs again. */
  readonly resumed: Promise<void>;
  readonly report: ReportError;
  readonly log: Log;
  readonly markUsed: () => Thenable<void>;
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
}

/** Sign-in, sign-out, the Accounts menu, callbacks from the browser, the choice of a service and its approval. */
export function registerAccount(dependencies: AccountDependencies): vscode.Disposable {
  const { shell, access, connections, sessions, flow, inbox, report, log, markUsed } = dependencies;
  const ensureConnection = async (): Promise<ChosenConnection | undefined> => ensureChosen(connections);
  const provider = new MarketDeskAuthenticationProvider({ sessions, flow, ensureConnection, tokensOf: dependencies.tokensOf });

  const signIn = async (): Promise<boolean> => {
    const connection = await ensureConnection();
    if (connection === undefined) return false;
    await markUsed();
    if (connection.authentication === 'apiKey') {
      await vscode.commands.executeCommand('marketDesk.setUpApiKey');
      return access.current.session.kind === 'signedIn';
    }
    if (!(await wantsNewSession(access, sessions, connection))) return access.current.session.kind === 'signedIn';
    try {
      const record = await flow.signIn(connection, { signal: new AbortController().signal });
      // The label names the accounts.
      const text = dependencies.privacy.isOn ? vscode.l10n.t('Signed in') : vscode.l10n.t('Signed in as {0}', record.account.label);
      vscode.window.setStatusBarMessage(text, 5000);
      return true;
    } catch (error) {
      report(error, { retry: signIn });
      return false;
    }
  };

  shell.handle('marketDesk.signIn', signIn);
  shell.handle(
    'marketDesk.signOut',
    reporting(report)(async () => signOut(dependencies)),
  );
  shell.handle('marketDesk.connect', async () => connect({ connections, log, probe: dependencies.probe, markUsed }));
  shell.handleUris({
    handleUri: async (uri) => {
      if (uri.path === callbackPath) await inbox.receive(uri.query);
    },
  });
  const keys = async (): Promise<void> => {
    await shell.setContext('marketDesk.connection', access.current.connection.kind);
    await shell.setContext('marketDesk.session', access.current.session.kind);
  };
  const notices = new IssueNotices(connections);
  const subscriptions = [
    provider,
    shell.provideAuthentication(provider),
    access.onDidChange(() => void keys()),
    connections.onDidChange(() => void notices.show()),
    sessions.onDidFailToKeep((error) => void vscode.window.showWarningMessage(presentError(error).message)),
  ];
  // Not before: the views would offer to choose a service while the one of last time is on its way.
  void dependencies.resumed.then(keys);
  void notices.show();
  return vscode.Disposable.from(...subscriptions);
}

/** Says once per window what keeps the service of the settings from being used. */
class IssueNotices {
  readonly #shown = new Set<string>();

  constructor(private readonly connections: ConnectionStore) {}

  async show(): Promise<void> {
    const issue = this.connections.issue;
    const key = JSON.stringify(issue);
    if (issue === undefined || this.#shown.has(key)) return;
    this.#shown.add(key);
    if (issue.kind === 'invalid-address') {
      const open = vscode.l10n.t('Open Settings');
      const said = vscode.l10n.t('The service URL in your settings can’t be used. {0}', addressProblemText(issue.problem));
      if ((await vscode.window.showWarningMessage(said, open)) === open) await openAddressSetting();
      return;
    }
    // No modal by itself: the setting may be half typed.
    const review = vscode.l10n.t('Review…');
    const said = vscode.l10n.t('Your settings point to a service that you haven’t approved: {0}', issue.address.host);
    if ((await vscode.window.showWarningMessage(said, review)) !== review) return;
    if (await askForApproval(issue.address, undefined)) await this.connections.approve(issue.address.origin);
  }
}

async function openAddressSetting(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', 'marketDesk.service.url');
}

/** The connection in use; where there is none, the user may agree to the one in the settings, connect, or take the sandbox. */
async function ensureChosen(connections: ConnectionStore): Promise<ChosenConnection | undefined> {
  const issue = connections.issue;
  if (issue?.kind === 'needs-approval' && (await askForApproval(issue.address, undefined))) await connections.approve(issue.address.origin);
  const current = connections.current;
  if (current.kind !== 'none') return current;
  if (issue !== undefined) return undefined;
  const sandbox = vscode.l10n.t('Try the Sandbox');
  const service = vscode.l10n.t('Connect to a Service…');
  const picked = await vscode.window.showQuickPick(
    [{ label: sandbox, detail: vscode.l10n.t('A simulated broker on this machine. No account needed.') }, { label: service }],
    {
      title: vscode.l10n.t('Which service do you want to sign in to?'),
    },
  );
  // Both lead to a sign-in of their own.
  if (picked?.label === sandbox) await vscode.commands.executeCommand('marketDesk.sandbox.start');
  if (picked?.label === service) await vscode.commands.executeCommand('marketDesk.connect');
  return undefined;
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

async function signOut({ access, sessions, flow, connections, privacy }: AccountDependencies): Promise<void> {
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
