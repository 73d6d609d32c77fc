import type { Authenticator } from '../../service/auth/authenticator';
import { BearerAuthenticator } from '../../service/auth/bearer';
import type { ServiceClient } from '../../service/serviceClient';
import { coveredAccounts, nameAccount } from './accountLabel';
import type { Log, MachineClock } from '../platform/ports';
import type { ChosenConnection, ServiceAccessImpl } from './serviceAccessImpl';
import { expiryOf } from './sessionRecord';
import type { SessionRecord } from './sessionRecord';
import type { SessionStore } from './sessionStore';
import type { SignedIn, SignIn } from './signIn';

export interface SessionFlowDependencies {
  readonly signIn: Pick<SignIn, 'run'>;
  readonly sessions: SessionStore;
  readonly access: Pick<ServiceAccessImpl, 'use'>;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly createId: () => string;
  createClient(connection: ChosenConnection, authenticator: Authenticator): ServiceClient;
}

const namingPatienceMs = 3000;

/** Turns a sign-in into a session that is kept, named and in use; and ends one. */
export class SessionFlow {
  constructor(private readonly dependencies: SessionFlowDependencies) {}

  /** @throws whatever {@link SignIn.run} throws. */
  async signIn(connection: ChosenConnection, options: { readonly signal: AbortSignal }): Promise<SessionRecord> {
    const { sessions, access, signIn } = this.dependencies;
    const signedIn = await signIn.run(connection, options);
    const record = await this.#compose(connection, signedIn);
    await sessions.put(record);
    await access.use(record);
    return record;
  }

  /** The session ends by the user's word and is deleted everywhere. */
  async signOut(sessionId: string): Promise<void> {
    await this.dependencies.sessions.remove(sessionId);
  }

  async #compose(connection: ChosenConnection, { client, tokens }: SignedIn): Promise<SessionRecord> {
    const { sessions, clock, createId } = this.dependencies;
    const accounts = await this.#accountsOf(connection, { client, tokens });
    const name = connection.kind === 'sandbox' ? 'Sandbox' : new URL(connection.baseUrl).host;
    const account = nameAccount(name, connection.origin, accounts, sessions.all());
    const before = sessions.all().find((record) => record.origin === connection.origin && record.account.id === account.id);
    const now = clock.wallMs();
    return {
      id: before?.id ?? createId(),
      origin: connection.origin,
      account,
      client,
      accessToken: tokens.accessToken,
      obtainedAtMs: now,
      expiresAtMs: expiryOf(tokens, now),
      refreshToken: tokens.refreshToken,
      scopes: tokens.scopes ?? [],
      needsSignIn: false,
      revision: (before?.revision ?? 0) + 1,
    };
  }

  /** Only a name depends on it, so it must not take long and may fail. */
  async #accountsOf(connection: ChosenConnection, { tokens }: SignedIn): Promise<readonly string[]> {
    const fixed = { accessToken: async () => tokens.accessToken, replaceToken: async () => false };
    const client = this.dependencies.createClient(connection, new BearerAuthenticator(connection.origin, fixed));
    try {
      return await coveredAccounts(tokens.scopes ?? [], client, { signal: AbortSignal.timeout(namingPatienceMs) });
    } catch (error) {
      this.dependencies.log.debug(`The accounts of the session are not known: ${error instanceof Error ? error.message : typeof error}`);
      return [];
    }
  }
}
