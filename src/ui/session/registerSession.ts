import * as vscode from 'vscode';
import type { CallbackInbox } from '../../app/session/signIn/callbackInbox';
import type { Session } from '../../app/session/connection';
import type { ConnectionStore } from '../../app/session/connectionStore';
import type { CurrentServiceAccess } from '../../app/session/currentServiceAccess';
import type { SessionFlow } from '../../app/session/signIn/sessionFlow';
import type { SessionRecord } from '../../app/session/sessionRecord';
import { SessionSharing } from '../../app/session/sessionSharing';
import type { SharingQuestion } from '../../app/session/sessionSharing';
import { SessionStoreError } from '../../app/session/sessionStore';
import type { SessionStore } from '../../app/session/sessionStore';
import type { TokenSource } from '../../service/auth/bearerAuthenticator';
import { presentError } from '../platform/errors/presentError';
import { callbackPath } from '../platform/ids';
import type { ContextKeys } from '../platform/ids';
import { MarketDeskAuthenticationProvider } from './authenticationProvider';
import { sayWarning } from '../platform/say/messages';
import { addressProblemText } from '../platform/words/addressText';
import { openSetting } from '../platform/runCommand';
import type { UiPorts } from '../platform/ports';

/** Shows once per window why the configured service is not used. */
class IssueNotices {
  /** Bounded by what the user has configured while the window was open. */
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
      if ((await sayWarning(said, open)) === open) await openAddressSetting();
      return;
    }
    // Not modal: the user may still be typing the setting.
    const review = vscode.l10n.t('Review…');
    const said = vscode.l10n.t('Your settings point to a service that you haven’t approved: {0}', issue.address.host);
    if ((await sayWarning(said, review)) !== review) return;
    const { askForApproval } = await import('../platform/say/askForApproval');
    if ((await askForApproval(issue.address, undefined)) === 'connect') await this.connections.approve(issue.address.origin);
  }
}

async function openAddressSetting(): Promise<void> {
  await openSetting('service.url');
}

/** The session features of every window: Accounts menu, browser callbacks, context keys, and notices about the settings. */
export function registerSession(
  dependencies: Pick<UiPorts, 'shell'> & {
    readonly connections: ConnectionStore;
    readonly access: CurrentServiceAccess;
    readonly sessions: SessionStore;
    readonly flow: Pick<SessionFlow, 'signInToShare' | 'signOut'>;
    readonly inbox: CallbackInbox;
    readonly tokensOf: (session: SessionRecord) => TokenSource | undefined;
    /** Settles once it is known whether the previous sandbox was restarted. */
    readonly resumed: Promise<void>;
  },
): vscode.Disposable {
  const { shell, access, connections, sessions, flow, inbox, tokensOf } = dependencies;
  const ensureConnection = async () => (await import('./ensureChosen')).ensureChosen(connections);
  const ask = async (question: SharingQuestion): Promise<boolean> => (await import('./askToShare')).askToShare(question);
  const sharing = new SessionSharing({ sessions, flow, ask });
  const provider = new MarketDeskAuthenticationProvider({ sessions, flow, sharing, ensureConnection, tokensOf });
  shell.handleUris({
    handleUri: async (uri) => {
      if (uri.path === callbackPath) await inbox.receive(uri.query);
    },
  });
  const keys = async (): Promise<void> => {
    await shell.setContext('marketDesk.connection', access.current.connection.kind);
    await shell.setContext('marketDesk.session', contextOf(access.current.session));
  };
  const notices = new IssueNotices(connections);
  const tell = (error: SessionStoreError): void => void sayWarning(presentError(error).message);
  const subscriptions = [
    provider,
    shell.provideAuthentication(provider),
    access.onDidChange(() => void keys()),
    // Another window may have chosen another account.
    vscode.window.onDidChangeWindowState(({ focused }) => (focused ? access.update() : undefined)),
    connections.onDidChange(() => void notices.show()),
    sessions.onDidFailToKeep(tell),
  ];
  if (sessions.isUnreadable) tell(new SessionStoreError('unreadable'));
  if (sessions.isDamaged) tell(new SessionStoreError('damaged'));
  // Not earlier: the views would offer to choose a service while the previous one is starting.
  void dependencies.resumed.then(keys);
  void notices.show();
  return vscode.Disposable.from(...subscriptions);
}

function contextOf(session: Session): ContextKeys['marketDesk.session'] {
  return session.kind === 'signedOut' && session.lapsed !== undefined ? 'lapsed' : session.kind;
}
