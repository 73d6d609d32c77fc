import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthService } from '../../src/service/auth/oauth';
import { parseCallback } from '../../src/service/auth/oauthCallback';
import type { AuthorizationAttempt, OAuthClient, TokenSet } from '../../src/service/auth/oauthTypes';
import { Secret } from '../../src/service/secret';
import { createTransport } from '../../src/service/transport/transport';
import { FormBrowser, startCertifiedServer } from '../support/network/certifiedServer';
import type { CertifiedServer } from '../support/network/certifiedServer';
import { directSettings } from '../support/network/clientHarness';

const redirectUri = 'http://127.0.0.1:9/oauth/callback';
const call = { signal: new AbortController().signal };
const transport = createTransport({ settings: directSettings });

describe('OAuth against a certified authorization server', () => {
  let server: CertifiedServer;
  let oauth: OAuthService;

  beforeAll(async () => {
    server = await startCertifiedServer();
    oauth = new OAuthService(server.origin, transport);
  });

  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  const register = async (): Promise<OAuthClient> =>
    oauth.register({ clientName: 'Market Desk', redirectUris: [redirectUri], authMethod: 'none' }, call);

  async function consent(attempt: AuthorizationAttempt): Promise<URL> {
    const browser = new FormBrowser();
    let page = await browser.open(attempt.url);
    for (let step = 0; step < 4 && page.html !== undefined; step += 1) page = await browser.submit(page, { login: 'ada', password: 'any' });
    return page.url;
  }

  /** The parameters of a callback address, as the program's own parser reads them. */
  function parametersOf(callback: URL): Secret {
    const parsed = parseCallback(callback.search);
    if (parsed.kind !== 'answer') throw new Error(`the callback is ${parsed.kind}`);
    return parsed.parameters;
  }

  async function signIn(client: OAuthClient): Promise<TokenSet> {
    const attempt = oauth.prepareAuthorization(client, redirectUri);
    return oauth.exchange(attempt, parametersOf(await consent(attempt)), call);
  }

  it('registers a public client and keeps its record as secrets', async () => {
    const client = await register();
    expect(client).toMatchObject({ authMethod: 'none', clientSecret: undefined, redirectUris: [redirectUri] });
    expect(client.registrationAccessToken?.reveal()).toMatch(/.{20,}/);
    expect(client.registrationClientUri).toBe(`${server.origin}/oauth2/register/${client.clientId}`);
  });

  it('returns with state and issuer, exchanges and renews, and keeps the refresh token', async () => {
    const client = await register();
    const attempt = oauth.prepareAuthorization(client, redirectUri);
    const callback = await consent(attempt);
    expect(callback.origin + callback.pathname).toBe(redirectUri);
    expect(callback.searchParams.get('state')).toBe(attempt.state.reveal());
    expect(callback.searchParams.get('iss')).toBe(server.origin);
    const tokens = await oauth.exchange(attempt, parametersOf(callback), call);
    expect(tokens).toMatchObject({ expiresInSeconds: 600, scopes: ['quote:read', 'trade:read'] });
    const refreshToken = tokens.refreshToken ?? new Secret('missing');
    for (let count = 0; count < 3; count += 1) {
      const renewed = await oauth.refresh(client, refreshToken, call);
      expect(renewed.accessToken.reveal()).not.toBe(tokens.accessToken.reveal());
      expect(renewed.refreshToken?.reveal() ?? refreshToken.reveal()).toBe(refreshToken.reveal());
    }
  });

  it('reports that the user denied access', async () => {
    const attempt = oauth.prepareAuthorization(await register(), redirectUri);
    const browser = new FormBrowser();
    const { url } = await browser.abort(await browser.open(attempt.url));
    await expect(oauth.exchange(attempt, parametersOf(url), call)).rejects.toMatchObject({
      code: 'authorization-denied',
      oauthError: 'access_denied',
    });
  });

  it('cannot use a code twice', async () => {
    const attempt = oauth.prepareAuthorization(await register(), redirectUri);
    const parameters = parametersOf(await consent(attempt));
    await oauth.exchange(attempt, parameters, call);
    await expect(oauth.exchange(attempt, parameters, call)).rejects.toMatchObject({
      code: 'authorization-expired',
      oauthError: 'invalid_grant',
    });
  });

  it('cannot exchange with another verifier, which shows that the challenge was sent', async () => {
    const attempt = oauth.prepareAuthorization(await register(), redirectUri);
    const parameters = parametersOf(await consent(attempt));
    const stolen = { ...attempt, codeVerifier: oauth.prepareAuthorization(attempt.client, redirectUri).codeVerifier };
    await expect(oauth.exchange(stolen, parameters, call)).rejects.toMatchObject({ oauthError: 'invalid_grant' });
  });

  it('never asks the token endpoint about a callback with another issuer or state', async () => {
    const attempt = oauth.prepareAuthorization(await register(), redirectUri);
    const genuine = new URLSearchParams(parametersOf(await consent(attempt)).reveal());
    const before = server.asked.length;
    for (const [name, value] of [
      ['iss', 'https://evil.example'],
      ['state', 'other'],
    ] as const) {
      const bent = new URLSearchParams(genuine);
      bent.set(name, value);
      await expect(oauth.exchange(attempt, new Secret(bent.toString()), call)).rejects.toMatchObject({
        code: name === 'iss' ? 'decode' : 'state-mismatch',
      });
    }
    expect(server.asked).toHaveLength(before);
    expect((await oauth.exchange(attempt, new Secret(genuine.toString()), call)).refreshToken).toBeDefined();
  });

  it('reports a client whose refresh token was not accepted', async () => {
    const [client, other] = [await register(), await register()];
    const { refreshToken = new Secret('missing') } = await signIn(client);
    await expect(oauth.refresh(client, new Secret('unknown'), call)).rejects.toMatchObject({ code: 'authorization-expired' });
    await expect(oauth.refresh(other, refreshToken, call)).rejects.toMatchObject({ oauthError: 'invalid_grant' });
    await expect(oauth.refresh({ ...client, clientId: 'nobody' }, refreshToken, call)).rejects.toMatchObject({
      oauthError: 'invalid_client',
    });
  });

  it('reports that a redirect URI can’t be registered', async () => {
    await expect(
      oauth.register({ clientName: 'x', redirectUris: ['javascript:alert(1)'], authMethod: 'none' }, call),
    ).rejects.toMatchObject({ oauthError: 'invalid_redirect_uri' });
  });

  it('registers a confidential client and keeps its secret', async () => {
    const client = await oauth.register({ clientName: 'x', redirectUris: [redirectUri], authMethod: 'client_secret_post' }, call);
    expect(client.clientSecret?.reveal()).toMatch(/.{20,}/);
    expect(client.authMethod).toBe('client_secret_post');
  });
});
