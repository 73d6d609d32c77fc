import { AuthError } from '../errors';

/** True when the service says that it does not know the client, or not any more: only a new registration helps. */
export function isDeadClient(error: unknown): boolean {
  return error instanceof AuthError && (error.oauthError === 'invalid_client' || error.oauthError === 'unauthorized_client');
}

/** True when an endpoint refused by a complete 400 or 401 with an error of OAuth, whichever (RFC 6749, section 5.2). */
export function isOAuthRefusal(error: unknown): boolean {
  return error instanceof AuthError && error.oauthError !== undefined && (error.status === 400 || error.status === 401);
}
