import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox, StartOptions } from 'market-desk-sandbox';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import { createTransport } from '../../../src/service/transport/transport';
import { bearer, openOrderDesk } from './orderDesk';
import type { DeskPlace, OrderDesk } from './orderDesk';

type World = 'usual' | 'likeLive' | 'strict';

export interface OrderWorlds extends DeskPlace, Readonly<Record<World, RunningSandbox>> {
  /** Opens a window of Ada, signed in for these accounts, or with another authenticator. */
  open(service: RunningSandbox, who: readonly string[] | Authenticator, ...method: DeskMethod): Promise<OrderDesk>;
}

type DeskMethod =
  Parameters<typeof openOrderDesk> extends readonly [unknown, unknown, unknown, unknown, ...infer R]
    ? readonly [method?: 'oauth' | 'apiKey', ...monitor: R]
    : never;

const settings = {};

/**
 * The worlds in which the tests of the surrounding `describe` change orders, fresh for each test, with a folder for the files of its
 * windows. Use the result inside tests only.
 */
export function useOrderWorlds(wanted: readonly World[], offered: StartOptions = {}): OrderWorlds {
  const clockOffset = { ms: 0 };
  const transport = createTransport({ settings: () => settings });
  const running = new Map<World, RunningSandbox>();
  let folder = '';
  beforeAll(async () => {
    const usual = { port: 0, wallClock: () => Date.now() + clockOffset.ms, tokenLifetimeSeconds: 10_000_000, ...offered };
    const options = { usual, likeLive: { ...usual, likeLive: true, limitsRequests: false }, strict: { port: 0, strict: true } };
    for (const world of wanted) running.set(world, await startSandbox(options[world]));
  });
  afterAll(async () => {
    await transport.close();
    for (const sandbox of running.values()) await sandbox.close();
  });
  beforeEach(async () => {
    for (const sandbox of running.values()) sandbox.reset();
    folder = await mkdtemp(join(tmpdir(), 'orders-'));
  });
  afterEach(async () => rm(folder, { recursive: true, force: true }));
  const of = (world: World): RunningSandbox => {
    const sandbox = running.get(world);
    if (sandbox === undefined) throw new Error(`The ${world} world does not run.`);
    return sandbox;
  };
  return {
    ...{ transport, clockOffset },
    get folder() {
      return folder;
    },
    get usual() {
      return of('usual');
    },
    get likeLive() {
      return of('likeLive');
    },
    get strict() {
      return of('strict');
    },
    async open(service, who, method = 'oauth', monitor) {
      const authenticator = 'headersFor' in who ? who : await bearer(service, 'ada', who);
      return openOrderDesk(this, service, authenticator, method, monitor);
    },
  };
}
