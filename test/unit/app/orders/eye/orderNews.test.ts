import { beforeEach, describe, expect, it } from 'vitest';
import { AlertStore } from '../../../../../src/app/alerts/alertStore';
import { AlertWatch } from '../../../../../src/app/alerts/alertWatch';
import type { AlertNews } from '../../../../../src/app/alerts/alertWatch';
import type { HeardHint } from '../../../../../src/app/orders/lists/orderEvents';
import type { ReadOrders } from '../../../../../src/app/orders/lists/ordersBook';
import { Emitter } from '../../../../../src/app/platform/emitter';
import type { OrderAlertEvent } from '../../../../../src/domain/alerts/alert';
import { HttpError } from '../../../../../src/service/errors';
import type { OrderRecord } from '../../../../../src/service/records';
import { FakeTime } from '../../../../support/machine/fakeTime';
import { FakeMarket, SharedMemory } from '../../../../support/feed/liveWindows';
import { MemoryLocks, orderRecord } from '../../../../support/orders/orderFakes';

const nobodyHears: (hints: readonly HeardHint[]) => void = () => undefined;

let time: FakeTime;
let world: FakeMarket;
let lists: Emitter<ReadOrders>;
let file: SharedMemory;
let store: AlertStore;
let told: AlertNews[];
let windows: { readonly watch: AlertWatch; hear: (hints: readonly HeardHint[]) => void }[];

beforeEach(() => {
  time = new FakeTime();
  world = new FakeMarket(time);
  lists = new Emitter();
  file = new SharedMemory();
  store = new AlertStore(file, new MemoryLocks());
  told = [];
  windows = Array.from({ length: 3 }, () => {
    const { market, log, access, orderReads } = world.open();
    const window = {
      hear: nobodyHears,
      watch: new AlertWatch({
        store,
        market,
        access,
        orderReads,
        onDidReadOrders: lists.event,
        locks: world.locks,
        listen: (listener) => {
          window.hear = listener;
          return { dispose: () => (window.hear = nobodyHears) };
        },
        clock: time,
        timers: time,
        serverMs: () => time.wallMs(),
        log,
        tell: (news) => told.push(news),
        tellSplit: () => undefined,
      }),
    };
    return window;
  });
});

async function wants(...events: readonly OrderAlertEvent[]): Promise<void> {
  for (const event of events) await store.add({ id: event, rule: { kind: 'order', event }, firedAtMs: undefined, quietUntilMs: 0 });
  await time.advance(1_000);
}

/** Changes the order from now on. */
function becomes(over: Partial<OrderRecord>): void {
  const known = world.orders.get('A') ?? orderRecord({ orderId: 'A', quantity: '500', updatedAt: '100' });
  world.orders.set('A', { ...known, updatedAt: String(Number(known.updatedAt) + 1), ...over });
}

/** Every window receives it at about the same time. */
async function hint(event = 'EVENT_FILL', times = 1, reached = windows): Promise<void> {
  const heardMs = time.wallMs();
  await time.advance(250);
  for (const [at, { hear }] of reached.entries()) {
    const heard: HeardHint = { kind: 'order', event, orderId: 'A', accountId: '8001', code: 'HK.00700', heardMs: heardMs + at * 20 };
    hear(Array.from({ length: times }, () => heard));
  }
  await time.advance(100);
}

const filled = (): readonly (string | undefined)[] => told.map((news) => (news.kind === 'order' ? news.order?.dealtQuantity : 'no order'));

describe('an alert on orders', () => {
  it('reports two fills of one order within ten seconds, with one read each', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint();
    await time.advance(1_000);
    becomes({ dealtQuantity: '300' });
    await hint();
    await time.advance(30_000);
    expect(filled()).toEqual(['100', '300']);
    expect(world.orderReads).toHaveLength(2);
  });

  it('doesn’t report a repeated event again', async () => {
    await wants('filled', 'changed');
    becomes({ dealtQuantity: '100' });
    await hint();
    await hint();
    becomes({ price: '12.50' });
    await hint('EVENT_REPLACED');
    await time.advance(30_000);
    await hint();
    await time.advance(30_000);
    await hint('EVENT_REPLACED');
    await time.advance(30_000);
    expect(told.map((news) => (news.kind === 'order' ? news.hint.event : ''))).toEqual(['EVENT_FILL', 'EVENT_REPLACED']);
  });

  it('doesn’t report a repeated event again after a fill between two reads, which looks like a service that is late', async () => {
    const reached = windows.slice(0, 1);
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint('EVENT_FILL', 1, reached);
    await time.advance(30_000);
    await hint('EVENT_FILL', 1, reached);
    becomes({ dealtQuantity: '300' });
    await time.advance(15_000);
    await hint('EVENT_FILL', 1, reached);
    await time.advance(74);
    await hint('EVENT_FILL', 1, reached);
    await time.advance(30_000);
    expect(filled()).toEqual(['100', '300']);
  });

  it('reports each change, even one back to the old values', async () => {
    await wants('changed');
    for (const price of ['11', '12', '11', '12']) {
      becomes({ price });
      await hint('EVENT_REPLACED');
    }
    expect(told).toHaveLength(4);
  });

  it('waits for an order that does not show the event yet', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '0' });
    await hint();
    expect(told).toEqual([]);
    becomes({ dealtQuantity: '200' });
    await time.advance(1_000);
    expect(filled()).toEqual(['200']);
    // A second fill, and the service answers from a copy that lags.
    await hint();
    becomes({ dealtQuantity: '500' });
    await time.advance(60_000);
    expect(filled()).toEqual(['200', '500']);
  });

  it('reads again when two hints came at once and the order shows one fill', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint('EVENT_FILL', 2);
    becomes({ dealtQuantity: '300' });
    await time.advance(60_000);
    expect(filled()).toEqual(['100', '300']);
    world.orderReads.length = 0;
    becomes({ dealtQuantity: '500', status: 'FILLED_ALL' });
    await hint('EVENT_FILL', 2);
    await time.advance(60_000);
    expect(filled()).toEqual(['100', '300', '500']);
    // Nothing can follow the last fill.
    expect(world.orderReads).toHaveLength(1);
  });

  it('does not report an earlier state of an order', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    const before = world.orders.get('A');
    await hint();
    becomes({ dealtQuantity: '300' });
    await hint();
    if (before !== undefined) world.orders.set('A', before);
    await hint();
    await time.advance(60_000);
    expect(filled()).toEqual(['100', '300']);
  });

  it('reports the feed’s event once if the order can’t be read, and continues when it can', async () => {
    await wants('filled');
    world.orderFailure = new HttpError({ status: 500 });
    becomes({ dealtQuantity: '100' });
    await hint();
    await hint();
    await time.advance(60_000);
    expect(filled()).toEqual([undefined]);
    await hint();
    await time.advance(60_000);
    expect(filled()).toEqual([undefined, undefined]);
    world.orderFailure = undefined;
    becomes({ dealtQuantity: '300' });
    await hint();
    await hint();
    await time.advance(60_000);
    expect(filled()).toEqual([undefined, undefined, '300']);
  });

  it('reports the second fill even if a stale copy shows the first one', async () => {
    await wants('filled');
    world.orderFailure = new HttpError({ status: 500 });
    becomes({ dealtQuantity: '100' });
    await hint();
    await time.advance(60_000);
    expect(filled()).toEqual([undefined]);
    world.orderFailure = undefined;
    await hint();
    becomes({ dealtQuantity: '300' });
    await time.advance(60_000);
    expect(filled()).toEqual([undefined, '100', '300']);
  });

  it('reports a fill at once while an earlier event is still being read', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint();
    await time.advance(30_000);
    // The feed repeats itself: the order shows nothing new, and is read again after a while.
    await hint();
    await time.advance(1_500);
    becomes({ dealtQuantity: '200' });
    await hint();
    expect(filled()).toEqual(['100', '200']);
    becomes({ dealtQuantity: '300' });
    await hint();
    expect(filled()).toEqual(['100', '200', '300']);
  });

  it('reports a fill that only the waiting window received', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint();
    await time.advance(30_000);
    // This window keeps reading for seconds, and the next one waits for it.
    await hint('EVENT_FILL', 1, windows.slice(0, 1));
    await time.advance(1_000);
    becomes({ dealtQuantity: '200' });
    await hint('EVENT_FILL', 1, windows.slice(1, 2));
    await time.advance(1_000);
    expect(filled()).toEqual(['100', '200']);
    becomes({ dealtQuantity: '300' });
    await hint('EVENT_FILL', 1, windows.slice(1, 2));
    await time.advance(1_000);
    expect(filled()).toEqual(['100', '200', '300']);
    await time.advance(30_000);
    expect(filled()).toEqual(['100', '200', '300']);
  });

  it('reports an event without figures, even soon after one with figures', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint();
    await time.advance(2_000);
    world.orderFailure = new HttpError({ status: 500 });
    becomes({ dealtQuantity: '300' });
    await hint();
    await time.advance(60_000);
    expect(filled()).toEqual(['100', undefined]);
  });

  it('waits for an outdated copy, even after the service had shown nothing for a long time', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint();
    await time.advance(30_000);
    world.orderFailure = new HttpError({ status: 500 });
    await hint();
    await time.advance(10_000);
    world.orderFailure = undefined;
    await time.advance(6_000);
    expect(filled()).toEqual(['100', undefined]);
    becomes({ dealtQuantity: '300' });
    await time.advance(30_000);
    expect(filled()).toEqual(['100', undefined, '300']);
  });

  it('reports what the feed says about a fill after two seconds, and its figures once a list shows them', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '0' });
    const heardMs = time.wallMs();
    await hint();
    await time.advance(heardMs + 2_000 - time.wallMs());
    expect(filled()).toEqual([undefined]);
    await time.advance(60_000);
    expect(filled()).toEqual([undefined]);
    const shows = (over: Partial<OrderRecord>, service = 'http://127.0.0.1:1', isPaper = false): void => {
      const orders = [orderRecord({ orderId: 'A', quantity: '500', ...over })];
      lists.fire({ service, accountId: '8001', isPaper, orders, beganMs: time.wallMs() });
    };
    shows({ dealtQuantity: '0' });
    shows({ dealtQuantity: '100' }, 'https://other.example.test');
    shows({ dealtQuantity: '100' }, 'http://127.0.0.1:1', true);
    await time.advance(100);
    expect(filled()).toEqual([undefined]);
    shows({ dealtQuantity: '100' });
    shows({ dealtQuantity: '100' });
    await time.advance(100);
    shows({ dealtQuantity: '200' });
    await time.advance(60_000);
    expect(filled()).toEqual([undefined, '100']);
  });

  it('reports an ended order soon if reads wait for the limit, then its figures once', async () => {
    await wants('filled', 'changed');
    world.orderDelayMs = 12_000;
    becomes({ dealtQuantity: '500', status: 'FILLED_ALL' });
    const heardMs = time.wallMs();
    await hint();
    await hint('EVENT_CANCELED');
    await time.advance(heardMs + 2_500 - time.wallMs());
    expect(told.map((news) => (news.kind === 'order' ? [news.hint.event, news.order?.dealtQuantity] : []))).toEqual([
      ['EVENT_FILL', undefined],
      ['EVENT_CANCELED', undefined],
    ]);
    await time.advance(120_000);
    expect(filled().filter((figure) => figure !== undefined)).toEqual(['500', '500']);
    expect(told).toHaveLength(4);
  });

  it('reports each event once when it leaves no trace in the order', async () => {
    await wants('rejected');
    becomes({});
    await hint('EVENT_REPLACE_REJECTED');
    await hint('EVENT_REPLACE_REJECTED');
    expect(told).toHaveLength(1);
    await time.advance(60_000);
    await hint('EVENT_REPLACE_REJECTED');
    expect(told).toHaveLength(2);
    expect(world.orderReads).toEqual([]);
  });

  it('is reported by another window if the first one closes', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '0' });
    await hint();
    windows[0]?.watch.dispose();
    becomes({ dealtQuantity: '100' });
    await time.advance(60_000);
    expect(filled()).toEqual(['100']);
  });

  it('distinguishes the orders of one service from those of the next', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint();
    becomes({ dealtQuantity: '100', createdAt: '7' });
    await hint();
    expect(filled()).toEqual(['100', '100']);
  });

  it('forgets nothing when the machine’s clock is set back', async () => {
    await wants('filled');
    becomes({ dealtQuantity: '100' });
    await hint();
    // A time one hour ahead of the clock settles nothing.
    file.text = file.text?.replace(/"readMs":\d+/, `"readMs":${String(time.wallMs() + 3_600_000)}`);
    becomes({ dealtQuantity: '300' });
    await hint();
    expect(filled()).toEqual(['100', '300']);
  });
});
