import type { Secret } from '../secret';

export type ClientAuthMethod = 'none' | 'client_secret_post';

/** A registered client (Spec, OAuth client). */
export interface OAuthClient {
  readonly clientId: string;
  readonly authMethod: ClientAuthMethod;
  /** Only for `client_secret_post`. */
  readonly clientSecret: Secret | undefined;
  readonly redirectUris: readonly string[];
  readonly registrationAccessToken: Secret | undefined;
  readonly registrationClientUri: string | undefined;
}

/** What a token answer granted (Spec, Token response). */
export interface TokenSet {
  readonly accessToken: Secret;
  /** Undefined when the service gave no usable lifetime: then the token counts until it is rejected. */
  readonly expiresInSeconds: number | undefined;
  /** Absent in a refresh answer: keep the one at hand. */
  readonly refreshToken: Secret | undefined;
  /** Undefined when the answer names no scopes. */
  readonly scopes: readonly string[] | undefined;
}

/** One attempt to get an authorization; everything in it belongs together and is used once. */
export interface AuthorizationAttempt {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: Secret;
  readonly codeVerifier: Secret;
  /** Address of the consent page. */
  readonly url: string;
}
