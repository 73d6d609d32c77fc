import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkLimits } from '../../../../src/app/platform/cursorGuard';
import { CalendarFeed } from '../../../../src/app/calendar/calendarFeed';
import type { FeedChange } from '../../../../src/app/calendar/calendarFeed';
import type { CalendarEvent, Page } from '../../../../src/service/records';
import { ApiError, TransportError } from '../../../../src/service/errors';

function event(index: number): CalendarEvent {
  return {
    text: `event ${index}`,
    previous: null,
    predictive: null,
    announce: null,
    star: 3,
    time: index,
    country: 'US',
    currency: null,
    unit: null,
    uniqueId: `calendar_economic:${index}`,
    detailUrl: null,
  };
}
const events = (from: number, count: number): CalendarEvent[] => Array.from({ length: count }, (_, index) => event(from + index));
const page = (items: readonly CalendarEvent[], nextKey: string, hasMore = nextKey !== '-1'): Page<CalendarEvent> => ({
  items,
  hasMore,
  nextKey,
});

interface Call {
  readonly query: string;
  readonly cursor: string;
  readonly signal: AbortSignal;
  answer(value: Page<CalendarEvent>): Promise<void>;
  fail(error: Error): Promise<void>;
}

/** A feed whose answers the test gives by hand. */
function setUp(): { feed: CalendarFeed<string>; calls: Call[]; changes: FeedChange[]; last(): Call } {
  const calls: Call[] = [];
  let now = 1000;
  const feed = new CalendarFeed<string>(
    (query, cursor, signal) =>
      new Promise((resolve, reject) => {
        const settle = async (act: () => void): Promise<void> => {
          act();
          await new Promise((done) => setImmediate(done));
        };
        calls.push({
          query,
          cursor,
          signal,
          answer: (value) => settle(() => resolve(value)),
          fail: (error) => settle(() => reject(error)),
        });
      }),
    { wallMs: () => (now += 1) },
  );
  const changes: FeedChange[] = [];
  feed.onDidChange((change) => changes.push(change));
  const last = (): Call => {
    const call = calls.at(-1);
    if (call === undefined) throw new Error('nothing was asked');
    return call;
  };
  return { feed, calls, changes, last };
}
const offline = new TransportError('connect-failed', { sent: 'no' });

describe('CalendarFeed', () => {
  it('asks once a page, in order, with the cursor of the page before', async () => {
    const { feed, calls, changes, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 20), 'a'));
    void feed.more();
    void feed.more();
    await last().answer(page(events(20, 5), '-1'));
    await feed.more();
    expect(calls.map((call) => call.cursor)).toEqual(['', 'a']);
    expect(feed.state.shown?.rows.map((row) => row.time)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(feed.state).toMatchObject({ phase: { kind: 'ready' }, isOld: false, shown: { end: { kind: 'complete' } } });
    expect(changes).toEqual([{ kind: 'state' }, { kind: 'rows' }, { kind: 'state' }, { kind: 'appended', from: 20 }]);
  });

  it('stops at has_more only: neither a "-1" cursor nor a short page ends the list', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 1), '-1', true));
    expect(feed.state.shown?.end).toEqual({ kind: 'more' });
    void feed.more();
    await last().answer(page(events(1, 1), 'x', false));
    expect(feed.state.shown?.end).toEqual({ kind: 'complete' });
    expect(calls.length).toBe(2);
  });

  it('cancels the search before, keeps its rows as old, and drops its late answer', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    void feed.start('gdp');
    const slow = last();
    expect(feed.state).toMatchObject({ isOld: true, query: 'gdp', shown: { query: 'cpi' }, phase: { kind: 'loading' } });
    void feed.start('pmi');
    expect(slow.signal.aborted).toBe(true);
    await last().answer(page(events(100, 2), '-1'));
    await slow.answer(page(events(50, 2), '-1'));
    expect(feed.state).toMatchObject({ query: 'pmi', isOld: false, shown: { query: 'pmi' } });
    expect(feed.state.shown?.rows[0]?.time).toBe(100);
    expect(calls.length).toBe(3);
  });

  it('drops the late failure of an earlier search too', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('a');
    void feed.start('b');
    await calls[0]?.fail(offline);
    expect(feed.state.phase.kind).toBe('loading');
    await last().answer(page([], '-1'));
    expect(feed.state.phase.kind).toBe('ready');
  });

  it('keeps the rows, marked as old, when a new search fails, and repeats it on retry', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    void feed.start('gdp');
    await last().fail(offline);
    expect(feed.state).toMatchObject({ phase: { kind: 'failed', error: offline, during: 'first' }, isOld: true, shown: { query: 'cpi' } });
    await feed.more();
    void feed.retry();
    expect(last()).toMatchObject({ query: 'gdp', cursor: '' });
  });

  it('keeps the rows when a later page fails, and repeats only that page on retry', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    void feed.more();
    await last().fail(offline);
    expect(feed.state).toMatchObject({ phase: { kind: 'failed', during: 'more' }, isOld: false });
    void feed.retry();
    expect(last()).toMatchObject({ query: 'cpi', cursor: 'a' });
    await last().answer(page(events(3, 1), '-1'));
    expect(feed.state.shown?.rows.length).toBe(4);
  });

  it('starts again when the service refuses the cursor', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    void feed.more();
    await last().fail(new ApiError({ envelope: 'quote', serverCode: -3, serverMessage: '', status: 200 }));
    void feed.retry();
    expect(last().cursor).toBe('');
  });

  it.each([
    ['a cursor offered again', ['a', 'b', 'a'], 'cursor-repeated'],
    ['the cursor just used', ['a', 'a'], 'cursor-repeated'],
    ['the first cursor', [''], 'cursor-repeated'],
  ] as const)('breaks off at %s and says so', async (_, cursors, reason) => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    for (const [index, cursor] of cursors.entries()) {
      if (index > 0) void feed.more();
      await last().answer(page(events(index, 1), cursor, true));
    }
    expect(feed.state.shown?.end).toEqual({ kind: 'incomplete', reason });
    expect(feed.state.shown?.rows.length).toBe(cursors.length);
  });

  it('reads on over empty pages, but not over three in a row', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('cpi');
    await last().answer(page([], 'a'));
    await last().answer(page([], 'b'));
    await last().answer(page(events(0, 1), 'c'));
    expect(feed.state.shown?.end).toEqual({ kind: 'more' });
    void feed.more();
    for (const cursor of ['d', 'e', 'f']) await last().answer(page([], cursor));
    expect(feed.state.shown?.end).toEqual({ kind: 'incomplete', reason: 'too-many-empty-pages' });
    expect(calls.length).toBe(6);
  });

  it('goes on after a restore, marked as old, and starts again on retry', async () => {
    const first = setUp();
    void first.feed.start('cpi');
    await first.last().answer(page(events(0, 20), 'a'));
    void first.feed.more();
    await first.last().answer(page(events(20, 20), 'b'));
    const kept = first.feed.snapshot(30);
    expect(kept).toMatchObject({ query: 'cpi', cursor: 'a', end: { kind: 'more' } });
    expect(kept?.rows.length).toBe(20);
    expect(first.feed.snapshot(19)).toBeUndefined();
    if (kept === undefined) return;
    const { feed, last, changes } = setUp();
    feed.restore(kept);
    expect(feed.state).toMatchObject({ isOld: true, phase: { kind: 'ready' }, shown: { loadedAt: kept.loadedAt } });
    expect(changes).toEqual([{ kind: 'rows' }]);
    void feed.more();
    expect(last().cursor).toBe('a');
    await last().answer(page(events(20, 1), '', true));
    expect(feed.state.shown?.end).toEqual({ kind: 'incomplete', reason: 'cursor-repeated' });
    expect(feed.state.isOld).toBe(true);
    void feed.retry();
    expect(last().cursor).toBe('');
    await last().answer(page(events(0, 1), '-1'));
    expect(feed.state.isOld).toBe(false);
  });

  it('reads kept rows again when the service no longer takes their cursor', async () => {
    const { feed, calls, last } = setUp();
    feed.restore({ query: 'cpi', rows: events(0, 20), loadedAt: 1, end: { kind: 'more' }, cursor: 'a' });
    void feed.more();
    await last().fail(new ApiError({ envelope: 'quote', serverCode: -3, serverMessage: '', status: 200 }));
    expect(calls.map((call) => call.cursor)).toEqual(['a', '']);
    expect(feed.state).toMatchObject({ isOld: true, phase: { kind: 'loading' } });
    await last().answer(page(events(0, 20), 'b'));
    expect(feed.state).toMatchObject({ isOld: false, phase: { kind: 'ready' } });
  });

  it('stops and forgets on request', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    feed.stop();
    expect(last().signal.aborted).toBe(true);
    expect(feed.state.phase.kind).toBe('idle');
    await last().answer(page(events(0, 1), '-1'));
    expect(feed.state.shown).toBeUndefined();
    void feed.start('cpi');
    await last().answer(page(events(0, 1), 'a'));
    void feed.more();
    feed.stop();
    expect(feed.state).toMatchObject({ phase: { kind: 'ready' }, shown: { rows: [{ time: 0 }] } });
    feed.clear();
    expect(feed.state).toMatchObject({ query: undefined, phase: { kind: 'idle' }, isOld: false });
    expect(feed.state.shown).toBeUndefined();
    expect(feed.snapshot(1000)).toBeUndefined();
  });

  it('ends on every paginator, and calls complete only what the service called complete', async () => {
    const step = fc.record({
      items: fc.integer({ min: 0, max: 60 }),
      cursor: fc.oneof(fc.constantFrom('', '-1', 'a', 'b'), fc.string({ maxLength: 3 })),
      hasMore: fc.integer({ min: 0, max: 20 }).map((value) => value > 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), fc.boolean(), async (script, unique) => {
        let requests = 0;
        let saidComplete = false;
        const feed = new CalendarFeed<string>(
          async () => {
            const { items, cursor, hasMore } = script[requests % script.length] ?? { items: 0, cursor: '', hasMore: false };
            requests += 1;
            saidComplete = !hasMore;
            return page(events(requests * 100, items), unique ? `c${requests}` : cursor, hasMore);
          },
          { wallMs: () => 0 },
        );
        await feed.start('q');
        while (feed.state.shown?.end.kind === 'more') await feed.more();
        expect(requests).toBeLessThanOrEqual(walkLimits.pages);
        expect(feed.state.shown?.rows.length).toBeLessThan(walkLimits.rows + 60);
        expect(feed.state.shown?.end.kind === 'complete').toBe(saidComplete);
      }),
    );
  });
});
