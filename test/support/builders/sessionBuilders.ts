import type { SessionRecord } from '../../../src/app/session/sessionRecord';
import type { OAuthClient, TokenSet } from '../../../src/service/auth/oauthTypes';
import { Secret } from '../../../src/service/secret';

export const testOrigin = 'https://api.example.com';

export function aClient(changes: Partial<OAuthClient> = {}): OAuthClient {
  return {
    clientId: 'client-1',
    authMethod: 'none',
    clientSecret: undefined,
    redirectUris: ['vscode://market-desk.market-desk/oauth/callback'],
    registrationAccessToken: new Secret('registration-token-1'),
    registrationClientUri: `${testOrigin}/oauth2/register/client-1`,
    ...changes,
  };
}

/** A session that began at 0 and is valid for two hours. */
export function aSession(changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: 'session-1',
    origin: testOrigin,
    account: { id: `${testOrigin}#1`, label: 'api.example.com · 1' },
    client: aClient(),
    accessToken: new Secret('access-token-1'),
    obtainedAtMs: 0,
    expiresAtMs: 7_200_000,
    refreshToken: new Secret('refresh-token-1'),
    scopes: ['quote:read'],
    needsSignIn: false,
    revision: 1,
    ...changes,
  };
}

/** The answer to a refresh: without a refresh token, as in the specification. */
export function someTokens(changes: Partial<TokenSet> = {}): TokenSet {
  return { accessToken: new Secret('access-token-2'), expiresInSeconds: 7200, refreshToken: undefined, scopes: ['quote:read'], ...changes };
}
