import type { Authenticator } from '../../service/auth/authenticator';
import { BearerAuthenticator } from '../../service/auth/bearerAuthenticator';
import type { TokenSource } from '../../service/auth/bearerAuthenticator';
import { noAuthenticator } from '../../service/auth/none';
import { AuthError } from '../../service/errors';
import type { Answers } from '../../service/requests/answers';
import type { ServiceClient } from '../../service/serviceClient';
import { keySession } from './connection';
import type { ChosenConnection, ConnectionState, Session } from './connection';
import type { ConnectionStore } from './connectionStore';
import { Emitter } from '../platform/emitter';
import type { Disposable, Event, Reach } from '../platform/ports';
import type { ServiceAccess } from './serviceAccess';
import type { SessionRecord } from './sessionRecord';
import type { AnswerOwner } from './sharedAnswers';
import type { SessionStore } from './sessionStore';
import { activeSessionKey } from '../platform/storedNames';
import type { Ports } from '../ports';

/** Access to signed API keys; absent in a build without them. */
export interface SignatureCredentials {
  /** The displayable part of an origin's key; undefined if there is none. */
  describe(origin: string): Promise<{ readonly appKeyId: string } | undefined>;
  authenticatorFor(connection: ChosenConnection): Authenticator;
  /** Fires with the origin whose key changed. */
  readonly onDidChange: Event<string>;
}

const signedOut: Session = { kind: 'signedOut' };

/** Combines connection, session, and client; everything it returns belongs to one state, which is replaced whole. */
export class CurrentServiceAccess implements ServiceAccess, Disposable {
  readonly #changed = new Emitter<ConnectionState>();
  readonly #subscriptions: readonly Disposable[];
  readonly onDidChange = this.#changed.event;
  #current: ConnectionState;
  #client: { readonly key: string; readonly client: ServiceClient } | undefined;
  /** The session of an origin's API key; looked up in the background. */
  #key: { readonly origin: string; readonly session: Session } | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'state'> & {
      readonly connections: Pick<ConnectionStore, 'current' | 'onDidChange'>;
      readonly sessions: SessionStore;
      readonly signatures: SignatureCredentials | undefined;
      readonly tokensFor: (session: SessionRecord, connection: ChosenConnection) => TokenSource;
      readonly createClient: (connection: ChosenConnection, authenticator: Authenticator, answers?: Answers) => ServiceClient;
      /** What all windows of a user share; without it, each window reads everything itself. */
      readonly answersOf?: (owner: AnswerOwner) => Answers;
      readonly reach?: Reach;
    },
  ) {
    const { connections, sessions, signatures } = dependencies;
    this.#current = this.#derive();
    this.#subscriptions = [
      connections.onDidChange(() => {
        this.update();
        void this.refreshKey();
      }),
      sessions.onDidChange(() => this.update()),
      ...(signatures === undefined ? [] : [signatures.onDidChange(() => void this.refreshKey())]),
    ];
  }

  get reach(): Reach | undefined {
    return this.dependencies.reach;
  }

  get current(): ConnectionState {
    return this.#current;
  }

  /** The session's record behind the current state; undefined when signed out or with a signed API key. */
  get currentRecord(): SessionRecord | undefined {
    const { session } = this.#current;
    return session.kind === 'signedIn' ? this.dependencies.sessions.get(session.id) : undefined;
  }

  /** @throws {@link AuthError} `sign-in-required` when not signed in or no service is chosen. */
  async client(): Promise<ServiceClient> {
    const { connection, session } = this.#current;
    if (connection.kind === 'none' || session.kind === 'signedOut') throw new AuthError('sign-in-required');
    const key = JSON.stringify([connection.id, session.id, session.scopes]);
    if (this.#client?.key !== key) {
      const { createClient, answersOf } = this.dependencies;
      // The sandbox has no limits, and its world starts over.
      const answers =
        connection.kind === 'sandbox'
          ? undefined
          : answersOf?.({ baseUrl: connection.baseUrl, sessionId: session.id, scopes: session.scopes });
      this.#client = { key, client: createClient(connection, this.#authenticator(connection, session.id), answers) };
    }
    return this.#client.client;
  }

  /** A client that sends no credential, for server time; undefined while no service is chosen. */
  anonymousClient(): ServiceClient | undefined {
    const { connection } = this.#current;
    return connection.kind === 'none' ? undefined : this.dependencies.createClient(connection, noAuthenticator);
  }

  /** Activates one of the current service's sessions. */
  async use(session: Pick<SessionRecord, 'id' | 'origin'>): Promise<void> {
    await this.dependencies.state.set(activeSessionKey(session.origin), session.id);
    this.update();
  }

  update(): void {
    const next = this.#derive();
    if (JSON.stringify(next) === JSON.stringify(this.#current)) return;
    this.#current = next;
    this.#changed.fire(next);
  }

  /** Looks up whether the current service has a signing key. */
  async refreshKey(): Promise<void> {
    const { connections, signatures } = this.dependencies;
    const connection = connections.current;
    if (signatures === undefined || connection.kind === 'none' || connection.authentication !== 'apiKey') return;
    const found = await signatures.describe(connection.origin).catch(() => 'unreadable' as const);
    // A momentary storage failure does not sign the user out.
    if (found === 'unreadable' || connections.current.kind === 'none' || connections.current.id !== connection.id) return;
    const session: Session =
      found === undefined ? signedOut : { kind: 'signedIn', id: keySession(found.appKeyId), accountLabel: found.appKeyId, scopes: [] };
    this.#key = { origin: connection.origin, session };
    this.#client = undefined;
    this.update();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  #derive(): ConnectionState {
    const connection = this.dependencies.connections.current;
    return { connection, session: connection.kind === 'none' ? signedOut : this.#sessionAt(connection) };
  }

  #sessionAt(connection: ChosenConnection): Session {
    if (connection.authentication === 'apiKey') return this.#key?.origin === connection.origin ? this.#key.session : signedOut;
    const { sessions, state } = this.dependencies;
    const own = sessions.all().filter((record) => record.origin === connection.origin && record.sharedFor === undefined);
    const preferred = state.get(activeSessionKey(connection.origin));
    // Never switches to another account when a session has lapsed or was signed out: orders would go there.
    const record =
      own.find(({ id }) => id === preferred) ??
      (typeof preferred === 'string' ? undefined : (own.findLast(({ needsSignIn }) => !needsSignIn) ?? own.at(-1)));
    if (record === undefined) return signedOut;
    const { id, account, scopes } = record;
    if (record.needsSignIn) return { kind: 'signedOut', lapsed: { id, accountLabel: account.label } };
    return { kind: 'signedIn', id, accountLabel: account.label, scopes };
  }

  #authenticator(connection: ChosenConnection, sessionId: string): Authenticator {
    const { sessions, signatures, tokensFor } = this.dependencies;
    return createAuthenticator(connection, sessions.get(sessionId), { signatures, tokensFor });
  }
}

/**
 * The authenticator for the connection's method.
 *
 * @throws {@link AuthError} `sign-in-required` when there is nothing to authenticate with.
 */
function createAuthenticator(
  connection: ChosenConnection,
  session: SessionRecord | undefined,
  means: {
    readonly signatures: SignatureCredentials | undefined;
    readonly tokensFor: (session: SessionRecord, connection: ChosenConnection) => TokenSource;
  },
): Authenticator {
  if (connection.authentication === 'apiKey') {
    if (means.signatures === undefined) throw new AuthError('sign-in-required');
    return means.signatures.authenticatorFor(connection);
  }
  if (session?.origin !== connection.origin) throw new AuthError('sign-in-required');
  return new BearerAuthenticator(connection.origin, means.tokensFor(session, connection));
}
