import { gatewayAnswer, gatewayCode } from '../http/gateway';
import { digestOf, randomId, randomToken } from '../state/credentials';
import type { ClientRecord } from '../state/records';
import type { CredentialStore } from '../state/store';
import type { SandboxApp, SandboxRequest } from '../types';
import { parseClientMetadata } from './clientMetadata';
import { failure, isFailure, neverStored, sendFailure } from './errors';
import { registrationScope } from '../auth/scopes';

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
