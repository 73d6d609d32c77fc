import * as v from 'valibot';
import { failure } from './errors';
import type { OAuthFailure } from './errors';

/** Schemes that run something in the browser instead of leading back to a client. */
const unsafeSchemes: ReadonlySet<string> = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'file:',
  'blob:',
  'about:',
  'filesystem:',
  'view-source:',
]);

const listOf = (allowed: readonly string[]) => v.pipe(v.array(v.picklist(allowed)), v.minLength(1), v.maxLength(10));

const members = {
  redirect_uris: v.pipe(v.array(v.pipe(v.string(), v.maxLength(2000))), v.minLength(1), v.maxLength(20)),
  token_endpoint_auth_method: v.picklist(['none', 'client_secret_post']),
  grant_types: v.pipe(
    listOf(['authorization_code', 'refresh_token']),
    v.check((types) => types.includes('authorization_code')),
  ),
  response_types: listOf(['code']),
  client_name: v.pipe(
    v.string(),
    v.maxLength(200),
    v.check((name) => name.trim() !== ''),
  ),
};
const metadata = v.object(members);
/** As recorded of a service that takes the registration of a client that sends neither list: RFC 7591 has a default for each. */
const lenientMetadata = v.object({
  ...members,
  grant_types: v.optional(members.grant_types, ['authorization_code']),
  response_types: v.optional(members.response_types, ['code']),
});

export type ClientMetadata = v.InferOutput<typeof metadata>;

/**
 * Validates a registration's body (Spec, POST /oauth2/register): every field is required, unknown ones are ignored (RFC 7591, 2).
 *
 * @param hasDefaults - The lists of grants and responses may be missing.
 */
export function parseClientMetadata(body: Uint8Array, { hasDefaults }: { readonly hasDefaults: boolean }): ClientMetadata | OAuthFailure {
  const json = parseJson(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return failure('invalid_client_metadata', 'the body must be a JSON object');
  const parsed = v.safeParse(hasDefaults ? lenientMetadata : metadata, json);
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0])?.split('.')[0] ?? 'body';
    return field === 'redirect_uris'
      ? failure('invalid_redirect_uri', 'redirect_uris must be an array of 1 to 20 strings')
      : failure('invalid_client_metadata', `${field} is missing or has a value that is not allowed`);
  }
  const wrong = parsed.output.redirect_uris.find((uri) => !isUsableRedirectUri(uri));
  if (wrong !== undefined)
    return failure('invalid_redirect_uri', 'a redirect URI must be absolute, have no fragment, and use a scheme that opens a client');
  return parsed.output;
}

function isUsableRedirectUri(text: string): boolean {
  if (text.includes('#') || /[\s\p{Cc}<>"\\^`{|}]/u.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (unsafeSchemes.has(url.protocol) || url.username !== '' || url.password !== '') return false;
  return /^https?:$/.test(url.protocol) ? /^https?:\/\/[^/]/i.test(text) && isPlainHost(url.hostname) : true;
}

/** URLs allow more than names and addresses in a host, such as a semicolon, but the origin is inserted into a security policy. */
function isPlainHost(host: string): boolean {
  return /^[a-z\d_.-]+$/i.test(host) || /^\[[\da-f:.]+\]$/i.test(host);
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
