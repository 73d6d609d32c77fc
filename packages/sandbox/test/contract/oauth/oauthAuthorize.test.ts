import type { RunningSandbox } from 'market-desk-sandbox';
import { describe, expect, it } from 'vitest';
import {
  allScopes,
  authorize,
  authorizeUrl,
  decide,
  defaultRedirectUri,
  locationOf,
  makePkce,
  movableClock,
  parseConsentPage,
  postForm,
  registerClient,
  signIn,
} from '../../support/sandboxHarness';
import { exchangeRaw, plainPost } from '../../../../../test/support/network/rawHttp';
import { useSandbox } from '../../support/sandboxLifetime';

const start = useSandbox();
const { challenge } = makePkce();
const editorUri = 'vscode://market-desk.market-desk/oauth/callback';

async function open(
  sandbox: RunningSandbox,
  clientId: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Response> {
  return fetch(authorizeUrl(sandbox, clientId, challenge, changes), { redirect: 'manual' });
}

async function openForm(
  sandbox: RunningSandbox,
  changes: Readonly<Record<string, string | undefined>> = {},
  registration: Readonly<Record<string, unknown>> = {},
) {
  const client = await registerClient(sandbox, registration);
  return parseConsentPage(await (await open(sandbox, client.client_id, changes)).text());
}

describe('the consent page', () => {
  it('offers the users, every scope, and every account, all selected, with Allow and Deny', async () => {
    const form = await openForm(await start());
    expect(form.user).toBe('ada');
    expect(form.scopes).toEqual(allScopes);
    expect(form.accounts).toEqual(['SIM-1001', '8001', 'SIM-1002', '8002']);
    expect([...form.html.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map((match) => match[1])).toEqual(['Allow', 'Deny']);
    expect([...form.html.matchAll(/<input type="radio"[^>]*value="([^"]+)"/g)].map((match) => match[1])).toEqual(['ada', 'lin']);
    for (const label of [...allScopes, 'accid:SIM-1001', 'accid:8001', 'accid:SIM-1002', 'accid:8002'])
      expect(form.html).toContain(`<code>${label}</code></label>`);
  });

  it('cannot be framed, stored or made to run script, and leads only to itself and the client', async () => {
    const sandbox = await start();
    const client = await registerClient(sandbox);
    const response = await open(sandbox, client.client_id);
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' http://127.0.0.1:9; frame-ancestors 'none'",
    );
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toContain('<script');
    expect((await fetch(`${sandbox.url}/sandbox.css`)).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  it('shows a client name full of markup as text', async () => {
    const form = await openForm(await start(), {}, { client_name: '<img src=x onerror="alert(1)"> & Co' });
    expect(form.html).not.toContain('<img');
    expect(form.html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co');
  });

  it.each([
    ['quote:read', ['quote:read'], ['SIM-1001', '8001', 'SIM-1002', '8002'], 'ada'],
    ['trade:read accid:8002 unknown', ['trade:read'], ['8002'], 'lin'],
    ['trade:read accid:* quote:read', ['quote:read', 'trade:read'], ['SIM-1001', '8001', 'SIM-1002', '8002'], 'ada'],
  ])('selects the scopes in the parameter %j', async (scope, scopes, accounts, user) => {
    const form = await openForm(await start(), { scope });
    expect([form.scopes, form.accounts, form.user]).toEqual([scopes, accounts, user]);
  });
});

describe('an authorization request that cannot be trusted', () => {
  it.each([
    ['client_id missing', { client_id: undefined }],
    ['client_id unknown', { client_id: 'client_0' }],
    ['redirect_uri missing', { redirect_uri: undefined }],
    ['redirect_uri with another port', { redirect_uri: 'http://127.0.0.1:10/oauth/callback' }],
    ['redirect_uri by another name', { redirect_uri: 'http://localhost:9/oauth/callback' }],
    ['redirect_uri with a slash more', { redirect_uri: `${defaultRedirectUri}/` }],
    ['redirect_uri with a query more', { redirect_uri: `${defaultRedirectUri}?a=b` }],
    ['redirect_uri in other case', { redirect_uri: 'HTTP://127.0.0.1:9/oauth/callback' }],
    ['redirect_uri written otherwise', { redirect_uri: 'http://127.0.0.1:9/oauth/%63allback' }],
  ])('is answered with a page, never a redirect: %s', async (_case, changes) => {
    const sandbox = await start();
    const client = await registerClient(sandbox);
    const response = await open(sandbox, client.client_id, changes);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    const html = await response.text();
    expect(html).toContain('role="alert"');
    expect(html).not.toContain('http-equiv="refresh"');
  });

  it('is answered with a page when redirect_uri is given twice', async () => {
    const sandbox = await start();
    const client = await registerClient(sandbox);
    const url = `${authorizeUrl(sandbox, client.client_id, challenge)}&redirect_uri=${encodeURIComponent(defaultRedirectUri)}`;
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(400);
  });
});

describe('a faulty authorization request with a trusted redirect', () => {
  it.each([
    ['response_type missing', { response_type: undefined }, 'invalid_request'],
    ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['code_challenge missing', { code_challenge: undefined }, 'invalid_request'],
    ['code_challenge too short', { code_challenge: 'a'.repeat(42) }, 'invalid_request'],
    ['code_challenge of other characters', { code_challenge: `${'a'.repeat(42)}+` }, 'invalid_request'],
    ['code_challenge_method missing', { code_challenge_method: undefined }, 'invalid_request'],
    ['code_challenge_method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['code_challenge_method in lower case', { code_challenge_method: 's256' }, 'invalid_request'],
  ])('leads back with the error and the state: %s', async (_case, changes, error) => {
    const sandbox = await start();
    const client = await registerClient(sandbox);
    const response = await open(sandbox, client.client_id, changes);
    expect(response.status).toBe(303);
    const location = await locationOf(response);
    expect([location.searchParams.get('error'), location.searchParams.get('state'), location.searchParams.has('code')]).toEqual([
      error,
      'state-of-the-test',
      false,
    ]);
    expect(location.href.startsWith(`${defaultRedirectUri}?`)).toBe(true);
  });

  it('leads back without a state when the state is missing or given twice', async () => {
    const sandbox = await start();
    const client = await registerClient(sandbox);
    const missing = await locationOf(await open(sandbox, client.client_id, { state: undefined }));
    const twice = await locationOf(
      await fetch(`${authorizeUrl(sandbox, client.client_id, challenge)}&state=other`, { redirect: 'manual' }),
    );
    for (const location of [missing, twice])
      expect([location.searchParams.get('error'), location.searchParams.has('state')]).toEqual(['invalid_request', false]);
  });
});

describe('the decision on the consent page', () => {
  it('leads back with code and state', async () => {
    const sandbox = await start();
    const state = 'a b&c=d+é%';
    const response = await decide(sandbox, await openForm(sandbox, { state }));
    expect(response.status).toBe(303);
    const location = await locationOf(response);
    expect(location.href.startsWith(`${defaultRedirectUri}?code=`)).toBe(true);
    expect([...location.searchParams.keys()]).toEqual(['code', 'state']);
    expect(location.searchParams.get('state')).toBe(state);
  });

  it('leads back with access_denied and state after Deny', async () => {
    const sandbox = await start();
    const { searchParams } = await locationOf(await decide(sandbox, await openForm(sandbox), { decision: 'deny' }));
    expect([searchParams.get('error'), searchParams.get('state'), searchParams.has('code')]).toEqual([
      'access_denied',
      'state-of-the-test',
      false,
    ]);
  });

  it.each([
    ['http://127.0.0.1:9/cb?x=1', 'http://127.0.0.1:9/cb?x=1&code='],
    ['http://127.0.0.1:9/cb?', 'http://127.0.0.1:9/cb?code='],
    ['http://127.0.0.1:9/cb?x=%20&', 'http://127.0.0.1:9/cb?x=%20&code='],
  ])('keeps the query that %s already has', async (redirectUri, beginning) => {
    const sandbox = await start();
    const form = await openForm(sandbox, { redirect_uri: redirectUri }, { redirect_uris: [redirectUri] });
    const location = (await decide(sandbox, form)).headers.get('location');
    expect(location?.slice(0, beginning.length)).toBe(beginning);
  });

  it.each(['http://127.0.0.1:9/回调', 'http://127.0.0.1:9/cb?q=ü', 'https://bücher.example/cb'])(
    'leads to %s, which a header cannot hold',
    async (redirectUri) => {
      const sandbox = await start();
      const form = await openForm(sandbox, { redirect_uri: redirectUri }, { redirect_uris: [redirectUri] });
      const response = await decide(sandbox, form);
      expect(response.status).toBe(303);
      const { origin, pathname, searchParams } = await locationOf(response);
      const registered = new URL(redirectUri);
      expect([origin, pathname, searchParams.get('q')]).toEqual([registered.origin, registered.pathname, registered.searchParams.get('q')]);
      expect(searchParams.get('code')).toMatch(/./);
    },
  );

  it.each([editorUri, 'code-oss://market-desk.market-desk/oauth/callback?windowId=1'])(
    'leads to %s by a page with a link',
    async (redirectUri) => {
      const sandbox = await start();
      const response = await decide(sandbox, await openForm(sandbox, { redirect_uri: redirectUri }, { redirect_uris: [redirectUri] }));
      expect([response.status, response.headers.get('location')]).toEqual([200, null]);
      const html = await response.text();
      const link = /<a [^>]*href="([^"]+)">Return to the editor<\/a>/.exec(html)?.[1];
      expect(link?.replaceAll('&amp;', '&')).toMatch(
        /^(vscode|code-oss):\/\/market-desk\.market-desk\/oauth\/callback\?(windowId=1&)?code=[\w-]{43}&state=state-of-the-test$/,
      );
      expect(html).toContain(`<meta http-equiv="refresh" content="0; url=${link ?? 'no link'}">`);
    },
  );

  it('is accepted once for each page', async () => {
    const sandbox = await start();
    const form = await openForm(sandbox);
    expect((await decide(sandbox, form)).status).toBe(303);
    expect((await decide(sandbox, form)).status).toBe(400);
    expect((await decide(sandbox, { ...form, ticket: 'made-up' })).status).toBe(400);
  });

  it('is accepted for ten minutes', async () => {
    const clock = movableClock();
    const sandbox = await start({ wallClock: clock.now });
    const [early, late] = [await openForm(sandbox), await openForm(sandbox)];
    clock.advance(10 * 60_000 - 1);
    expect((await decide(sandbox, early)).status).toBe(303);
    clock.advance(1);
    expect((await decide(sandbox, late)).status).toBe(400);
  });

  it('is refused from a form that another site sent', async () => {
    const sandbox = await start();
    const form = await openForm(sandbox);
    const body = new URLSearchParams({ ticket: form.ticket, decision: 'allow', user: 'ada', scope: 'quote:read' });
    const send = async (headers: Readonly<Record<string, string>>) =>
      fetch(`${sandbox.url}/oauth2/authorize/decision`, { method: 'POST', body, headers, redirect: 'manual' });
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: sandbox.url },
    ])
      expect((await send(headers)).status).toBe(403);
    expect((await send({ Origin: sandbox.url })).status).toBe(303);
  });

  it('is accepted behind a forwarded port, where the origin is another one', async () => {
    const sandbox = await start();
    const form = await openForm(sandbox);
    const body = new URLSearchParams({ ticket: form.ticket, decision: 'allow', user: 'ada', scope: 'quote:read' });
    const headers = { Origin: 'https://forwarded.example', 'Sec-Fetch-Site': 'same-origin' };
    // fetch would replace the header, which only browsers may set.
    const raw = await exchangeRaw(sandbox.port, plainPost('/oauth2/authorize/decision', body.toString(), headers));
    expect(raw.status).toBe(303);
  });

  it('is asked for again when nothing is selected, and the new page works', async () => {
    const sandbox = await start();
    const response = await decide(sandbox, await openForm(sandbox), { scopes: [], accounts: ['8001'] });
    expect(response.status).toBe(400);
    const again = parseConsentPage(await response.text());
    expect([again.scopes, again.accounts]).toEqual([[], ['8001']]);
    expect((await decide(sandbox, again, { scopes: ['quote:read'] })).status).toBe(303);
  });

  it('is asked for again for an unknown user', async () => {
    const sandbox = await start();
    expect((await decide(sandbox, await openForm(sandbox), { user: 'eve' })).status).toBe(400);
  });

  it.each([
    ['everything', {}, 'quote:read quote:write trade:read trade:write accid:*'],
    ['one scope, all accounts', { scopes: ['trade:read'] }, 'trade:read accid:*'],
    ['one account', { accounts: ['8001'] }, 'quote:read quote:write trade:read trade:write accid:8001'],
    ['no account', { scopes: ['quote:read'], accounts: [] }, 'quote:read'],
    ["another user's accounts", { user: 'lin', scopes: ['trade:read'], accounts: ['8001', 'SIM-1002'] }, 'trade:read accid:SIM-1002'],
    ['a scope that does not exist', { scopes: ['admin', 'quote:read'], accounts: [] }, 'quote:read'],
  ])('grants what was selected: %s', async (_case, decision, scope) => {
    expect((await signIn(await start(), decision)).tokens.scope).toBe(scope);
  });

  it('gives a different code every time', async () => {
    const sandbox = await start();
    const client = await registerClient(sandbox);
    const codes = [await authorize(sandbox, client.client_id, challenge), await authorize(sandbox, client.client_id, challenge)].map(
      (query) => query.get('code'),
    );
    expect(new Set(codes).size).toBe(2);
  });

  it.each([
    ['decision', 'deny'],
    ['user', 'lin'],
    ['ticket', 'made-up'],
  ])('is refused with a second %s, and leaves the page usable', async (name, value) => {
    const sandbox = await start();
    const form = await openForm(sandbox);
    const fields = new URLSearchParams({ ticket: form.ticket, decision: 'allow', user: 'ada', scope: 'quote:read' });
    fields.append(name, value);
    const response = await postForm(`${sandbox.url}/oauth2/authorize/decision`, fields);
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect((await decide(sandbox, form)).status).toBe(303);
  });

  it('is refused when the body is not a form', async () => {
    const sandbox = await start();
    const response = await fetch(`${sandbox.url}/oauth2/authorize/decision`, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect((await postForm(`${sandbox.url}/oauth2/authorize/decision`, {})).status).toBe(400);
  });
});
