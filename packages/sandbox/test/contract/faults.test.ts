import type { RunningSandbox } from 'market-desk-sandbox';
import { describe, expect, it } from 'vitest';
import type { FaultAction } from '../../src/faults/actions';
import { postJson, registrationBody, signIn } from '../support/sandboxHarness';
import { useSandbox } from '../support/sandboxLifetime';
import { exchangeRaw, plainGet } from '../../../../test/support/network/rawHttp';

const start = useSandbox();
const serverTime = '/api/v1.0/server-time';

async function bent(sandbox: RunningSandbox, action: FaultAction): Promise<Response> {
  sandbox.faults.once({ action });
  return fetch(sandbox.url + serverTime, { redirect: 'manual' });
}

async function isFine(sandbox: RunningSandbox): Promise<boolean> {
  const response = await fetch(sandbox.url + serverTime);
  return response.status === 200 && /^\d{13}$/.test(((await response.json()) as { server_time_ms: string }).server_time_ms);
}

describe('a fault that answers', () => {
  it.each<readonly [FaultAction, number, unknown]>([
    [{ kind: 'respond', status: 502, body: { a: 1 } }, 502, { a: 1 }],
    [
      { kind: 'envelope', retCode: -4 },
      200,
      { ret_code: -4, ret_msg: 'a fault of the sandbox', error: { code: 'internal_error', message: 'a fault of the sandbox' } },
    ],
    [
      { kind: 'envelope', retCode: -3, message: 'm' },
      200,
      { ret_code: -3, ret_msg: 'm', error: { code: 'invalid_parameter', message: 'm' } },
    ],
    [
      { kind: 'envelope', retCode: -77, name: 'odd' },
      200,
      { ret_code: -77, ret_msg: 'a fault of the sandbox', error: { code: 'odd', message: 'a fault of the sandbox' } },
    ],
    [{ kind: 'orderError', errcode: -1200, errmsg: 'no' }, 200, { s: 'error', errcode: -1200, errmsg: 'no' }],
    [{ kind: 'unauthorized' }, 401, { code: -12002, message: 'a fault of the sandbox' }],
    [{ kind: 'unauthorized', code: -12006 }, 401, { code: -12006, message: 'a fault of the sandbox' }],
    [{ kind: 'forbidden' }, 403, { code: -12010, message: 'a fault of the sandbox' }],
  ])('gives its status and body: %j', async (action, status, body) => {
    const sandbox = await start();
    const response = await bent(sandbox, action);
    expect([response.status, await response.json()]).toEqual([status, body]);
    expect(sandbox.ledger.entries[0]).toMatchObject({ processed: false, fault: action.kind, status });
    expect(await isFine(sandbox)).toBe(true);
  });

  it.each(['7', 'Wed, 21 Oct 2037 07:28:00 GMT'])('carries Retry-After %s with 429 and 503', async (retryAfter) => {
    const sandbox = await start();
    const limited = await bent(sandbox, { kind: 'rateLimited', retryAfter });
    const unavailable = await bent(sandbox, { kind: 'unavailable', retryAfter });
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, retryAfter]);
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, retryAfter]);
    expect((await bent(sandbox, { kind: 'rateLimited' })).headers.has('retry-after')).toBe(false);
  });

  it('sends its own headers and text', async () => {
    const response = await bent(await start(), {
      kind: 'respond',
      status: 307,
      headers: { Location: 'https://elsewhere.example/' },
      body: 'gone',
    });
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([307, 'https://elsewhere.example/', 'gone']);
  });

  it.each([204, 205, 304])('leaves out the body that a %i cannot have', async (status) => {
    const response = await bent(await start(), { kind: 'respond', status, headers: { 'X-Rule': 'yes' }, body: { a: 1 } });
    expect([response.status, response.headers.get('x-rule'), await response.text()]).toEqual([status, 'yes', '']);
  });

  it('can be HTML with 200', async () => {
    const response = await bent(await start(), { kind: 'html' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toMatch(/^<!doctype html>/);
  });

  it('can be larger than a client should read', async () => {
    const sandbox = await start();
    expect((await (await bent(sandbox, { kind: 'oversize' })).text()).length).toBeGreaterThan(5 * 1024 * 1024);
    expect((await (await bent(sandbox, { kind: 'oversize', bytes: 10 })).text()).length).toBeLessThan(100);
  });

  it('can come after the request was processed', async () => {
    const sandbox = await start();
    await bent(sandbox, { kind: 'unavailable', processed: true });
    expect(sandbox.ledger.entries[0]).toMatchObject({ processed: true, status: 503, fault: 'unavailable' });
  });

  it('carries no header of the answer that it replaces', async () => {
    const sandbox = await start();
    sandbox.faults.once({ action: { kind: 'unavailable', processed: true } });
    const response = await postJson(`${sandbox.url}/oauth2/register`, registrationBody());
    expect([response.status, response.headers.has('cache-control')]).toEqual([503, false]);
  });
});

describe('a fault of the connection', () => {
  it('delays the answer', async () => {
    const sandbox = await start();
    const began = performance.now();
    expect((await bent(sandbox, { kind: 'delay', ms: 120 })).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(118);
  });

  it.each([false, true])('resets without a byte, with the request processed before: %s', async (processed) => {
    const sandbox = await start();
    sandbox.faults.once({ action: { kind: 'reset', processed } });
    const answer = await exchangeRaw(sandbox.port, plainGet(serverTime));
    expect([answer.ending, answer.text]).toEqual(['reset', '']);
    expect(sandbox.ledger.entries[0]).toMatchObject({ processed, fault: 'reset', status: undefined });
    expect(await isFine(sandbox)).toBe(true);
  });

  it('hangs until the client gives up', async () => {
    const sandbox = await start();
    sandbox.faults.once({ action: { kind: 'hang' } });
    const answer = await exchangeRaw(sandbox.port, plainGet(serverTime), 150);
    expect([answer.ending, answer.text]).toEqual(['timeout', '']);
    expect(await isFine(sandbox)).toBe(true);
  });

  it.each([
    ['length', /content-length: 34/i],
    ['chunked', /transfer-encoding: chunked/i],
    ['close', /connection: close/i],
  ] as const)('cuts the body short when it is framed by %s', async (framing, header) => {
    const sandbox = await start();
    sandbox.faults.once({ action: { kind: 'truncate', framing, bytes: 10 } });
    const answer = await exchangeRaw(sandbox.port, plainGet(serverTime));
    expect([answer.status, answer.ending]).toEqual([200, 'end']);
    expect(answer.text).toMatch(header);
    expect(answer.body).toBe(framing === 'chunked' ? 'a\r\n{"server_t\r\n' : '{"server_t');
    expect(await isFine(sandbox)).toBe(true);
  });

  it('cuts a body framed by close so that it looks complete to a client', async () => {
    const sandbox = await start();
    const response = await bent(sandbox, { kind: 'truncate', framing: 'close' });
    expect([response.status, (await response.text()).length]).toEqual([200, 17]);
    await expect((await bent(sandbox, { kind: 'truncate', framing: 'length' })).text()).rejects.toThrow();
    await expect((await bent(sandbox, { kind: 'truncate', framing: 'chunked' })).text()).rejects.toThrow();
  });

  it.each([
    [5, 39],
    [-4, 30],
  ])('declares a length that is off by %i', async (difference, declared) => {
    const sandbox = await start();
    sandbox.faults.once({ action: { kind: 'wrongLength', difference } });
    const answer = await exchangeRaw(sandbox.port, plainGet(serverTime));
    expect(answer.text).toContain(`Content-Length: ${declared}\r\n`);
    expect(answer.body).toHaveLength(34);
  });
});

describe('the request that a fault hits', () => {
  const unavailable = { kind: 'unavailable' } as const;

  it('is the next one, once', async () => {
    const sandbox = await start();
    const handle = sandbox.faults.once({ action: unavailable });
    expect([handle.used, sandbox.faults.waiting]).toEqual([0, 1]);
    expect((await fetch(sandbox.url + serverTime)).status).toBe(503);
    expect(await isFine(sandbox)).toBe(true);
    expect([handle.used, sandbox.faults.waiting]).toEqual([1, 0]);
  });

  it('is one that matches method, template and pattern', async () => {
    const sandbox = await start();
    sandbox.faults.once({ match: { method: 'post' }, action: unavailable });
    sandbox.faults.once({ match: { path: '/api/v1.0/accounts/{acc_id}/orders/{order_id}' }, action: unavailable });
    sandbox.faults.once({ match: { pattern: /hot$/g }, action: unavailable });
    expect(await isFine(sandbox)).toBe(true);
    const status = async (method: string, path: string) => (await fetch(sandbox.url + path, { method })).status;
    expect(await status('GET', '/api/v1.0/accounts/8001/orders/detail/more')).toBe(404);
    expect(await status('PUT', '/api/v1.0/accounts/8001/orders/OK-1')).toBe(503);
    expect(await status('GET', '/api/v1.0/quote/economic-calendar/hot?limit=1')).toBe(503);
    expect(await status('POST', '/oauth2/token')).toBe(503);
    expect(sandbox.faults.waiting).toBe(0);
  });

  it('comes after a given number that pass, as often as given, by the oldest rule first', async () => {
    const sandbox = await start();
    sandbox.faults.once({ action: { kind: 'respond', status: 500 }, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) statuses.push((await fetch(sandbox.url + serverTime)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  it('does not come after cancel, clear or reset', async () => {
    const sandbox = await start();
    sandbox.faults.once({ action: unavailable }).cancel();
    expect(await isFine(sandbox)).toBe(true);
    sandbox.faults.once({ action: unavailable });
    sandbox.reset();
    expect(await isFine(sandbox)).toBe(true);
    expect(sandbox.ledger.count).toBe(1);
  });
});

describe('the controls of the sandbox over HTTP', () => {
  it('set a fault, count it and remove it', async () => {
    const sandbox = await start();
    const faults = `${sandbox.url}/sandbox/faults`;
    const set = await postJson(faults, {
      match: { method: 'GET', pattern: '*/server-*me' },
      action: { kind: 'respond', status: 500, body: 'x' },
      times: 2,
    });
    expect([set.status, await set.json()]).toEqual([201, { waiting: 1 }]);
    expect((await fetch(`${sandbox.url}${serverTime}s`)).status).toBe(404);
    expect((await fetch(sandbox.url + serverTime)).status).toBe(500);
    expect(await (await fetch(faults)).json()).toEqual({ waiting: 1 });
    expect(await (await fetch(faults, { method: 'DELETE' })).json()).toEqual({ waiting: 0 });
    expect(await isFine(sandbox)).toBe(true);
  });

  // As a regular expression, this pattern would never end.
  it('compare patterns in a time that no text can stretch', async () => {
    const sandbox = await start();
    await postJson(`${sandbox.url}/sandbox/faults`, { match: { pattern: `^(/a|/a)*$${'*a'.repeat(500)}` }, action: { kind: 'html' } });
    expect((await fetch(`${sandbox.url}${'/a'.repeat(4_000)}!`)).status).toBe(404);
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"action":{"kind":"explode"}}',
    '{"action":{"kind":"delay"}}',
    '{"action":{"kind":"html"},"times":0}',
    '{"match":{"pattern":1},"action":{"kind":"html"}}',
    '{"action":{"kind":"respond","status":200,"headers":{"x\\r\\ny":"1"}}}',
    '{"action":{"kind":"respond","status":200,"headers":{"x":"a\\r\\nb: c"}}}',
    '{"action":{"kind":"rateLimited","retryAfter":"中"}}',
    '{"action":{"kind":"oversize","bytes":268435456}}',
    '{"action":{"kind":"wrongLength","difference":1e300}}',
  ])('refuse the fault %j', async (body) => {
    const sandbox = await start();
    expect((await postJson(`${sandbox.url}/sandbox/faults`, body)).status).toBe(400);
    expect(sandbox.faults.waiting).toBe(0);
  });

  it('accept JSON only, which another site cannot send without permission', async () => {
    const sandbox = await start();
    for (const control of ['faults', 'reset', 'clock']) {
      expect(
        (await fetch(`${sandbox.url}/sandbox/${control}`, { method: 'POST', body: '{"action":{"kind":"html"},"skewMs":1}' })).status,
      ).toBe(400);
      expect((await fetch(`${sandbox.url}/sandbox/${control}`, { method: 'OPTIONS' })).headers.has('access-control-allow-origin')).toBe(
        false,
      );
    }
  });

  it('describe the sandbox, move the clock and reset', async () => {
    const sandbox = await start({ instanceId: 'mine' });
    expect(await (await fetch(`${sandbox.url}/sandbox/info`)).json()).toMatchObject({
      name: 'market-desk-sandbox',
      instance_id: 'mine',
      process_id: process.pid,
      clock_skew_ms: 0,
    });
    await postJson(`${sandbox.url}/sandbox/clock`, { skewMs: -3_600_000 });
    const { server_time_ms } = (await (await fetch(sandbox.url + serverTime)).json()) as { server_time_ms: string };
    expect(Math.abs(Number(server_time_ms) + 3_600_000 - Date.now())).toBeLessThan(2000);
    expect(await (await postJson(`${sandbox.url}/sandbox/reset`, {})).json()).toEqual({ reset: true });
  });

  it('list the requests without their secrets', async () => {
    const sandbox = await start();
    const { tokens, client, bearer } = await signIn(sandbox);
    await fetch(`${sandbox.url}${serverTime}?a=b`, { headers: bearer });
    const text = await (await fetch(`${sandbox.url}/sandbox/requests`)).text();
    for (const secret of [tokens.access_token, tokens.refresh_token, client.registration_access_token]) expect(text).not.toContain(secret);
    expect(text).not.toContain('code=');
    const { count, requests } = JSON.parse(text) as { count: number; requests: Record<string, unknown>[] };
    expect(requests.map((request) => `${String(request['method'])} ${String(request['path'])}`)).toEqual([
      'POST /oauth2/register',
      'GET /oauth2/authorize/confirm',
      'POST /oauth2/authorize/decision',
      'POST /oauth2/token',
      `GET ${serverTime}`,
    ]);
    expect(count).toBe(6);
    expect(requests[4]).toMatchObject({ query: 'a=b', credential: 'bearer', status: 200, processed: true });
  });

  it('do not exist in strict mode', async () => {
    const sandbox = await start({ strict: true });
    for (const path of ['info', 'requests', 'faults', 'reset', 'clock']) {
      expect((await fetch(`${sandbox.url}/sandbox/${path}`)).status).toBe(404);
      expect((await postJson(`${sandbox.url}/sandbox/${path}`, { action: { kind: 'html' }, skewMs: 1 })).status).toBe(404);
    }
    expect(await isFine(sandbox)).toBe(true);
  });

  it('are never hit by a fault themselves', async () => {
    const sandbox = await start();
    sandbox.faults.once({ action: { kind: 'unavailable' } });
    expect((await fetch(`${sandbox.url}/sandbox/info`)).status).toBe(200);
    expect(sandbox.faults.waiting).toBe(1);
  });
});
