import { createHash } from 'node:crypto';
import { readForm, repeatedName, valueOf } from '../http/form';
import { digestOf } from '../state/credentials';
import type { ClientRecord } from '../state/records';
import type { Consent, CredentialStore } from '../state/store';
import type { SandboxApp } from '../types';
import type { AuthorizationCodes, IssuedCode } from './codes';
import { failure, isFailure, neverStored, sendFailure } from './errors';
import type { OAuthFailure } from './errors';
import { scopeText } from '../auth/scopes';

export interface TokenDependencies {
  readonly store: CredentialStore;
  readonly codes: AuthorizationCodes;
  readonly nowMs: () => number;
  readonly tokenLifetimeSeconds: number;
}

interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope: string;
}

type Parameters = Readonly<Record<string, string | undefined>>;

/** POST /oauth2/token (Spec) with the errors of RFC 6749, 5.2. */
export function registerTokenRoute(app: SandboxApp, dependencies: TokenDependencies): void {
  app.post('/oauth2/token', (c) => {
    const form = readForm(c);
    if (form === undefined) return sendFailure(c, failure('invalid_request', 'the body must be application/x-www-form-urlencoded'));
    const repeated = repeatedName(form);
    if (repeated !== undefined) return sendFailure(c, failure('invalid_request', `the parameter ${repeated} is given more than once`));
    const answer = answerGrant(form, dependencies);
    return isFailure(answer) ? sendFailure(c, answer) : c.json(answer, 200, neverStored);
  });
}

function answerGrant(form: URLSearchParams, dependencies: TokenDependencies): TokenResponse | OAuthFailure {
  const grantType = valueOf(form, 'grant_type');
  if (grantType === undefined) return failure('invalid_request', 'the parameter grant_type is missing');
  if (grantType === 'authorization_code') return exchangeCode(form, dependencies);
  if (grantType === 'refresh_token') return refresh(form, dependencies);
  return failure('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token');
}

function exchangeCode(form: URLSearchParams, dependencies: TokenDependencies): TokenResponse | OAuthFailure {
  const parameters = required(form, ['code', 'client_id', 'redirect_uri', 'code_verifier']);
  if (isFailure(parameters)) return parameters;
  const client = dependencies.store.client(parameters['client_id'] ?? '');
  // The specification lists no secret for the exchange: a missing one is accepted, a wrong one never.
  const secret = valueOf(form, 'client_secret');
  if (client === undefined || (secret !== undefined && !secretMatches(client, secret)))
    return failure('invalid_client', 'unknown client or wrong secret');
  const issued = dependencies.codes.find(parameters['code'] ?? '');
  const wrong = faultOfCode(issued, client, parameters, dependencies);
  if (issued === undefined || wrong !== undefined) return wrong ?? failure('invalid_grant', 'unknown code');
  issued.used = true;
  const refreshToken = client.grantTypes.includes('refresh_token')
    ? { refresh_token: dependencies.store.issueRefreshToken(issued.consent) }
    : {};
  return { ...tokenResponse(issued.consent, dependencies), ...refreshToken };
}

/** A failed attempt leaves the code usable: it is valid for one successful use (Spec, Limits). */
function faultOfCode(
  issued: IssuedCode | undefined,
  client: ClientRecord,
  parameters: Parameters,
  { store, nowMs }: TokenDependencies,
): OAuthFailure | undefined {
  if (issued?.consent.clientId !== client.id) return failure('invalid_grant', 'unknown code');
  if (issued.used) {
    // OAuth 2.1, 4.1.3: another party may have the tokens from the first exchange.
    store.revoke(issued.consent.id);
    return failure('invalid_grant', 'the code was used before');
  }
  if (issued.expiresAtMs <= nowMs()) return failure('invalid_grant', 'the code has expired');
  if (issued.redirectUri !== parameters['redirect_uri'])
    return failure('invalid_grant', 'redirect_uri differs from the one in the authorization request');
  const verifier = parameters['code_verifier'] ?? '';
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier))
    return failure('invalid_request', 'code_verifier must be 43 to 128 unreserved characters');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return challenge === issued.codeChallenge ? undefined : failure('invalid_grant', 'code_verifier does not match the challenge');
}

/** The refresh token is not rotated and not repeated in the response (Spec, POST /oauth2/token). */
function refresh(form: URLSearchParams, dependencies: TokenDependencies): TokenResponse | OAuthFailure {
  const parameters = required(form, ['refresh_token', 'client_id']);
  if (isFailure(parameters)) return parameters;
  const client = dependencies.store.client(parameters['client_id'] ?? '');
  if (client === undefined || !secretMatches(client, valueOf(form, 'client_secret')))
    return failure('invalid_client', 'unknown client, or its secret is missing or wrong');
  const token = dependencies.store.refreshToken(parameters['refresh_token'] ?? '');
  if (token?.clientId !== client.id) return failure('invalid_grant', 'unknown or revoked refresh token');
  return tokenResponse(
    { id: token.consent, clientId: client.id, user: token.user, scopes: token.scopes, accounts: token.accounts },
    dependencies,
  );
}

function required(form: URLSearchParams, names: readonly string[]): Parameters | OAuthFailure {
  const values: Record<string, string | undefined> = {};
  for (const name of names) {
    values[name] = valueOf(form, name);
    if (values[name] === undefined) return failure('invalid_request', `the parameter ${name} is missing`);
  }
  return values;
}

/** A public client has no secret to compare. */
function secretMatches(client: ClientRecord, secret: string | undefined): boolean {
  return client.secretDigest === undefined || (secret !== undefined && digestOf(secret) === client.secretDigest);
}

function tokenResponse(consent: Consent, { store, tokenLifetimeSeconds }: TokenDependencies): TokenResponse {
  return {
    access_token: store.issueAccessToken(consent, tokenLifetimeSeconds),
    token_type: 'Bearer',
    expires_in: tokenLifetimeSeconds,
    scope: scopeText(consent.scopes, consent.accounts),
  };
}
