import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AlertStore } from '../../../src/app/alerts/alertStore';
import { AlertWatch } from '../../../src/app/alerts/alertWatch';
import { followHints } from '../../../src/app/orders/eye/followHints';
import type { HeardHint } from '../../../src/app/orders/lists/orderEvents';
import type { ListedOrder } from '../../../src/app/orders/lists/ordersBook';
import { OrderReads } from '../../../src/app/orders/eye/orderReads';
import type { OrderRecord } from '../../../src/service/records';
import { publishedRates } from '../../../src/service/requests/limits';
import { Pacer } from '../../../src/service/requests/pacer';
import { seen } from '../../../src/service/lists/list';
import { booksOf, now, untilDone } from '../../support/builders/books';
import { FakeAccess } from '../../support/fakeAccess';
import { FakeMarket, SharedMemory } from '../../support/feed/liveWindows';
import { FakeTime } from '../../support/machine/fakeTime';
import { openClient } from '../../support/network/clientHarness';
import type { ClientAndSandbox } from '../../support/network/clientHarness';
import { MemoryLocks } from '../../support/orders/orderFakes';
import { postJson } from 'market-desk-sandbox/test/sandboxHarness';

/** By how much the service's lists lag behind its announcements. */
const lagMs = 1_000;
const burstMs = 250;
const stepMs = 50;
/** While nothing is filled. */
const longStepMs = 250;
const parts = 4;

const nobodyHears: (hints: readonly HeardHint[]) => void = () => undefined;

interface Told {
  readonly orderId: string;
  /** Undefined for what only the feed says. */
  readonly dealt: string | undefined;
  readonly atMs: number;
}

interface Open {
  readonly accountId: string;
  readonly orderId: string;
  readonly code: string;
  readonly quantity: string;
  readonly part: string;
}

/** Two windows of one user with a service that keeps to the published limits; time passes only when the test advances it. */
async function openWindows(time: FakeTime) {
  const timing = {
    monotonicMs: () => time.monotonicMs(),
    random: () => 0.5,
    sleep: async (ms: number) => new Promise<void>((resolve) => void time.after(ms, resolve)),
  };
  const held = await openClient('bearer', {
    client: { timing, pacer: new Pacer({ timing, rates: publishedRates }), wallMs: () => time.wallMs() },
    sandbox: { wallClock: () => time.wallMs(), alwaysOpen: true, moreOrders: 40, tokenLifetimeSeconds: 10_000_000 },
  });
  const access = new FakeAccess(held.client);
  const { orders: book } = booksOf({ access, time });
  const told: Told[] = [];
  const store = new AlertStore(new SharedMemory(), new MemoryLocks());
  const world = new FakeMarket(time);
  const windows = [0, 1].map((at) => {
    const { market, log } = world.open();
    const window = { hear: nobodyHears, orderReads: new OrderReads({ clock: time, timers: time }) };
    const watch = new AlertWatch({
      store,
      market,
      access,
      orderReads: window.orderReads,
      // The first window shows the Orders view.
      onDidReadOrders: at === 0 ? book.onDidRead : () => ({ dispose: () => undefined }),
      locks: world.locks,
      listen: (listener) => {
        window.hear = listener;
        return { dispose: () => undefined };
      },
      clock: time,
      timers: time,
      serverMs: () => time.wallMs(),
      log,
      tellSplit: () => undefined,
      tell: (news) => {
        if (news.kind === 'order') told.push({ orderId: news.hint.orderId, dealt: news.order?.dealtQuantity, atMs: time.wallMs() });
      },
    });
    return { window, watch };
  });
  await store.add({ id: 'fills', rule: { kind: 'order', event: 'filled' }, firedAtMs: undefined, quietUntilMs: 0 });
  for (const { watch } of windows) await watch.refresh();
  return { held, access, book, told, windows };
}

/** Lets time pass in steps, finishing what is on the wire in between. */
async function pass({ sandbox, events }: ClientAndSandbox, time: FakeTime, ms: number, step = stepMs): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    await time.advance(step);
    for (let turn = 0; turn < 200; turn += 1) {
      await sleep(1);
      const isQuiet = sandbox.ledger.entries.every(({ status }) => status !== undefined);
      if (isQuiet && sandbox.ledger.entries.filter(({ path }) => path.startsWith('/api/')).length <= events.length) break;
    }
  }
}

describe('forty orders with four partial fills each within seconds, and reads a second behind,', () => {
  it('are reported soon, once, with their figures, by few requests', async () => {
    const time = new FakeTime(Date.parse('2026-06-10T04:00:00Z'));
    const { held, access, book, told, windows } = await openWindows(time);
    const { sandbox } = held;
    const watch = book.watch({ maxAgeMs: () => 30_000, changed: () => undefined });
    const reading = book.read(now, untilDone);
    await pass(held, time, 2_000);
    const lists = (await reading).accounts ?? [];
    const open = lists
      .flatMap(({ account, list }) => (list === undefined ? [] : seen(list).items.map((order) => ({ account, order }))))
      .filter(({ order: { orderId } }) => orderId.startsWith('MANY-'))
      .map(({ account, order }): Open => {
        const { orderId, code, quantity } = order;
        return { accountId: account.id, orderId, code, quantity, part: String(Number(quantity) / parts) };
      });
    expect(open).toHaveLength(40);
    watch.setOn(true);
    // Until the lists no longer count toward the service's rate limit.
    await pass(held, time, 60_000, longStepMs);
    const list = {
      isShown: true,
      find: (accountId: string, orderId: string) => book.find(accountId, orderId),
      take: (target: ListedOrder, order: OrderRecord | undefined) => {
        if (order === undefined || !book.take(target.accountId, order)) book.hasChanged(target);
      },
      readAnew: (...orders: readonly ListedOrder[]) => book.hasChanged(...orders),
    };
    const before = sandbox.ledger.count;
    const fills: { readonly orderId: string; readonly dealt: number; readonly atMs: number }[] = [];
    let burst: HeardHint[] = [];
    const hear = (hint: HeardHint): void => {
      burst.push(hint);
      if (burst.length > 1) return;
      time.after(burstMs, () => {
        const hints = burst;
        burst = [];
        for (const { window } of windows) window.hear(hints);
        void followHints(hints, {
          ...{ clock: time, timers: time },
          followUp: { lookNow: () => undefined, restingAt: () => undefined },
          list,
          read: async (order, options) => {
            const { found } = (await windows[0]?.window.orderReads.read(await access.client(), order, options)) ?? {};
            return typeof found === 'object' ? found : undefined;
          },
          onError: () => undefined,
        });
      });
    };
    let dealsDone = 0;
    for (let part = 0; part < parts; part += 1) {
      for (const { accountId, orderId, code, part: qty } of open) {
        const atMs = time.wallMs();
        fills.push({ orderId, dealt: Number(qty) * (part + 1), atMs });
        hear({ kind: 'order', event: 'EVENT_FILL', orderId, accountId, code, heardMs: atMs });
        time.after(lagMs, () => {
          const deal = postJson(`${sandbox.url}/sandbox/orders/fill`, { account: accountId, order_id: orderId, qty });
          void deal.then(({ status }) => (dealsDone += status === 200 ? 1 : 0));
        });
        await pass(held, time, stepMs);
      }
    }
    await pass(held, time, 5_000);
    await pass(held, time, 55_000, longStepMs);
    expect(dealsDone).toBe(open.length * parts);
    const asked = sandbox.ledger.entries.slice(-(sandbox.ledger.count - before)).filter(({ path }) => path.startsWith('/api/'));
    // A read for each order and fill would be 160, and the service allows 30 in 30 s; polls of the list count as well.
    expect(asked.length).toBeLessThanOrEqual(60);
    for (const { orderId, dealt, atMs } of fills) {
      const last = told.findLast((news) => news.orderId === orderId && news.atMs <= atMs + 2_000);
      // No old figures pass for the latest: either these are told, or what the feed says.
      expect(last, orderId).toBeDefined();
      if (last?.dealt !== undefined) expect(Number(last.dealt), orderId).toBeGreaterThanOrEqual(dealt);
    }
    const lastMs = Math.max(...fills.map(({ atMs }) => atMs));
    for (const { orderId, quantity } of open) {
      const news = told.filter((each) => each.orderId === orderId);
      const figures = news.flatMap(({ dealt }) => dealt ?? []);
      expect(new Set(figures).size, orderId).toBe(figures.length);
      expect(figures.at(-1), orderId).toBe(quantity);
      // What the feed says is followed by figures before the next time.
      expect(
        news.filter(({ dealt }, at) => dealt === undefined && news[at + 1]?.dealt === undefined),
        orderId,
      ).toEqual([]);
      expect((news.at(-1)?.atMs ?? Infinity) - lastMs, orderId).toBeLessThan(30_000);
    }
    watch.setOn(false);
    for (const each of windows) each.watch.dispose();
    await held.close();
  }, 60_000);
});
