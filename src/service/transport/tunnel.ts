import { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import { isCertificateFailure, ProxyFailure } from './failures';
import { verifyingConnector } from './secureConnector';
import type { Connector, TlsSettings } from './secureConnector';
import type { ProxySettings } from './settings';

/**
 * Connects through an HTTP proxy (RFC 9110, CONNECT): each connection has its own tunnel, and TLS with the host runs inside it.
 *
 * @param toProxy - For a proxy that is itself reached over TLS.
 * @param secure - Connects to the host over an established socket.
 */
export function tunnelConnector(proxy: ProxySettings, toProxy: TlsSettings, secure: Connector): Connector {
  return (options, callback) => {
    const isSecure = options.protocol === 'https:';
    const host = options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname;
    openTunnel(proxy, `${host}:${options.port || (isSecure ? '443' : '80')}`, toProxy).then(
      (httpSocket) => (isSecure ? secure({ ...options, httpSocket }, callback) : callback(null, httpSocket)),
      (error: unknown) => callback(asProxyFailure(error), null),
    );
  };
}

async function openTunnel(proxy: ProxySettings, target: string, tls: TlsSettings): Promise<Socket> {
  const { origin, authorization } = readProxy(proxy);
  const connect = verifyingConnector(tls);
  const client = new Client(origin, {
    // The library would take the host's name for that of the proxy.
    connect: (options, callback) => connect({ ...options, servername: '' }, callback),
    headersTimeout: tls.timeout,
  });
  try {
    return await new Promise((opened, failed) => {
      const headers = { host: target, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) };
      client.dispatch({ method: 'CONNECT', path: target, headers }, new TunnelHandler(opened, failed));
    });
  } finally {
    void client.close().catch(() => undefined);
  }
}

/** @throws {@link ProxyFailure} that contains neither the address nor parts of it: it may include a password. */
function readProxy({ url, authorization }: ProxySettings): { readonly origin: string; readonly authorization: string | undefined } {
  if (!URL.canParse(url)) throw new ProxyFailure('address');
  const { protocol, host, username, password } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new ProxyFailure('not-http');
  const named = username === '' && password === '' ? undefined : `${unescaped(username)}:${unescaped(password)}`;
  const basic = named === undefined ? undefined : `Basic ${Buffer.from(named).toString('base64')}`;
  return { origin: `${protocol}//${host}`, authorization: authorization ?? basic };
}

/** A `%` that does not start an escape is kept literally. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Any failure to open the tunnel is the proxy's failure; the library would repeat a broken connection without a pause. */
function asProxyFailure(error: unknown): Error {
  if (isCertificateFailure(error)) return new ProxyFailure('certificate');
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Error && code !== 'UND_ERR_SOCKET' && code !== 'UND_ERR_INFO') return error;
  return new ProxyFailure('hung-up');
}

class TunnelHandler implements Dispatcher.DispatchHandler {
  constructor(
    private readonly opened: (socket: Socket) => void,
    private readonly failed: (error: unknown) => void,
  ) {}

  onRequestStart(): void {
    // Required by the library.
  }

  /** The library calls this for any response to CONNECT. */
  onRequestUpgrade(_controller: Dispatcher.DispatchController, status: number, _headers: unknown, socket: unknown): void {
    if (!(socket instanceof Socket)) this.failed(new ProxyFailure('refused'));
    else if (status >= 200 && status < 300) this.opened(socket);
    else {
      socket.on('error', () => undefined).destroy();
      this.failed(new ProxyFailure(status === 407 ? 'credentials' : 'refused'));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    this.failed(error);
  }
}
