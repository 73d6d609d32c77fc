import { gatewayAnswer, gatewayCode } from '../http/gateway';
import { digestOf, randomId, randomToken } from '../state/credentials';
import type { ClientRecord } from '../state/records';
import type { CredentialStore } from '../state/store';
import type { SandboxApp, SandboxRequest } from '../types';
import { failure, isFailure, neverStored, sendFailure } from './errors';
import { registrationScope } from '../auth/scopes';
import * as v from 'valibot';
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

type ClientMetadata = v.InferOutput<typeof metadata>;

/**
 * Validates a registration's body (Spec, POST /oauth2/register): every field is required, unknown ones are ignored (RFC 7591, 2).
 *
 * @param hasDefaults - The lists of grants and responses may be missing.
 */
function parseClientMetadata(body: Uint8Array, { hasDefaults }: { readonly hasDefaults: boolean }): ClientMetadata | OAuthFailure {
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

export interface RegistrationDependencies {
  readonly store: CredentialStore;
  /** The service's clock, Unix milliseconds. */
  readonly now: () => number;
  /** Only http and https redirects are supported; any other gets a status without an explanation. */
  readonly isLikeLive: boolean;
}

/** POST /oauth2/register, and the registration record behind `registration_client_uri` (RFC 7592, 2.1). */
export function registerClientRoutes(app: SandboxApp, dependencies: RegistrationDependencies): void {
  app.post('/oauth2/register', (c) => registerClient(c, dependencies));
  app.get('/oauth2/register/:clientId', (c) => showRegistration(c, dependencies.store));
}

function registerClient(c: SandboxRequest, { store, now, isLikeLive }: RegistrationDependencies): Response {
  if (c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return sendFailure(c, failure('invalid_client_metadata', 'Content-Type must be application/json'));
  }
  const metadata = parseClientMetadata(c.get('rawBody'), { hasDefaults: isLikeLive });
  if (isFailure(metadata)) return sendFailure(c, metadata);
  if (isLikeLive && metadata.redirect_uris.some((uri) => !/^https?:/i.test(uri))) {
    return gatewayAnswer(c, 422, gatewayCode.notAcceptable, 'request rejected');
  }
  const registrationToken = randomToken();
  const secret = metadata.token_endpoint_auth_method === 'client_secret_post' ? randomToken() : undefined;
  const client: ClientRecord = {
    id: randomId('client_'),
    issuedAtSeconds: Math.floor(now() / 1000),
    name: metadata.client_name,
    redirectUris: metadata.redirect_uris,
    grantTypes: metadata.grant_types,
    responseTypes: metadata.response_types,
    authMethod: metadata.token_endpoint_auth_method,
    registrationTokenDigest: digestOf(registrationToken),
    ...(secret === undefined ? {} : { secretDigest: digestOf(secret) }),
  };
  store.addClient(client);
  // RFC 7591, 3.2.1: a secret comes with its expiry, 0 meaning never.
  const secretFields = secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 };
  return c.json({ ...registrationRecord(c, client, registrationToken), ...secretFields }, 201, neverStored);
}

function showRegistration(c: SandboxRequest, store: CredentialStore): Response {
  const token = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '')?.[1];
  const client = store.client(c.req.param('clientId') ?? '');
  if (token === undefined || client === undefined || digestOf(token) !== client.registrationTokenDigest) {
    return c.json({ error: 'invalid_token', error_description: 'the registration access token is not valid here' }, 401, {
      ...neverStored,
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  }
  return c.json(registrationRecord(c, client, token), 200, neverStored);
}

/** The record with every field of the specification; the token is the caller's own, because only its digest is stored. */
function registrationRecord(c: SandboxRequest, client: ClientRecord, registrationToken: string): object {
  return {
    client_id: client.id,
    client_id_issued_at: client.issuedAtSeconds,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: client.grantTypes,
    response_types: client.responseTypes,
    token_endpoint_auth_method: client.authMethod,
    registration_access_token: registrationToken,
    registration_client_uri: `http://${c.req.header('Host') ?? ''}/oauth2/register/${client.id}`,
    scope: registrationScope,
    pkce_required: true,
  };
}
