import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFront } from './front';
import type { Front } from './front';
import { startServer } from './server';
import type { RunningServer } from './server';

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function ask(port: number, url: string, headers: IncomingHttpHeaders = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: url, method, headers, agent: false });
    asked.once('error', reject);
    asked.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, body: '' });
    });
    asked.once('response', (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (part: string) => (body += part));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.end();
  });
}

const upgrade = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

/** Pages and programs that have no business here. `Host` and `Origin` are those of a page that a browser would send. */
const strangers: readonly (readonly [string, (own: { readonly host: string; readonly token: string }) => IncomingHttpHeaders])[] = [
  ['a program of another user', () => ({})],
  ['a program that guesses', () => ({ cookie: 'vscode-tkn=0' })],
  ['a page of another site that a browser lets in', ({ token }) => ({ origin: 'https://evil.example', cookie: `vscode-tkn=${token}` })],
  ['a sandboxed frame', ({ token }) => ({ origin: 'null', cookie: `vscode-tkn=${token}` })],
  ['a page of another port', ({ token }) => ({ origin: 'http://127.0.0.1:1', cookie: `vscode-tkn=${token}` })],
  ['a page whose name was rebound', ({ token }) => ({ host: 'evil.example', cookie: `vscode-tkn=${token}` })],
  [
    'a page whose name was rebound, with the port',
    ({ host, token }) => ({ host: host.replace('127.0.0.1', 'evil.example'), cookie: `vscode-tkn=${token}` }),
  ],
];

describe('the front of the VS Code server', () => {
  let folder = '';
  let upstream: Server;
  let front: Front;
  const reached: string[] = [];
  const token = 'f'.repeat(64);
  const own = (): { readonly host: string; readonly token: string } => ({ host: `127.0.0.1:${String(front.port)}`, token });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'market-desk-front-'));
    upstream = createServer((incoming, response) => {
      reached.push(incoming.url ?? '');
      response.end('inside');
    });
    upstream.on('upgrade', (incoming, socket) => {
      reached.push(incoming.url ?? '');
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const address = upstream.address();
    front = await startFront(typeof address === 'object' && address !== null ? address.port : 0, 0, token, path.join(folder, 'key'));
  });
  afterAll(async () => {
    await front.close();
    upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(strangers)('lets nothing of %s through: no page, no key, no channel', async (_, headersOf) => {
    reached.length = 0;
    const headers = headersOf(own());
    const answers = [
      await ask(front.port, '/', headers),
      await ask(front.port, '/x/mint-key', headers, 'POST'),
      await ask(front.port, '/stable?reconnectionToken=1', { ...headers, ...upgrade }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(reached).toEqual([]);
  });

  it('passes requests of its own page on, whether the token is in the address or a cookie', async () => {
    const cookie = `other=1; vscode-tkn=${token}`;
    expect((await ask(front.port, `/?tkn=${token}`)).body).toBe('inside');
    expect((await ask(front.port, '/', { cookie })).body).toBe('inside');
    expect((await ask(front.port, '/', { cookie, origin: `http://${own().host}` })).body).toBe('inside');
    expect((await ask(front.port, '/stable', { cookie, origin: `http://${own().host}`, ...upgrade })).status).toBe(101);
  });

  it('gives the key of the secrets to its own page only', async () => {
    const cookie = `vscode-tkn=${token}`;
    expect((await ask(front.port, '/mint-key', { cookie, origin: `http://${own().host}` }, 'POST')).body).toHaveLength(32);
    expect((await ask(front.port, '/mint-key', { cookie }, 'POST')).status).toBe(403);
  });
});

describe('the VS Code server of `npm start`', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ log: () => undefined });
  }, 120_000);
  afterAll(async () => server.close());

  it('opens for the printed address, and for nobody else', async () => {
    const { port, token } = server;
    const host = `127.0.0.1:${String(port)}`;
    for (const [who, headersOf] of strangers) {
      const headers = headersOf({ host, token });
      expect((await ask(port, '/', headers)).status, who).toBe(403);
      expect((await ask(port, '/stable-0?reconnectionToken=1', { ...headers, ...upgrade })).status, who).toBe(403);
    }
    expect((await ask(port, `/?tkn=${token}`)).status).toBe(302);
    expect((await ask(port, '/', { cookie: `vscode-tkn=${token}` })).body).toContain('workbench');
  });
});
