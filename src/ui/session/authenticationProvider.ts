import * as vscode from 'vscode';
import type { ChosenConnection } from '../../app/session/serviceAccessImpl';
import type { SessionFlow } from '../../app/session/sessionFlow';
import type { SessionRecord } from '../../app/session/sessionRecord';
import type { SessionChange, SessionStore } from '../../app/session/sessionStore';
import { coversScopes } from '../../domain/session/scopes';
import type { TokenSource } from '../../service/auth/bearer';
import { AuthError } from '../../service/errors';
import { presentError } from '../platform/errors/presentError';

export interface ProviderDependencies {
  readonly sessions: SessionStore;
  readonly flow: Pick<SessionFlow, 'signIn' | 'signOut'>;
  /** The connection to sign in to, chosen by the user where there is none; undefined when the user does not want any. */
  readonly ensureConnection: () => Promise<ChosenConnection | undefined>;
  /** Tokens of a session, where its service is the one in use. */
  readonly tokensOf: (session: SessionRecord) => TokenSource | undefined;
}

const renewalPatienceMs = 10_000;

/**
 * Makes the sessions accounts of the editor. Another extension gets a token only after the editor has asked the user.
 * Granted scopes are those of the token answer; a request is met when they cover it.
 */
export class MarketDeskAuthenticationProvider implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly #subscription: { dispose(): void };
  readonly onDidChangeSessions = this.#changed.event;

  constructor(private readonly dependencies: ProviderDependencies) {
    this.#subscription = dependencies.sessions.onDidChange((change) => this.#announce(change));
  }

  async getSessions(
    scopes?: readonly string[],
    options?: vscode.AuthenticationProviderSessionOptions,
  ): Promise<vscode.AuthenticationSession[]> {
    const wanted = this.dependencies.sessions
      .all()
      .filter((record) => !record.needsSignIn)
      .filter((record) => options?.account === undefined || record.account.id === options.account.id)
      .filter((record) => coversScopes(record.scopes, scopes ?? []));
    return Promise.all(wanted.map(async (record) => this.#withLiveToken(record)));
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const record = await this.#signIn();
    if (!coversScopes(record.scopes, scopes)) throw new Error(presentError(new AuthError('scope-missing')).message);
    return toSession(record);
  }

  async removeSession(sessionId: string): Promise<void> {
    await this.dependencies.flow.signOut(sessionId);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Errors reach another extension and the editor as text, so they are put in words here. */
  async #signIn(): Promise<SessionRecord> {
    const connection = await this.dependencies.ensureConnection();
    if (connection === undefined) throw new vscode.CancellationError();
    if (connection.authentication === 'apiKey')
      throw new Error(vscode.l10n.t('Requests are signed with an API key, so there is no session to share.'));
    try {
      return await this.dependencies.flow.signIn(connection, { signal: new AbortController().signal });
    } catch (error) {
      const presentation = presentError(error);
      throw presentation.severity === 'none' ? new vscode.CancellationError() : new Error(presentation.message);
    }
  }

  async #withLiveToken(record: SessionRecord): Promise<vscode.AuthenticationSession> {
    const tokens = this.dependencies.tokensOf(record);
    const token = await tokens?.accessToken({ signal: AbortSignal.timeout(renewalPatienceMs) }).catch(() => undefined);
    return token === undefined ? toSession(record) : { ...toSession(record), accessToken: token.reveal() };
  }

  #announce(change: SessionChange): void {
    const lapsed = change.changed.filter((record) => record.needsSignIn);
    this.#changed.fire({
      added: change.added.filter((record) => !record.needsSignIn).map(toSession),
      changed: change.changed.filter((record) => !record.needsSignIn).map(toSession),
      removed: [...change.removed, ...lapsed].map(toSession),
    });
  }
}

function toSession(record: SessionRecord): vscode.AuthenticationSession {
  return { id: record.id, account: record.account, scopes: record.scopes, accessToken: record.accessToken.reveal() };
}
