import type { Authenticator } from '../../../service/auth/authenticator';
import { BearerAuthenticator } from '../../../service/auth/bearerAuthenticator';
import { AuthError, TransportError } from '../../../service/errors';
import type { List } from '../../../service/lists/list';
import type { ListedAccount } from '../../../service/records';
import type { ServiceClient } from '../../../service/serviceClient';
import { coversScopes, excessScopes } from '../../../domain/session/scopes';
import { coveredAccounts, nameAccount } from '../accounts/accountLabel';
import type { AccountKind } from '../accounts/accounts';
import type { ReadLists } from '../accounts/readAccounts';
import type { ChosenConnection } from '../connection';
import type { CurrentServiceAccess } from '../currentServiceAccess';
import { expiryOf, isSameUse, sharedKey } from '../sessionRecord';
import type { SessionRecord } from '../sessionRecord';
import type { SessionStore } from '../sessionStore';
import type { SignedIn, SignIn, SignInOptions } from './signIn';
import type { Ports } from '../../ports';

export interface ShareOptions {
  readonly signal: AbortSignal;
  /** What the other extension requested. */
  readonly scopes: readonly string[];
  /** Asks the user about anything the service granted beyond that. */
  readonly acceptExcess: (granted: readonly string[]) => Promise<boolean>;
}

const namingPatienceMs = 3000;

/** Turns a sign-in into a stored, named, active session; and ends sessions. */
export class SessionFlow {
  constructor(
    private readonly dependencies: Pick<Ports, 'clock' | 'log'> & {
      readonly signIn: Pick<SignIn, 'run'>;
      readonly sessions: SessionStore;
      readonly access: Pick<CurrentServiceAccess, 'use'>;
      readonly createId: () => string;
      createClient(connection: ChosenConnection, authenticator: Authenticator): ServiceClient;
      /** Called with the account lists read to name the session, before the session exists. */
      readonly accountsRead?: (sessionId: string, lists: ReadLists) => void;
    },
  ) {}

  /** @throws whatever {@link SignIn.run} throws. */
  async signIn(connection: ChosenConnection, options: Pick<SignInOptions, 'signal' | 'flow' | 'answer'>): Promise<SessionRecord> {
    const { sessions, access, signIn } = this.dependencies;
    const record = await this.#compose(connection, await signIn.run(connection, options), undefined);
    await sessions.put(record);
    await access.use(record);
    return record;
  }

  /**
   * Signs in for another extension: a separate session, never used here, stored only if the grant matches the request
   * or the user accepts more.
   *
   * @throws whatever {@link SignIn.run} throws; {@link AuthError} `scope-missing`; {@link TransportError} `aborted` when the
   * user does not accept.
   */
  async signInToShare(connection: ChosenConnection, { signal, scopes, acceptExcess }: ShareOptions): Promise<SessionRecord> {
    const { sessions, signIn } = this.dependencies;
    const signedIn = await signIn.run(connection, { signal, ...(scopes.length === 0 ? {} : { scopes }) });
    // A service that does not return the scopes may have granted any.
    const granted = signedIn.tokens.scopes;
    if (granted === undefined || !coversScopes(granted, scopes)) throw new AuthError('scope-missing');
    if (excessScopes(granted, scopes).length > 0 && !(await acceptExcess(granted))) throw new TransportError('aborted', { sent: 'no' });
    const record = await this.#compose(connection, signedIn, sharedKey(scopes));
    await sessions.put(record);
    return record;
  }

  /** The user signs out; the session is deleted everywhere. */
  async signOut(sessionId: string): Promise<void> {
    await this.dependencies.sessions.remove(sessionId);
  }

  async #compose(
    connection: ChosenConnection,
    { client, tokens }: SignedIn,
    sharedFor: readonly string[] | undefined,
  ): Promise<SessionRecord> {
    const { sessions, clock, createId, accountsRead } = this.dependencies;
    const lists = new Map<AccountKind, List<ListedAccount>>();
    const accounts = await this.#accountsOf(connection, { client, tokens }, lists);
    const name = connection.kind === 'sandbox' ? 'Sandbox' : new URL(connection.baseUrl).host;
    const alike = sessions.all().filter((record) => isSameUse(record.sharedFor, sharedFor));
    const account = nameAccount(name, connection.origin, accounts ?? [], alike);
    const named = alike.find((record) => record.origin === connection.origin && record.account.id === account.id);
    // Without accounts, nobody knows whether it is the same user: nothing of the former one may pass for theirs.
    const before = accounts === undefined || accounts.length === 0 ? undefined : named;
    if (named !== undefined && before === undefined) await sessions.remove(named.id);
    const now = clock.wallMs();
    const id = before?.id ?? createId();
    if (sharedFor === undefined) accountsRead?.(id, lists);
    return {
      id,
      origin: connection.origin,
      account,
      client,
      accessToken: tokens.accessToken,
      obtainedAtMs: now,
      expiresAtMs: expiryOf(tokens, now),
      refreshToken: tokens.refreshToken,
      scopes: tokens.scopes ?? [],
      needsSignIn: false,
      ...(sharedFor === undefined ? {} : { sharedFor }),
      revision: (before?.revision ?? 0) + 1,
    };
  }

  /** Used for a name, and to recognize the user, so it must not take long and may fail: then they are unknown. */
  async #accountsOf(
    connection: ChosenConnection,
    { tokens }: SignedIn,
    lists: Map<AccountKind, List<ListedAccount>>,
  ): Promise<readonly string[] | undefined> {
    const fixed = { accessToken: async () => tokens.accessToken, replaceToken: async () => false };
    const client = this.dependencies.createClient(connection, new BearerAuthenticator(connection.origin, fixed));
    try {
      return await coveredAccounts(tokens.scopes ?? [], client, {
        signal: AbortSignal.timeout(namingPatienceMs),
        read: (kind, list) => void lists.set(kind, list),
      });
    } catch (error) {
      this.dependencies.log.debug(`The accounts of the session are not known: ${error instanceof Error ? error.message : typeof error}`);
      return undefined;
    }
  }
}
