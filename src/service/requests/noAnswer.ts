import { ApiError, HttpError, TransportError } from '../errors';

/** Error codes of a request that got no usable answer from the service or an intermediary. */
export const noAnswerCodes: ReadonlySet<string> = new Set(['connect-failed', 'timed-out', 'broken-answer', 'proxy']);
/** HTTP statuses with which an intermediary answers while the service is away. */
export const noAnswerStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a failed request indicates that the service may be away, regardless of the endpoint. */
export function isNoAnswer(error: unknown): boolean {
  if (error instanceof TransportError) return noAnswerCodes.has(error.code);
  if (error instanceof HttpError || error instanceof ApiError) return noAnswerStatuses.has(error.status);
  return false;
}
