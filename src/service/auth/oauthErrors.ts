import * as oauth from 'oauth4webapi';
import { beginning } from '../boundedText';
import { AuthError, DecodeError, ServiceError } from '../errors';
import type { AuthErrorCode, RequestLabel } from '../errors';

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
