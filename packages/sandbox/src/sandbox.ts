import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createApplication } from './application';
import { feedPaths, Feeds } from './feeds/feeds';
import { FaultQueue } from './faults/faultQueue';
import { Ledger } from './http/ledger';
import { createListener } from './http/listener';
import type { ReceivedRequests } from './http/listener';
import { defaultOptions } from './options';
import type { StartOptions } from './options';
import { randomId } from './state/credentials';
import { checkWritable, readStateFile, writeStateFile } from './state/stateFile';
import { CredentialStore } from './state/store';

export type { StartOptions };

/** A running sandbox. */
export interface RunningSandbox {
  /** Base URL without a trailing slash. */
  readonly url: string;
  /** Addresses of the WebSocket feeds; a strict service has none. */
  readonly quoteFeedUrl: string | undefined;
  readonly tradeFeedUrl: string | undefined;
  readonly feeds: Feeds | undefined;
  readonly port: number;
  readonly instanceId: string;
  readonly faults: FaultQueue;
  readonly ledger: Ledger;
  /** Moves the service's clock; lifetimes of tokens and codes do not follow it. */
  setClockSkew(ms: number): void;
  /** Resets the world, faults and the ledger; signed-in users stay signed in. */
  reset(): void;
  /** Breaks every connection and frees the port; can be called again. */
  close(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1 and resolves once it responds.
 *
 * @throws the error of `listen`, for example EADDRINUSE, or of a state file that cannot be read or written.
 */
export async function startSandbox(given: StartOptions = {}): Promise<RunningSandbox> {
  const options = { ...defaultOptions, ...given };
  const nowMs = given.wallClock ?? (() => Date.now());
  let skewMs = options.clockSkewMs;
  const instanceId = given.instanceId ?? randomId('sandbox_');
  const faults = new FaultQueue();
  const ledger = new Ledger();
  const received: ReceivedRequests = new WeakMap();
  const startedAt = nowMs();
  const store = openStore(options.stateFile, given.warn ?? (() => undefined), nowMs);
  const now = (): number => nowMs() + skewMs;
  const feeds = options.strict
    ? undefined
    : new Feeds({
        store,
        now,
        nowMs,
        world: () => application.world(),
        accountsOf: ({ user, accounts }) => (accounts === '*' ? application.accounts.of(user).map(({ id }) => id) : accounts),
        pushesPerSecond: options.ticksPerSecond,
        likeLive: options.likeLive,
      });
  const application = createApplication({
    options,
    store,
    faults,
    ledger,
    received,
    now,
    nowMs,
    setClockSkew: (ms) => (skewMs = ms),
    limitsRequests: given.limitsRequests ?? true,
    controlSecret: given.controlSecret,
    info: () => ({
      name: 'market-desk-sandbox',
      instance_id: instanceId,
      process_id: process.pid,
      started_at_ms: startedAt,
      seed: options.seed,
      clock_skew_ms: skewMs,
      ...(feeds === undefined ? {} : { feed_paths: feedPaths }),
    }),
    feeds,
  });
  const { app, routes, reset } = application;
  const server = createServer({ keepAliveTimeout: 5000 }, createListener(app, routes, ledger, received));
  feeds?.attach(server);
  const port = await listen(server, options.port);
  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    quoteFeedUrl: feeds === undefined ? undefined : `ws://127.0.0.1:${port}${feedPaths.quote}`,
    tradeFeedUrl: feeds === undefined ? undefined : `ws://127.0.0.1:${port}${feedPaths.trade}`,
    feeds,
    port,
    instanceId,
    faults,
    ledger,
    setClockSkew: (ms) => (skewMs = ms),
    reset,
    close: async () => {
      feeds?.stop();
      await (closing ??= close(server));
    },
  };
}

function openStore(stateFile: string | undefined, warn: (message: string) => void, nowMs: () => number): CredentialStore {
  const saved = stateFile === undefined ? undefined : readStateFile(stateFile, warn);
  // Reported now rather than at the first sign-in, which would fail without a reason that the caller can see.
  if (stateFile !== undefined) checkWritable(stateFile);
  return new CredentialStore(saved, (state) => (stateFile === undefined ? undefined : writeStateFile(stateFile, state())), nowMs);
}

async function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port was given'));
      else resolve(address.port);
    });
  });
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
