import { Client, Pool, ProxyAgent, buildConnector, errors } from 'undici';
import type { Dispatcher } from 'undici';
import { abandonedCode } from './failures';
import { dropContinue } from './interim';
import { usesProxy } from './proxyRules';
import { parallelReads } from './settings';
import type { TransportSettings } from './settings';

const keepAlive = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 10_000, pipelining: 1 } as const;

export interface Route {
  readonly dispatcher: Dispatcher;
  readonly viaProxy: boolean;
  /** True once this route's connections are dropped; a new route is then needed. */
  readonly isBroken: () => boolean;
}

const neverBroken = (): boolean => false;

/** Whether requests to `origin` go through the proxy of `settings`. */
export function isProxied(origin: string, settings: TransportSettings): boolean {
  return settings.proxy !== undefined && usesProxy(origin, settings.proxy.noProxy);
}

/** Connections to one origin, kept alive between reads. */
export function openPool(origin: string, settings: TransportSettings, connectMs: number): Route {
  if (!isProxied(origin, settings)) {
    return {
      viaProxy: false,
      isBroken: neverBroken,
      dispatcher: new Pool(origin, { ...keepAlive, connections: parallelReads, allowH2: false, connect: connector(settings, connectMs) }),
    };
  }
  return proxied(settings, connectMs, parallelReads);
}

/** A separate connection for one write. */
export function openSingle(origin: string, settings: TransportSettings, connectMs: number): Route {
  if (!isProxied(origin, settings)) {
    return {
      viaProxy: false,
      isBroken: neverBroken,
      dispatcher: new Client(origin, { pipelining: 1, allowH2: false, connect: connector(settings, connectMs) }),
    };
  }
  return proxied(settings, connectMs, 1);
}

function proxied(settings: TransportSettings, connectMs: number, connections: number): Route {
  const tls = tlsOptions(settings, connectMs);
  let broken = false;
  const dispatcher = new ProxyAgent({
    uri: settings.proxy?.url ?? '',
    ...keepAlive,
    connections,
    allowH2: false,
    requestTls: tls,
    proxyTls: tls,
    // The proxy answers CONNECT only when it has reached the host: its answer has the same deadline as a connection.
    clientFactory: (url, options) => new Pool(url, { ...options, headersTimeout: connectMs }),
    factory: (origin, options) => {
      const pool = new Pool(origin, throughTunnel(options));
      pool.on('connectionError', (_origin, targets, error) => {
        // The library would keep reopening a breaking tunnel without a pause.
        if (!(error instanceof errors.SocketError)) return;
        broken = true;
        const reason = Object.assign(new Error('the proxy closed the tunnel'), { code: abandonedCode });
        for (const target of targets) void target.destroy(reason).catch(() => undefined);
      });
      return pool;
    },
  });
  return { viaProxy: true, dispatcher, isBroken: () => broken };
}

/** Connects as the library does, and lets no `100 Continue` reach it. */
function connector(settings: TransportSettings, connectMs: number): buildConnector.connector {
  return throughFilter(buildConnector({ ...tlsOptions(settings, connectMs), allowH2: false }));
}

/** The options that the library makes for connections through the proxy: their connector opens the tunnel. */
function throughTunnel(options: object): object {
  const connect: unknown = 'connect' in options ? options.connect : undefined;
  if (!isConnector(connect)) return options;
  return { ...options, connect: throughFilter(connect) };
}

function isConnector(value: unknown): value is buildConnector.connector {
  return typeof value === 'function';
}

function throughFilter(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else callback(null, dropContinue(socket));
    });
}

function tlsOptions(settings: TransportSettings, connectMs: number): { timeout: number; rejectUnauthorized: boolean; ca?: string[] } {
  const base = { timeout: connectMs, rejectUnauthorized: settings.rejectUnauthorized };
  return settings.ca === undefined ? base : { ...base, ca: [...settings.ca] };
}

/** One connection for a WebSocket, whose frames are at most `maxFrameBytes` long. */
export function openSocketRoute(origin: string, settings: TransportSettings, connectMs: number, maxFrameBytes: number): Route {
  const webSocket = { maxPayloadSize: maxFrameBytes };
  const tls = tlsOptions(settings, connectMs);
  const dispatcher = isProxied(origin, settings)
    ? new ProxyAgent({ uri: settings.proxy?.url ?? '', allowH2: false, requestTls: tls, proxyTls: tls, webSocket })
    : new Client(origin, { pipelining: 1, allowH2: false, connect: tls, webSocket });
  return { viaProxy: dispatcher instanceof ProxyAgent, dispatcher, isBroken: neverBroken };
}
