import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { authorizationUrl, OAuthService } from '../../../../src/service/auth/oauth';
import { codeChallengeOf, createRandomSecret } from '../../../../src/service/auth/oauthSecrets';
import type { AuthorizationAttempt } from '../../../../src/service/auth/oauthTypes';
import { isOAuthRefusal } from '../../../../src/service/auth/oauthRefusals';
import { AuthError, DecodeError, HttpError, TransportError } from '../../../../src/service/errors';
import { Secret } from '../../../../src/service/secret';
import { aClient } from '../../../support/builders/sessionBuilders';
import { ScriptedTransport } from '../../../support/network/scriptedTransport';
import type { ScriptedAnswer } from '../../../support/network/scriptedTransport';

const baseUrl = 'https://api.example.com/v';
const redirectUri = 'vscode://market-desk.market-desk/oauth/callback';
const signal = new AbortController().signal;

function setUp(...script: ScriptedAnswer[]): { readonly oauth: OAuthService; readonly wire: ScriptedTransport } {
  const wire = new ScriptedTransport(script);
  return { oauth: new OAuthService(baseUrl, wire), wire };
}

async function failureOf(action: Promise<unknown>): Promise<unknown> {
  return action.then(
    () => {
      throw new Error('should have failed');
    },
    (error: unknown) => error,
  );
}

const record = {
  client_id: 'c1',
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none',
  registration_access_token: 'rat-secret-1',
};
const tokens = {
  access_token: 'at-secret-1',
  token_type: 'Bearer',
  expires_in: 7200,
  refresh_token: 'rt-secret-1',
  scope: 'quote:read accid:*',
};

describe('the registration of an OAuth client', () => {
  const request = { clientName: 'Market Desk', redirectUris: [redirectUri], authMethod: 'none' as const };

  it('sends exactly the members of the specification as JSON, once, on a fresh connection', async () => {
    const { oauth, wire } = setUp({ status: 201, body: record });
    await oauth.register(request, { signal });
    const [sent] = wire.requests;
    expect(sent).toMatchObject({ method: 'POST', origin: 'https://api.example.com', path: '/v/oauth2/register', query: '', kind: 'write' });
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(new TextDecoder().decode(sent?.body))).toEqual({
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      client_name: 'Market Desk',
    });
  });

  it.each([200, 201])('accepts a registration answered with status %d', async (status) => {
    const { oauth } = setUp({ status, body: record });
    const client = await oauth.register(request, { signal });
    expect(client).toMatchObject({ clientId: 'c1', authMethod: 'none', clientSecret: undefined, redirectUris: [redirectUri] });
    expect(client.registrationAccessToken?.reveal()).toBe('rat-secret-1');
  });

  it('keeps the secret of a confidential client', async () => {
    const { oauth } = setUp({ status: 201, body: { ...record, client_secret: 'cs-1', token_endpoint_auth_method: 'client_secret_post' } });
    const client = await oauth.register({ ...request, authMethod: 'client_secret_post' }, { signal });
    expect(client.authMethod).toBe('client_secret_post');
    expect(client.clientSecret?.reveal()).toBe('cs-1');
  });

  it('rejects a registration record with other redirect addresses', async () => {
    const { oauth } = setUp({ status: 201, body: { ...record, redirect_uris: ['https://evil.example/'] } });
    expect(await failureOf(oauth.register(request, { signal }))).toBeInstanceOf(DecodeError);
  });

  it.each([
    [{ status: 400, body: { error: 'invalid_redirect_uri' } }, 'authorization-failed'],
    [{ status: 500, body: { error: 'server_error' } }, 'http'],
    [{ status: 404, body: '<html>' }, 'http'],
    [{ status: 302, body: '' }, 'http'],
    [{ status: 201, body: { nothing: true } }, 'decode'],
    [{ status: 201, body: [] }, 'http'],
  ])('says what went wrong when the answer is %j', async (answer, code) => {
    const { oauth } = setUp(answer);
    expect(await failureOf(oauth.register(request, { signal }))).toMatchObject({ code });
  });
});

describe('the address of the consent page', () => {
  it('has every parameter of the specification and no other', () => {
    const url = new URL(
      authorizationUrl(baseUrl, {
        clientId: 'c1',
        redirectUri,
        state: new Secret('st'),
        codeVerifier: new Secret('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'),
      }),
    );
    expect(url.origin + url.pathname).toBe('https://api.example.com/v/oauth2/authorize/confirm');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'c1',
      // RFC 7636, appendix B
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      redirect_uri: redirectUri,
      response_type: 'code',
      state: 'st',
    });
  });

  it('never uses a state or a verifier twice', () => {
    const { oauth } = setUp();
    const attempts = Array.from({ length: 200 }, () => oauth.prepareAuthorization(aClient(), redirectUri));
    expect(new Set(attempts.flatMap(({ state, codeVerifier }) => [state.reveal(), codeVerifier.reveal()])).size).toBe(400);
    for (const { state } of attempts) expect(Buffer.from(state.reveal(), 'base64url')).toHaveLength(32);
    expect(codeChallengeOf(createRandomSecret().reveal())).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe('the exchange of a code for tokens', () => {
  function attempted(oauth: OAuthService, client = aClient()): { readonly attempt: AuthorizationAttempt; readonly parameters: Secret } {
    const attempt = oauth.prepareAuthorization(client, redirectUri);
    return { attempt, parameters: new Secret(new URLSearchParams({ code: 'the-code', state: attempt.state.reveal() }).toString()) };
  }

  it('sends the form of the specification', async () => {
    const { oauth, wire } = setUp({ body: tokens });
    const { attempt, parameters } = attempted(oauth);
    await oauth.exchange(attempt, parameters, { signal });
    expect(wire.requests[0]?.path).toBe('/v/oauth2/token');
    expect(wire.requests[0]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(Object.fromEntries(wire.form(0))).toEqual({
      grant_type: 'authorization_code',
      code: 'the-code',
      client_id: 'client-1',
      redirect_uri: redirectUri,
      code_verifier: attempt.codeVerifier.reveal(),
    });
  });

  it('sends no client secret with a code, not even for a confidential client', async () => {
    const { oauth, wire } = setUp({ body: tokens });
    const { attempt, parameters } = attempted(oauth, aClient({ clientSecret: new Secret('cs-1'), authMethod: 'client_secret_post' }));
    await oauth.exchange(attempt, parameters, { signal });
    expect(wire.form(0).has('client_secret')).toBe(false);
  });

  it('returns tokens, lifetime, and scopes as granted', async () => {
    const { oauth } = setUp({ body: tokens });
    const { attempt, parameters } = attempted(oauth);
    const set = await oauth.exchange(attempt, parameters, { signal });
    expect(set).toMatchObject({ expiresInSeconds: 7200, scopes: ['quote:read', 'accid:*'] });
    expect([set.accessToken.reveal(), set.refreshToken?.reveal()]).toEqual(['at-secret-1', 'rt-secret-1']);
  });

  it.each([
    ['7200', 7200],
    [' 60 ', 60],
    [59.9, 59],
    ['soon', undefined],
    [-5, undefined],
    [0, undefined],
    [null, undefined],
    [1e300, 366 * 86_400],
    ['99999999999999999999', 366 * 86_400],
    [{}, undefined],
  ])('understands expires_in %j as a lifetime of %j', async (expires_in, expected) => {
    const { oauth } = setUp({ body: { ...tokens, expires_in } });
    const { attempt, parameters } = attempted(oauth);
    expect((await oauth.exchange(attempt, parameters, { signal })).expiresInSeconds).toBe(expected);
  });

  it('sends no request when the state is not that of the attempt', async () => {
    const { oauth, wire } = setUp();
    const { attempt } = attempted(oauth);
    expect(await failureOf(oauth.exchange(attempt, new Secret('code=c&state=other'), { signal }))).toMatchObject({
      code: 'state-mismatch',
    });
    expect(wire.requests).toEqual([]);
  });

  it.each([
    ['error=access_denied&error_description=no', 'authorization-denied'],
    ['error=server_error', 'authorization-failed'],
    ['iss=https%3A%2F%2Fevil.example&code=c', 'decode'],
  ])('sends no request after %s', async (query, code) => {
    const { oauth, wire } = setUp();
    const { attempt } = attempted(oauth);
    expect(await failureOf(oauth.exchange(attempt, new Secret(`${query}&state=${attempt.state.reveal()}`), { signal }))).toMatchObject({
      code,
    });
    expect(wire.requests).toEqual([]);
  });

  it.each(['https://api.example.com', 'https://api.example.com/', 'https://api.example.com/v', 'https://api.example.com/v/'])(
    'accepts an answer in which the service names itself as %s',
    async (iss) => {
      const { oauth } = setUp({ body: tokens });
      const { attempt } = attempted(oauth);
      const query = new URLSearchParams({ code: 'c', state: attempt.state.reveal(), session_state: 'x', iss });
      expect((await oauth.exchange(attempt, new Secret(query.toString()), { signal })).refreshToken).toBeDefined();
    },
  );

  it.each([
    'http://api.example.com',
    'https://api.example.com.evil.example',
    'https://api.example.com/other',
    'https://api.example.com:444/',
    'https://api.example.com//',
  ])('sends no request after an answer in the name of %s', async (iss) => {
    const { oauth, wire } = setUp({ body: tokens });
    const { attempt } = attempted(oauth);
    const query = new URLSearchParams({ code: 'c', state: attempt.state.reveal(), iss });
    expect(await failureOf(oauth.exchange(attempt, new Secret(query.toString()), { signal }))).toMatchObject({ code: 'decode' });
    expect(wire.requests).toEqual([]);
  });

  it.each([
    [{ status: 400, body: { error: 'invalid_grant' } }, 'authorization-expired'],
    [{ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: { error: 'invalid_client' } }, 'authorization-failed'],
    [{ status: 503, body: 'busy' }, 'http'],
    [{ body: { ...tokens, token_type: 'mac' } }, 'decode'],
    [{ body: { ...tokens, access_token: 7 } }, 'decode'],
    [{ body: { error: 'invalid_grant' } }, 'authorization-expired'],
    [new TransportError('timed-out', { sent: 'maybe' }), 'timed-out'],
  ])('sends the code only once when the answer is %j', async (answer, code) => {
    const { oauth, wire } = setUp(answer);
    const { attempt, parameters } = attempted(oauth);
    expect(await failureOf(oauth.exchange(attempt, parameters, { signal }))).toMatchObject({ code });
    expect(wire.requests).toHaveLength(1);
  });

  it('lets no secret into an error', async () => {
    const answers: ScriptedAnswer[] = [
      { body: { ...tokens, token_type: 'mac' } },
      { body: { ...tokens, token_type: undefined } },
      { body: { ...tokens, scope: { deep: 'at-secret-1' } } },
      { body: { ...tokens, id_token: 'at-secret-1' } },
      { status: 400, body: { ...tokens, error: 'invalid_grant', error_description: 'gone' } },
      { status: 302, body: tokens },
      { status: 200, body: JSON.stringify(tokens).slice(0, -5) },
    ];
    for (const answer of answers) {
      const { oauth } = setUp(answer);
      const { attempt, parameters } = attempted(oauth);
      const error = await oauth.exchange(attempt, parameters, { signal }).catch((thrown: unknown) => thrown);
      const printed = inspect(error, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(error);
      for (const secret of ['at-secret-1', 'rt-secret-1', 'the-code', attempt.state.reveal(), attempt.codeVerifier.reveal()])
        expect(printed).not.toContain(secret);
    }
  });
});

describe('the refresh of a token', () => {
  it('sends the form of the specification, with the secret only for a confidential client', async () => {
    const { oauth, wire } = setUp({ body: tokens }, { body: tokens });
    await oauth.refresh(aClient(), new Secret('rt'), { signal });
    await oauth.refresh(aClient({ clientSecret: new Secret('cs-1'), authMethod: 'client_secret_post' }), new Secret('rt'), { signal });
    expect(Object.fromEntries(wire.form(0))).toEqual({ grant_type: 'refresh_token', client_id: 'client-1', refresh_token: 'rt' });
    expect(Object.fromEntries(wire.form(1))).toEqual({
      grant_type: 'refresh_token',
      client_id: 'client-1',
      refresh_token: 'rt',
      client_secret: 'cs-1',
    });
  });

  it('returns no refresh token when the answer has none', async () => {
    const { oauth } = setUp({ body: { access_token: 'a', token_type: 'bearer', expires_in: 60 } });
    const set = await oauth.refresh(aClient(), new Secret('rt'), { signal });
    expect(set.refreshToken).toBeUndefined();
    expect(set.scopes).toBeUndefined();
  });

  it('distinguishes a refused refresh token from a service in trouble', async () => {
    const { oauth } = setUp({ status: 400, body: { error: 'invalid_grant' } }, { status: 503, body: {}, headers: { 'retry-after': '7' } });
    const refused = await failureOf(oauth.refresh(aClient(), new Secret('rt'), { signal }));
    const troubled = await failureOf(oauth.refresh(aClient(), new Secret('rt'), { signal }));
    expect(refused).toBeInstanceOf(AuthError);
    expect(refused).toMatchObject({ oauthError: 'invalid_grant' });
    expect(troubled).toBeInstanceOf(HttpError);
    expect(troubled).toMatchObject({ status: 503, retryAfterMs: 7000 });
  });

  it.each([
    [200, { error: 'invalid_grant' }, true],
    [403, { error: 'invalid_client', error_description: 'gone' }, true],
    [404, { error: 'invalid_grant' }, true],
    [200, { error: 'server_error' }, false],
    [200, { error: { code: 'invalid_grant' } }, false],
    [429, { error: 'invalid_grant' }, false],
    [502, { error: 'invalid_grant' }, false],
    [307, { error: 'invalid_grant' }, false],
  ])('is refused for good by status %d and %j: %s', async (status, body, isRefused) => {
    const { oauth } = setUp({ status, body });
    expect(isOAuthRefusal(await failureOf(oauth.refresh(aClient(), new Secret('rt'), { signal })))).toBe(isRefused);
  });
});
