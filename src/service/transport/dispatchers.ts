import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { dropContinue } from './interim';
import { usesProxy } from './proxyRules';
import { trustingConnector, verifyingConnector } from './secureConnector';
import type { Connector, TlsSettings } from './secureConnector';
import { parallelReads } from './settings';
import type { TransportSettings } from './settings';
import { tunnelConnector } from './tunnel';

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
