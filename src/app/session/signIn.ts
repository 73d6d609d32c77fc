import type { OAuthService } from '../../service/auth/oauth';
import type { AuthorizationAttempt, OAuthClient, TokenSet } from '../../service/auth/oauthTypes';
import { AuthError, TransportError } from '../../service/errors';
import type { CallbackInbox, ExpectedCallback } from './callbackInbox';
import type { ClientRegistrations, RegistrationWish } from './clientRegistrations';
import { createDeferred } from '../platform/deferred';
import type { Disposable, LinkOpener, Log, Timers } from '../platform/ports';
import type { Redactor } from '../platform/redactor';
import type { ChosenConnection } from './serviceAccessImpl';

export type RungKind = 'uriHandler' | 'external' | 'loopback' | 'paste';

/** A redirect address that is ready to receive. */
export interface RedirectEndpoint extends Disposable {
  readonly redirectUri: string;
  /** False for an address of this sign-in alone. */
  readonly isLasting: boolean;
}

/** One way for the browser's answer to come back; ways are tried in order, like rungs of a ladder. */
export interface RedirectRung {
  readonly kind: RungKind;
  /** Opens the address; what arrives there goes to the {@link CallbackInbox}. */
  open(): Promise<RedirectEndpoint>;
}

/** What the user can do while the browser is open. */
export type WaitingChoice = 'cancelled' | 'another-way';

export interface WaitingInfo {
  /** ASCII host of the service. */
  readonly host: string;
  readonly rung: RungKind;
  /** Undefined on the last rung. */
  readonly nextRung: RungKind | undefined;
  /** Address of the consent page, to be copied into another browser. */
  readonly url: string;
}

export interface SignInUi {
  /** Shows that the browser is waited for, until the user chooses something or `signal` aborts; then it never settles or gives any value. */
  wait(info: WaitingInfo, options: { readonly signal: AbortSignal }): Promise<WaitingChoice>;
}

export interface SignInDependencies {
  readonly inbox: CallbackInbox;
  readonly registrations: ClientRegistrations;
  readonly links: LinkOpener;
  readonly ui: SignInUi;
  readonly timers: Timers;
  readonly log: Log;
  readonly redactor: Redactor;
  /** In the order to be tried. */
  readonly rungs: () => readonly RedirectRung[];
  oauthFor(connection: ChosenConnection): OAuthService;
}

export interface SignedIn {
  readonly client: OAuthClient;
  readonly tokens: TokenSet;
}

/** The whole sign-in, all ways of it together. */
export const signInLimitMs = 5 * 60_000;

type RungResult = { readonly kind: 'done'; readonly signedIn: SignedIn } | { readonly kind: 'another-way' };
type Event =
  | { readonly kind: 'callback'; readonly callback: ExpectedCallback }
  | { readonly kind: 'choice'; readonly choice: WaitingChoice }
  | { readonly kind: 'ended' };

/**
 * Signs in through the browser (Spec, Authentication, Method 1): registers, opens the consent page, waits for its answer,
 * exchanges the code once. One attempt at a time: a new one ends the one before.
 */
export class SignIn implements Disposable {
  #running: AbortController | undefined;

  constructor(private readonly dependencies: SignInDependencies) {}

  /**
   * @throws {@link TransportError} `aborted` when the user cancels or another attempt takes over; {@link AuthError}
   * `authorization-expired` after five minutes, `authorization-denied`, `authorization-failed`.
   */
  async run(connection: ChosenConnection, options: { readonly signal: AbortSignal }): Promise<SignedIn> {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    const late = { is: false };
    const limit = this.dependencies.timers.after(signInLimitMs, () => {
      late.is = true;
      own.abort();
    });
    const stop = (): void => own.abort();
    options.signal.addEventListener('abort', stop);
    try {
      if (options.signal.aborted) own.abort();
      return await this.#climb(connection, own.signal);
    } catch (error) {
      throw late.is ? new AuthError('authorization-expired') : error;
    } finally {
      limit.dispose();
      options.signal.removeEventListener('abort', stop);
      own.abort();
      if (this.#running === own) this.#running = undefined;
    }
  }

  dispose(): void {
    this.#running?.abort();
  }

  async #climb(connection: ChosenConnection, signal: AbortSignal): Promise<SignedIn> {
    const rungs = this.dependencies.rungs();
    let lastError: unknown = new AuthError('authorization-failed');
    for (const [index, rung] of rungs.entries()) {
      throwIfAborted(signal);
      try {
        const result = await this.#tryRung(connection, rung, rungs[index + 1]?.kind, signal);
        if (result.kind === 'done') return result.signedIn;
      } catch (error) {
        if (!(error instanceof RungUnusable)) throw error;
        lastError = error.cause;
        this.dependencies.log.warn(
          `Signing in by ${rung.kind} is not possible: ${error.cause instanceof Error ? error.cause.message : typeof error.cause}`,
        );
      }
    }
    throw lastError;
  }

  async #tryRung(
    connection: ChosenConnection,
    rung: RedirectRung,
    nextRung: RungKind | undefined,
    signal: AbortSignal,
  ): Promise<RungResult> {
    const endpoint = await rung.open().catch((error: unknown) => {
      throw new RungUnusable(error);
    });
    try {
      const oauth = this.dependencies.oauthFor(connection);
      const wish: RegistrationWish = { baseUrl: connection.baseUrl, redirectUri: endpoint.redirectUri, isLasting: endpoint.isLasting };
      const { client, isRemembered } = await this.#obtainClient(wish, oauth, signal);
      const attempt = oauth.prepareAuthorization(client, endpoint.redirectUri);
      this.#hideInLogs(attempt);
      const event = await this.#browse(connection, attempt, { rung: rung.kind, nextRung }, signal);
      if (event.kind === 'callback')
        return { kind: 'done', signedIn: { client, tokens: await this.#exchange(oauth, attempt, event.callback, wish, signal) } };
      // No answer came. Perhaps the service has forgotten the client and said so in the browser only: register anew next time.
      if (isRemembered) await this.dependencies.registrations.forget(wish);
      if (event.kind === 'choice' && event.choice === 'another-way') return { kind: 'another-way' };
      throw new TransportError('aborted', { sent: 'no' });
    } finally {
      endpoint.dispose();
    }
  }

  async #obtainClient(wish: RegistrationWish, oauth: OAuthService, signal: AbortSignal) {
    try {
      return await this.dependencies.registrations.obtain(wish, oauth, { signal });
    } catch (error) {
      // Some services refuse addresses with a scheme of their own, others plain http: the next rung has another kind.
      if (error instanceof AuthError && (error.oauthError === 'invalid_redirect_uri' || error.oauthError === 'invalid_client_metadata'))
        throw new RungUnusable(error);
      throw error;
    }
  }

  /** Opens the consent page and waits for whatever comes first. */
  async #browse(
    connection: ChosenConnection,
    attempt: AuthorizationAttempt,
    rungs: Pick<WaitingInfo, 'rung' | 'nextRung'>,
    signal: AbortSignal,
  ): Promise<Event> {
    const pending = await this.dependencies.inbox.expect(attempt.state);
    const waiting = new AbortController();
    const ended = createDeferred<Event>();
    const end = (): void => ended.resolve({ kind: 'ended' });
    signal.addEventListener('abort', end);
    try {
      if (signal.aborted) return { kind: 'ended' };
      // Not awaited: it settles only when the user has answered the editor's own question about the link.
      void this.dependencies.links
        .open(attempt.url)
        .catch((error: unknown) => this.dependencies.log.error('The browser could not be opened', error));
      return await Promise.race<Event>([
        pending.arrived.then((callback) => ({ kind: 'callback', callback })),
        this.dependencies.ui
          .wait({ host: new URL(connection.baseUrl).host, url: attempt.url, ...rungs }, { signal: waiting.signal })
          .then((choice) => ({ kind: 'choice', choice })),
        ended.promise,
      ]);
    } finally {
      signal.removeEventListener('abort', end);
      waiting.abort();
      pending.dispose();
    }
  }

  async #exchange(
    oauth: OAuthService,
    attempt: AuthorizationAttempt,
    callback: ExpectedCallback,
    wish: RegistrationWish,
    signal: AbortSignal,
  ): Promise<TokenSet> {
    if (callback.kind === 'malformed') throw new AuthError('authorization-failed', { oauthError: callback.reason });
    this.dependencies.redactor.register(callback.parameters);
    this.dependencies.redactor.register(new URLSearchParams(callback.parameters.reveal()).get('code') ?? '');
    try {
      const tokens = await oauth.exchange(attempt, callback.parameters, { signal });
      this.dependencies.redactor.register(tokens.accessToken);
      if (tokens.refreshToken !== undefined) this.dependencies.redactor.register(tokens.refreshToken);
      return tokens;
    } catch (error) {
      if (error instanceof AuthError && (error.oauthError === 'invalid_client' || error.oauthError === 'unauthorized_client'))
        await this.dependencies.registrations.forget(wish);
      throw error;
    }
  }

  #hideInLogs(attempt: AuthorizationAttempt): void {
    const { redactor } = this.dependencies;
    redactor.register(attempt.state);
    redactor.register(attempt.codeVerifier);
    if (attempt.client.registrationAccessToken !== undefined) redactor.register(attempt.client.registrationAccessToken);
    if (attempt.client.clientSecret !== undefined) redactor.register(attempt.client.clientSecret);
  }
}

/** This way back cannot be used at all; the next one may. */
class RungUnusable extends Error {
  constructor(cause: unknown) {
    super('rung unusable', { cause });
  }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new TransportError('aborted', { sent: 'no' });
}
