import type { SandboxRequest } from '../types';

/** The error codes of RFC 6749 and RFC 7591 that this service uses. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

export interface OAuthFailure {
  readonly error: OAuthErrorCode;
  readonly description: string;
}

export function failure(error: OAuthErrorCode, description: string): OAuthFailure {
  return { error, description };
}

export function isFailure(value: object): value is OAuthFailure {
  return 'error' in value;
}

export const neverStored = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

/** OAuth's JSON error: 401 for a client that failed to authenticate, else 400. */
export function sendFailure(c: SandboxRequest, { error, description }: OAuthFailure): Response {
  return c.json({ error, error_description: description }, error === 'invalid_client' ? 401 : 400, neverStored);
}
