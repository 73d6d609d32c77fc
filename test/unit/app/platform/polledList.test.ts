import { askerOf } from '../../../../src/domain/orders/orderOrigin';
import { describe, expect, it } from 'vitest';
import { PolledList } from '../../../../src/app/platform/polledList';
import { listOf } from '../../../../src/service/lists/list';
import { TransportError } from '../../../../src/service/errors';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeReach } from '../../../support/machine/fakeReach';
import type { CallOptions } from '../../../../src/service/serviceClient';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { pageOf } from '../../../support/builders/lists';

describe('PolledList', () => {
  it('requests no further part once the service is known to be down, but all parts when the user refreshes', async () => {
    const time = new FakeTime();
    const failure = new TransportError('connect-failed', { sent: 'no' });
    const reach = new FakeReach(time);
    const asked: string[] = [];
    const list = new PolledList<string>({
      clock: time,
      timers: time,
      log: new MemoryLog(),
      name: 'The list',
      reach,
      identity: () => 'ada',
      reading: { isOneCall: true },
      parts: () =>
        ['HK', 'US', 'SG', 'CA'].map((name) => ({
          name,
          route: '/list',
          ask: async () => {
            asked.push(name);
            reach.failure = failure;
            reach.goAway();
            return Promise.reject(failure);
          },
        })),
      changed: () => undefined,
    });
    list.follow([() => 30_000]);
    await time.advance(1_000);
    expect(asked).toEqual(['HK']);
    asked.length = 0;
    await list.refresh();
    expect(asked.toSorted()).toEqual(['CA', 'HK', 'SG', 'US']);
    list.dispose();
  });

  it('takes what another window has read only if it is newer than what is here, so that it is never due again at once', async () => {
    const time = new FakeTime();
    const asked: { readonly atMs: number; readonly maxAgeMs: number | undefined }[] = [];
    const list = new PolledList<string>({
      clock: time,
      timers: time,
      log: new MemoryLog(),
      name: 'The list',
      identity: () => 'ada',
      parts: () => [
        {
          name: 'HK',
          route: '/list',
          ask: async (_, { maxAgeMs }) => {
            asked.push({ atMs: time.monotonicMs(), maxAgeMs });
            // What this window has shared itself is as old as the list when it is due.
            const sharedMs = asked.length === 1 ? 0 : 30_000;
            return pageOf(['A'], { ageMs: sharedMs <= (maxAgeMs ?? 0) ? sharedMs : 0 });
          },
        },
      ],
      changed: () => undefined,
    });
    list.follow([() => 30_000]);
    await time.advance(95_000);
    expect(asked.map(({ maxAgeMs }) => maxAgeMs)).toEqual(asked.map(() => 29_000));
    expect(asked.length).toBeLessThan(6);
    list.dispose();
  });

  it('reads for a single caller also the parts that no poll waits for', async () => {
    const time = new FakeTime();
    const asked: string[] = [];
    const list = new PolledList<string>({
      clock: time,
      timers: time,
      log: new MemoryLog(),
      name: 'The list',
      identity: () => 'ada',
      parts: () =>
        ['HK', 'JP'].map((name) => ({
          name,
          route: '/list',
          ...(name === 'HK' ? { first: 'orders' as const } : {}),
          ask: async (_, { rank }) => {
            asked.push(`${name} ${rank ?? ''}`);
            // The limit is used up: what is probably empty waits.
            return rank === 'quiet' ? new Promise<never>(() => undefined) : pageOf([name]);
          },
        })),
      changed: () => undefined,
    });
    list.follow([() => 30_000]);
    await time.advance(100);
    expect(list.isReading).toBe(false);
    expect(list.state.list).toMatchObject({ verdict: 'incomplete', found: ['HK'], gaps: [{ kind: 'awaited', part: 'JP' }] });
    await list.read({ maxAgeMs: 30_000 }, new AbortController().signal);
    expect(list.state.list).toMatchObject({ verdict: 'complete', items: ['HK', 'JP'] });
    expect(asked).toEqual(['HK orders', 'JP quiet', 'HK orders', 'JP asked']);
    list.dispose();
  });

  it('waits for its interval after a list that was read elsewhere, on a clock that never stands still', async () => {
    const time = new FakeTime();
    let [asked, ticks] = [0, 0];
    const list = new PolledList<string>({
      clock: { wallMs: () => time.wallMs(), monotonicMs: () => time.monotonicMs() + (ticks += 0.001) },
      timers: time,
      log: new MemoryLog(),
      name: 'The list',
      identity: () => 'ada',
      parts: () => [{ name: 'live', route: '/list', ask: async () => pageOf([`read ${(asked += 1)}`]) }],
      changed: () => undefined,
    });
    list.reset('live', listOf(['read at sign-in']));
    list.follow([() => 30_000]);
    await time.advance(29_000);
    expect(asked).toBe(0);
    expect(list.state.list).toMatchObject({ verdict: 'complete', items: ['read at sign-in'] });
    await time.advance(2_000);
    expect(asked).toBe(1);
    list.dispose();
  });

  it.each([
    ['nothing changed', false],
    ['one item changed', true],
  ])('requests all parts for a single read that wants them, after a read in progress that does not; %s', async (_, hasChanged) => {
    const time = new FakeTime();
    const asked: string[] = [];
    const waiting: (() => void)[] = [];
    let isSlow = false;
    const list = new PolledList<string>({
      clock: time,
      timers: time,
      log: new MemoryLog(),
      name: 'The list',
      identity: () => 'ada',
      reading: { quietMs: 120_000 },
      parts: () =>
        ['HK', 'US', 'SG'].map((name) => ({
          name,
          route: '/list',
          ask: async () => {
            asked.push(name);
            if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
            return pageOf(name === 'HK' ? ['HK-1'] : []);
          },
        })),
      changed: () => undefined,
    });
    const { signal } = new AbortController();
    list.follow([() => 30_000]);
    await time.advance(0);
    expect(asked.splice(0)).toEqual(['HK', 'US', 'SG']);
    isSlow = true;
    await time.advance(30_000);
    expect(asked.splice(0)).toEqual(['HK', 'US']);
    if (hasChanged) list.readAgain((item) => item === 'HK-1');
    list.readAllNext();
    const reading = list.read({ maxAgeMs: 0 }, signal);
    await time.advance(200);
    isSlow = false;
    for (const resume of waiting) resume();
    await settle();
    await reading;
    expect(asked).toEqual(['HK', 'US', 'SG']);
    list.dispose();
  });

  it.each([
    ['something', undefined],
    ['an item', (item: string) => item === 'HK-1'],
  ])('is read again for a command after %s changed, however young it is, and not twice', async (_, isMeant) => {
    const time = new FakeTime();
    let [asked, items] = [0, ['HK-1']];
    const list = new PolledList<string>({
      clock: time,
      timers: time,
      log: new MemoryLog(),
      name: 'The list',
      identity: () => 'ada',
      parts: () => [{ name: 'HK', route: '/list', ask: async () => ((asked += 1), Promise.resolve(pageOf(items))) }],
      changed: () => undefined,
    });
    const read = async (): Promise<void> => list.read({ maxAgeMs: 5_000 }, new AbortController().signal);
    await read();
    items = ['HK-1', 'HK-2'];
    await read();
    expect(asked).toBe(1);
    list.readAgain(isMeant);
    await read();
    expect([asked, list.state.list]).toMatchObject([2, { verdict: 'complete', items }]);
    await read();
    expect(asked).toBe(2);
    list.dispose();
  });

  describe('while it is read for a program', () => {
    const askedBy = askerOf({ kind: 'agent', name: 'one' });
    const { signal } = new AbortController();

    /** A list whose requests for programs wait for half a minute, as where a limit is used up. */
    function slowList() {
      const time = new FakeTime();
      const asked: CallOptions[] = [];
      const list = new PolledList<string>({
        clock: time,
        timers: time,
        log: new MemoryLog(),
        name: 'The list',
        identity: () => 'ada',
        parts: () => [
          {
            name: 'HK',
            route: '/list',
            first: 'orders' as const,
            ask: async (_, options) => {
              asked.push(options);
              if (options.askedBy !== undefined) await new Promise<void>((resolve) => void time.after(30_000, resolve));
              return pageOf(['A']);
            },
          },
        ],
        changed: () => undefined,
      });
      return { time, list, asked };
    }

    it.each([
      ['read it too', (list: PolledList<string>) => void list.read({ maxAgeMs: 0 }, signal)],
      ['refresh it', (list: PolledList<string>) => void list.refresh()],
      ['open a view of it', (list: PolledList<string>) => list.follow([() => 30_000])],
    ])('gives way to the user’s requests until they %s', async (_, user) => {
      const { time, list, asked } = slowList();
      const read = list.read({ maxAgeMs: 15_000, askedBy }, signal);
      await time.advance(1_000);
      // Another program changes nothing.
      void list.read({ maxAgeMs: 15_000, askedBy: askerOf({ kind: 'agent', name: 'two' }) }, signal);
      expect(asked).toMatchObject([{ rank: 'orders', askedBy, maxAgeMs: 0 }]);
      expect(asked[0]?.yieldsUntil?.aborted).toBe(false);
      user(list);
      expect(asked[0]?.yieldsUntil?.aborted).toBe(true);
      await time.advance(60_000);
      await read;
      list.dispose();
    });

    it('gives way until the next refresh of its view is due, or something has changed', async () => {
      for (const change of [false, true]) {
        const { time, list, asked } = slowList();
        list.follow([() => 30_000]);
        await time.advance(20_000);
        void list.read({ maxAgeMs: 15_000, askedBy }, signal);
        await time.advance(9_000);
        const yieldsUntil = asked.at(-1)?.yieldsUntil;
        expect([asked.length, yieldsUntil?.aborted]).toEqual([2, false]);
        if (change) list.readAgain();
        else await time.advance(1_000);
        expect(yieldsUntil?.aborted).toBe(true);
        list.dispose();
      }
    });
  });
});
