import { coversScopes, excessScopes, reachesAccounts } from '../../domain/session/scopes';
import { TransportError } from '../../service/errors';
import type { ChosenConnection } from './connection';
import type { SessionFlow } from './signIn/sessionFlow';
import { isSameUse, sharedKey } from './sessionRecord';
import type { SessionRecord } from './sessionRecord';
import type { SessionStore } from './sessionStore';

/** The question to the user before another extension gets a token. */
export interface SharingQuestion {
  /** ASCII host of the service. */
  readonly host: string;
  /** Everything that the token allows. */
  readonly scopes: readonly string[];
  /** The granted scopes that the other extension did not request. */
  readonly excess: readonly string[];
}

/**
 * The sessions that other extensions get. The editor does not say which extension asks, so Market Desk's own session is never shared: each set
 * of scopes has its own session with its own sign-in. One that covers accounts or orders, or more than was requested, is
 * shared only after our own modal question, each time; the answer is not stored.
 */
export class SessionSharing {
  constructor(
    private readonly dependencies: {
      readonly sessions: Pick<SessionStore, 'all'>;
      readonly flow: Pick<SessionFlow, 'signInToShare'>;
      /** Our own modal question; false when the user declines. */
      readonly ask: (question: SharingQuestion) => Promise<boolean>;
    },
  ) {}

  /** The sessions that may be shared without asking: market data only, and no more than was requested. */
  withoutQuestion(requested: readonly string[]): readonly SessionRecord[] {
    return this.dependencies.sessions
      .all()
      .filter(({ sharedFor, needsSignIn }) => sharedFor !== undefined && !needsSignIn)
      .filter(({ scopes }) => coversScopes(scopes, requested) && excessScopes(scopes, requested).length === 0 && !reachesAccounts(scopes));
  }

  /**
   * Asks the user if required, and signs in if there is no matching session.
   *
   * @throws {@link TransportError} `aborted` when the user declines; whatever `signInToShare` throws.
   */
  async share(
    connection: ChosenConnection,
    requested: readonly string[],
    options: { readonly signal: AbortSignal },
  ): Promise<SessionRecord> {
    const { sessions, flow } = this.dependencies;
    const existing = sessions
      .all()
      .find(
        (record) =>
          record.origin === connection.origin &&
          record.sharedFor !== undefined &&
          !record.needsSignIn &&
          isSameUse(record.sharedFor, sharedKey(requested)),
      );
    const scopes = existing?.scopes ?? requested;
    if (reachesAccounts(scopes) || excessScopes(scopes, requested).length > 0) await this.#insist(connection, scopes, requested);
    if (existing !== undefined) return existing;
    return flow.signInToShare(connection, {
      signal: options.signal,
      scopes: requested,
      acceptExcess: async (granted) => this.#ask(connection, granted, requested),
    });
  }

  async #insist(connection: ChosenConnection, scopes: readonly string[], requested: readonly string[]): Promise<void> {
    if (!(await this.#ask(connection, scopes, requested))) throw new TransportError('aborted', { sent: 'no' });
  }

  async #ask(connection: ChosenConnection, scopes: readonly string[], requested: readonly string[]): Promise<boolean> {
    return this.dependencies.ask({ host: new URL(connection.baseUrl).host, scopes, excess: excessScopes(scopes, requested) });
  }
}
