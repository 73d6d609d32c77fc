import * as oauth from 'oauth4webapi';
import { AuthError, DecodeError, ServiceError } from '../errors';
import { Secret } from '../secret';
import type { Transport } from '../transport/types';
import { createOAuthFetch, labelOf } from './oauthFetch';
import type { OAuthEndpoint } from './oauthFetch';
import { codeChallengeOf, createRandomSecret } from './oauthSecrets';
import type { AuthorizationAttempt, ClientAuthMethod, OAuthClient, TokenSet } from './oauthTypes';
import { beginning } from '../boundedText';
import type { AuthErrorCode, RequestLabel } from '../errors';

export interface RegistrationRequest {
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  readonly authMethod: ClientAuthMethod;
}

/**
 * OAuth 2.1 with PKCE against one service (Spec, Authentication, Method 1). Nothing is ever sent twice: a caller who wants
 * another attempt uses it.
 */
export class OAuthService {
  readonly #server: oauth.AuthorizationServer;

  /**
   * @param baseUrl - Without trailing slash; https, or http on this machine: the caller has checked that.
   * @param redact - Removes credentials from what the service wrote before it becomes part of an error.
   */
  constructor(
    private readonly baseUrl: string,
    private readonly transport: Transport,
    private readonly redact: (text: string) => string = (text) => text,
  ) {
    this.#server = {
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth2/authorize/confirm`,
      token_endpoint: `${baseUrl}/oauth2/token`,
      registration_endpoint: `${baseUrl}/oauth2/register`,
    };
  }

  /**
   * Registers a client (Spec, POST /oauth2/register).
   *
   * @throws {@link ServiceError}; `decode` when the record does not hold the redirect addresses that were asked for.
   */
  async register(request: RegistrationRequest, options: { readonly signal: AbortSignal }): Promise<OAuthClient> {
    const metadata = {
      redirect_uris: [...request.redirectUris],
      token_endpoint_auth_method: request.authMethod,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      client_name: request.clientName,
    };
    return this.#call('register', async () => {
      const response = await oauth.dynamicClientRegistrationRequest(this.#server, metadata, this.#options('register', options));
      return this.#toClient(await oauth.processDynamicClientRegistrationResponse(response), request);
    });
  }

  /**
   * Prepares one attempt: state, verifier and the address of the consent page (Spec, GET /oauth2/authorize/confirm).
   *
   * @param scopes - Narrows what the page offers, if the service supports that; the token response has the granted scopes.
   */
  prepareAuthorization(client: OAuthClient, redirectUri: string, scopes?: readonly string[]): AuthorizationAttempt {
    const state = createRandomSecret();
    const codeVerifier = createRandomSecret();
    return {
      client,
      redirectUri,
      state,
      codeVerifier,
      url: authorizationUrl(this.baseUrl, { clientId: client.clientId, redirectUri, state, codeVerifier, scopes }),
    };
  }

  /**
   * Exchanges the code that a callback brought (Spec, POST /oauth2/token). One request at most.
   *
   * @param parameters - The callback's parameters, as `parseCallback` gave them.
   * @throws {@link AuthError} `state-mismatch`, `authorization-denied`, `authorization-expired` for a used or old code.
   */
  async exchange(attempt: AuthorizationAttempt, parameters: Secret, options: { readonly signal: AbortSignal }): Promise<TokenSet> {
    const received = new URLSearchParams(parameters.reveal());
    if (received.get('state') !== attempt.state.reveal()) throw new AuthError('state-mismatch');
    if (this.#isOwnName(received.get('iss'))) received.delete('iss');
    const client: oauth.Client = { client_id: attempt.client.clientId };
    return this.#call('token', async () => {
      // No client_secret here, not even for a confidential client: the specification uses it only for refresh.
      const validated = oauth.validateAuthResponse(this.#server, client, received, attempt.state.reveal());
      const response = await oauth.authorizationCodeGrantRequest(
        this.#server,
        client,
        oauth.None(),
        validated,
        attempt.redirectUri,
        attempt.codeVerifier.reveal(),
        this.#options('token', options),
      );
      return toTokenSet(await oauth.processAuthorizationCodeResponse(this.#server, client, response));
    });
  }

  /**
   * Gets a new access token. The refresh token stays valid and is not part of the answer (Spec, POST /oauth2/token).
   *
   * @throws {@link AuthError} `authorization-expired` when the refresh token is no longer accepted.
   */
  async refresh(client: OAuthClient, refreshToken: Secret, options: { readonly signal: AbortSignal }): Promise<TokenSet> {
    const known: oauth.Client = { client_id: client.clientId };
    return this.#call('token', async () => {
      const response = await oauth.refreshTokenGrantRequest(
        this.#server,
        known,
        clientAuthentication(client),
        refreshToken.reveal(),
        this.#options('token', options),
      );
      return toTokenSet(await oauth.processRefreshTokenResponse(this.#server, known, response));
    });
  }

  /**
   * The specification does not define the service's issuer. A value equal to its URL, with or without path and trailing slash,
   * means the service; any other value means another service (RFC 9207).
   */
  #isOwnName(issuer: string | null): boolean {
    const { origin } = new URL(this.baseUrl);
    return issuer !== null && [origin, this.baseUrl].some((name) => issuer === name || issuer === `${name}/`);
  }

  async #call<T>(endpoint: OAuthEndpoint, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw rebuildOAuthError(error, labelOf(endpoint), this.redact);
    }
  }

  #options(endpoint: OAuthEndpoint, options: { readonly signal: AbortSignal }) {
    return {
      [oauth.customFetch]: createOAuthFetch(this.transport, endpoint),
      // Plain http is for this machine only, which was checked when the connection was made.
      // oxlint-disable-next-line typescript/no-deprecated -- marked so by its authors only to stand out
      [oauth.allowInsecureRequests]: this.baseUrl.startsWith('http://'),
      signal: options.signal,
    };
  }

  #toClient(record: oauth.OmitSymbolProperties<oauth.Client>, request: RegistrationRequest): OAuthClient {
    const redirectUris = stringsOf(record['redirect_uris']) ?? request.redirectUris;
    if (request.redirectUris.some((uri) => !redirectUris.includes(uri))) {
      throw new DecodeError({
        path: 'redirect_uris',
        expected: 'the addresses that were registered',
        got: 'others',
        request: labelOf('register'),
      });
    }
    const secret = record['client_secret'];
    return {
      clientId: record.client_id,
      authMethod: typeof secret === 'string' ? 'client_secret_post' : 'none',
      clientSecret: secretOf(secret),
      redirectUris,
      registrationAccessToken: secretOf(record['registration_access_token']),
      registrationClientUri: typeof record['registration_client_uri'] === 'string' ? record['registration_client_uri'] : undefined,
    };
  }
}

/** What the consent page's address is made of. */
export interface ConsentRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: Secret;
  readonly codeVerifier: Secret;
  readonly scopes?: readonly string[] | undefined;
}

/** The consent page's address; every parameter but `scope` is required (Spec, GET /oauth2/authorize/confirm). */
export function authorizationUrl(baseUrl: string, { clientId, redirectUri, state, codeVerifier, scopes }: ConsentRequest): string {
  const parameters = new URLSearchParams({
    client_id: clientId,
    code_challenge: codeChallengeOf(codeVerifier.reveal()),
    code_challenge_method: 'S256',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: state.reveal(),
    ...(scopes === undefined ? {} : { scope: scopes.join(' ') }),
  });
  return `${baseUrl}/oauth2/authorize/confirm?${parameters.toString()}`;
}

function clientAuthentication(client: OAuthClient): oauth.ClientAuth {
  return client.clientSecret === undefined ? oauth.None() : oauth.ClientSecretPost(client.clientSecret.reveal());
}

function toTokenSet(answer: oauth.TokenEndpointResponse): TokenSet {
  // The library accepts other types too; sent as a bearer token, such a token would lose its protection (Spec, Token response).
  if (answer.token_type !== 'bearer')
    throw new DecodeError({ path: 'token_type', expected: 'Bearer', got: 'another type', request: labelOf('token') });
  return {
    accessToken: new Secret(answer.access_token),
    expiresInSeconds: answer.expires_in,
    refreshToken: secretOf(answer.refresh_token),
    scopes: answer.scope?.split(/\s+/).filter((scope) => scope !== ''),
  };
}

function secretOf(value: unknown): Secret | undefined {
  return typeof value === 'string' && value !== '' ? new Secret(value) : undefined;
}

function stringsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item): item is string => typeof item === 'string') ? value : undefined;
}

/**
 * Converts an oauth4webapi error to one of ours. The library's errors are never passed on: some carry the whole
 * response, tokens included, in `cause`.
 */
export function rebuildOAuthError(error: unknown, request: RequestLabel, redact: (text: string) => string): ServiceError {
  const words = (text: string): string => plainWords(redact(beginning(text)));
  if (ServiceError.is(error)) return error;
  if (error instanceof oauth.ResponseBodyError) return fromOAuthAnswer(error, error.status, request, words);
  if (error instanceof oauth.AuthorizationResponseError) return fromOAuthAnswer(error, undefined, request, words);
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new DecodeError({ path: request.route, expected: 'an OAuth answer', got: words(error.message), request });
  }
  return new AuthError('authorization-failed', { request });
}

function fromOAuthAnswer(
  { error, error_description: description }: { readonly error: string; readonly error_description?: string | undefined },
  status: number | undefined,
  request: RequestLabel,
  words: (text: string) => string,
): AuthError {
  return new AuthError(codeFor(error), {
    request,
    status,
    oauthError: words(error),
    oauthDescription: description === undefined ? undefined : words(description),
  });
}

function codeFor(oauthError: string): AuthErrorCode {
  switch (oauthError) {
    case 'access_denied':
      return 'authorization-denied';
    case 'invalid_grant':
      return 'authorization-expired';
    case 'insufficient_scope':
    case 'invalid_scope':
      return 'scope-missing';
    default:
      return 'authorization-failed';
  }
}

/** At most one line of printable text: it comes from outside and ends up in logs and messages. */
function plainWords(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a1-\u1fff\u3000-\ud7ff\uf900-\ufdff]/g, ' ').slice(0, 300);
}
