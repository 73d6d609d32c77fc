import type { OAuthService } from '../../../service/auth/oauth';
import { isDeadClient } from '../../../service/auth/oauthRefusals';
import type { AuthorizationAttempt, OAuthClient, TokenSet } from '../../../service/auth/oauthTypes';
import { AuthError, DecodeError, HttpError, TransportError } from '../../../service/errors';
import { createDeferred } from '../../platform/deferred';
import type { Disposable } from '../../platform/ports';
import type { Redactor } from '../../platform/redactor';
import type { CallbackInbox, ExpectedCallback } from './callbackInbox';
import type { ClientRegistrations, ObtainedClient, RegistrationWish } from './clientRegistrations';
import type { ChosenConnection } from '../connection';
import { startingWith } from './flows';
import type { FlowKind, RedirectFlow } from './flows';
import type { Ports } from '../../ports';

/** What the user can do while the browser is open. */
export type WaitingChoice = 'cancel' | 'another-way';

export interface WaitingInfo {
  /** ASCII host of the service. */
  readonly host: string;
  readonly flow: FlowKind;
  /** Undefined on the last flow. */
  readonly nextFlow: FlowKind | undefined;
  /** URL of the consent page, for copying into another browser. */
  readonly url: string;
}

export interface SignInUi {
  /** Shows that sign-in waits for the browser, until the user chooses something or `signal` aborts; after an abort, any value is ignored. */
  wait(info: WaitingInfo, options: { readonly signal: AbortSignal }): Promise<WaitingChoice>;
}

export interface SignInOptions {
  readonly signal: AbortSignal;
  /** Tried first; the others follow. */
  readonly flow?: FlowKind | undefined;
  /** Requests only these scopes on the consent page; without them the user decides. */
  readonly scopes?: readonly string[] | undefined;
  /** Answers the consent page, and returns the URL that it leads to. If that fails, or without it, the page is opened in the browser. */
  readonly answer?: ((url: string) => Promise<string>) | undefined;
}

export interface SignedIn {
  readonly client: OAuthClient;
  readonly tokens: TokenSet;
}

/** How long one flow waits for the browser. Redeeming the code has its own time limits. */
export const waitingLimitMs = 5 * 60_000;

/** State of one sign-in. */
interface Run {
  readonly connection: ChosenConnection;
  readonly oauth: OAuthService;
  readonly scopes: readonly string[] | undefined;
  readonly answer: SignInOptions['answer'];
  readonly signal: AbortSignal;
  /** False once an earlier registration may be invalid: from then on only those of this sign-in are used. */
  trustsRemembered: boolean;
  /** Ids of the clients registered by this sign-in. */
  readonly made: Set<string>;
}

type FlowResult = { readonly kind: 'done'; readonly signedIn: SignedIn } | { readonly kind: 'another-way' };
type Arrival =
  | { readonly kind: 'callback'; readonly callback: ExpectedCallback }
  | { readonly kind: 'choice'; readonly choice: WaitingChoice }
  | { readonly kind: 'late' }
  | { readonly kind: 'ended' };

/**
 * Signs in through the browser (Spec, Authentication, Method 1): registers, opens the consent page, waits for its answer,
 * redeems the code once. One attempt at a time: a new one ends the previous one.
 */
export class SignIn implements Disposable {
  #running: AbortController | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'links' | 'timers' | 'log'> & {
      readonly inbox: CallbackInbox;
      readonly registrations: ClientRegistrations;
      readonly ui: SignInUi;
      readonly redactor: Redactor;
      /** In the order to be tried. */
      readonly flows: () => readonly RedirectFlow[];
      oauthFor(connection: ChosenConnection): OAuthService;
    },
  ) {}

  /**
   * @throws {@link TransportError} `aborted` when the user cancels or another attempt takes over; {@link AuthError}
   * `authorization-expired` when the browser does not come back in time, `authorization-denied`, `authorization-failed`,
   * `callback-malformed`.
   */
  async run(connection: ChosenConnection, options: SignInOptions): Promise<SignedIn> {
    this.#running?.abort();
    const own = new AbortController();
    this.#running = own;
    const stop = (): void => own.abort();
    options.signal.addEventListener('abort', stop);
    try {
      if (options.signal.aborted) own.abort();
      const oauth = this.dependencies.oauthFor(connection);
      const { scopes, answer } = options;
      const run: Run = { connection, oauth, scopes, answer, signal: own.signal, trustsRemembered: true, made: new Set() };
      return await this.#tryFlows(run, startingWith(this.dependencies.flows(), options.flow));
    } finally {
      options.signal.removeEventListener('abort', stop);
      own.abort();
      if (this.#running === own) this.#running = undefined;
    }
  }

  dispose(): void {
    this.#running?.abort();
  }

  async #tryFlows(run: Run, flows: readonly RedirectFlow[]): Promise<SignedIn> {
    let lastError: unknown = new AuthError('authorization-failed');
    for (const [index, flow] of flows.entries()) {
      throwIfAborted(run.signal);
      try {
        const result = await this.#tryFlow(run, flow, flows[index + 1]?.kind);
        if (result.kind === 'done') return result.signedIn;
        run.trustsRemembered = false;
      } catch (error) {
        if (!(error instanceof FlowUnusable)) throw error;
        lastError = error.cause;
        this.dependencies.log.warn(
          `Signing in by ${flow.kind} is not possible: ${error.cause instanceof Error ? error.cause.message : typeof error.cause}`,
        );
      }
    }
    throw lastError;
  }

  async #tryFlow(run: Run, flow: RedirectFlow, nextFlow: FlowKind | undefined): Promise<FlowResult> {
    const endpoint = await flow.open().catch((error: unknown) => {
      throw new FlowUnusable(error);
    });
    const { redirectUri, isLasting } = endpoint;
    const wish: RegistrationWish = { baseUrl: run.connection.baseUrl, redirectUri, isLasting };
    try {
      for (;;) {
        const { client, isRemembered } = await this.#obtainClient(wish, run);
        try {
          return await this.#authorize(run, { client, wish, isRemembered, flow: flow.kind, nextFlow });
        } catch (error) {
          if (!isDeadClient(error)) throw error;
          await this.dependencies.registrations.forget(wish);
          // A registration made moments ago is not invalid; registering again would loop.
          if (!isRemembered) throw error;
          run.trustsRemembered = false;
          this.dependencies.log.info('The service does not know the registration of this program any more: registering anew');
        }
      }
    } finally {
      endpoint.dispose();
    }
  }

  async #authorize(
    run: Run,
    means: Pick<WaitingInfo, 'flow' | 'nextFlow'> & {
      readonly client: OAuthClient;
      readonly wish: RegistrationWish;
      readonly isRemembered: boolean;
    },
  ): Promise<FlowResult> {
    const { client, wish, isRemembered, flow, nextFlow } = means;
    const attempt = run.oauth.prepareAuthorization(client, wish.redirectUri, run.scopes);
    this.#hideInLogs(attempt);
    const arrival = await this.#browse(run, attempt, { flow, nextFlow });
    if (arrival.kind === 'callback')
      return { kind: 'done', signedIn: { client, tokens: await this.#exchange(run, attempt, arrival.callback) } };
    // No callback. The service may have forgotten the client and said so only in the browser: register again next time.
    if (isRemembered) await this.dependencies.registrations.forget(wish);
    if (arrival.kind === 'late') throw new AuthError('authorization-expired');
    if (arrival.kind === 'choice' && arrival.choice === 'another-way') return { kind: 'another-way' };
    throw new TransportError('aborted', { sent: 'no' });
  }

  async #obtainClient(wish: RegistrationWish, run: Run): Promise<ObtainedClient> {
    const isTrusted = ({ clientId }: OAuthClient): boolean => run.trustsRemembered || run.made.has(clientId);
    try {
      const obtained = await this.dependencies.registrations.obtain(wish, run.oauth, { signal: run.signal, isTrusted });
      if (!obtained.isRemembered) run.made.add(obtained.client.clientId);
      return obtained;
    } catch (error) {
      // Some services reject redirect URIs with custom schemes, others plain http: the next flow uses another kind.
      if (isRefusedRegistration(error)) throw new FlowUnusable(error);
      throw error;
    }
  }

  /** Opens the consent page and waits for the first result. */
  async #browse(run: Run, attempt: AuthorizationAttempt, flows: Pick<WaitingInfo, 'flow' | 'nextFlow'>): Promise<Arrival> {
    const { inbox, links, log, timers, ui } = this.dependencies;
    const { connection, signal } = run;
    const pending = await inbox.expect(attempt.state);
    const waiting = new AbortController();
    const ended = createDeferred<Arrival>();
    const end = (): void => ended.resolve({ kind: 'ended' });
    const limit = timers.after(waitingLimitMs, () => ended.resolve({ kind: 'late' }));
    signal.addEventListener('abort', end);
    try {
      if (signal.aborted) return { kind: 'ended' };
      const arrived = pending.arrived.then((callback): Arrival => ({ kind: 'callback', callback }));
      if (await this.#answer(run, attempt)) return await Promise.race<Arrival>([arrived, ended.promise]);
      // Not awaited: it settles only after the user answers the editor's own question about the link.
      void links.open(attempt.url, connection.baseUrl).catch((error: unknown) => log.error('The browser could not be opened', error));
      return await Promise.race<Arrival>([
        arrived,
        ui
          .wait({ host: new URL(connection.baseUrl).host, url: attempt.url, ...flows }, { signal: waiting.signal })
          .then((choice) => ({ kind: 'choice', choice })),
        ended.promise,
      ]);
    } finally {
      limit.dispose();
      signal.removeEventListener('abort', end);
      waiting.abort();
      pending.dispose();
    }
  }

  /** @returns whether the consent page was answered without the browser, and its answer has arrived. Never rejects. */
  async #answer({ answer }: Run, attempt: AuthorizationAttempt): Promise<boolean> {
    if (answer === undefined) return false;
    try {
      return (await this.dependencies.inbox.receive(new URL(await answer(attempt.url)).search.slice(1))) === 'taken';
    } catch (error) {
      this.dependencies.log.error('The consent page could not be answered here', error);
      return false;
    }
  }

  async #exchange({ oauth, signal }: Run, attempt: AuthorizationAttempt, callback: ExpectedCallback): Promise<TokenSet> {
    const { redactor } = this.dependencies;
    if (callback.kind === 'malformed') throw new AuthError('callback-malformed', { detail: callback.reason });
    redactor.register(callback.parameters);
    redactor.register(new URLSearchParams(callback.parameters.reveal()).get('code') ?? '');
    const tokens = await oauth.exchange(attempt, callback.parameters, { signal });
    redactor.register(tokens.accessToken);
    if (tokens.refreshToken !== undefined) redactor.register(tokens.refreshToken);
    return tokens;
  }

  #hideInLogs(attempt: AuthorizationAttempt): void {
    const { redactor } = this.dependencies;
    redactor.register(attempt.state);
    redactor.register(attempt.codeVerifier);
    if (attempt.client.registrationAccessToken !== undefined) redactor.register(attempt.client.registrationAccessToken);
    if (attempt.client.clientSecret !== undefined) redactor.register(attempt.client.clientSecret);
  }
}

/** This flow cannot be used at all; the next one may. */
class FlowUnusable extends Error {
  constructor(cause: unknown) {
    super('flow unusable', { cause });
  }
}

/** True for every complete answer that is not a registration: any 4xx, an error in a 200, a record of something else. */
function isRefusedRegistration(error: unknown): boolean {
  if (error instanceof AuthError) return error.oauthError !== undefined;
  return error instanceof DecodeError || (error instanceof HttpError && error.status >= 400 && error.status < 500);
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new TransportError('aborted', { sent: 'no' });
}
