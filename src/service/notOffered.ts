import { ApiError, DecodeError, HttpError } from './errors';

const absent: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const invalidSymbol = -7;
const unsupported = -8;

/**
 * True when a call beyond the specification fails because the service does not have it: unknown path or method,
 * "unsupported", or an answer of another shape. The caller then falls back to what the specification alone allows.
 */
export function isNotOffered(error: unknown): boolean {
  if (error instanceof DecodeError) return true;
  if (error instanceof HttpError) return absent.has(error.status);
  if (!(error instanceof ApiError)) return false;
  switch (error.envelope) {
    case 'quote':
      return error.serverCode === unsupported || (absent.has(error.status) && error.serverCode !== invalidSymbol);
    case 'gateway':
      return absent.has(error.status);
    case 'order':
      return false;
  }
}
