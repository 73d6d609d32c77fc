import * as vscode from 'vscode';
import type { ChosenConnection } from '../../app/session/connection';
import type { SessionFlow } from '../../app/session/signIn/sessionFlow';
import type { SessionRecord } from '../../app/session/sessionRecord';
import type { SessionSharing } from '../../app/session/sessionSharing';
import type { SessionChange, SessionStore } from '../../app/session/sessionStore';
import type { TokenSource } from '../../service/auth/bearerAuthenticator';
import { presentError } from '../platform/errors/presentError';

const renewalPatienceMs = 10_000;

/**
 * Shows the sessions as accounts in the editor. Market Desk never requests its own: every request with scopes comes from
 * another extension, and `SessionSharing` decides what it gets.
 */
export class MarketDeskAuthenticationProvider implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscription: { dispose(): void };
  readonly onDidChangeSessions = this.#changed.event;

  constructor(
    private readonly dependencies: {
      readonly sessions: Pick<SessionStore, 'all' | 'onDidChange'>;
      readonly flow: Pick<SessionFlow, 'signOut'>;
      readonly sharing: Pick<SessionSharing, 'withoutQuestion' | 'share'>;
      /** The connection to sign in to, chosen by the user if there is none; undefined when dismissed. */
      readonly ensureConnection: () => Promise<ChosenConnection | undefined>;
      /** The tokens of a session, if its service is the one in use. */
      readonly tokensOf: (session: SessionRecord) => TokenSource | undefined;
    },
  ) {
    this.#subscription = dependencies.sessions.onDidChange((change) => this.#announce(change));
  }

  /** A request without scopes comes from the editor itself, for its list of accounts: it gets no token. */
  async getSessions(
    scopes?: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    const { sessions, sharing } = this.dependencies;
    const isMeant = (record: SessionRecord): boolean => options?.account === undefined || record.account.id === options.account.id;
    if (scopes === undefined)
      return sessions
        .all()
        .filter((record) => !record.needsSignIn && isMeant(record))
        .map(withoutToken);
    return Promise.all(
      sharing
        .withoutQuestion(scopes)
        .filter(isMeant)
        .map(async (record) => this.#withToken(record)),
    );
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const connection = await this.dependencies.ensureConnection();
    if (connection === undefined) throw new vscode.CancellationError();
    if (connection.authentication === 'apiKey')
      throw new Error(vscode.l10n.t('Requests are signed with an API key, so there is no session to share.'));
    try {
      return await this.#withToken(await this.dependencies.sharing.share(connection, scopes, { signal: new AbortController().signal }));
    } catch (error) {
      // The error reaches another extension and the editor as text, so the message is composed here.
      const presentation = presentError(error);
      throw presentation.severity === 'none' ? new vscode.CancellationError() : new Error(presentation.message);
    }
  }

  async removeSession(sessionId: string): Promise<void> {
    await this.dependencies.flow.signOut(sessionId);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #withToken(record: SessionRecord): Promise<vscode.AuthenticationSession> {
    const tokens = this.dependencies.tokensOf(record);
    const token = await tokens?.accessToken({ signal: AbortSignal.timeout(renewalPatienceMs) }).catch(() => undefined);
    return { ...withoutToken(record), accessToken: (token ?? record.accessToken).reveal() };
  }

  #announce(change: SessionChange): void {
    const lapsed = change.changed.filter((record) => record.needsSignIn);
    this.#changed.fire({
      added: change.added.filter((record) => !record.needsSignIn).map(withoutToken),
      changed: change.changed.filter((record) => !record.needsSignIn).map(withoutToken),
      removed: [...change.removed, ...lapsed].map(withoutToken),
    });
  }
}

function withoutToken(record: SessionRecord): vscode.AuthenticationSession {
  return { id: record.id, account: record.account, scopes: record.scopes, accessToken: '' };
}
