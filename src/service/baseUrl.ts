import { InvalidInputError } from './errors';
import type { InputRule } from './inputRule';

/** A parsed base URL: credentials belong to `origin`, every path begins with `prefix`. */
export interface BaseUrl {
  /** Scheme, host and port, no trailing slash. */
  readonly origin: string;
  /** Path of the base URL without trailing slash; empty if it has none. */
  readonly prefix: string;
}

/** @throws {@link InvalidInputError} unless `text` is an http(s) address without user info, query and fragment. */
export function parseBaseUrl(text: string): BaseUrl {
  const invalid = (rule: InputRule): InvalidInputError => new InvalidInputError('base_url', rule);
  if (!URL.canParse(text)) throw invalid('url');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw invalid('http-url');
  if (url.username !== '' || url.password !== '') throw invalid('url-without-user');
  if (url.search !== '' || url.hash !== '') throw invalid('url-without-query');
  return { origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, '') };
}
