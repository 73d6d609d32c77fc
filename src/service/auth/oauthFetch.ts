import { AuthError, HttpError } from '../errors';
import type { RequestLabel } from '../errors';
import { retryAfterMs } from '../retryAfter';
import { isTooDeep } from '../schema/jsonDepth';
import type { Transport, WireRequest } from '../transport/types';

export type OAuthEndpoint = 'register' | 'token';

export interface OAuthFetchInit {
  readonly body?: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** A year: longer lifetimes are implausible, and timers cannot represent them. */
const longestLifetimeSeconds = 366 * 86_400;

export function labelOf(endpoint: OAuthEndpoint): RequestLabel {
  return { method: 'POST', route: `/oauth2/${endpoint}` };
}

/** One POST to an OAuth endpoint. Sends `body` exactly as given, once. */
function buildOAuthRequest(url: string, endpoint: OAuthEndpoint, init: Pick<OAuthFetchInit, 'body' | 'headers'>): WireRequest {
  const target = new URL(url);
  return {
    label: labelOf(endpoint),
    method: 'POST',
    origin: target.origin,
    path: target.pathname,
    query: target.search.slice(1),
    headers: withoutUserAgent(init.headers),
    body: new TextEncoder().encode(bodyText(init.body)),
    // A new connection and no retry: a code and a registration are good for one request.
    kind: 'write',
  };
}

/**
 * A `fetch` for oauth4webapi over our own transport, so that proxy, certificates, and limits are the same
 * everywhere. Responses are adapted to what the library requires, without inventing anything: see {@link normalizeAnswer}.
 *
 * @throws {@link TransportError} from the transport, {@link HttpError} for an answer that is not JSON.
 */
export function createOAuthFetch(transport: Transport, endpoint: OAuthEndpoint) {
  return async (url: string, init: OAuthFetchInit): Promise<Response> => {
    const request = buildOAuthRequest(url, endpoint, init);
    const answer = await transport.send(request, { signal: init.signal ?? new AbortController().signal });
    const text = new TextDecoder().decode(answer.body);
    const normalized = normalizeAnswer(endpoint, answer.status, isTooDeep(text) ? '' : text);
    if (normalized === undefined)
      throw new HttpError({ status: answer.status, retryAfterMs: retryAfterMs(answer.headers, Date.now()), request: request.label });
    return new Response(JSON.stringify(normalized.body), { status: normalized.status, headers: { 'content-type': 'application/json' } });
  };
}

/**
 * Keeps known members and normalizes them to the standard: a registration with status 200 counts as
 * created, one rejected in the service's own format counts as rejected, as does a token request with an OAuth error, `expires_in` may be text, nonsense lifetimes are dropped, and the media type does not matter.
 *
 * @returns undefined when the body is not a JSON object, or the status means that no answer of OAuth is in it.
 */
function normalizeAnswer(
  endpoint: OAuthEndpoint,
  status: number,
  text: string,
): { readonly status: number; readonly body: object } | undefined {
  const body = parseObject(text);
  if (body === undefined) return undefined;
  const member = (name: string): unknown => (Object.hasOwn(body, name) ? body[name] : undefined);
  const refusal = endpoint === 'register' ? registrationRefusal(status, member) : undefined;
  if (refusal !== undefined) return refusal;
  const rejectedWith = endpoint === 'token' ? tokenRefusalStatus(status, member) : undefined;
  if (rejectedWith !== undefined || (status >= 400 && status < 500 && typeof member('error') === 'string')) {
    const body = defined({ error: member('error'), error_description: textOrNothing(member('error_description')) });
    return { status: rejectedWith ?? status, body };
  }
  if (status < 200 || status > 299) return undefined;
  return endpoint === 'token' ? { status: 200, body: tokenMembers(member) } : { status: 201, body: registrationMembers(member) };
}

type Member = (name: string) => unknown;

/** What a token endpoint refuses for good (RFC 6749, section 5.2). */
const refusals: ReadonlySet<unknown> = new Set([
  'invalid_grant',
  'invalid_request',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);
/** Statuses that ask to try again, whatever the body is. */
const busy: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * The status of a refused token request, which some services send with 200 or 403. Not with one above 499: a gateway in trouble may quote what
 * another service said.
 */
function tokenRefusalStatus(status: number, member: Member): number | undefined {
  const isAnswer = (status >= 200 && status <= 299) || (status >= 400 && status <= 499 && !busy.has(status));
  if (!isAnswer || !refusals.has(member('error')) || textOrNothing(member('access_token')) !== undefined) return undefined;
  return status === 401 ? status : 400;
}

/** A registration rejected in a non-OAuth format: an error object, or a code and a message, even with status 200. */
function registrationRefusal(status: number, member: Member): { readonly status: number; readonly body: object } | undefined {
  const isRefusal = (status >= 400 && status < 500) || (status >= 200 && status <= 299 && textOrNothing(member('client_id')) === undefined);
  if (!isRefusal) return undefined;
  const error = member('error');
  const within: Member = isRecord(error) ? (name) => (Object.hasOwn(error, name) ? error[name] : undefined) : member;
  const code = [error, within('code'), member('ret_code')].find(
    (value): value is string | number => (typeof value === 'string' && value !== '') || (typeof value === 'number' && value !== 0),
  );
  if (code === undefined) return undefined;
  const description = ['error_description', 'message', 'ret_msg', 'msg'].map((name) => textOrNothing(within(name))).find(Boolean);
  return { status: status < 400 ? 400 : status, body: defined({ error: `${code}`, error_description: description }) };
}

function tokenMembers(member: Member): object {
  return defined({
    access_token: member('access_token'),
    token_type: member('token_type'),
    expires_in: lifetime(member('expires_in')),
    refresh_token: textOrNothing(member('refresh_token')),
    scope: Array.isArray(member('scope')) ? undefined : textOrNothing(member('scope')),
  });
}

function registrationMembers(member: Member): object {
  const secret = textOrNothing(member('client_secret'));
  return defined({
    client_id: member('client_id'),
    client_secret: secret,
    client_secret_expires_at: secret === undefined ? undefined : (lifetime(member('client_secret_expires_at')) ?? 0),
    redirect_uris: member('redirect_uris'),
    token_endpoint_auth_method: member('token_endpoint_auth_method'),
    registration_access_token: textOrNothing(member('registration_access_token')),
    registration_client_uri: textOrNothing(member('registration_client_uri')),
  });
}

/** Whole seconds above zero, at most a year; undefined for anything else. */
function lifetime(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 1) return undefined;
  return Math.min(Math.floor(seconds), longestLifetimeSeconds);
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function defined(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new AuthError('authorization-failed');
}

function withoutUserAgent(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'user-agent'));
}
