import { Secret } from '../secret';

/** What arrived at a redirect URI, before it is verified. */
export type Callback =
  | {
      readonly kind: 'answer';
      readonly state: string;
      /** Every parameter exactly once. */
      readonly parameters: Secret;
    }
  /** No usable state to match it to an attempt: ignored. */
  | { readonly kind: 'unusable'; readonly reason: 'no-state' | 'too-long' }
  /** The state matches, but the rest is invalid: ends that attempt. */
  | { readonly kind: 'malformed'; readonly state: string; readonly reason: 'duplicate-parameter' | 'no-code' | 'code-and-error' };

const responseParameters = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss', 'response', 'token', 'id_token'] as const;
const longestCallback = 16_384;

/**
 * Parses a callback's query. Any web page can send one, so nothing in it is trusted: each parameter may
 * occur once, a state must be there, and either a code or an error (Spec, GET /oauth2/authorize/confirm).
 */
export function parseCallback(query: string): Callback {
  if (query.length > longestCallback) return { kind: 'unusable', reason: 'too-long' };
  // The parser itself drops one leading question mark; this makes sure that only one is dropped.
  const parameters = new URLSearchParams(`&${keepPlusSigns(query.replace(/^[?#]/, ''))}`);
  const states = parameters.getAll('state');
  const state = states[0];
  if (state === undefined || state === '' || states.length > 1) return { kind: 'unusable', reason: 'no-state' };
  if (responseParameters.some((name) => parameters.getAll(name).length > 1))
    return { kind: 'malformed', state, reason: 'duplicate-parameter' };
  const hasCode = (parameters.get('code') ?? '') !== '';
  const hasError = (parameters.get('error') ?? '') !== '';
  if (hasCode && hasError) return { kind: 'malformed', state, reason: 'code-and-error' };
  if (!hasCode && !hasError) return { kind: 'malformed', state, reason: 'no-code' };
  return { kind: 'answer', state, parameters: new Secret(parameters.toString()) };
}

/**
 * The editor passes a query that is already decoded: a plus sign in a code or state is a plus sign, not a space. Text that is
 * not ASCII is escaped, because some parsers garble it next to a lone percent sign.
 */
function keepPlusSigns(query: string): string {
  const ascii = query.replace(/[^\u0000-\u007f]+/g, (run) => encodeURIComponent(Buffer.from(run, 'utf8').toString('utf8')));
  return ascii.replace(
    /(^|&)((?:code|state|iss)=)([^&]*)/g,
    (_match, before: string, name: string, value: string) => `${before}${name}${value.replaceAll('+', '%2B')}`,
  );
}

/** What stands around an address in mails and chats, and never in one. */
const opening = /^[\s"'`<([{\u00ab\u2018\u201a\u201c\u201e\u300a\u300c]+/;
const behind = /[\s"`<>\u00bb\u2019\u201d\u300b\u300d]/;
/** Brackets and quotes that end an address only if it began with one. */
const closing = /[)'\]}]/;

/** An address as it was before somebody put it into quotes or brackets, or into HTML. */
function bareAddress(text: string): string {
  const opened = /^[\s"`<\u00ab\u201c]*[(['{]/.test(text);
  const inner = withoutEnd(text.replace(opening, ''), behind);
  return (opened ? withoutEnd(withoutEnd(inner, closing), behind) : inner).replace(/&(?:amp|#38|#x26);/gi, '&');
}

/** A text up to the last character that is not of a kind. In one pass: an expression would look again from each of a long run of them. */
function withoutEnd(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The query of a pasted URL; undefined if there is none. A bare query works too, and an address in quotes or brackets. */
export function queryOfPasted(text: string): string | undefined {
  const trimmed = bareAddress(text);
  const mark = trimmed.indexOf('?');
  const query = (mark === -1 ? trimmed : trimmed.slice(mark + 1)).split('#')[0] ?? '';
  return /(?:^|&)state=/.test(query) ? query : undefined;
}
