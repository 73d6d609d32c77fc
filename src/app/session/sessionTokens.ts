import type { TokenSource } from '../../service/auth/bearerAuthenticator';
import type { OAuthService } from '../../service/auth/oauth';
import { isDeadClient, isOAuthRefusal } from '../../service/auth/oauthRefusals';
import type { OAuthClient, TokenSet } from '../../service/auth/oauthTypes';
import { AuthError, HttpError, TransportError } from '../../service/errors';
import { untilAborted } from '../../service/abortable';
import type { Secret } from '../../service/secret';
import type { ChosenConnection } from './connection';
import { isExpired, isRenewalDue, withRefreshedTokens } from './sessionRecord';
import type { SessionRecord } from './sessionRecord';
import type { SessionStore } from './sessionStore';
import { lockNames } from '../platform/storedNames';
import type { Ports } from '../ports';

/** One {@link SessionTokens} per session, so that all waiting callers share a renewal. */
export class SessionTokensPool {
  /** Bounded by the sessions that this window has used. */
  readonly #known = new Map<string, SessionTokens>();

  constructor(private readonly create: (session: SessionRecord, connection: ChosenConnection) => SessionTokens) {}

  for(session: SessionRecord, connection: ChosenConnection): SessionTokens {
    const key = `${session.id} ${connection.baseUrl}`;
    const known = this.#known.get(key) ?? this.create(session, connection);
    this.#known.set(key, known);
    return known;
  }
}

/** How a renewal ended. "Try later" and "sign in again" differ: only the second needs the user. */
type Renewal =
  | { readonly kind: 'renewed'; readonly record: SessionRecord }
  | { readonly kind: 'signInAgain' }
  | { readonly kind: 'tryLater'; readonly error: AuthError };

const attempts = 3;
const firstPauseMs = 400;
const lockPatienceMs = 20_000;
/** For this time after a failure, callers get that failure at once instead of asking the service again. */
const failurePauseMs = 3000;

/**
 * The tokens of one session, renewed in time: one renewal at a time in this window, and one across all windows by a lock,
 * after which the storage is read again in case another window was faster.
 */
export class SessionTokens implements TokenSource {
  #flight: Promise<Renewal> | undefined;
  #lastFailure: { readonly error: AuthError; readonly atMs: number; readonly token: Secret } | undefined;

  constructor(
    private readonly sessionId: string,
    private readonly dependencies: Pick<Ports, 'locks' | 'clock' | 'timers' | 'log'> & {
      readonly sessions: SessionStore;
      readonly oauth: Pick<OAuthService, 'refresh'>;
      /** Called when the service no longer knows the session's client. */
      readonly forgetClient: (client: OAuthClient) => Promise<void>;
    },
  ) {}

  /** The service refused the last renewal, though not with an OAuth error: most likely only signing in again helps. */
  get isRefused(): boolean {
    if (this.#lastFailure?.error.status === undefined) return false;
    // Meanwhile another window may have renewed it, or the user has signed in again.
    return this.dependencies.sessions.get(this.sessionId)?.accessToken.reveal() === this.#lastFailure.token.reveal();
  }

  /** @throws {@link AuthError} `sign-in-required`; `renewal-failed` when an expired token could not be renewed. */
  async accessToken(options: { readonly signal: AbortSignal }): Promise<Secret> {
    const { clock } = this.dependencies;
    const record = this.#usable();
    const now = clock.wallMs();
    if (!isRenewalDue(record, now)) return record.accessToken;
    // It can't be renewed, so it is used to its end.
    if (record.refreshToken === undefined && !isExpired(record, now)) return record.accessToken;
    const renewal = await this.#renew(record.accessToken, options.signal);
    if (renewal.kind === 'renewed') return renewal.record.accessToken;
    if (renewal.kind === 'signInAgain') throw new AuthError('sign-in-required');
    // Not renewed, but not expired either: still usable.
    if (!isExpired(record, clock.wallMs())) return record.accessToken;
    throw renewal.error;
  }

  /**
   * Makes sure that the token stays valid for at least `ms`, renewing it if possible.
   *
   * @throws {@link AuthError} `sign-in-required`; `renewal-failed` when a token that is too short could not be renewed.
   */
  async ensureLife(ms: number, options: { readonly signal: AbortSignal }): Promise<void> {
    const lives = (record: SessionRecord): boolean =>
      record.expiresAtMs === undefined || record.expiresAtMs - this.dependencies.clock.wallMs() >= ms;
    await this.accessToken(options);
    const record = this.#usable();
    if (lives(record)) return;
    const renewal = await this.#renew(record.accessToken, options.signal);
    if (renewal.kind === 'tryLater') throw renewal.error;
    if (renewal.kind === 'signInAgain' || !lives(renewal.record)) throw new AuthError('sign-in-required');
  }

  /** @throws {@link AuthError} `sign-in-required`; `renewal-failed` if there is no other token because the renewal failed. */
  async replaceToken(rejected: Secret, options: { readonly signal: AbortSignal }): Promise<boolean> {
    const record = this.#usable();
    if (record.accessToken.reveal() !== rejected.reveal()) return true;
    const renewal = await this.#renew(rejected, options.signal);
    if (renewal.kind === 'tryLater') throw renewal.error;
    return renewal.kind === 'renewed';
  }

  #usable(): SessionRecord {
    const record = this.dependencies.sessions.get(this.sessionId);
    if (record === undefined || record.needsSignIn) throw new AuthError('sign-in-required');
    return record;
  }

  /** Joins the renewal in progress or starts one. Aborting the wait does not stop it: others may be waiting too. */
  async #renew(unwanted: Secret, signal: AbortSignal): Promise<Renewal> {
    const { clock } = this.dependencies;
    const failure = this.#lastFailure;
    if (this.#flight === undefined && failure !== undefined && clock.monotonicMs() - failure.atMs < failurePauseMs)
      return { kind: 'tryLater', error: failure.error };
    // Assigned before the first await, so that two callers can never start two.
    const flight = (this.#flight ??= this.#renewOnce(unwanted).finally(() => {
      this.#flight = undefined;
    }));
    return untilAborted(async () => flight, signal);
  }

  async #renewOnce(unwanted: Secret): Promise<Renewal> {
    const { sessions, locks, clock, log } = this.dependencies;
    // The service does not rotate refresh tokens, so going on without the lock costs one request and nothing else.
    const lock = await locks
      .acquire(lockNames.refresh(this.sessionId), { signal: AbortSignal.timeout(lockPatienceMs) })
      .catch(() => undefined);
    try {
      const record = await sessions.reread(this.sessionId);
      if (record === undefined || record.needsSignIn) return { kind: 'signInAgain' };
      if (record.accessToken.reveal() !== unwanted.reveal() && !isRenewalDue(record, clock.wallMs())) return { kind: 'renewed', record };
      const renewal = await this.#askService(record);
      const hasFailed = renewal.kind === 'tryLater';
      this.#lastFailure = hasFailed ? { error: renewal.error, atMs: clock.monotonicMs(), token: record.accessToken } : undefined;
      return renewal;
    } catch (error) {
      log.error('A session could not be renewed', error);
      return { kind: 'tryLater', error: renewalFailed(error) };
    } finally {
      await lock?.release();
    }
  }

  async #askService(record: SessionRecord): Promise<Renewal> {
    const { sessions, clock, log } = this.dependencies;
    const refreshToken = record.refreshToken;
    if (refreshToken === undefined) return this.#markForSignIn(record);
    try {
      const tokens = await this.#refreshPatiently(record, refreshToken);
      const kept = await sessions.update(this.sessionId, (current) => withRefreshedTokens(current, tokens, clock.wallMs()));
      return kept === undefined ? { kind: 'signInAgain' } : { kind: 'renewed', record: kept };
    } catch (error) {
      if (isOAuthRefusal(error)) {
        log.warn(`The service does not renew the session: ${error instanceof Error ? error.message : typeof error}`);
        // Signing in again with an invalid client would fail like the renewal.
        if (isDeadClient(error)) await this.dependencies.forgetClient(record.client);
        return await this.#markForSignIn(record);
      }
      log.warn(`The session could not be renewed now: ${error instanceof Error ? error.message : typeof error}`);
      return { kind: 'tryLater', error: renewalFailed(error) };
    }
  }

  async #refreshPatiently(record: SessionRecord, refreshToken: Secret): Promise<TokenSet> {
    const { oauth, timers } = this.dependencies;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await oauth.refresh(record.client, refreshToken, { signal: AbortSignal.timeout(45_000) });
      } catch (error) {
        if (attempt >= attempts || !mayPass(error)) throw error;
        await new Promise<void>((resolve) => void timers.after(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()), resolve));
      }
    }
  }

  /** Marks only the rejected version: the user may have signed in again in another window. */
  async #markForSignIn(refused: SessionRecord): Promise<Renewal> {
    const { sessions } = this.dependencies;
    const kept = await sessions.update(this.sessionId, (current) =>
      current.refreshToken?.reveal() === refused.refreshToken?.reveal()
        ? { ...current, needsSignIn: true, revision: current.revision + 1 }
        : undefined,
    );
    const current = kept ?? sessions.get(this.sessionId);
    return current === undefined || current.needsSignIn ? { kind: 'signInAgain' } : { kind: 'renewed', record: current };
  }
}

function renewalFailed(cause: unknown): AuthError {
  const isRefusal = cause instanceof HttpError && (cause.status === 400 || cause.status === 401);
  return new AuthError('renewal-failed', { cause, status: isRefusal ? cause.status : undefined });
}

/** Faults that may be temporary. */
function mayPass(error: unknown): boolean {
  if (error instanceof TransportError) return error.code !== 'tls' && error.code !== 'aborted';
  return error instanceof HttpError && (error.status >= 500 || error.status === 429);
}
