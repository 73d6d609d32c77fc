import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../../src/service/errors';
import { LiveList } from '../../../../src/service/lists/liveList';
import type { LiveListOptions } from '../../../../src/service/lists/liveList';
import type { ListPart } from '../../../../src/service/lists/readList';
import type { ReadRank } from '../../../../src/service/requests/readRank';
import type { ListPage } from '../../../../src/service/schema/page';
import { pageOf } from '../../../support/builders/lists';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const { signal } = new AbortController();
const route = '/things';

/** A list whose parts answer when the test says so. */
function harness(options: Omit<LiveListOptions, 'clock'> = {}) {
  const waiting = new Map<string, (answer: ListPage<string> | Error) => void>();
  const ranks: (readonly [string, ReadRank | undefined])[] = [];
  const cursors: string[] = [];
  const part = (name: string, first?: ReadRank): ListPart<string> => ({
    name,
    route,
    ...(first === undefined ? {} : { first }),
    ask: async (cursor, { rank }) => {
      ranks.push([name, rank]);
      cursors.push(cursor);
      return new Promise((resolve, reject) => {
        waiting.set(name, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      });
    },
  });
  const answer = async (name: string, ...items: readonly string[]): Promise<void> => {
    waiting.get(name)?.(pageOf(items));
    await settle();
  };
  const page = async (name: string, items: readonly string[], rest: Parameters<typeof pageOf<string>>[1]): Promise<void> => {
    waiting.get(name)?.(pageOf<string>(items, rest));
    await settle();
  };
  const fail = async (name: string, status = 500): Promise<void> => {
    waiting.get(name)?.(new HttpError({ status, request: { method: 'GET', route } }));
    await settle();
  };
  const time = new FakeTime();
  const list = new LiveList<string>({ clock: time, ...options });
  const shown: unknown[] = [];
  const arrived = (): void => void shown.push(list.state.list);
  return { list, part, answer, page, fail, time, ranks, cursors, shown, arrived };
}
const awaited = (part: string): unknown => ({ kind: 'awaited', part });

describe('a list that arrives part by part', () => {
  it('shows each part as it arrives, in the order of the parts, and says which others are awaited', async () => {
    const it = harness();
    const reading = it.list.refresh([it.part('HK'), it.part('US'), it.part('JP')], signal, { arrived: it.arrived });
    expect(it.list.state.list).toBeUndefined();
    await it.answer('US', 'u');
    expect(it.list.state.list).toMatchObject({ verdict: 'incomplete', found: ['u'], gaps: [awaited('HK'), awaited('JP')] });
    await it.answer('HK', 'h');
    expect(it.list.state.list).toMatchObject({ verdict: 'incomplete', found: ['h', 'u'], gaps: [awaited('JP')] });
    await it.answer('JP');
    expect(await reading).toBe(true);
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['h', 'u'] });
    expect(it.shown).toHaveLength(3);
  });

  it('shows the pages of a long part as they arrive, and keeps a whole part until it has been read again', async () => {
    const it = harness();
    const pages = async (...items: readonly string[]): Promise<void> => {
      await it.page('HK', items, { hasMore: true, nextKey: items.join() });
    };
    const reading = it.list.refresh([it.part('HK', 'orders')], signal, { arrived: it.arrived });
    await pages('a', 'b');
    expect(it.list.state.list).toMatchObject({ verdict: 'incomplete', found: ['a', 'b'], gaps: [awaited('HK')] });
    await pages('c');
    expect(it.list.state.list).toMatchObject({ found: ['a', 'b', 'c'], gaps: [awaited('HK')] });
    await it.answer('HK', 'd');
    await reading;
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['a', 'b', 'c', 'd'] });
    const again = it.list.refresh([it.part('HK', 'orders')], signal, { arrived: it.arrived });
    await pages('a');
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['a', 'b', 'c', 'd'] });
    await it.answer('HK', 'e');
    await again;
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['a', 'e'] });
  });

  it('keeps the pages that arrived when a later one fails, and the rank of a first load when the read was given up', async () => {
    const it = harness();
    const parts = [it.part('HK', 'orders')];
    const cancel = new AbortController();
    const given = it.list.refresh(parts, cancel.signal, { arrived: it.arrived }).catch(() => undefined);
    await it.page('HK', ['a'], { hasMore: true, nextKey: 'a' });
    cancel.abort();
    await it.fail('HK');
    await given;
    const reading = it.list.refresh(parts, signal, { arrived: it.arrived });
    await it.page('HK', ['a', 'b'], { hasMore: true, nextKey: 'b' });
    await it.fail('HK');
    await reading;
    expect(it.list.state.list).toMatchObject({ verdict: 'incomplete', found: ['a', 'b'], gaps: [{ kind: 'failed', page: 2 }] });
    expect(it.ranks.map(([, rank]) => rank)).toEqual(['orders', 'orders', 'orders', 'orders']);
  });

  it('counts as not offered only after its last part failed that way', async () => {
    const it = harness();
    const reading = it.list.refresh([it.part('HK'), it.part('US')], signal, { arrived: it.arrived });
    await it.fail('HK', 404);
    expect(it.list.state.list).toBeUndefined();
    await it.fail('US', 404);
    await reading;
    expect(it.list.state.list).toEqual({ verdict: 'notOffered' });
  });

  it('keeps the earlier items of parts that have not arrived again', async () => {
    const it = harness();
    const parts = [it.part('HK'), it.part('US')];
    const first = it.list.refresh(parts, signal, { arrived: it.arrived });
    await it.answer('HK', 'h');
    await it.answer('US', 'u');
    await first;
    const again = it.list.refresh(parts, signal, { arrived: it.arrived });
    await it.answer('US', 'u2');
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['h', 'u2'] });
    await it.fail('HK');
    await again;
    expect(it.list.state.list).toMatchObject({ verdict: 'incomplete', found: ['h', 'u2'], gaps: [{ kind: 'failed', part: 'HK' }] });
  });

  it('publishes all parts together unless the caller wants them one by one', async () => {
    const it = harness();
    const reading = it.list.refresh([it.part('HK'), it.part('US')], signal);
    await it.answer('HK', 'h');
    expect(it.list.state.list).toBeUndefined();
    await it.answer('US', 'u');
    await reading;
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['h', 'u'] });
  });

  it('publishes no part of an aborted read', async () => {
    const it = harness();
    const cancel = new AbortController();
    const reading = it.list.refresh([it.part('HK')], cancel.signal, { arrived: it.arrived });
    const ended = expect(reading).rejects.toThrow();
    cancel.abort();
    await it.answer('HK', 'h');
    await ended;
    expect([it.shown, it.list.state.list]).toEqual([[], undefined]);
  });

  it('requests a part with the rank of first loading until it has arrived', async () => {
    const it = harness();
    const parts = [it.part('HK', 'orders'), it.part('US')];
    const first = it.list.refresh(parts, signal, { arrived: it.arrived });
    await it.answer('HK', 'h');
    await it.answer('US');
    await first;
    const again = it.list.refresh(parts, signal, { arrived: it.arrived });
    await it.answer('HK', 'h');
    await it.answer('US');
    await again;
    expect(it.ranks).toEqual([
      ['HK', 'orders'],
      ['US', 'quiet'],
      ['HK', 'refresh'],
      ['US', 'refresh'],
    ]);
  });

  it('has that rank again if someone waits for it', async () => {
    const it = harness();
    const parts = [it.part('HK'), it.part('JP', 'orders')];
    const ranks: unknown[] = [];
    for (const isWaitedFor of [false, true, false]) {
      const reading = it.list.refresh(parts, signal, { isWaitedFor });
      for (const name of ['HK', 'JP']) await it.answer(name, name);
      await reading;
      ranks.push(it.ranks.splice(0).map(([, rank]) => rank));
    }
    expect(ranks).toEqual([
      ['asked', 'orders'],
      ['asked', 'orders'],
      ['refresh', 'refresh'],
    ]);
  });

  it('returns to that rank for parts that became old while the service was down, but not for empty or failing parts', async () => {
    const it = harness();
    const parts = [it.part('HK', 'orders'), it.part('US', 'orders'), it.part('JP', 'orders')];
    const refresh = async (hongKong: number | undefined, japan: number | undefined): Promise<readonly unknown[]> => {
      it.ranks.length = 0;
      const reading = it.list.refresh(parts, signal);
      await (hongKong === undefined ? it.answer('HK', 'h') : it.fail('HK', hongKong));
      await (japan === undefined ? it.answer('JP', 'j') : it.fail('JP', japan));
      await (hongKong === undefined ? it.answer('US') : it.fail('US', hongKong));
      await reading;
      return it.ranks.map(([, rank]) => rank);
    };
    expect(await refresh(undefined, undefined)).toEqual(['orders', 'orders', 'orders']);
    expect(await refresh(503, 500)).toEqual(['refresh', 'refresh', 'refresh']);
    expect(await refresh(undefined, undefined)).toEqual(['orders', 'refresh', 'refresh']);
    expect(await refresh(undefined, undefined)).toEqual(['refresh', 'refresh', 'refresh']);
  });

  it('goes on with the pages of a part that took too long or got no answer, and reads it anew when everything is asked for', async () => {
    const it = harness();
    const part = it.part('HK', 'orders');
    const begin = async (): Promise<unknown> => it.list.refresh([part], signal, { arrived: it.arrived });
    const first = begin();
    await it.time.advance(61_000);
    await it.page('HK', ['a', 'b'], { hasMore: true, nextKey: '2' });
    await first;
    expect(it.list.state.list).toMatchObject({
      verdict: 'incomplete',
      found: ['a', 'b'],
      gaps: [{ kind: 'brokenOff', reason: 'too-slow' }],
    });
    expect(it.list.ageMs).toBe(61_000);
    const second = begin();
    await it.page('HK', ['c'], { hasMore: true, nextKey: '3' });
    await it.fail('HK', 503);
    await second;
    expect(it.list.state.list).toMatchObject({ verdict: 'incomplete', found: ['a', 'b', 'c'], gaps: [{ kind: 'failed', page: 3 }] });
    const third = begin();
    await it.answer('HK', 'd');
    await third;
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['a', 'b', 'c', 'd'] });
    expect(it.cursors).toEqual(['', '2', '3', '3']);
    const again = begin();
    await it.time.advance(61_000);
    await it.page('HK', ['e'], { hasMore: true, nextKey: '2' });
    await again;
    it.list.readAllNext();
    const whole = begin();
    await it.answer('HK', 'f');
    await whole;
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['f'] });
    expect(it.cursors.slice(4)).toEqual(['', '']);
  });

  it('does not wait for parts that are probably empty: they are read behind it, and the next refresh goes on with those that are missing', async () => {
    const it = harness({ quietMs: 120_000 });
    const parts = [it.part('HK', 'orders'), it.part('JP'), it.part('SG')];
    const refresh = async (): Promise<boolean> => {
      const reading = it.list.refresh(parts, signal, { arrived: it.arrived });
      await it.answer('HK', 'h');
      return reading;
    };
    expect(await refresh()).toBe(true);
    expect(it.ranks).toEqual([
      ['HK', 'orders'],
      ['JP', 'quiet'],
      ['SG', 'quiet'],
    ]);
    expect(it.list.state.list).toMatchObject({ verdict: 'incomplete', found: ['h'], gaps: [awaited('JP'), awaited('SG')] });
    await it.answer('JP', 'j');
    expect(it.list.state.list).toMatchObject({ found: ['h', 'j'], gaps: [awaited('SG')] });
    it.ranks.length = 0;
    const again = it.list.refresh(parts, signal, { arrived: it.arrived });
    await it.answer('HK', 'h2');
    await it.answer('JP', 'j2');
    await again;
    expect(it.ranks).toEqual([
      ['HK', 'refresh'],
      ['JP', 'refresh'],
      ['SG', 'quiet'],
    ]);
    await it.answer('SG');
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['h2', 'j2'] });
  });

  it.each([
    ['someone waits for it', { isWaitedFor: true }, () => undefined],
    ['everything was asked for', {}, (list: LiveList<string>) => list.readAllNext()],
  ])('waits for all parts if %s', async (_, options, before) => {
    const it = harness({ quietMs: 120_000 });
    before(it.list);
    const reading = it.list.refresh([it.part('HK', 'orders'), it.part('JP')], signal, { arrived: it.arrived, ...options });
    await it.answer('HK', 'h');
    await it.answer('JP');
    await reading;
    expect(it.list.state.list).toMatchObject({ verdict: 'complete', items: ['h'] });
    expect(it.ranks.map(([, rank]) => rank)).toEqual(['orders', 'asked']);
  });

  it('drops what is read behind a refresh once the list is reset or nobody looks', async () => {
    for (const stop of ['reset', 'pause'] as const) {
      const it = harness({ quietMs: 120_000 });
      const reading = it.list.refresh([it.part('HK', 'orders'), it.part('JP')], signal, { arrived: it.arrived });
      await it.answer('HK', 'h');
      await reading;
      it.list[stop]();
      const before = it.list.state;
      await it.answer('JP', 'j');
      expect(it.list.state).toBe(before);
    }
  });

  it('takes parts read behind a refresh for not offered if the first ones are not', async () => {
    const it = harness({ quietMs: 120_000, isOneCall: true });
    const parts = [it.part('HK', 'orders'), it.part('US', 'orders'), it.part('JP')];
    const reading = it.list.refresh(parts, signal, { arrived: it.arrived });
    await it.fail('HK', 404);
    await it.fail('US', 404);
    await reading;
    await settle();
    expect(it.list.state.list).toMatchObject({ verdict: 'notOffered' });
    expect(it.ranks.map(([name]) => name)).toEqual(['HK', 'US']);
  });

  it('always requests decorating parts with their own rank', async () => {
    const it = harness();
    for (let count = 0; count < 2; count += 1) {
      const reading = it.list.refresh([it.part('HK', 'decoration')], signal);
      await it.answer('HK', 'h');
      await reading;
    }
    expect(it.ranks.map(([, rank]) => rank)).toEqual(['decoration', 'decoration']);
  });

  it('reads everything with the next refresh when that was requested during a refresh', async () => {
    const it = harness({ quietMs: 120_000 });
    const parts = [it.part('HK'), it.part('US')];
    const first = it.list.refresh(parts, signal);
    it.list.readAllNext();
    await it.answer('HK', 'h');
    await it.answer('US');
    await first;
    it.ranks.length = 0;
    const again = it.list.refresh(parts, signal);
    await it.answer('HK', 'h');
    await it.answer('US');
    await again;
    expect(it.ranks.map(([name]) => name)).toEqual(['HK', 'US']);
  });

  it('reports how old it is', async () => {
    const it = harness();
    expect(it.list.ageMs).toBe(Infinity);
    const reading = it.list.refresh([it.part('HK')], signal);
    await it.answer('HK');
    await reading;
    await it.time.advance(7_000);
    expect(it.list.ageMs).toBe(7_000);
    it.list.reset();
    expect(it.list.ageMs).toBe(Infinity);
  });
});
