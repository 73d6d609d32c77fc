import { AuthError } from '../errors';
import { Secret } from '../secret';
import type { WireRequest } from '../transport/types';
import type { Authenticator, RecoverOptions, Rejection } from './authenticator';

const scheme = 'Bearer ';

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
   * @throws {@link AuthError} `renewal-failed` when no token could be obtained now, `sign-in-required` when only the user can help.
   */
  replaceToken(rejected: Secret, options: { readonly signal: AbortSignal }): Promise<boolean>;
}

/** Puts `Authorization: Bearer …` on requests to one origin and to no other (Spec, Method 1: OAuth 2.1 with PKCE). */
export class BearerAuthenticator implements Authenticator {
  readonly method = 'bearer';

  constructor(
    private readonly origin: string,
    private readonly tokens: TokenSource,
  ) {}

  /** @throws {@link AuthError} `sign-in-required`, or `credential-invalid` for any other origin. */
  async headersFor(request: WireRequest, options: { readonly signal: AbortSignal }): Promise<Readonly<Record<string, string>>> {
    if (request.origin !== this.origin) throw new AuthError('credential-invalid', { request: request.label });
    const token = await this.tokens.accessToken(options);
    return { authorization: `${scheme}${token.reveal()}` };
  }

  async recover(rejection: Rejection, { refused: { authorization = '' }, signal }: RecoverOptions): Promise<boolean> {
    if (rejection !== 'token-rejected' || !authorization.startsWith(scheme)) return false;
    return this.tokens.replaceToken(new Secret(authorization.slice(scheme.length)), { signal });
  }
}
