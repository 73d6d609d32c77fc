import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningSandbox } from 'market-desk-sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import {
  authorize,
  createAppKey,
  exchangeFields,
  makePkce,
  movableClock,
  postForm,
  registerClient,
  signIn,
} from '../../support/sandboxHarness';
import { useSandbox } from '../../support/sandboxLifetime';
import { makeKey, signedHeaders } from '../../support/sandboxSigning';

const start = useSandbox();
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function token(
  sandbox: RunningSandbox,
  fields: Readonly<Record<string, string>> | URLSearchParams,
): Promise<{ readonly status: number; readonly body: Record<string, unknown>; readonly headers: Headers }> {
  const response = await postForm(`${sandbox.url}/oauth2/token`, fields);
  return { status: response.status, body: (await response.json()) as Record<string, unknown>, headers: response.headers };
}

/** A client with a new code. */
async function withCode(sandbox: RunningSandbox, registration: Readonly<Record<string, unknown>> = {}, verifier?: string) {
  const client = await registerClient(sandbox, registration);
  const pkce = makePkce(verifier);
  const code = (await authorize(sandbox, client.client_id, pkce.challenge)).get('code') ?? '';
  return { client, fields: exchangeFields(client.client_id, code, pkce.verifier) };
}

async function isAlive(sandbox: RunningSandbox, accessToken: unknown): Promise<boolean> {
  const response = await fetch(`${sandbox.url}/api/v1.0/quote/economic-calendar/hot`, {
    headers: { Authorization: `Bearer ${String(accessToken)}` },
  });
  if (response.status !== 200 && response.status !== 401) throw new Error(`unexpected status ${response.status}`);
  return response.status === 200;
}

describe('the exchange of a code', () => {
  it('gives both tokens, in an answer that may not be stored', async () => {
    const sandbox = await start({ tokenLifetimeSeconds: 1234 });
    const { fields } = await withCode(sandbox);
    const { status, body, headers } = await token(sandbox, fields);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 1234,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'quote:read quote:write trade:read trade:write accid:*',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('agrees with RFC 7636, appendix B', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(makePkce(verifier).challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    const sandbox = await start();
    const { fields } = await withCode(sandbox, {}, verifier);
    expect((await token(sandbox, fields)).status).toBe(200);
  });

  it('works once, and a second attempt is refused and revokes the tokens of the first', async () => {
    const sandbox = await start();
    const { client, fields } = await withCode(sandbox);
    const first = await token(sandbox, fields);
    expect(await isAlive(sandbox, first.body['access_token'])).toBe(true);
    const second = await token(sandbox, fields);
    expect([second.status, second.body['error']]).toEqual([400, 'invalid_grant']);
    expect(await isAlive(sandbox, first.body['access_token'])).toBe(false);
    const refreshed = await token(sandbox, {
      grant_type: 'refresh_token',
      client_id: client.client_id,
      refresh_token: String(first.body['refresh_token']),
    });
    expect(refreshed.body['error']).toBe('invalid_grant');
  });

  it('stays possible after another client tried the code, and revokes nothing', async () => {
    const sandbox = await start();
    const { fields } = await withCode(sandbox);
    const other = await registerClient(sandbox);
    expect((await token(sandbox, { ...fields, client_id: other.client_id })).body['error']).toBe('invalid_grant');
    const first = await token(sandbox, fields);
    expect(first.status).toBe(200);
    await token(sandbox, { ...fields, client_id: other.client_id });
    expect(await isAlive(sandbox, first.body['access_token'])).toBe(true);
  });

  it('works for five minutes', async () => {
    const clock = movableClock();
    const sandbox = await start({ wallClock: clock.now });
    const [early, late] = [await withCode(sandbox), await withCode(sandbox)];
    clock.advance(5 * 60_000 - 1);
    expect((await token(sandbox, early.fields)).status).toBe(200);
    clock.advance(1);
    const { status, body } = await token(sandbox, late.fields);
    expect([status, body['error']]).toEqual([400, 'invalid_grant']);
  });

  it.each([
    ['another verifier', { code_verifier: 'b'.repeat(43) }, 'invalid_grant'],
    ['a verifier that is too short', { code_verifier: 'b'.repeat(42) }, 'invalid_request'],
    ['a verifier that is too long', { code_verifier: 'b'.repeat(129) }, 'invalid_request'],
    ['a verifier of other characters', { code_verifier: `${'b'.repeat(43)}!` }, 'invalid_request'],
    ['another redirect_uri', { redirect_uri: 'http://127.0.0.1:10/oauth/callback' }, 'invalid_grant'],
    ['another code', { code: 'made-up' }, 'invalid_grant'],
    ['no code', { code: '' }, 'invalid_request'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: '' }, 'invalid_request'],
    ['no client_id', { client_id: '' }, 'invalid_request'],
    ['no grant_type', { grant_type: '' }, 'invalid_request'],
    ['another grant_type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['an unknown client', { client_id: 'client_0' }, 'invalid_client'],
  ])('refuses %s, and the code still works afterwards', async (_case, changes, error) => {
    const sandbox = await start();
    const { fields } = await withCode(sandbox);
    const refused = await token(sandbox, { ...fields, ...changes });
    expect([refused.status, refused.body['error']]).toEqual([error === 'invalid_client' ? 401 : 400, error]);
    expect(refused.body['error_description']).toEqual(expect.any(String));
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect((await token(sandbox, fields)).status).toBe(200);
  });

  it.each(['b'.repeat(43), 'aZ09-._~'.repeat(16)])('accepts a verifier at the edge of its length (%#)', async (verifier) => {
    const sandbox = await start();
    const { fields } = await withCode(sandbox, {}, verifier);
    expect((await token(sandbox, fields)).status).toBe(200);
  });

  it('refuses a parameter given twice', async () => {
    const sandbox = await start();
    const { fields } = await withCode(sandbox);
    const repeated = new URLSearchParams(fields);
    repeated.append('code', fields['code'] ?? '');
    expect((await token(sandbox, repeated)).body['error']).toBe('invalid_request');
  });

  it('refuses a JSON body', async () => {
    const sandbox = await start();
    const { fields } = await withCode(sandbox);
    const response = await fetch(`${sandbox.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
  });

  it('gives no refresh token to a client that did not register the grant', async () => {
    const sandbox = await start();
    const { fields } = await withCode(sandbox, { grant_types: ['authorization_code'] });
    expect((await token(sandbox, fields)).body).not.toHaveProperty('refresh_token');
  });
});

describe('the refresh of a token', () => {
  it('gives a new access token without a refresh token, as often as requested', async () => {
    const sandbox = await start();
    const { client, tokens } = await signIn(sandbox, { scopes: ['trade:read'], accounts: ['8001'] });
    const fields = { grant_type: 'refresh_token', client_id: client.client_id, refresh_token: tokens.refresh_token ?? '' };
    const seen = new Set([tokens.access_token]);
    for (let round = 0; round < 3; round += 1) {
      const { status, body, headers } = await token(sandbox, fields);
      expect(status).toBe(200);
      expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 7200, scope: 'trade:read accid:8001' });
      expect(headers.get('cache-control')).toBe('no-store');
      seen.add(String(body['access_token']));
    }
    expect(seen.size).toBe(4);
  });

  it.each([
    ['an unknown token', { refresh_token: 'made-up' }, 'invalid_grant'],
    ['no token', { refresh_token: '' }, 'invalid_request'],
    ['no client', { client_id: '' }, 'invalid_request'],
    ['an unknown client', { client_id: 'client_0' }, 'invalid_client'],
  ])('refuses %s', async (_case, changes, error) => {
    const sandbox = await start();
    const { client, tokens } = await signIn(sandbox);
    const { body } = await token(sandbox, {
      grant_type: 'refresh_token',
      client_id: client.client_id,
      refresh_token: tokens.refresh_token ?? '',
      ...changes,
    });
    expect(body['error']).toBe(error);
  });

  it("refuses another client's token", async () => {
    const sandbox = await start();
    const { tokens } = await signIn(sandbox);
    const other = await registerClient(sandbox);
    expect(
      (await token(sandbox, { grant_type: 'refresh_token', client_id: other.client_id, refresh_token: tokens.refresh_token ?? '' })).body[
        'error'
      ],
    ).toBe('invalid_grant');
  });

  it('works after the access token has expired', async () => {
    const clock = movableClock();
    const sandbox = await start({ wallClock: clock.now, tokenLifetimeSeconds: 60 });
    const { client, tokens } = await signIn(sandbox);
    clock.advance(59_999);
    expect(await isAlive(sandbox, tokens.access_token)).toBe(true);
    clock.advance(1);
    expect(await isAlive(sandbox, tokens.access_token)).toBe(false);
    clock.advance(365 * 86_400_000);
    const { body } = await token(sandbox, {
      grant_type: 'refresh_token',
      client_id: client.client_id,
      refresh_token: tokens.refresh_token ?? '',
    });
    expect(await isAlive(sandbox, body['access_token'])).toBe(true);
  });
});

describe('a confidential client', () => {
  const confidential = { token_endpoint_auth_method: 'client_secret_post' };

  it('may leave out its secret with the code, but never send a wrong one', async () => {
    const sandbox = await start();
    const { fields } = await withCode(sandbox, confidential);
    const wrong = await token(sandbox, { ...fields, client_secret: 'wrong' });
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_client']);
    expect((await token(sandbox, fields)).status).toBe(200);
    const second = await withCode(sandbox, confidential);
    expect((await token(sandbox, { ...second.fields, client_secret: second.client.client_secret ?? '' })).status).toBe(200);
  });

  it('must send its secret with the refresh', async () => {
    const sandbox = await start();
    const { client, tokens } = await signIn(sandbox, {}, confidential);
    const fields = { grant_type: 'refresh_token', client_id: client.client_id, refresh_token: tokens.refresh_token ?? '' };
    for (const secret of [{}, { client_secret: '' }, { client_secret: 'omitted' }]) {
      const { status, body } = await token(sandbox, { ...fields, ...secret });
      expect([status, body['error']]).toEqual([401, 'invalid_client']);
    }
    expect((await token(sandbox, { ...fields, client_secret: client.client_secret ?? '' })).status).toBe(200);
  });
});

describe('the state file of the sandbox', () => {
  function temporaryFile(): string {
    const folder = mkdtempSync(join(tmpdir(), 'market-desk-sandbox-'));
    folders.push(folder);
    return join(folder, 'nested', 'state.json');
  }

  it('keeps clients, tokens, and keys over a restart, readable only by its owner and without a secret in it', async () => {
    const stateFile = temporaryFile();
    const first = await start({ stateFile });
    const { client, tokens } = await signIn(first, {}, { token_endpoint_auth_method: 'client_secret_post' });
    const key = makeKey('ed25519');
    const keyId = await createAppKey(first, key.publicPem);
    await first.close();

    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    const text = readFileSync(stateFile, 'utf8');
    for (const secret of [tokens.access_token, tokens.refresh_token, client.client_secret, client.registration_access_token])
      expect(text).not.toContain(secret);
    expect(readdirSync(join(stateFile, '..'))).toEqual(['state.json']);

    const second = await start({ stateFile });
    expect(await isAlive(second, tokens.access_token)).toBe(true);
    const refreshed = await token(second, {
      grant_type: 'refresh_token',
      client_id: client.client_id,
      refresh_token: tokens.refresh_token ?? '',
      client_secret: client.client_secret ?? '',
    });
    expect(refreshed.body).toMatchObject({ scope: tokens.scope });
    const path = '/api/v1.0/quote/economic-calendar/hot';
    expect((await fetch(second.url + path, { headers: signedHeaders(key, keyId, { path }) })).status).toBe(200);
  });

  it('does not revive an expired token', async () => {
    const stateFile = temporaryFile();
    const clock = movableClock();
    const first = await start({ stateFile, wallClock: clock.now });
    const { tokens } = await signIn(first);
    await first.close();
    clock.advance(7_200_000);
    expect(await isAlive(await start({ stateFile, wallClock: clock.now }), tokens.access_token)).toBe(false);
  });

  it.each(['', '{', '{"version":2}', '[]'])('is set aside when it cannot be understood: %j', async (content) => {
    const stateFile = join(temporaryFile(), '..', '..', 'state.json');
    writeFileSync(stateFile, content);
    const warnings: string[] = [];
    const sandbox = await start({ stateFile, warn: (message) => warnings.push(message) });
    await registerClient(sandbox);
    expect(warnings).toHaveLength(1);
    expect(readFileSync(`${stateFile}.unreadable`, 'utf8')).toBe(content);
  });
});
