import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { usesProxy } from './proxyRules';
import { trustingConnector, verifyingConnector } from './secureConnector';
import type { Connector, TlsSettings } from './secureConnector';
import { parallelReads } from './settings';
import type { TransportSettings } from './settings';
import { tunnelConnector } from './tunnel';
import type { Socket } from 'node:net';

/** Starts `HTTP/1.1 100` or `HTTP/1.0 100`. */
const start = /^HTTP\/1\.[01] 100(?:[ \r]|$)/;
const longestStart = 'HTTP/1.1 100 '.length;
const longestInterim = 16 * 1024;
/** The position of the status, and the first digit of every 1xx. */
const firstDigit = 'HTTP/1.1 '.length;
const one = 0x31;
const headersEnd = '\r\n\r\n';

/**
 * Drops every `100 Continue` before a response. None is requested, but a proxy may send one, and the HTTP library
 * then drops the connection, so that a good response to a write would be lost (RFC 9110, 15.2: a client must be able to
 * read one or more 1xx responses before a final one). The library handles other 1xx itself, so they are not inspected.
 *
 * A response begins with the first bytes after something was written, because requests are never pipelined.
 */
function dropContinue<S extends Socket>(socket: S): S {
  const filter = new ContinueFilter();
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    return filter.isAnswering ? chunk : filter.pass(chunk);
  };
  const write = socket.write.bind(socket) as (...written: unknown[]) => boolean;
  // Any write starts a new request. Counting the bytes written instead would cost every read of the socket far more.
  socket.write = (...written: unknown[]): boolean => {
    filter.isAnswering = false;
    return write(...written);
  };
  return socket;
}

class ContinueFilter {
  /** The response has started: the rest is not inspected until the next request is written. */
  isAnswering = false;
  #held: Buffer | undefined;

  /** The part of an incoming chunk to pass to the library. */
  pass(chunk: unknown): unknown {
    if (!(chunk instanceof Buffer)) return chunk;
    // Usually it is the response itself, and one byte is enough to tell.
    if (this.#held === undefined && chunk.length > firstDigit && chunk[firstDigit] !== one) {
      this.isAnswering = true;
      return chunk;
    }
    let rest = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = undefined;
    while (rest.length > 0) {
      const head = rest.toString('latin1', 0, longestStart);
      if (!start.test(head) && !isBeginning(head)) break;
      const end = rest.indexOf(headersEnd);
      if (end === -1 && rest.length < longestInterim) {
        this.#held = rest;
        return null;
      }
      if (end === -1 || !start.test(head)) break;
      rest = rest.subarray(end + headersEnd.length);
    }
    if (rest.length === 0) return null;
    this.isAnswering = true;
    return rest;
  }
}

/** Too short to tell whether it is one. */
function isBeginning(head: string): boolean {
  return head.length < longestStart && ['HTTP/1.1 100 ', 'HTTP/1.0 100 '].some((word) => word.startsWith(head));
}

const keepAlive = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 10_000, pipelining: 1 } as const;

export interface Route {
  readonly dispatcher: Dispatcher;
  readonly viaProxy: boolean;
}

/** Connections to one origin, kept alive between reads. */
export function openPool(origin: string, settings: TransportSettings, connectMs: number): Route {
  const { connect, viaProxy } = connector(origin, settings, connectMs);
  return {
    viaProxy,
    dispatcher: new Pool(origin, { ...keepAlive, connections: parallelReads, allowH2: false, connect: withoutContinue(connect) }),
  };
}

/** A separate connection for one write. */
export function openSingle(origin: string, settings: TransportSettings, connectMs: number): Route {
  const { connect, viaProxy } = connector(origin, settings, connectMs);
  return { viaProxy, dispatcher: new Client(origin, { pipelining: 1, allowH2: false, connect: withoutContinue(connect) }) };
}

/** One connection for a WebSocket, whose frames are at most `maxFrameBytes` long. */
export function openSocketRoute(origin: string, settings: TransportSettings, connectMs: number, maxFrameBytes: number): Route {
  const { connect, viaProxy } = connector(origin, settings, connectMs);
  const webSocket = { maxPayloadSize: maxFrameBytes };
  return { viaProxy, dispatcher: new Client(origin, { pipelining: 1, allowH2: false, connect, webSocket }) };
}

function connector(
  origin: string,
  settings: TransportSettings,
  connectMs: number,
): { readonly connect: Connector; readonly viaProxy: boolean } {
  const tls = tlsSettings(settings, connectMs);
  const fingerprint = settings.trusted?.get(origin);
  return routeTo(origin, settings, tls, fingerprint === undefined ? verifyingConnector(tls) : trustingConnector(tls, fingerprint));
}

/** Connects directly, or through the proxy of the settings. `secure` applies only to the connection to the origin. */
export function routeTo(
  origin: string,
  { proxy }: TransportSettings,
  tls: TlsSettings,
  secure: Connector,
): { readonly connect: Connector; readonly viaProxy: boolean } {
  if (proxy === undefined || !usesProxy(origin, proxy.noProxy)) return { connect: secure, viaProxy: false };
  return { connect: tunnelConnector(proxy, tls, secure), viaProxy: true };
}

export function tlsSettings({ ca }: TransportSettings, connectMs: number): TlsSettings {
  // Explicit, because the environment of the process can turn verification off.
  const base = { timeout: connectMs, rejectUnauthorized: true };
  return ca === undefined ? base : { ...base, ca: [...ca] };
}

/** Keeps every `100 Continue` from the library. */
function withoutContinue(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else callback(null, dropContinue(socket));
    });
}
