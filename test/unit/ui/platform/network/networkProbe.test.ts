import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../../../src/service/client';
import { noAuthenticator } from '../../../../../src/service/auth/none';
import { createTransport } from '../../../../../src/service/transport/transport';
import type { TransportSettings } from '../../../../../src/service/transport/settings';
import { presentError } from '../../../../../src/ui/platform/errors/presentError';
import { createNetworkProbe } from '../../../../../src/ui/platform/network/networkProbe';
import { makeCertificate } from '../../../../support/network/certificate';
import { WireServer, reply } from '../../../../support/network/wireServer';
import type { Responder } from '../../../../support/network/wireServer';

const certificate = makeCertificate('localhost');
const { signal } = new AbortController();
const probe = (settings: TransportSettings = {}): ReturnType<typeof createNetworkProbe> =>
  createNetworkProbe(
    () => undefined,
    () => settings,
    300,
  );

let open: Server[] = [];
afterEach(() => {
  for (const server of open) server.close();
  open = [];
});

/** The port of a server that listens until the end of the test. */
async function listening(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function said(step: Promise<unknown>): Promise<string> {
  return step.then(
    () => 'it worked',
    (error: unknown) => presentError(error).message,
  );
}

describe('a step of the diagnosis below HTTP', () => {
  it('says when a port refuses the connection', async () => {
    const server = createTcpServer();
    const port = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await said(probe().connect('127.0.0.1', port, signal))).toContain('The host refused the connection');
    expect(await said(probe().connect('127.0.0.1', port, signal, 'proxy'))).toContain('The proxy refused the connection');
  });

  it('says when a name does not resolve', async () => {
    expect(await said(probe().lookUp('no-such-host.invalid', signal))).toMatch(/host name can’t be resolved|in time/);
    expect(await probe().lookUp('127.0.0.1', signal)).toEqual(['127.0.0.1']);
  });

  it('says that a certificate is not trusted, and which ones requests trust', async () => {
    const port = await listening(createTlsServer(certificate));
    expect(await said(probe().handshake(`https://localhost:${port}`, signal))).toContain('certificate isn’t trusted');
    expect(await probe({ ca: [certificate.cert] }).handshake(`https://localhost:${port}`, signal)).toEqual({
      protocol: expect.stringMatching(/^TLSv1\.\d$/) as unknown,
      issuer: undefined,
      days: 1,
      trusted: undefined,
    });
  });

  it('says when the other side does not use TLS, or is silent', async () => {
    const web = await listening(
      createTcpServer((socket) => void socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    expect(await said(probe().handshake(`https://127.0.0.1:${web}`, signal))).toContain('doesn’t use TLS');
    const silent = await listening(createTcpServer((socket) => void socket.on('error', () => undefined)));
    expect(await said(probe().handshake(`https://127.0.0.1:${silent}`, signal))).toContain('didn’t respond in time');
  });

  it('says nothing once it was cancelled', async () => {
    await expect(probe().handshake('https://127.0.0.1:1', AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
    await expect(probe().lookUp('localhost', AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('the step of the diagnosis that asks for the time', () => {
  const deadlines = { connectMs: 300, headersMs: 300, bodyMs: 300, totalMs: 600 };
  const once = { monotonicMs: () => performance.now(), random: () => 0, sleep: async () => undefined };

  async function timeFrom(responder: Responder): Promise<string> {
    const server = await WireServer.start(responder);
    const settings = {};
    const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
    const client = createServiceClient({ baseUrl: server.origin, transport, authenticator: noAuthenticator, timing: once });
    const words = await said(client.serverTime({ signal }));
    await transport.close();
    await server.close();
    return words;
  }

  it.each<[string, Responder, string]>([
    ['a web page', ({ socket }) => reply(socket, '<html>Welcome</html>'), 'a web page or other text instead of data'],
    ['404', ({ socket }) => reply(socket, '<html>', '404 Not Found'), 'wasn’t found at this URL (HTTP 404)'],
    [
      'a redirect',
      ({ socket }) => reply(socket, '', '302 Found', ['location: https://elsewhere.example/']),
      'redirected the request (HTTP 302)',
    ],
    ['silence', () => undefined, 'didn’t respond in time'],
    ['an outage', ({ socket }) => reply(socket, '', '503 X'), 'unavailable (HTTP 503)'],
    ['credentials that it wants', ({ socket }) => reply(socket, '', '401 X'), 'sign-in'],
  ])('has its own words for %s', async (_name, responder, words) => {
    expect(await timeFrom(responder)).toContain(words);
  });
});
