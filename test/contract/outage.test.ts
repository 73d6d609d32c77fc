import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { startSandbox } from 'market-desk-sandbox';
import type { RunningSandbox } from 'market-desk-sandbox';
import { signIn } from 'market-desk-sandbox/test/sandboxHarness';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TodayReleases } from '../../src/app/calendar/todayReleases';
import { TicketQuoteReader } from '../../src/app/orders/ticket/ticketQuote';
import { Poller } from '../../src/app/platform/poller';
import { QuoteBook } from '../../src/app/quotes/quoteBook';
import { QuotePoller } from '../../src/app/quotes/quotePoller';
import { SharedQuotes } from '../../src/app/quotes/sharedQuotes';
import { quietClient } from '../../src/app/session/serviceAccess';
import { snapshotPart } from '../../src/service/endpoints/sources';
import { seen } from '../../src/service/lists/list';
import { readList } from '../../src/service/lists/readList';
import { MemoryLocks } from '../support/secrets/sharedSecrets';
import { Daylines } from '../../src/app/watchlist/daylines';
import { OpenPlates } from '../../src/app/plates/openPlates';
import { firstFailureIn } from '../../src/app/accounts/accountBook';
import { Reachability } from '../../src/app/session/reachability';
import { createServiceClient } from '../../src/service/client';
import type { ServiceClient } from '../../src/service/serviceClient';
import { createTransport } from '../../src/service/transport/transport';
import type { Transport } from '../../src/service/transport/types';
import { booksOf } from '../support/builders/books';
import { FakeAccess } from '../support/fakeAccess';
import { MemoryLog } from '../support/machine/fakeMachine';
import { FakeTime } from '../support/machine/fakeTime';
import { directSettings } from '../support/network/clientHarness';

/** Answers on the service's port that it is down, and records the requests. */
async function standIn(port: number, knocks: string[]): Promise<Server> {
  const server = createServer((request, response) => {
    knocks.push(request.url ?? '');
    response.writeHead(503, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

/** Requests in progress or repeated until the outage is certain: those of one moment, and of a plate that the user opens. */
const discovering = 5;

describe('a service that stops and starts', () => {
  let folder: string;
  let sandbox: RunningSandbox;
  let transport: Transport;
  let client: ServiceClient;
  let reach: Reachability;
  let time: FakeTime;
  let inFlight = 0;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outage-'));
    sandbox = await start(0);
    transport = createTransport({ settings: directSettings });
    const { tokens } = await signIn(sandbox, { user: 'ada' });
    time = new FakeTime();
    reach = new Reachability({ timers: time, clock: time, random: () => 0.5, log: new MemoryLog() });
    const { url: baseUrl } = sandbox;
    client = createServiceClient({
      baseUrl,
      transport: {
        ...transport,
        send: async (...request) => {
          inFlight += 1;
          return transport.send(...request).finally(() => (inFlight -= 1));
        },
      },
      authenticator: {
        method: 'bearer',
        headersFor: async () => ({ authorization: `Bearer ${tokens.access_token}` }),
        recover: async () => false,
      },
      timing: { monotonicMs: () => time.monotonicMs(), random: () => 0, sleep: async () => Promise.resolve() },
      observe: (event) => reach.heard(baseUrl, event),
      isAway: async (signal) => reach.isAwayAt(baseUrl, signal),
    });
    reach.setService({ baseUrl, probe: async (signal) => client.serverTime({ signal, tries: 1 }) });
  });
  afterEach(async () => {
    reach.dispose();
    await transport.close();
    await sandbox.close();
    await rm(folder, { recursive: true });
  });

  const start = async (port: number): Promise<RunningSandbox> =>
    startSandbox({ port, stateFile: join(folder, 'state.json'), limitsRequests: false });

  /** Advances second by second, with everything that each leads to. */
  const seconds = async (count: number): Promise<void> => {
    for (let step = 0; step < count * 2; step += 1) {
      await time.advance(500);
      for (let idle = 0; idle < 20; idle = inFlight > 0 ? 0 : idle + 1) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('gets at most twenty requests a minute while it is down, and is read by all views within ten seconds of its return', async () => {
    const access = new FakeAccess(client, reach);
    const books = booksOf({ access, time });
    const plates = new OpenPlates({ access, clock: time });
    const lines = new Daylines({ client: quietClient(access), clock: time, timers: time, reach });
    const today = new TodayReleases({ access, clock: time, timeZone: () => 'UTC' });
    const polling = new Poller({
      timers: time,
      clock: time,
      reach,
      intervalMs: () => 10_000,
      run: async (signal) => today.refresh(signal),
    });
    const quote = new TicketQuoteReader({
      access,
      clock: time,
      timers: time,
      code: 'HK.00700',
      market: async () => new Promise(() => undefined),
    });
    const prices = new QuoteBook({ timers: time, serverMs: () => Date.now(), onDropped: () => undefined });
    const poller = new QuotePoller({
      book: prices,
      snapshot: async (codes, signal) => seen(await readList([snapshotPart(async () => access.client(), codes)], { signal })).items,
      shared: new SharedQuotes({ read: async () => Promise.resolve(undefined), write: async () => Promise.resolve() }),
      locks: new MemoryLocks(),
      clock: time,
      timers: time,
      serverMs: () => Date.now(),
      log: new MemoryLog(),
      reach,
      owner: () => 'ada',
      intervalOf: () => 4_000,
      needsSnapshot: () => false,
      beforeRound: async () => Promise.resolve(),
    });
    prices.watch('page', () => undefined).show(['HK.00700', 'US.AAPL']);
    poller.update();
    quote.setVisible(true);
    polling.setVisible(true);
    const watching = { maxAgeMs: () => 30_000, changed: () => undefined };
    const watches = [books.positions.watch(watching), books.orders.watch(watching)];
    for (const watch of watches) watch.setOn(true);
    lines.show(['HK.00700', 'US.AAPL']);
    await seconds(40);
    const updated = (): readonly (number | undefined)[] =>
      watches.flatMap(({ state }) => (state.accounts ?? []).map(({ updatedAtMs }) => updatedAtMs));
    expect(updated().length).toBeGreaterThan(2);
    expect(updated()).not.toContain(undefined);

    const port = Number(new URL(sandbox.url).port);
    await sandbox.close();
    const knocks: string[] = [];
    const away = await standIn(port, knocks);
    plates.open('HK.BK1000');
    await seconds(60);
    expect(reach.isAway).toBe(true);
    expect(knocks.length).toBeGreaterThan(10);
    // Everything shown is marked as old, whichever request failed first.
    expect(watches.map(({ state }) => firstFailureIn(state) !== undefined)).toEqual([true, true]);
    const first = knocks.splice(0);
    const firstMinute = first.length;
    // One request finds out, in some poll, and no other requests follow.
    expect(first.filter((path) => !path.startsWith('/api/v1.0/server-time')).length).toBeLessThanOrEqual(discovering);
    await seconds(60);
    expect([firstMinute, knocks.length].filter((count) => count > 20)).toEqual([]);
    expect([today.state.error, poller.lastError]).not.toContain(undefined);
    // After a minute other requests are made now and then as well: only that one request might be failing.
    expect(knocks.filter((path) => !path.startsWith('/api/v1.0/server-time')).length).toBeLessThanOrEqual(4);

    away.closeAllConnections();
    await new Promise((resolve) => away.close(resolve));
    sandbox = await start(port);
    const returnedMs = time.wallMs();
    await seconds(10);
    expect(reach.isAway).toBe(false);
    expect(updated().filter((atMs) => atMs === undefined || atMs < returnedMs)).toEqual([]);
    expect(plates.state('HK.BK1000')?.error).toBeUndefined();
    expect(lines.get('HK.00700')?.length).toBeGreaterThan(0);
    expect([today.state.error, poller.lastError]).toEqual([undefined, undefined]);
    expect(time.monotonicMs() - quote.state.readAtMs).toBeLessThanOrEqual(10_000);
    for (const part of [...watches, lines, polling, today, quote, poller, prices]) part.dispose();
    plates.dispose();
    books.positions.dispose();
    books.orders.dispose();
    books.directory.dispose();
  });
});
