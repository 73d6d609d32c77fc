import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TransportError } from '../../../../src/service/errors';
import { createTransport } from '../../../../src/service/transport/transport';
import type { TransportSettings } from '../../../../src/service/transport/settings';
import type { Transport, WireRequest } from '../../../../src/service/transport/types';
import { aRequest, aWrite } from '../../../support/network/wireBuilders';
import { WireServer, reply } from '../../../support/network/wireServer';
import type { Responder } from '../../../support/network/wireServer';

const deadlines = { connectMs: 2000, headersMs: 800, bodyMs: 800, totalMs: 2500 };
const signal = (): AbortSignal => new AbortController().signal;

let server: WireServer;
let transport: Transport;

beforeEach(async () => {
  server = await WireServer.start();
  transport = createTransport({ settings: direct, deadlines: { read: deadlines, write: deadlines } });
});

afterEach(async () => {
  await transport.close();
  await server.close();
});

const settingsOfTest = {};
const direct = (): typeof settingsOfTest => settingsOfTest;

async function failure(request: WireRequest, abort: AbortSignal = signal()): Promise<TransportError> {
  const error: unknown = await transport.send(request, { signal: abort }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error(`expected a TransportError, got ${String(error)}`);
  return error;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('a request', () => {
  it('is sent exactly as given and its answer is complete', async () => {
    server.responder = ({ socket }) => reply(socket, '{"a":1}', '200 OK', ['X-One: 1', 'x-one: 2']);
    const answer = await transport.send(
      aRequest(server.origin, {
        method: 'POST',
        path: '/api/a%2Fb',
        query: 'q=%E4%B8%AD%20x&b=',
        headers: { 'x-key': 'v' },
        body: Buffer.from('{"b":"é"}'),
      }),
      { signal: signal() },
    );
    expect(answer).toMatchObject({ status: 200, headers: { 'x-one': '1, 2', 'content-type': 'application/json' } });
    expect(text(answer.body)).toBe('{"a":1}');
    expect(answer.receivedAt).toBeGreaterThanOrEqual(answer.sentAt);
    const [request] = server.requests;
    expect(request?.head).toMatch(/^POST \/api\/a%2Fb\?q=%E4%B8%AD%20x&b= HTTP\/1\.1\r\n/);
    expect(request?.head).toMatch(/\r\nx-key: v\r\n/);
    expect(request?.head).toMatch(/\r\naccept-encoding: identity/);
    expect(Buffer.from(request?.body ?? '', 'latin1').toString()).toBe('{"b":"é"}');
  });

  it('sends no byte when it is no longer wanted once its connection is ready', async () => {
    const answers: boolean[] = [];
    const sending = transport.send(aWrite(server.origin), {
      signal: signal(),
      mayStart: () => {
        answers.push(false);
        return false;
      },
    });
    await expect(sending).rejects.toMatchObject({ code: 'aborted', sent: 'no' });
    expect(answers).toEqual([false]);
    expect(server.requests).toEqual([]);
  });

  it.each([301, 302, 307, 308])('does not follow a redirect (%i)', async (status) => {
    server.responder = ({ socket }) => reply(socket, '', `${status} Moved`, [`location: ${server.origin}/elsewhere`]);
    expect((await transport.send(aRequest(server.origin), { signal: signal() })).status).toBe(status);
    expect(server.requests).toHaveLength(1);
  });

  it('gets the whole body of an answer that arrives in pieces', async () => {
    server.responder = ({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n');
    expect(text((await transport.send(aRequest(server.origin), { signal: signal() })).body)).toBe('{"a":1}');
  });

  it('keeps its answer while the connection carries the next one', async () => {
    let count = 0;
    server.responder = ({ socket }) => reply(socket, `{"answer":${(count += 1)}}`);
    const answers = [];
    for (let sent = 0; sent < 5; sent += 1) answers.push(await transport.send(aRequest(server.origin), { signal: signal() }));
    expect(answers.map(({ body }) => text(body))).toEqual([1, 2, 3, 4, 5].map((number) => `{"answer":${number}}`));
  });

  it('skips informational answers', async () => {
    server.responder = ({ socket }) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n');
      reply(socket, '{"real":true}');
    };
    const answer = await transport.send(aRequest(server.origin), { signal: signal() });
    expect([answer.status, text(answer.body)]).toEqual([200, '{"real":true}']);
  });

  it.each([
    ['whole', ['HTTP/1.1 100 Continue\r\n\r\n']],
    ['with headers, and twice', ['HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n']],
    ['in pieces', ['HTTP', '/1.1 1', '00 Continue\r', '\n\r', '\n']],
    ['and an early hint after it', ['HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n']],
  ])('is not disturbed by 100 Continue: %s', async (_name, pieces) => {
    server.responder = ({ socket }) => void sendPieces(socket, pieces).then(() => reply(socket, '{"s":"ok","text":"HTTP/1.1 100 "}'));
    for (const request of [aWrite(server.origin), aRequest(server.origin), aRequest(server.origin)]) {
      const answer = await transport.send(request, { signal: signal() });
      expect([answer.status, text(answer.body)]).toEqual([200, '{"s":"ok","text":"HTTP/1.1 100 "}']);
    }
    expect(server.requests).toHaveLength(3);
  });

  it('keeps a body that looks like an informational answer', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    server.responder = ({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      setTimeout(() => socket.write(body), 30);
    };
    expect(text((await transport.send(aRequest(server.origin), { signal: signal() })).body)).toBe(body);
  });

  it.each([
    ['gzip', gzipSync('{"s":"ok"}')],
    ['GZIP', gzipSync('{"s":"ok"}')],
    ['deflate', deflateSync('{"s":"ok"}')],
    ['br', brotliCompressSync('{"s":"ok"}')],
    ['identity', Buffer.from('{"s":"ok"}')],
  ])('decodes an answer in an encoding that it did not ask for: %s', async (encoding, body) => {
    server.responder = ({ socket }) => sendEncoded(socket, encoding, body);
    expect(text((await transport.send(aWrite(server.origin), { signal: signal() })).body)).toBe('{"s":"ok"}');
    expect(server.requests[0]?.head).toMatch(/\r\naccept-encoding: identity/);
  });

  it('keeps the status of an empty answer that is labeled as encoded', async () => {
    server.responder = ({ socket }) => socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-encoding: gzip\r\ncontent-length: 0\r\n\r\n');
    expect(await transport.send(aRequest(server.origin), { signal: signal() })).toMatchObject({ status: 401, body: { byteLength: 0 } });
  });

  it('names the program in its user agent', async () => {
    const named = createTransport({ settings: direct, userAgent: 'MarketDesk/1.2.3' });
    await named.send(aRequest(server.origin), { signal: signal() });
    await named.send(aWrite(server.origin), { signal: signal() });
    await named.close();
    for (const { head } of server.requests) expect(head).toMatch(/\r\nuser-agent: MarketDesk\/1\.2\.3\r?\n?/i);
  });

  it.each(['read', 'write'] as const)('is rebuilt when its credentials are too old once the connection is ready: %s', async (kind) => {
    const stale = [true, true, false];
    let renewals = 0;
    const request = aRequest(server.origin, { kind, headers: { 'x-stamp': '0' } });
    const freshness = {
      isStale: () => stale.shift() ?? false,
      renew: async () => aRequest(server.origin, { kind, headers: { 'x-stamp': String((renewals += 1)) } }),
    };
    await transport.send(request, { signal: signal(), freshness });
    expect(server.requests.map(({ head }) => /x-stamp: (\d)/.exec(head)?.[1])).toEqual(['2']);
    expect(server.connections).toBe(1);
  });

  it('ends as not sent when its credentials are too old every time', async () => {
    const request = aWrite(server.origin);
    const freshness = { isStale: () => true, renew: async () => request };
    const ended = transport.send(request, { signal: signal(), freshness });
    await expect(ended).rejects.toMatchObject({ code: 'timed-out', sent: 'no' });
    expect(server.requests).toHaveLength(0);
  });

  it('returns an answer with any status unchanged', async () => {
    for (const status of [204, 400, 401, 403, 404, 429, 500, 503]) {
      server.responder = ({ socket }) =>
        status === 204 ? socket.write('HTTP/1.1 204 No Content\r\n\r\n') : reply(socket, 'x', `${status} X`);
      expect((await transport.send(aRequest(server.origin), { signal: signal() })).status).toBe(status);
    }
  });
});

describe('the connections of the transport', () => {
  it('are shared by reads and never by writes', async () => {
    await transport.send(aRequest(server.origin), { signal: signal() });
    await transport.send(aRequest(server.origin), { signal: signal() });
    expect(server.connections).toBe(1);
    await transport.send(aWrite(server.origin), { signal: signal() });
    await transport.send(aWrite(server.origin), { signal: signal() });
    expect(server.connections).toBe(3);
    expect(server.requests.filter(({ head }) => /connection: close/.test(head))).toHaveLength(2);
  });

  it('are at most five for reads of one origin', async () => {
    server.responder = ({ socket }) => setTimeout(() => reply(socket, '{}'), 20);
    await Promise.all(Array.from({ length: 20 }, async () => transport.send(aRequest(server.origin), { signal: signal() })));
    expect(server.requests).toHaveLength(20);
    expect(server.connections).toBe(5);
  });

  it('are given up when the settings change', async () => {
    let settings: TransportSettings = {};
    await using changing = disposable(createTransport({ settings: () => settings }));
    await changing.it.send(aRequest(server.origin), { signal: signal() });
    settings = { ca: [] };
    await changing.it.send(aRequest(server.origin), { signal: signal() });
    expect(server.connections).toBe(2);
  });

  it('are never used for a second attempt of the same request', async () => {
    await transport.send(aRequest(server.origin), { signal: signal() });
    server.responder = ({ socket }) => socket.destroy();
    expect(await failure(aRequest(server.origin))).toMatchObject({ code: 'broken-answer', sent: 'maybe' });
    expect(server.requests).toHaveLength(2);
  });
});

function disposable(it: Transport): AsyncDisposable & { readonly it: Transport } {
  return { it, [Symbol.asyncDispose]: async () => it.close() };
}

describe('a failure before sending is proved', () => {
  it('when the connection is refused', async () => {
    const { origin } = server;
    await server.close();
    expect(await failure(aWrite(origin))).toMatchObject({ code: 'connect-failed', sent: 'no' });
    server = await WireServer.start();
  });

  it('when the host is unknown', async () => {
    expect(await failure(aWrite('http://host.invalid'))).toMatchObject({ code: 'connect-failed', sent: 'no' });
  });

  it('when the request was cancelled before', async () => {
    expect(await failure(aWrite(server.origin), AbortSignal.abort())).toMatchObject({ code: 'aborted', sent: 'no' });
    expect(server.connections).toBe(0);
  });

  it('when the time was up before, by the clock of the caller', async () => {
    expect(await failure(aWrite(server.origin), AbortSignal.abort(new DOMException('late', 'TimeoutError')))).toMatchObject({
      code: 'timed-out',
      sent: 'no',
    });
  });

  it('when it is cancelled while waiting for a free connection, and the request never goes out later', async () => {
    const held: (() => void)[] = [];
    server.responder = ({ socket }) => held.push(() => reply(socket, '{}'));
    const busy = Array.from({ length: 5 }, async () => transport.send(aRequest(server.origin), { signal: signal() }));
    await server.arrived(5);
    const cancel = new AbortController();
    const waiting = failure(aRequest(server.origin, { path: '/waiting' }), cancel.signal);
    cancel.abort();
    expect(await waiting).toMatchObject({ code: 'aborted', sent: 'no' });
    for (const answer of held) answer();
    await Promise.all(busy);
    server.responder = ({ socket }) => reply(socket, '{}');
    await transport.send(aRequest(server.origin), { signal: signal() });
    expect(server.requests.some(({ head }) => head.includes('/waiting'))).toBe(false);
  });

  it('when the server does not use TLS', async () => {
    server.responder = ({ socket }) => socket.destroy();
    const error = await failure(aWrite(server.origin.replace('http:', 'https:')));
    expect(error.sent).toBe('no');
    expect(['tls', 'connect-failed', 'timed-out']).toContain(error.code);
  });

  it('when the transport is closed', async () => {
    await transport.close();
    expect(await failure(aRequest(server.origin))).toMatchObject({ code: 'aborted', sent: 'no' });
  });

  it('when a header cannot be sent', async () => {
    expect(await failure(aRequest(server.origin, { headers: { 'x-bad': 'a\r\nb' } }))).toMatchObject({ sent: 'no' });
    expect(server.connections).toBe(0);
  });
});

/** [what, how the server answers, code] */
const broken: readonly (readonly [string, Responder, string])[] = [
  ['silence', () => undefined, 'timed-out'],
  ['headers that never end', ({ socket }) => socket.write('HTTP/1.1 200 OK\r\nx-a: '), 'timed-out'],
  ['a body that stops', ({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a"'), 'timed-out'],
  ['one byte at a time', dribble, 'timed-out'],
  ['a reset after the request', ({ socket }) => socket.resetAndDestroy(), 'broken-answer'],
  ['a close after the request', ({ socket }) => socket.end(), 'broken-answer'],
  ['a body cut short of its length', ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"a"'), 'broken-answer'],
  [
    'a body cut within its chunks',
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n'),
    'broken-answer',
  ],
  ['garbage', ({ socket }) => socket.end('\u0001\u0002 nonsense\r\n\r\n'), 'broken-answer'],
  [
    'contradictory lengths',
    ({ socket }) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'),
    'broken-answer',
  ],
  ['a body in an encoding that nobody knows', ({ socket }) => sendEncoded(socket, 'zstd', Buffer.from('x')), 'broken-answer'],
  ['a compressed body that is damaged', ({ socket }) => sendEncoded(socket, 'gzip', gzipSync('{}').subarray(4)), 'broken-answer'],
  [
    'a compressed body that grows beyond the limit',
    ({ socket }) => sendEncoded(socket, 'gzip', gzipSync(Buffer.alloc(5 * 1024 * 1024))),
    'too-large',
  ],
  [
    'a declared length beyond the limit',
    ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${4 * 1024 * 1024 + 1}\r\n\r\n`),
    'too-large',
  ],
  ['a body beyond the limit', ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(4 * 1024 * 1024 + 1)}`), 'too-large'],
  ['headers without end', ({ socket }) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'y'.repeat(64 * 1024)}`), 'too-large'],
];

async function sendPieces(socket: Parameters<Responder>[0]['socket'], pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

function dribble({ socket }: Parameters<Responder>[0]): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 50);
  socket.on('close', () => clearInterval(timer));
}

function sendEncoded(socket: Parameters<Responder>[0]['socket'], encoding: string, body: Uint8Array): void {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.byteLength}\r\n\r\n`);
  socket.write(body);
}

describe('a failure after sending never claims that nothing was sent', () => {
  it.each(broken)('when the answer is broken: %s', async (_name, responder, code) => {
    server.responder = responder;
    expect(await failure(aWrite(server.origin))).toMatchObject({ code, sent: 'maybe' });
    expect(server.requests).toHaveLength(1);
    expect(await failure(aRequest(server.origin))).toMatchObject({ code, sent: 'maybe' });
    expect(server.requests).toHaveLength(2);
  });

  it('when it is cancelled while waiting for the answer, which ends at once', async () => {
    server.responder = () => undefined;
    const cancel = new AbortController();
    const result = failure(aWrite(server.origin), cancel.signal);
    await server.arrived(1);
    const before = performance.now();
    cancel.abort();
    expect(await result).toMatchObject({ code: 'aborted', sent: 'maybe' });
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('when the time is up while waiting for the answer, by the clock of the caller', async () => {
    server.responder = () => undefined;
    const limit = new AbortController();
    const result = failure(aRequest(server.origin), limit.signal);
    await server.arrived(1);
    limit.abort(new DOMException('late', 'TimeoutError'));
    expect(await result).toMatchObject({ code: 'timed-out', sent: 'maybe' });
  });

  it('when the transport is closed while waiting for the answer', async () => {
    server.responder = () => undefined;
    const result = failure(aWrite(server.origin));
    await server.arrived(1);
    await transport.close();
    expect(await result).toMatchObject({ code: 'aborted', sent: 'maybe' });
  });
});

it('the transport agrees with its library about when headers are sent', async () => {
  let headersSent = 0;
  const count = (): void => void (headersSent += 1);
  const sendHeaders = 'undici:client:sendHeaders';
  subscribe(sendHeaders, count);
  try {
    server.responder = ({ socket }) => socket.destroy();
    expect((await failure(aWrite(server.origin))).sent).toBe('maybe');
    expect(headersSent).toBe(1);
    expect((await failure(aWrite('http://host.invalid'))).sent).toBe('no');
    expect((await failure(aWrite(server.origin), AbortSignal.abort())).sent).toBe('no');
    expect(headersSent).toBe(1);
  } finally {
    unsubscribe(sendHeaders, count);
  }
});
