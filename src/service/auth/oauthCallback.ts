import { Secret } from '../secret';

/** What arrived at a redirect address, before anybody knows whether it is genuine. */
export type Callback =
  | {
      readonly kind: 'answer';
      readonly state: string;
      /** Every parameter exactly once. */
      readonly parameters: Secret;
    }
  /** No state that could say whose it is: nothing to be done with it. */
  | { readonly kind: 'unusable'; readonly reason: 'no-state' | 'too-long' }
  /** The state is known, the rest breaks the rules: it ends the attempt that the state belongs to. */
  | { readonly kind: 'malformed'; readonly state: string; readonly reason: 'duplicate-parameter' | 'no-code' | 'code-and-error' };

const responseParameters = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss', 'response', 'token', 'id_token'] as const;
const longestCallback = 16_384;

/**
 * Reads the query of a callback. Any web page can send one, so nothing in it is believed: each parameter of the answer may
 * occur once, a state must be there, and either a code or an error (Spec, GET /oauth2/authorize/confirm).
 */
export function parseCallback(query: string): Callback {
  if (query.length > longestCallback) return { kind: 'unusable', reason: 'too-long' };
  // The parser drops a question mark in front by itself; one is dropped, not two.
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
 * The editor hands over a query that is decoded already: a plus sign in a code or a state is one, and not a space. What is
 * not ASCII is escaped, because some parsers garble it beside a lone percent sign.
 */
function keepPlusSigns(query: string): string {
  const ascii = query.replace(/[^\u0000-\u007f]+/g, (run) => encodeURIComponent(Buffer.from(run, 'utf8').toString('utf8')));
  return ascii.replace(
    /(^|&)((?:code|state|iss)=)([^&]*)/g,
    (_match, before: string, name: string, value: string) => `${before}${name}${value.replaceAll('+', '%2B')}`,
  );
}

/** The query of an address that a person pasted; undefined when it is not an address with a query. A bare query is fine too. */
export function queryOfPasted(text: string): string | undefined {
  const trimmed = text.trim();
  const mark = trimmed.indexOf('?');
  const query = (mark === -1 ? trimmed : trimmed.slice(mark + 1)).split('#')[0] ?? '';
  return /(?:^|&)state=/.test(query) ? query : undefined;
}
