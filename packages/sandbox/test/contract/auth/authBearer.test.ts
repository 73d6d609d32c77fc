import type { RunningSandbox } from 'market-desk-sandbox';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../support/sandboxHarness';
import { useSandbox } from '../../support/sandboxLifetime';

const start = useSandbox();
const quotes = '/api/v1.0/quote/economic-calendar/hot';
const positions = (account: string): string => `/api/v1.0/sim-trade/${account}/positions`;

async function get(sandbox: RunningSandbox, path: string, authorization?: string) {
  const response = await fetch(sandbox.url + path, authorization === undefined ? {} : { headers: { Authorization: authorization } });
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: (await response.json()) as Record<string, unknown>,
  };
}

async function modify(sandbox: RunningSandbox, account: string, bearer: Readonly<Record<string, string>>): Promise<number> {
  const body = JSON.stringify({ exchange: 'SEHK', qty: '100', price: '1' });
  return (
    await fetch(`${sandbox.url}/api/v1.0/accounts/${account}/orders/none`, {
      method: 'PUT',
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body,
    })
  ).status;
}

describe('a request without a usable credential', () => {
  it.each([
    ['no header', undefined, -12001],
    ['another scheme', 'Basic YTpi', -12001],
    ['an empty bearer', 'Bearer', -12002],
    ['an unknown token', 'Bearer unknown', -12002],
    ['a malformed token', 'Bearer a b', -12002],
  ])('is answered with 401, code and message: %s', async (_case, authorization, code) => {
    const { status, body, challenge } = await get(await start(), quotes, authorization);
    expect([status, body]).toEqual([401, { code, message: expect.any(String) }]);
    expect(challenge).toMatch(/^Bearer/);
  });

  it('still gets the server time', async () => {
    expect((await get(await start(), '/api/v1.0/server-time')).status).toBe(200);
  });

  it("is rejected with another sandbox's token", async () => {
    const [one, other] = [await start(), await start()];
    const { bearer } = await signIn(other);
    expect((await get(other, quotes, bearer.Authorization)).status).toBe(200);
    expect((await get(one, quotes, bearer.Authorization)).status).toBe(401);
  });
});

describe('the scopes of a token', () => {
  it.each([
    ['quote:read', [200, 403, 403]],
    ['trade:read', [403, 200, 403]],
    ['trade:write', [403, 403, 200]],
    ['quote:write', [403, 403, 403]],
  ])('allow with %s its own routes and no others', async (scope, expected) => {
    const sandbox = await start();
    const { bearer } = await signIn(sandbox, { scopes: [scope] });
    const statuses = [
      (await get(sandbox, quotes, bearer.Authorization)).status,
      (await get(sandbox, positions('SIM-1001'), bearer.Authorization)).status,
      await modify(sandbox, '8001', bearer),
    ];
    expect(statuses).toEqual(expected);
  });

  it('are named when they are missing', async () => {
    const sandbox = await start();
    const { bearer } = await signIn(sandbox, { scopes: ['trade:read'] });
    const { status, body, challenge } = await get(sandbox, quotes, bearer.Authorization);
    expect([status, body]).toEqual([403, { code: -12010, message: 'the scope quote:read was not granted' }]);
    expect(challenge).toBe('Bearer error="insufficient_scope", scope="quote:read"');
  });
});

describe('the accounts of a token', () => {
  it.each([
    ['all of the own ones', { user: 'ada' }, 'SIM-1001', 200],
    ["not another user's, even with accid:*", { user: 'ada' }, 'SIM-1002', 403],
    ['the one that was ticked', { user: 'ada', accounts: ['SIM-1001'] }, 'SIM-1001', 200],
    ['not the one that was not', { user: 'ada', accounts: ['8001'] }, 'SIM-1001', 403],
    ['none', { user: 'ada', accounts: [] }, 'SIM-1001', 403],
    ['the other user her own', { user: 'lin' }, 'SIM-1002', 200],
  ])('are covered as granted: %s', async (_case, decision, account, expected) => {
    const sandbox = await start();
    const { bearer } = await signIn(sandbox, decision);
    const { status, body } = await get(sandbox, positions(account), bearer.Authorization);
    expect(status).toBe(expected);
    if (expected === 403) expect(body['code']).toBe(-12011);
  });
});
