import { InvalidInputError } from './errors';

/** A parsed base URL: credentials belong to `origin`, every path begins with `prefix`. */
export interface BaseUrl {
  /** Scheme, host and port, no trailing slash. */
  readonly origin: string;
  /** Path of the base URL without trailing slash; empty where it has none. */
  readonly prefix: string;
}

/** @throws {@link InvalidInputError} unless `text` is an http(s) address without user info, query and fragment. */
export function parseBaseUrl(text: string): BaseUrl {
  const invalid = (rule: string): InvalidInputError => new InvalidInputError('base_url', rule);
  if (!URL.canParse(text)) throw invalid('must be a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('must begin with https:// or http://');
  if (url.username !== '' || url.password !== '') throw invalid('must not hold a user name');
  if (url.search !== '' || url.hash !== '') throw invalid('must not hold a query or fragment');
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
