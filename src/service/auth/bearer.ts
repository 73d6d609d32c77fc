import { AuthError } from '../errors';
import type { Secret } from '../secret';
import type { WireRequest } from '../transport/types';
import type { Authenticator, Rejection } from './authenticator';

/** Source of bearer tokens, backed by a session. */
export interface TokenSource {
  /**
   * A token believed to be valid, renewed first if it is about to expire.
   *
   * @throws {@link AuthError} `sign-in-required` when only the user can help.
   */
  accessToken(options: { readonly signal: AbortSignal }): Promise<Secret>;
  /**
   * Called after the service rejected the token `rejected`; true if a different token is available now.
   *
   * @throws {@link AuthError} `renewal-failed` when one could not be had now, `sign-in-required` when only the user can help.
   */
  replaceToken(rejected: Secret, options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/** Puts `Authorization: Bearer …` on requests to one origin and to no other (Spec, Method 1: OAuth 2.1 with PKCE). */
export class BearerAuthenticator implements Authenticator {
  readonly method = 'bearer';
  #lastUsed: Secret | undefined;

  constructor(
    private readonly origin: string,
    private readonly tokens: TokenSource,
  ) {}

  /** @throws {@link AuthError} `sign-in-required`, or `credential-invalid` for any other origin. */
  async headersFor(request: WireRequest, options: { readonly signal: AbortSignal }): Promise<Readonly<Record<string, string>>> {
    if (request.origin !== this.origin) throw new AuthError('credential-invalid', { request: request.label });
    const token = await this.tokens.accessToken(options);
    this.#lastUsed = token;
    return { authorization: `Bearer ${token.reveal()}` };
  }

  async recover(rejection: Rejection, options: { readonly signal: AbortSignal }): Promise<boolean> {
    if (rejection !== 'token-rejected' || this.#lastUsed === undefined) return false;
    return this.tokens.replaceToken(this.#lastUsed, options);
  }
}
