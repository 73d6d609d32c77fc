import { describe, expect, it } from 'vitest';
import { RequestBudget } from '../../src/app/platform/requestBudget';
import { SharedAnswers } from '../../src/app/session/sharedAnswers';
import { liveAccounts } from '../../src/service/endpoints/accounts/accounts';
import { marketStates } from '../../src/service/endpoints/quotes/marketStates';
import { isNotOffered } from '../../src/service/notOffered';
import type { ServiceClient } from '../../src/service/serviceClient';
import { publishedRates } from '../../src/service/requests/limits';
import { Pacer } from '../../src/service/requests/pacer';
import { machineTiming } from '../../src/service/requests/resend';
import { booksOf } from '../support/builders/books';
import { MemoryFile } from '../support/feed/liveWindows';
import { FakeAccess } from '../support/fakeAccess';
import { MemoryLog } from '../support/machine/fakeMachine';
import { MemoryFiles } from '../support/machine/memoryFiles';
import { openClient } from '../support/network/clientHarness';
import { MemoryLocks } from '../support/orders/orderFakes';

const time = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Opens this many windows at once at a service with the recorded limits, until each shows every live position and order. */
async function openWindows(count: number) {
  const held = await openClient('bearer', { sandbox: { likeLive: true } });
  const [file, locks, log] = [new MemoryFile(), new MemoryLocks(), new MemoryLog()];
  const shared = new SharedAnswers({ files: new MemoryFiles(), locks, clock: time, timers: time });
  await shared.keepOnly(['one'], 'all');
  const close: (() => void)[] = [];
  const filled = Array.from({ length: count }, async () => {
    const budget = new RequestBudget({ file, locks, timers: time, clock: time, log, key: held.sandbox.url });
    const pacer = new Pacer({ timing: machineTiming, rates: publishedRates, shared: budget });
    const answers = shared.of({ baseUrl: held.sandbox.url, sessionId: 'one', scopes: [] });
    const books = booksOf({ access: new FakeAccess(held.window({ pacer, answers })), time });
    await new Promise<void>((resolve) => {
      const changed = (): void => {
        const shows = [positions, orders].every(({ state: { accounts } }) => {
          const live = accounts?.filter(({ account }) => account.kind === 'live') ?? [];
          return live.length > 0 && live.every(({ list }) => list?.verdict === 'complete');
        });
        if (shows) resolve();
      };
      const positions = books.positions.watch({ maxAgeMs: () => 30_000, changed });
      const orders = books.orders.watch({ maxAgeMs: () => 30_000, changed });
      for (const watch of [positions, orders]) {
        watch.setOn(true);
        close.push(() => watch.dispose());
      }
    });
  });
  await Promise.all(filled);
  const requests = held.events.length;
  for (const dispose of close) dispose();
  await held.close();
  return requests;
}

describe('windows that open at once', () => {
  it('cost the service what one does', { timeout: 120_000 }, async () => {
    const one = await openWindows(1);
    const twenty = await openWindows(20);
    expect(one).toBeGreaterThan(4);
    expect(twenty).toBeLessThanOrEqual(1.3 * one);
  });
});

describe('a call that the service does not have', () => {
  it('is asked for by one window, and again when a user refreshes', async () => {
    const held = await openClient('bearer', { sandbox: { strict: true } });
    const shared = new SharedAnswers({ files: new MemoryFiles(), locks: new MemoryLocks(), clock: time, timers: time });
    await shared.keepOnly(['one'], 'all');
    const open = (): ServiceClient => held.window({ answers: shared.of({ baseUrl: held.sandbox.url, sessionId: 'one', scopes: [] }) });
    const read = async (client: ServiceClient, maxAgeMs: number): Promise<boolean> =>
      client.beyond.liveAccounts({ signal: AbortSignal.timeout(10_000), maxAgeMs }).then(
        () => false,
        (error: unknown) => isNotOffered(error, liveAccounts.route),
      );
    const asked = (): number => held.events.filter(({ route }) => route === liveAccounts.route).length;
    expect([await read(open(), 30_000), asked()]).toEqual([true, 1]);
    expect([await read(open(), 30_000), asked()]).toEqual([true, 1]);
    expect([await read(open(), 0), asked()]).toEqual([true, 2]);
    await held.close();
  });
});

describe('the state of the markets', () => {
  it('is asked for by one window, although its list has no pages', async () => {
    const held = await openClient('bearer');
    const shared = new SharedAnswers({ files: new MemoryFiles(), locks: new MemoryLocks(), clock: time, timers: time });
    await shared.keepOnly(['one'], 'all');
    const answers = shared.of({ baseUrl: held.sandbox.url, sessionId: 'one', scopes: [] });
    const options = { signal: AbortSignal.timeout(10_000), maxAgeMs: 10_000 };
    const states = await Promise.all(
      [1, 2, 3].map(async () => held.window({ answers }).beyond.marketStates({ codes: ['HK.00700'] }, options)),
    );
    expect(states.map((found) => found.map(({ code }) => code))).toEqual([['HK.00700'], ['HK.00700'], ['HK.00700']]);
    expect(held.events.filter(({ route }) => route === marketStates.route)).toHaveLength(1);
    await held.close();
  });
});
