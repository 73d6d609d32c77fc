import { describe, expect, it } from 'vitest';
import { RequestBudget } from '../../../../src/app/platform/requestBudget';
import { createRateLimits } from 'market-desk-sandbox/test/parts';
import { ApiError } from '../../../../src/service/errors';
import { publishedRates } from '../../../../src/service/requests/limits';
import type { Turn } from '../../../../src/service/requests/limits';
import { Pacer } from '../../../../src/service/requests/pacer';
import type { Refusal } from '../../../../src/service/requests/pacer';
import { VirtualTime } from '../../../support/machine/virtualTime';
import { MemoryFile } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { MemoryLocks } from '../../../support/orders/orderFakes';
import { seededRandom } from '../../../support/machine/seededRandom';

const live = new AbortController().signal;
const orders = { method: 'GET', route: '/api/v1.0/accounts/{acc_id}/orders' };
const positions = { method: 'GET', route: '/api/v1.0/accounts/{acc_id}/positions' };
const cancel = { method: 'DELETE', route: '/api/v1.0/accounts/{acc_id}/orders/{order_id}' };

interface Line {
  /** Milliseconds that a request, or its response, is on its way. */
  readonly delayMs: () => number;
  /** Whether the service refuses this request for spacing, whatever its own limits say. */
  readonly isRefused?: (index: number) => boolean;
  /** The service has no limits of its own. */
  readonly isUnlimited?: boolean;
}

/** A window, a line, and a service with the limits that were recorded. */
function setUp({ delayMs, isRefused = () => false, isUnlimited = false }: Line, windowCount = 1) {
  const clock = new VirtualTime();
  const machine = { wallMs: () => 1_000_000 + clock.nowMs, monotonicMs: () => clock.nowMs };
  const timers = {
    after: (ms: number, callback: () => void) => {
      const cancel = new AbortController();
      void clock.timing.sleep(ms, cancel.signal).then(callback);
      return { dispose: () => cancel.abort() };
    },
  };
  const parts = { file: new MemoryFile(), locks: new MemoryLocks(), timers, clock: machine, log: new MemoryLog(), key: 'service' };
  const pacers = Array.from({ length: windowCount }, () => {
    const shared = windowCount === 1 ? {} : { shared: new RequestBudget(parts) };
    return new Pacer({ timing: clock.timing, rates: publishedRates, ...shared });
  });
  const [pacer = new Pacer({ timing: clock.timing })] = pacers;
  const limits = createRateLimits();
  const arrivals: number[] = [];
  const done: { readonly name: string; readonly atMs: number; readonly refusals: number }[] = [];
  const counts = { refused: 0, arrived: 0 };

  const once = async (request: typeof orders, turn: Turn, refusal?: Refusal, window = 0): Promise<number | undefined> => {
    const passage = await (pacers[window] ?? pacer).enter(request, turn, live, refusal);
    passage.started();
    await clock.timing.sleep(delayMs(), live);
    arrivals.push(clock.nowMs);
    counts.arrived += 1;
    const take = (): number | undefined => (isUnlimited ? undefined : limits.take('user', request.route, clock.nowMs).waitSeconds);
    const waitSeconds = isRefused(counts.arrived) ? 1 : take();
    await clock.timing.sleep(delayMs(), live);
    passage.answered();
    if (waitSeconds !== undefined) {
      counts.refused += 1;
      passage.failed(
        new ApiError({ envelope: 'quote', serverCode: -11, serverMessage: '', status: 200, retryAfterMs: waitSeconds * 1000 }),
      );
    }
    passage.leave();
    return waitSeconds;
  };
  const read = async (name: string, request: typeof orders, turn: Turn, window = 0): Promise<void> => {
    let refusal: Refusal | undefined;
    for (let refusals = 0; ; refusals += 1) {
      const waitSeconds = await once(request, turn, refusal, window);
      if (waitSeconds === undefined) return void done.push({ name, atMs: clock.nowMs, refusals });
      refusal = { waitMs: waitSeconds * 1000 };
    }
  };
  return { clock, pacer, arrivals, done, counts, read, once };
}

describe('requests that must be apart', () => {
  it.each([1, 2, 3, 4, 5])('arrive so over a line with 0 to 60 ms of jitter, and none is refused (seed %s)', async (seed) => {
    const random = seededRandom(seed);
    const { clock, arrivals, counts, read } = setUp({ delayMs: () => random() * 60 });
    const all = Array.from({ length: 23 }, async (_, index) => read(String(index), positions, 'livePositions'));
    await clock.pass(5_000);
    await Promise.all(all);
    const apart = arrivals
      .toSorted((one, other) => one - other)
      .flatMap((at, index, sorted) => (index === 0 ? [] : [at - (sorted[index - 1] ?? 0)]));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(20);
    expect(counts.refused).toBe(0);
    expect(Math.max(...arrivals)).toBeLessThan(2_000);
  });

  it('leave a slow line without waiting for each response', async () => {
    const { clock, arrivals, read } = setUp({ delayMs: () => 150 });
    const all = Array.from({ length: 15 }, async (_, index) => read(String(index), positions, 'livePositions'));
    await clock.pass(5_000);
    await Promise.all(all);
    expect(Math.max(...arrivals)).toBeLessThan(1_400);
  });

  it('are further apart after a refusal for spacing, until enough responses came without', async () => {
    const { clock, arrivals, read } = setUp({ delayMs: () => 200, isRefused: (index) => index === 1 });
    await Promise.all([read('refused', positions, 'look'), clock.pass(3_000)]);
    const gaps = async (): Promise<number> => {
      const from = arrivals.length;
      await Promise.all([read('a', positions, 'look'), read('b', orders, 'look'), clock.pass(3_000)]);
      return (arrivals[from + 1] ?? 0) - (arrivals[from] ?? 0);
    };
    expect(await gaps()).toBe(120);
    for (let count = 0; count < 10; count += 1) await gaps();
    expect(await gaps()).toBe(80);
  });
});

describe('windows that share the limits', () => {
  const lastedMs = 180_000;

  it.each([1, 2, 3])('are never refused while they poll for three minutes, over a line with jitter (seed %s)', async (seed) => {
    const random = seededRandom(seed);
    const { clock, counts, read } = setUp({ delayMs: () => random() * 60 }, 3);
    const all: Promise<void>[] = [];
    const poll = async (request: typeof orders, everyMs: number, window: number): Promise<void> => {
      for (let atMs = random() * everyMs; atMs < lastedMs; atMs += everyMs) {
        await clock.timing.sleep(Math.max(0, atMs - clock.nowMs), live);
        await read('poll', request, 'refresh', window);
      }
    };
    for (const window of [0, 1, 2]) {
      for (const request of [orders, positions]) all.push(poll(request, 20_000, window));
      all.push(poll({ method: 'POST', route: '/api/v1.0/quote/snapshot' }, 9_000, window));
      for (const name of ['order-book', 'rt-ticker'])
        all.push(poll({ method: 'GET', route: `/api/v1.0/quote/{symbol}/${name}` }, 10_000, window));
    }
    await clock.pass(lastedMs + 100_000);
    await Promise.all(all);
    expect(counts.arrived).toBeGreaterThan(150);
    expect(counts.refused).toBe(0);
  });

  it('are never refused in an hour of a watchlist, a portfolio, and two security pages in three windows', { timeout: 60_000 }, async () => {
    const random = seededRandom(4);
    const { clock, counts, read } = setUp({ delayMs: () => random() * 60 }, 3);
    const hourMs = 3_600_000;
    const all: Promise<void>[] = [];
    const poll = async (request: typeof orders, everyMs: number, window: number): Promise<void> => {
      for (let atMs = random() * everyMs; atMs < hourMs; atMs += everyMs) {
        await clock.timing.sleep(Math.max(0, atMs - clock.nowMs), live);
        await read('poll', request, 'refresh', window);
      }
    };
    const paper = { method: 'GET', route: '/api/v1.0/sim-trade/{acc_id}/positions' };
    // Lists are read by one of the windows. Prices are, too, and only the window with the focus asks every four seconds.
    for (const market of [orders, orders, positions]) all.push(poll(market, 30_000, 0));
    for (let account = 0; account < 6; account += 1) all.push(poll(paper, 30_000, 1));
    all.push(poll({ method: 'POST', route: '/api/v1.0/quote/snapshot' }, 4_000, 0));
    for (const window of [1, 2]) all.push(poll({ method: 'POST', route: '/api/v1.0/quote/snapshot' }, 60_000, window));
    for (const window of [1, 2]) all.push(poll({ method: 'POST', route: '/api/v1.0/quote/order-book' }, 5_000, window));
    for (const window of [1, 2]) all.push(poll({ method: 'POST', route: '/api/v1.0/quote/market-state' }, 60_000, window));
    await clock.pass(hourMs + 100_000);
    await Promise.all(all);
    expect(counts.arrived).toBeGreaterThan(3_500);
    expect(counts.refused).toBe(0);
  });

  it('pause together when the service asks one of them to wait', async () => {
    const { clock, arrivals, done, read } = setUp({ delayMs: () => 5, isRefused: (index) => index <= 2 }, 2);
    const all = [read('one', orders, 'orders'), read('one', positions, 'orders')];
    await clock.pass(200);
    all.push(read('two', positions, 'orders', 1));
    await clock.pass(600);
    expect([arrivals.length, done.length]).toEqual([2, 0]);
    await clock.pass(5_000);
    await Promise.all(all);
  });
});

describe('a read that the service refuses for spacing', () => {
  it('is sent again after the second that the service names, before paper accounts, refreshes, and decoration', async () => {
    const { clock, done, counts, read } = setUp({ delayMs: () => 5, isRefused: (index) => index === 2 });
    const others: readonly Turn[] = ['paperPositions', 'refresh', 'decoration'];
    const all = [
      read('HK', orders, 'orders'),
      read('US', orders, 'orders'),
      ...others.flatMap((turn) => Array.from({ length: 30 }, async () => read(turn, positions, turn))),
    ];
    await clock.pass(3_000);
    expect(done.find(({ name }) => name === 'US')).toMatchObject({ refusals: 1 });
    expect(done.find(({ name }) => name === 'US')?.atMs).toBeLessThan(1_200);
    await clock.pass(200_000);
    await Promise.all(all);
    expect(counts.refused).toBe(1);
  });

  it('finds its place free although others have used up the rest meanwhile', async () => {
    const { clock, done, read } = setUp({ delayMs: () => 5, isRefused: (index) => index === 1 });
    const all = [read('US', orders, 'orders'), ...Array.from({ length: 40 }, async () => read('paper', positions, 'paperPositions'))];
    await clock.pass(3_000);
    expect(done.find(({ name }) => name === 'US')?.atMs).toBeLessThan(1_200);
    await clock.pass(200_000);
    await Promise.all(all);
  });

  it('lets no decoration take the place of a part that is asked for after it', async () => {
    const { clock, done, read } = setUp({ delayMs: () => 5, isRefused: (index) => index === 20 || index === 21 }, 2);
    const busy = Array.from({ length: 22 }, async () => read('busy', orders, 'paperOrders'));
    await clock.pass(200);
    const all = [...busy, read('funds', positions, 'decoration')];
    await clock.pass(1_500);
    all.push(read('quiet', orders, 'quiet'));
    await clock.pass(6_000);
    expect(done.map(({ name }) => name).filter((name) => name !== 'busy')).toEqual(['quiet']);
    await clock.pass(200_000);
    await Promise.all(all);
    expect(done.at(-1)?.name).toBe('funds');
  });

  it('costs nothing of the limit', async () => {
    const { clock, arrivals, done, read } = setUp({ delayMs: () => 5, isRefused: (index) => index <= 3 });
    const all = Array.from({ length: 28 }, async () => read('first', positions, 'livePositions'));
    await clock.pass(9_000);
    expect([arrivals.length, done.length]).toEqual([31, 28]);
    await Promise.all(all);
  });

  it('holds back every request of the family if the service refuses two in a row', async () => {
    const { clock, arrivals, read } = setUp({ delayMs: () => 5, isRefused: (index) => index <= 2 });
    const all = Array.from({ length: 8 }, async () => read('first', positions, 'livePositions'));
    await clock.pass(900);
    expect(arrivals).toHaveLength(2);
    await clock.pass(5_000);
    await Promise.all(all);
    expect(arrivals).toHaveLength(10);
  });
});

describe('what programs ask for', () => {
  it('uses a third of a limit, after everything of the user', async () => {
    const { clock, done, read } = setUp({ delayMs: () => 5 });
    const programs = Array.from({ length: 40 }, async () => read('program', positions, 'program'));
    await clock.pass(10_000);
    expect(done).toHaveLength(10);
    const user = Array.from({ length: 18 }, async () => read('user', positions, 'orders'));
    await clock.pass(3_000);
    expect(done.slice(10).map(({ name }) => name)).toEqual(Array.from({ length: 18 }, () => 'user'));
    await clock.pass(300_000);
    await Promise.all([...programs, ...user]);
  });
});

describe('writes', () => {
  it('leave within two seconds, thirty of them, while reads wait', async () => {
    const random = seededRandom(7);
    const { clock, pacer, arrivals, read, once } = setUp({ delayMs: () => random() * 60 });
    const release = pacer.keepRoom(30);
    const reads = Array.from({ length: 10 }, async () => read('refresh', positions, 'refresh'));
    await clock.pass(3_000);
    expect(arrivals).toHaveLength(0);
    const writes = Array.from({ length: 30 }, async () => once(cancel, 'urgent'));
    await clock.pass(2_060);
    expect(arrivals).toHaveLength(30);
    release();
    await clock.pass(60_000);
    await Promise.all([...reads, ...writes]);
  });

  it('keep what a form waits for going, and release the room by themselves', async () => {
    const { clock, pacer, done, read } = setUp({ delayMs: () => 5 });
    pacer.keepRoom(30);
    const all = [read('look', positions, 'look'), read('refresh', positions, 'refresh')];
    await clock.pass(29_000);
    expect(done.map(({ name }) => name)).toEqual(['look']);
    await clock.pass(2_000);
    await Promise.all(all);
  });

  it('teach the reads when the service refuses one of them', async () => {
    const { clock, pacer, done, read } = setUp({ delayMs: () => 5 });
    const passage = await pacer.enter(cancel, 'urgent', live);
    passage.started();
    passage.answered();
    passage.refused(20_000);
    passage.leave();
    const all = read('read', positions, 'orders');
    await clock.pass(19_000);
    expect(done).toHaveLength(0);
    await clock.pass(2_000);
    await all;
  });
});

describe('the limit of a path', () => {
  const snapshot = { method: 'POST', route: '/api/v1.0/quote/snapshot' };
  const book = { method: 'POST', route: '/api/v1.0/quote/order-book' };
  /** Asks every one and a half seconds, which is forty times a minute, in each window in turn. */
  async function poll({ clock, read }: ReturnType<typeof setUp>, rank: Turn, count: number, windows = 1): Promise<void> {
    const all: Promise<void>[] = [];
    for (let index = 0; index < count; index += 1) {
      all.push(read(String(index), snapshot, rank, index % windows));
      await clock.pass(1_500);
    }
    await clock.pass(300_000);
    await Promise.all(all);
  }

  it('is kept from the start by what can wait, all windows together, so that nothing is refused', async () => {
    const world = setUp({ delayMs: () => 5 }, 3);
    await poll(world, 'refresh', 200, 3);
    expect(world.counts.refused).toBe(0);
    for (const [index, at] of world.arrivals.entries())
      expect((world.arrivals[index + 30] ?? Infinity) - at).toBeGreaterThanOrEqual(60_000);
  });

  it('holds back nothing of another path, in any window', async () => {
    const { clock, done, read } = setUp({ delayMs: () => 5, isUnlimited: true }, 2);
    const all = Array.from({ length: 40 }, async (_, index) => read('book', book, 'refresh', index % 2));
    await clock.pass(20_000);
    expect(done).toHaveLength(27);
    for (const window of [0, 1]) all.push(read('price', snapshot, 'asked', window), read('old price', snapshot, 'refresh', window));
    await clock.pass(1_000);
    expect(done.map(({ name }) => name).filter((name) => name !== 'book')).toHaveLength(4);
    await clock.pass(300_000);
    await Promise.all(all);
  });

  it('keeps nobody waiting while the service has not refused the path', async () => {
    const world = setUp({ delayMs: () => 5, isUnlimited: true });
    await poll(world, 'look', 60);
    expect(world.arrivals.at(-1)).toBeLessThan(60 * 1_500);
  });

  it('is kept by everything after the first refusal, in every window', async () => {
    const world = setUp({ delayMs: () => 5 }, 3);
    await poll(world, 'look', 200, 3);
    expect(world.counts.refused).toBe(1);
    const after = world.arrivals.slice(31);
    expect(after.length).toBe(170);
    for (const [index, at] of after.entries()) expect((after[index + 30] ?? Infinity) - at).toBeGreaterThanOrEqual(60_000);
  });
});

describe('polls of several windows', () => {
  it('are not refused for spacing when a busy machine holds each up, by another time', async () => {
    for (const windows of [1, 3]) {
      const random = seededRandom(11);
      const { clock, counts, read } = setUp({ delayMs: () => random() * 400 }, windows);
      const all: Promise<void>[] = [];
      for (let round = 0; round < 60; round += 1) {
        for (let window = 0; window < windows; window += 1)
          for (const request of [orders, positions]) all.push(read('poll', request, 'refresh', window));
        await clock.pass(10_000);
      }
      await clock.pass(120_000);
      await Promise.all(all);
      expect(counts).toEqual({ refused: 0, arrived: 60 * windows * 2 });
    }
  });
});

describe('parts of lists that are probably empty', () => {
  it('use a third of the limit, which refreshes leave them, and leave the rest to refreshes', async () => {
    const { clock, done, read } = setUp({ delayMs: () => 5 });
    const quiet = Array.from({ length: 30 }, async () => read('quiet', orders, 'quiet'));
    await clock.pass(10_000);
    expect(done.length).toBe(10);
    const refreshes = Array.from({ length: 60 }, async () => read('refresh', positions, 'refresh'));
    await clock.pass(10_000);
    expect(done.slice(10).map(({ name }) => name)).toEqual(Array.from({ length: 13 }, () => 'refresh'));
    await clock.pass(75_000);
    expect(done.filter(({ name }) => name === 'quiet').length).toBe(30);
    await clock.pass(150_000);
    await Promise.all([...quiet, ...refreshes]);
  });
});
