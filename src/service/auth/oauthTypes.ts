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
  /** Undefined if the service returned no usable lifetime: then the token is used until it is rejected. */
  readonly expiresInSeconds: number | undefined;
  /** Absent in a refresh response: keep the current one. */
  readonly refreshToken: Secret | undefined;
  /** Undefined if the response has no scopes. */
  readonly scopes: readonly string[] | undefined;
}

/** One authorization attempt; its values belong together and are used once. */
export interface AuthorizationAttempt {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly state: Secret;
  readonly codeVerifier: Secret;
  /** Address of the consent page. */
  readonly url: string;
}
