import { AuthError } from '../errors';

/** True if the service does not know the client (any more): only a new registration helps. */
export function isDeadClient(error: unknown): boolean {
  return error instanceof AuthError && (error.oauthError === 'invalid_client' || error.oauthError === 'unauthorized_client');
}

/** True if an endpoint rejected the request with a complete 400 or 401 and any OAuth error (RFC 6749, section 5.2). */
export function isOAuthRefusal(error: unknown): boolean {
  return error instanceof AuthError && error.oauthError !== undefined && (error.status === 400 || error.status === 401);
}
