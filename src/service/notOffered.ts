import { ApiError, HttpError } from './errors';
import { serverCodes } from './serverCodes';

const absent: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * True if a call beyond the specification fails because the service does not have it: unknown path or method, or
 * "unsupported". Nothing else counts: not a web page, a malformed response, or a failing token endpoint. The
 * caller then falls back to the specification, and tries again after a while.
 *
 * @param route - Route template of the call, if known: an error of another request proves nothing about it.
 */
export function isNotOffered(error: unknown, route?: string): boolean {
  if (!(error instanceof HttpError || error instanceof ApiError)) return false;
  const from = error.request?.route;
  // A call whose token could not be renewed proves nothing about the call.
  if (from !== undefined && (route === undefined ? from.startsWith('/oauth2/') : from !== route)) return false;
  if (error instanceof HttpError || error.envelope === 'gateway') return absent.has(error.status);
  if (error.envelope === 'order') return false;
  return error.serverCode === serverCodes.unsupported || (absent.has(error.status) && error.serverCode !== serverCodes.unknownSymbol);
}
