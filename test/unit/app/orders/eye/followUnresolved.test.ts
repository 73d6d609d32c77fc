import { describe, expect, it } from 'vitest';
import { FollowUp } from '../../../../../src/app/orders/eye/followUp';
import type { FollowedEnd } from '../../../../../src/app/orders/eye/judge';
import { OrderReadBack } from '../../../../../src/app/orders/eye/orderReadBack';
import { orderLockName } from '../../../../../src/app/orders/journal/orderLock';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import { HttpError } from '../../../../../src/service/errors';
import type { OrderRecord, WriteOutcome } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { checkedChange, checkedPlacement, live, orderDesk, orderRecord, placedFacts } from '../../../../support/orders/orderFakes';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';
import { attemptOf } from '../../../../support/orders/submitting';

const unknown: WriteOutcome = { kind: 'unknown', reason: 'reset' };
const saysRejected: WriteOutcome = { kind: 'saysRejected', errcode: 14, errmsg: 'Insufficient buying power' };
const asks: WriteOutcome = { kind: 'needsConfirmation', confirmId: 'confirm-12345', errmsg: 'sure?' };
const old = orderRecord();
const changed = orderRecord({ quantity: '200', price: '12.34' });

type Shown = OrderRecord | 'fails' | 'notOffered';

/** A window that sent one change and follows it; the order is as `shown` returns it. */
async function windowAfter(answer: WriteOutcome | 'crash', shown: () => Shown) {
  const time = new FakeTime();
  const desk = orderDesk({ clock: time });
  const { access, journal, locks, client, writer } = desk;
  const readAtMs: number[] = [];
  const startedMs = time.wallMs();
  const read = async () => {
    readAtMs.push(time.wallMs() - startedMs);
    const now = shown();
    if (now === 'fails') throw new HttpError({ status: 500 });
    if (now === 'notOffered') throw new HttpError({ status: 404 });
    return pageOf([now]);
  };
  client.orderDetails = read;
  client.orders = async () => Promise.reject(new HttpError({ status: shown() === 'notOffered' ? 404 : 500 }));
  client.answers = answer === 'crash' ? [async () => new Promise<WriteOutcome>(() => undefined)] : [answer];
  const readBack = new OrderReadBack({ access, journal, locks, clock: time });
  const told: FollowedEnd[] = [];
  const follow = (): FollowUp => {
    const options = { access, journal, locks, readBack, timers: time, clock: time, log: new MemoryLog(), state: new MemoryState() };
    const follower = new FollowUp(options);
    follower.onDidEnd((end) => void told.push(end));
    return follower;
  };
  const followUp = follow();
  const preview = writer.preview(checkedChange(), nothingSeen);
  if (answer === 'crash') void writer.submit(preview, live);
  else await writer.submit(preview, live);
  await settle();
  const state = async (): Promise<string | undefined> => (await journal.find(preview.root))?.state;
  return { ...desk, time, followUp, readBack, told, readAtMs, root: preview.root, target: preview.target, state };
}

describe('a change without an outcome', () => {
  it.each([3, 60, 1800])('is settled and reported when the order shows the new values after %i s', async (seconds) => {
    let now: Shown = old;
    const window = await windowAfter(unknown, () => now);
    await window.time.advance(seconds * 1000);
    expect(window.told).toEqual([]);
    now = changed;
    await window.time.advance(5 * 60_000);
    expect(window.told).toMatchObject([{ before: 'unknown', attempt: { state: 'applied', resolution: { by: 'readBack' } } }]);
    expect(await window.state()).toBe('applied');
    const { length } = window.readAtMs;
    await window.time.advance(60 * 60_000);
    expect(window.readAtMs).toHaveLength(length);
    window.followUp.dispose();
  });

  it('is checked with growing pauses, at most once in five minutes after the first ten', async () => {
    const window = await windowAfter(unknown, () => old);
    await window.time.advance(60 * 60_000);
    const pauses = window.readAtMs.map((at, index) => at - (window.readAtMs[index - 1] ?? 0));
    expect(pauses[0]).toBeLessThan(1000);
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    expect(window.readAtMs.filter((at) => at < 10 * 60_000).length).toBeLessThan(11);
    expect(Math.max(...pauses)).toBe(5 * 60_000);
    expect(await window.state()).toBe('unknown');
    window.followUp.dispose();
  });

  it.each([
    ['the old values, however often they are seen', old],
    ['only one of the new values', orderRecord({ quantity: '200' })],
    ['other values', orderRecord({ quantity: '150' })],
  ])('stays locked while the order shows %s', async (_, shown) => {
    const window = await windowAfter(unknown, () => shown);
    await window.time.advance(60 * 60_000);
    expect([window.told, await window.state()]).toEqual([[], 'unknown']);
    window.followUp.dispose();
  });

  it('is still followed, however long the service cannot be reached', async () => {
    let now: Shown = 'fails';
    const window = await windowAfter(unknown, () => now);
    await window.time.advance(3 * 60 * 60_000);
    now = changed;
    await window.time.advance(5 * 60_000);
    expect(window.told.map(({ attempt }) => attempt.state)).toEqual(['applied']);
    window.followUp.dispose();
  });

  it('is left to the user when no order can be read', async () => {
    const window = await windowAfter(unknown, () => 'notOffered');
    await window.time.advance(60 * 60_000);
    expect(window.readAtMs.length).toBeLessThan(3);
    expect(await window.state()).toBe('unknown');
    window.followUp.dispose();
  });

  it('is settled by a read of the order for another purpose, unless that was made before the change', async () => {
    const window = await windowAfter(unknown, () => old);
    const { time, followUp } = window;
    await time.advance(60_000);
    const { length } = window.readAtMs;
    const take = async (beganMs: number, accountId = '8001', service = 'https://api.example.test'): Promise<void> => {
      followUp.take({ service, accountId, orders: [orderRecord({ orderId: 'OK-2' }), changed], beganMs });
      await settle();
    };
    await take(time.wallMs() - 61_000);
    await take(time.wallMs(), '8002');
    await take(time.wallMs(), '8001', 'https://other.example.test');
    expect(await window.state()).toBe('unknown');
    await take(time.wallMs() - 59_000);
    expect(await window.state()).toBe('applied');
    expect(window.told.map(({ attempt }) => attempt.state)).toEqual(['applied']);
    expect(window.readAtMs).toHaveLength(length);
    followUp.dispose();
  });

  it('leaves the order available for the user’s decision while it is being read', async () => {
    const window = await windowAfter(unknown, () => old);
    let go: () => void = () => undefined;
    window.client.orderDetails = async () => {
      await new Promise<void>((resolve) => (go = resolve));
      return pageOf([changed]);
    };
    await window.time.advance(400);
    expect(window.locks.held.has(orderLockName(window.target))).toBe(false);
    expect(await window.writer.resolve(await attemptOf(window, window.root), 'notChanged')).toBe('resolved');
    go();
    await settle();
    expect([await window.state(), window.told]).toEqual(['notChanged', []]);
    window.followUp.dispose();
  });
});

describe('a change whose window was closed before the answer', () => {
  it('is not read while the request is in progress, and is followed once no window is sending it any more', async () => {
    const window = await windowAfter('crash', () => changed);
    await window.time.advance(10_000);
    expect([window.readAtMs, await window.state()]).toEqual([[], 'pending']);
    window.locks.held.delete(orderLockName(window.target));
    await window.time.advance(20_000);
    expect(window.told).toMatchObject([{ attempt: { state: 'applied' }, before: 'unknown' }]);
    window.followUp.dispose();
  });

  it.each([
    ['shows nothing of it', () => old],
    [
      'can’t be read',
      () => {
        throw new Error('away');
      },
    ],
  ])('is told once as unknown if its order %s, and is followed further', async (_, read) => {
    const window = await windowAfter('crash', read);
    window.locks.held.delete(orderLockName(window.target));
    await window.time.advance(60_000);
    expect([window.told.map(({ attempt, before }) => [attempt.state, before]), await window.state()]).toEqual([
      [['unknown', 'pending']],
      'unknown',
    ]);
    window.client.orderDetails = async () => Promise.resolve(pageOf([changed]));
    await window.time.advance(600_000);
    expect([window.told.map(({ attempt }) => attempt.state), await window.state()]).toEqual([['unknown', 'applied'], 'applied']);
    window.followUp.dispose();
  });
});

describe('a change that was rejected, according to the service', () => {
  it('is settled after two reads, 2 s or more apart, that show the old values', async () => {
    const window = await windowAfter(saysRejected, () => old);
    await window.time.advance(1999);
    expect(await window.state()).toBe('saysRejected');
    await window.time.advance(1000);
    expect(await window.state()).toBe('rejected');
    expect(window.told).toMatchObject([{ attempt: { state: 'rejected' }, before: 'saysRejected' }]);
    expect((window.readAtMs[1] ?? 0) - (window.readAtMs[0] ?? 0)).toBeGreaterThanOrEqual(2000);
    expect(await window.journal.unresolvedFor(window.target)).toBeUndefined();
    window.followUp.dispose();
  });

  it('stays locked when two reads are closer together, whichever caller made them', async () => {
    const window = await windowAfter(saysRejected, () => old);
    for (let look = 0; look < 4; look += 1) {
      expect(await window.readBack.check(window.root, live)).toMatchObject({ kind: 'unchanged' });
      await window.time.advance(400);
    }
    expect(await window.state()).toBe('saysRejected');
    window.followUp.dispose();
  });

  it('is not released by a second caller of the first read', async () => {
    const window = await windowAfter(saysRejected, () => 'fails');
    const since: (number | undefined)[] = [];
    const readBack = new OrderReadBack({
      ...window,
      clock: window.time,
      read: async (_client, _order, { sinceMs }) => {
        since.push(sinceMs);
        return old;
      },
    });
    const sinceMs = window.time.wallMs();
    await readBack.check(window.root, { ...live, sinceMs, rank: 'followed' });
    await window.time.advance(3000);
    expect(await readBack.check(window.root, { ...live, sinceMs, rank: 'followed' })).toMatchObject({
      judged: { record: { verdict: 'notChanged' } },
    });
    expect(since).toEqual([sinceMs, undefined]);
    window.followUp.dispose();
  });

  it('is released even if the order was filled meanwhile', async () => {
    const window = await windowAfter(saysRejected, () => orderRecord({ dealtQuantity: '40', status: 'FILLED_PART' }));
    await window.time.advance(3000);
    expect(await window.state()).toBe('rejected');
    window.followUp.dispose();
  });

  it('is reported as applied if the order shows the new values after one read of the old ones', async () => {
    let now: Shown = old;
    const window = await windowAfter(saysRejected, () => now);
    await window.time.advance(1000);
    now = changed;
    await window.time.advance(3000);
    expect(window.told).toMatchObject([{ attempt: { state: 'applied' }, before: 'saysRejected' }]);
    window.followUp.dispose();
  });

  it.each([
    ['nothing can be read', 'notOffered'],
    ['the order cannot be read', 'fails'],
    ['one value has moved', orderRecord({ quantity: '200' })],
  ] as const)('stays with the user while %s', async (_, shown) => {
    const window = await windowAfter(saysRejected, () => shown);
    await window.time.advance(60 * 60_000);
    expect([await window.state(), window.told]).toEqual(['saysRejected', []]);
    window.followUp.dispose();
  });

  it('starts counting again when the order showed something else in between', async () => {
    let now: Shown = old;
    const window = await windowAfter(saysRejected, () => now);
    await window.time.advance(1000);
    now = orderRecord({ quantity: '150' });
    await window.time.advance(2000);
    now = old;
    await window.time.advance(4100);
    expect(await window.state()).toBe('saysRejected');
    await window.time.advance(10_000);
    expect(await window.state()).toBe('rejected');
    window.followUp.dispose();
  });
});

describe('a change that awaits the user', () => {
  it('is checked rarely, and settled when the user finished it elsewhere', async () => {
    let now: Shown = old;
    const window = await windowAfter(asks, () => now);
    await window.time.advance(10_000);
    expect(window.readAtMs).toEqual([]);
    now = changed;
    await window.time.advance(10_000);
    expect(window.told).toMatchObject([{ attempt: { state: 'applied' }, before: 'needsConfirmation' }]);
    window.followUp.dispose();
  });
});

/** How often windows, each of which follows as many of 60 unresolved changes as the others, read their orders in two spans of ten minutes. */
async function readsOf(count: number): Promise<readonly [number, number]> {
  const time = new FakeTime();
  const desk = orderDesk({ clock: time });
  const { access, journal, locks, client, writer } = desk;
  let reads = 0;
  client.orderDetails = async ({ orderIds }) => {
    reads += 1;
    return pageOf(orderIds.map((orderId) => orderRecord({ orderId })));
  };
  for (let order = 0; order < 60; order += 1) {
    client.answers = [unknown];
    await writer.submit(writer.preview(checkedChange({ orderId: `O-${String(order)}` }), nothingSeen), live);
  }
  const readBack = new OrderReadBack({ access, journal, locks, clock: time });
  const [parts, names] = [{ access, journal, readBack, timers: time, clock: time, log: new MemoryLog() }, [] as string[]];
  const windows = Array.from({ length: count }, (_, window) => {
    const tryAcquire: typeof locks.tryAcquire = async (name) => {
      if (!names.includes(name)) names.push(name);
      return names.indexOf(name) % count === window ? locks.tryAcquire(name) : undefined;
    };
    return new FollowUp({
      ...parts,
      locks: { acquire: async (...args) => locks.acquire(...args), tryAcquire },
      state: new MemoryState(),
    });
  });
  for (const window of windows) await window.start();
  await time.advance(10 * 60_000);
  const early = reads;
  await time.advance(10 * 60_000);
  for (const window of windows) window.dispose();
  return [early, reads - early];
}

it('many unresolved changes are checked less often, so that they do not use up the rate limit', async () => {
  const alone = await readsOf(1);
  expect(alone[1]).toBeLessThanOrEqual(60);
  expect(await readsOf(4), 'as often by four windows').toEqual(alone);
});

describe('a clock that was set', () => {
  function windowWithClock() {
    const time = new FakeTime();
    const set = { ms: 0 };
    const clock = { wallMs: () => time.wallMs() + set.ms, monotonicMs: () => time.monotonicMs() };
    const desk = orderDesk({ clock });
    const { access, journal, locks } = desk;
    const readBack = new OrderReadBack({ access, journal, locks, clock });
    const parts = { access, journal, locks, readBack, timers: time, clock, log: new MemoryLog(), state: new MemoryState() };
    const followUp = new FollowUp(parts);
    const told: string[] = [];
    followUp.onDidEnd(({ attempt }) => void told.push(attempt.state));
    return { ...desk, time, set, readBack, followUp, told };
  }

  it('never makes an accepted change late', async () => {
    const { client, writer, time, set, told, followUp } = windowWithClock();
    let shown = old;
    client.orderDetails = async () => pageOf([shown]);
    await writer.submit(writer.preview(checkedChange(), nothingSeen), live);
    await settle();
    set.ms = 60 * 60_000;
    await time.advance(2_000);
    expect(told).toEqual([]);
    shown = changed;
    await time.advance(3_000);
    expect(told).toEqual(['applied']);
    followUp.dispose();
  });

  it('never makes two reads of a rejected change far enough apart', async () => {
    const { client, writer, time, set, readBack, followUp } = windowWithClock();
    client.orderDetails = async () => pageOf([old]);
    client.answers = [saysRejected];
    const preview = writer.preview(checkedChange(), nothingSeen);
    await writer.submit(preview, live);
    followUp.dispose();
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'unchanged' });
    set.ms = 10_000;
    expect(await readBack.check(preview.root, live)).toMatchObject({ kind: 'unchanged' });
    await time.advance(2_000);
    expect(await readBack.check(preview.root, live)).toMatchObject({ judged: { record: { verdict: 'notChanged' } } });
  });

  it('never makes a new order absent for a minute', async () => {
    const { client, writer, time, set, told, followUp } = windowWithClock();
    client.orders = async () => pageOf([]);
    client.orderHistory = async () => pageOf([]);
    client.placeAnswers = [{ kind: 'saysRejected', errcode: 14, errmsg: 'no' }];
    await writer.submit(writer.previewPlace(checkedPlacement(), placedFacts), live);
    await settle();
    await time.advance(500);
    set.ms = 120_000;
    await time.advance(2_500);
    expect(told).toEqual([]);
    await time.advance(120_000);
    expect(told).toEqual(['rejected']);
    followUp.dispose();
  });
});
