import { ApiError, HttpError } from '../errors';
import { mayBeSentAgain } from './resend';

const rejected: ReadonlySet<number> = new Set([400, 401, 403]);
/** These say that there is no such call, with or without credentials. */
const absent: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Whether a request that was sent without credentials may succeed with them. The specification shows neither status nor code for a request
 * that lacks them, so every rejection counts that is neither temporary nor about the path.
 */
export function wantsCredentials(error: unknown): boolean {
  if (mayBeSentAgain(error)) return false;
  if (error instanceof ApiError) return !absent.has(error.status);
  return error instanceof HttpError && rejected.has(error.status);
}
