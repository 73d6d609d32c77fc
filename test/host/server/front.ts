import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { gateRefusal } from 'market-desk-gate';
import type { Asked, GateRefusal, GateRules } from 'market-desk-gate';

const keyLength = 32;
/** VS Code’s own names for its token, in an address and as a cookie. */
export const tokenParameter = 'tkn';
const tokenCookie = 'vscode-tkn';

export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

/** Added to the service worker of the webviews: a page that asks for it gets the worker as its controller. */
const claimOnDemand =
  "\nself.addEventListener('message', (event) => { if (event.data === 'claim') event.waitUntil(self.clients.claim()); });\n";

/**
 * Runs in every frame. A webview waits for its service worker before it shows anything, sometimes forever: a browser that was too busy to
 * start the worker in time loads the webview without one, and registers an existing worker only after everything else in its queue (up to
 * ten seconds, measured with two windows). So a webview takes the existing worker and asks to be controlled by it.
 */
export const askForController = `if (navigator.serviceWorker) {
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = async function (script, options) {
    const there = await this.getRegistration();
    const isThere = there?.active?.scriptURL === new URL(script, location.href).href;
    const registration = isThere ? there : await register.call(this, script, options);
    const ask = () => (this.controller === null ? registration.active?.postMessage('claim') : clearInterval(asking));
    const asking = setInterval(ask, 1_000);
    ask();
    return registration;
  };
  ServiceWorkerRegistration.prototype.update = async function () {
    return this;
  };
}`;

/**
 * A proxy in front of the VS Code server that adds the one answer its workbench lacks: the server's half of the key with which the browser
 * encrypts secrets. Without it secrets are lost on every reload. The service worker of the webviews gets an additional line ({@link
 * askForController}). Everything else passes unchanged, but only from pages and programs that have the token, because the server gives files and terminals to
 * whoever it lets in.
 *
 * @param token - The server’s own, which its address brings and a cookie keeps.
 * @param keyFile - Keeps the key, so that secrets also survive a restart.
 */
export async function startFront(upstreamPort: number, port: number, token: string, keyFile: string): Promise<Front> {
  const key = await keyIn(keyFile);
  const gate = (): GateRules => ({
    isOwnHost: (host) => host === `127.0.0.1:${String(boundPort(server))}`,
    hasPages: true,
    secret: { value: token, brought: tokensIn },
  });
  const sockets = new Set<Socket>();
  const server = createServer((incoming, answer) => {
    const path = incoming.url?.split('?')[0] ?? '';
    const isKey = incoming.method === 'POST' && path.endsWith('/mint-key');
    const refusal = gateRefusal(gate(), incoming) ?? (isKey && incoming.headers.origin === undefined ? 'origin' : undefined);
    if (refusal !== undefined) refuse(incoming, answer, refusal);
    else if (isKey) answer.end(key);
    else forward(incoming, answer, upstreamPort, path.endsWith('/webview/browser/pre/service-worker.js') ? claimOnDemand : '');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    if (gateRefusal(gate(), incoming) === undefined) tunnel(incoming, socket, head, upstreamPort);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: boundPort(server), close };
}

function boundPort(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The front has no port.');
  return address.port;
}

function tokensIn({ url = '', headers }: Asked): readonly (string | undefined)[] {
  const { searchParams } = new URL(url, 'http://front');
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const kept = cookies.filter((pair) => pair.startsWith(`${tokenCookie}=`)).map((pair) => pair.slice(tokenCookie.length + 1));
  return [searchParams.get(tokenParameter) ?? undefined, ...kept];
}

function refuse(incoming: IncomingMessage, answer: ServerResponse, why: GateRefusal): void {
  incoming.resume();
  const text = why === 'secret' ? 'Open the whole address that was printed at the start: it has a token.' : 'Refused.';
  answer.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(text);
}

async function keyIn(file: string): Promise<Buffer> {
  const found = await readFile(file).catch(() => undefined);
  if (found?.length === keyLength) return found;
  const made = randomBytes(keyLength);
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

/** @param more - Appended to the answer. */
function forward(incoming: IncomingMessage, answer: ServerResponse, port: number, more: string): void {
  const { method, url } = incoming;
  const headers = more === '' ? incoming.headers : { ...incoming.headers, 'accept-encoding': 'identity' };
  // Uses a new connection: the server might close a kept one just when it is used again.
  const upstream = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (response) => {
    const { 'content-length': length, ...others } = response.headers;
    const size = length === undefined ? {} : { 'content-length': Number(length) + Buffer.byteLength(more) };
    answer.writeHead(response.statusCode ?? 502, { ...others, ...size });
    response.once('end', () => answer.end(more));
    // Otherwise the browser would wait for the rest of a truncated answer, on one of its few connections.
    response.once('close', () => response.complete || answer.destroy());
    response.pipe(answer, { end: false });
  });
  upstream.on('error', () => answer.destroy());
  answer.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

function tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer, port: number): void {
  const upstream = connect(port, '127.0.0.1', () => {
    const { rawHeaders, method = 'GET', url = '/', httpVersion } = incoming;
    const headers = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
    upstream.write(`${method} ${url} HTTP/${httpVersion}\r\n${headers}\r\n`);
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
  socket.on('close', () => upstream.destroy());
}
