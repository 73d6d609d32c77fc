import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startSandbox } from 'market-desk-sandbox';
import { describe, expect, it } from 'vitest';
import { maxBodyBytes } from '../../src/http/listener';
import { exchangeRaw, plainGet } from '../../../../test/support/network/rawHttp';
import { useSandbox } from '../support/sandboxLifetime';

const start = useSandbox();
/** Bytes of buffers that something still holds. */
async function keptBuffers(): Promise<number> {
  setFlagsFromString('--expose-gc');
  for (let turn = 0; turn < 3; turn += 1) {
    (runInNewContext('gc') as () => void)();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().arrayBuffers;
}

/** Saved before any sandbox of this file has started. */
const { Request: originalRequest, Response: originalResponse } = globalThis;
const serverTime = '/api/v1.0/server-time';

describe('the paths and methods of the sandbox', () => {
  it.each([
    '/',
    '/nope',
    '/api/v1.0/',
    '/api/v2.0/server-time',
    '/api/v1.0/server-time/',
    '/oauth2/register/',
    '/sandbox',
    '/%2e%2e/x',
    '/favicon.ico',
  ])('are answered with 404 and a gateway body for %s', async (path) => {
    const response = await fetch((await start()).url + path);
    expect([response.status, await response.json()]).toEqual([404, { code: -12404, message: 'no such path' }]);
  });

  it.each([
    ['POST', serverTime, 'GET'],
    ['HEAD', serverTime, 'GET'],
    ['OPTIONS', serverTime, 'GET'],
    ['DELETE', serverTime, 'GET'],
    ['GET', '/oauth2/register', 'POST'],
    ['GET', '/oauth2/token', 'POST'],
    ['PUT', '/oauth2/token', 'POST'],
    ['POST', '/oauth2/authorize/confirm', 'GET'],
    ['DELETE', '/oauth2/register/client_1', 'GET'],
    ['PUT', '/portal', 'GET, POST'],
  ])('are answered with 405 and the allowed methods for %s %s', async (method, path, allow) => {
    const response = await fetch((await start()).url + path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
    if (method !== 'HEAD') expect(((await response.json()) as { code: number }).code).toBe(-12405);
  });

  it('give no answer that another origin may read', async () => {
    const sandbox = await start();
    for (const path of [serverTime, '/portal', '/sandbox/info']) {
      const response = await fetch(sandbox.url + path, { headers: { Origin: 'https://evil.example' } });
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});

describe('the connection to the sandbox', () => {
  it.each(['127.0.0.1', '127.0.0.1:80', 'localhost:9', 'LOCALHOST', '[::1]:1', 'desk.localhost'])(
    'is accepted for the host name %s',
    async (host) => {
      expect((await exchangeRaw((await start()).port, plainGet(serverTime, { Host: host, Connection: 'close' }))).status).toBe(200);
    },
  );

  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80', 'evil.example:127', '10.0.0.1', ''])(
    'is refused for the host name %j',
    async (host) => {
      const sandbox = await start();
      const answer = await exchangeRaw(sandbox.port, plainGet(serverTime, { Host: host }));
      expect([answer.status, sandbox.ledger.count]).toEqual([421, 0]);
    },
  );

  it('is possible only on the loopback interface', async () => {
    const { port } = await start();
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find((address) => !address.internal && address.family === 'IPv4');
    if (outside === undefined) return;
    await expect(
      new Promise((resolve, reject) => {
        const socket = connect({ host: outside.address, port, timeout: 1000 });
        socket
          .once('connect', () => resolve(socket.destroy()))
          .once('error', reject)
          .once('timeout', () => reject(new Error('timeout')));
      }),
    ).rejects.toThrow();
  });

  it('reads bodies up to its limit and refuses larger ones', async () => {
    const sandbox = await start();
    const post = async (bytes: number) => (await fetch(`${sandbox.url}/oauth2/token`, { method: 'POST', body: 'a'.repeat(bytes) })).status;
    expect(await post(maxBodyBytes)).toBe(400);
    expect(await post(maxBodyBytes + 1)).toBe(413);
  });

  it('accepts the absolute form that a proxy sends', async () => {
    const sandbox = await start();
    const answer = await exchangeRaw(sandbox.port, plainGet(`http://127.0.0.1:${sandbox.port}${serverTime}?a=b`, { Connection: 'close' }));
    expect(answer.status).toBe(200);
    expect(sandbox.ledger.entries[0]).toMatchObject({ path: serverTime, query: 'a=b' });
  });

  it('keeps the target and the body as they were received', async () => {
    const sandbox = await start();
    const body = '{ "a" :\r\n"中" }';
    await exchangeRaw(
      sandbox.port,
      `POST /api/v1.0/quote/plate/x%2Fy%e4%B8%AD/stock?q=a+b&&c=%7e HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    const entry = sandbox.ledger.entries[0];
    expect(entry).toMatchObject({ method: 'POST', path: '/api/v1.0/quote/plate/x%2Fy%e4%B8%AD/stock', query: 'q=a+b&&c=%7e' });
    expect(new TextDecoder().decode(entry?.body)).toBe(body);
  });

  it('keeps no body without a route, and little memory whatever is posted', async () => {
    const sandbox = await start();
    const mebibyte = Buffer.alloc(maxBodyBytes, 'x');
    const post = async (path: string) => {
      const response = await fetch(sandbox.url + path, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: mebibyte });
      await response.arrayBuffer();
    };
    const before = await keptBuffers();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(['/', '/nowhere', '/sandbox/requests', '/api/v1.0/quote/snapshot'].map(post));
      await Promise.all(['/portal', '/oauth2/token', '/oauth2/register', '/api/v1.0/server-time'].map(post));
    }
    expect(sandbox.ledger.count).toBe(40);
    const unrouted = sandbox.ledger.entries.filter(({ path }) =>
      ['/', '/nowhere', '/sandbox/requests', '/api/v1.0/server-time'].includes(path),
    );
    expect(unrouted.length).toBeGreaterThan(0);
    expect(unrouted.every(({ body }) => body.length === 0)).toBe(true);
    expect(sandbox.ledger.bytes).toBeLessThan(9 * 1024 * 1024);
    expect((await keptBuffers()) - before).toBeLessThan(12 * 1024 * 1024);
  });

  it('gives an answer only after its latency', async () => {
    const sandbox = await start({ latencyMs: 80 });
    const began = performance.now();
    await fetch(sandbox.url + serverTime);
    expect(performance.now() - began).toBeGreaterThanOrEqual(78);
  });
});

describe('starting and closing the sandbox', () => {
  it('names the port that is taken', async () => {
    const { port } = await start();
    await expect(startSandbox({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('ends open requests, frees the port and may be called twice', async () => {
    const sandbox = await startSandbox();
    sandbox.faults.once({ action: { kind: 'hang' } });
    const hanging = exchangeRaw(sandbox.port, plainGet(serverTime), 5000);
    while (sandbox.faults.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await Promise.all([sandbox.close(), sandbox.close()]);
    expect((await hanging).ending).not.toBe('timeout');
    await (await start({ port: sandbox.port })).close();
  });

  it('leaves the global fetch classes of its host unchanged', async () => {
    const sandbox = await start();
    await fetch(sandbox.url + serverTime);
    expect(globalThis.Request).toBe(originalRequest);
    expect(globalThis.Response).toBe(originalResponse);
  });
});
