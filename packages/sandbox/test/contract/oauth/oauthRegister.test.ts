import { describe, expect, it } from 'vitest';
import { postJson, registerClient, registrationBody } from '../../support/sandboxHarness';
import { useSandbox } from '../../support/sandboxLifetime';

const start = useSandbox();

describe('POST /oauth2/register', () => {
  it('answers 201 with every field of the record for a public client', async () => {
    const sandbox = await start();
    const redirectUris = ['vscode://market-desk.market-desk/oauth/callback', 'http://127.0.0.1:4567/oauth/callback?x=1'];
    const response = await postJson(
      `${sandbox.url}/oauth2/register`,
      registrationBody({ redirect_uris: redirectUris, client_name: 'Desk “α”' }),
    );
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const record = (await response.json()) as Record<string, unknown>;
    expect(record).toEqual({
      client_id: expect.stringMatching(/^client_[0-9a-f]{24}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Desk “α”',
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      registration_access_token: expect.stringMatching(/^[\w-]{43}$/),
      registration_client_uri: `${sandbox.url}/oauth2/register/${String(record['client_id'])}`,
      scope: 'quote:read quote:write trade:read trade:write accid:*',
      pkce_required: true,
    });
    expect(Math.abs(Number(record['client_id_issued_at']) - Date.now() / 1000)).toBeLessThan(5);
  });

  it('gives a confidential client a secret, a public one none', async () => {
    const sandbox = await start();
    const confidential = await registerClient(sandbox, { token_endpoint_auth_method: 'client_secret_post' });
    expect(confidential.client_secret).toMatch(/^[\w-]{43}$/);
    expect(confidential['client_secret_expires_at']).toBe(0);
    expect((await registerClient(sandbox)).client_secret).toBeUndefined();
  });

  it('ignores metadata that it does not know', async () => {
    const sandbox = await start();
    expect((await registerClient(sandbox, { software_id: 'x', scope: 'quote:read' })).client_id).toMatch(/^client_/);
  });

  const uri = (...uris: readonly string[]) => ({ redirect_uris: uris });
  it.each([
    ['no redirect_uris', { redirect_uris: undefined }, 'invalid_redirect_uri'],
    ['an empty list', uri(), 'invalid_redirect_uri'],
    ['a list that is no list', { redirect_uris: 'http://127.0.0.1/cb' }, 'invalid_redirect_uri'],
    ['a number in the list', { redirect_uris: [1] }, 'invalid_redirect_uri'],
    ['a relative address', uri('/cb'), 'invalid_redirect_uri'],
    ['a fragment', uri('http://127.0.0.1:1/cb#x'), 'invalid_redirect_uri'],
    ['an empty fragment', uri('http://127.0.0.1:1/cb#'), 'invalid_redirect_uri'],
    ['a script', uri('javascript:alert(1)'), 'invalid_redirect_uri'],
    ['a data address', uri('data:text/html,x'), 'invalid_redirect_uri'],
    ['user info', uri('http://a:b@127.0.0.1/cb'), 'invalid_redirect_uri'],
    ['a blank in the address', uri('vscode://a/b c'), 'invalid_redirect_uri'],
    ['a quote in the address', uri('vscode://a/b"c'), 'invalid_redirect_uri'],
    ['http without a host', uri('http:cb'), 'invalid_redirect_uri'],
    ['a host that would add a rule to the security policy', uri('http://a.example;script-src/cb'), 'invalid_redirect_uri'],
    ['a host that stands for many', uri('https://*.example/cb'), 'invalid_redirect_uri'],
    ['one bad among good ones', uri('vscode://a/b', 'file:///etc'), 'invalid_redirect_uri'],
    ['no client_name', { client_name: undefined }, 'invalid_client_metadata'],
    ['a blank client_name', { client_name: '  ' }, 'invalid_client_metadata'],
    ['no auth method', { token_endpoint_auth_method: undefined }, 'invalid_client_metadata'],
    ['another auth method', { token_endpoint_auth_method: 'client_secret_basic' }, 'invalid_client_metadata'],
    ['no grant_types', { grant_types: undefined }, 'invalid_client_metadata'],
    ['grant_types without the code', { grant_types: ['refresh_token'] }, 'invalid_client_metadata'],
    ['another grant type', { grant_types: ['authorization_code', 'implicit'] }, 'invalid_client_metadata'],
    ['no response_types', { response_types: undefined }, 'invalid_client_metadata'],
    ['another response type', { response_types: ['token'] }, 'invalid_client_metadata'],
  ])('refuses %s', async (_case, changes, error) => {
    const sandbox = await start();
    const response = await postJson(`${sandbox.url}/oauth2/register`, registrationBody(changes));
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, error]);
  });

  it.each([
    'http://127.0.0.1:53211/cb',
    'http://[::1]:53211/cb',
    'http://my_machine/cb',
    'https://bücher.example/cb?a=b',
    'vscode-insiders://market-desk.market-desk/oauth/callback',
    'com.example.app:/cb',
  ])('accepts %s unchanged', async (redirectUri) => {
    expect((await registerClient(await start(), uri(redirectUri)))['redirect_uris']).toEqual([redirectUri]);
  });

  it.each([' Desk ', '\tDesk\n', '　Desk　', 'Desk'])('keeps the name %j as it was given', async (name) => {
    expect((await registerClient(await start(), { client_name: name }))['client_name']).toBe(name);
  });

  it.each(['', ' ', '\t\n', '　'])('refuses the blank name %j', async (name) => {
    const response = await postJson(`${(await start()).url}/oauth2/register`, registrationBody({ client_name: name }));
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_client_metadata']);
  });

  it.each(['', '[]', 'null', '{"client_name":', '"x"'])('refuses the body %j', async (body) => {
    const sandbox = await start();
    const response = await postJson(`${sandbox.url}/oauth2/register`, body);
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_client_metadata']);
  });

  it('refuses a body that is not declared as JSON', async () => {
    const sandbox = await start();
    const response = await fetch(`${sandbox.url}/oauth2/register`, { method: 'POST', body: JSON.stringify(registrationBody()) });
    expect(response.status).toBe(400);
  });
});

describe('registration_client_uri', () => {
  it('shows the record only to the holder of its token', async () => {
    const sandbox = await start();
    const client = await registerClient(sandbox);
    const other = await registerClient(sandbox);
    const read = async (token: string | undefined) =>
      fetch(client.registration_client_uri, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
    expect(await (await read(client.registration_access_token)).json()).toEqual(client);
    for (const token of [undefined, 'wrong', other.registration_access_token]) expect((await read(token)).status).toBe(401);
  });
});
