import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, HttpError, TransportError } from '../../../../src/service/errors';
import { seen } from '../../../../src/service/lists/list';
import type { ListPage } from '../../../../src/service/schema/page';
import { PagedList } from '../../../../src/service/lists/pagedList';
import type { ListChange } from '../../../../src/service/lists/pagedList';
import { walkLimits } from '../../../../src/service/lists/walk';
import type { CalendarEvent } from '../../../../src/service/records';
import { badRecord, pageOf } from '../../../support/builders/lists';

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
const page = (items: readonly CalendarEvent[], nextKey: string, hasMore = nextKey !== '-1'): ListPage<CalendarEvent> =>
  pageOf(items, { hasMore, nextKey });
type Feed = PagedList<string, CalendarEvent>;
const rows = ({ state: { shown } }: Feed): readonly CalendarEvent[] => (shown === undefined ? [] : seen(shown.list).items);
/** `complete`, `more`, or why reading the list stopped. */
function ending({ state: { shown } }: Feed): string | undefined {
  if (shown === undefined || shown.list.verdict !== 'incomplete') return shown?.list.verdict;
  const [gap] = shown.list.gaps;
  expect(shown.hasMore).toBe(gap.kind === 'more');
  return gap.kind === 'brokenOff' ? gap.reason : gap.kind;
}

interface Call {
  readonly query: string;
  readonly cursor: string;
  readonly signal: AbortSignal;
  answer(value: ListPage<CalendarEvent>): Promise<void>;
  fail(error: Error): Promise<void>;
}

interface SetUp {
  readonly feed: Feed;
  readonly calls: Call[];
  readonly changes: ListChange[];
  last(): Call;
  become(who: string): void;
}

/** A list whose answers the test provides one by one. */
function setUp(): SetUp {
  const calls: Call[] = [];
  const changes: ListChange[] = [];
  let now = 1000;
  let who = 'ada';
  const answerLater = async (query: string, cursor: string, signal: AbortSignal): Promise<ListPage<CalendarEvent>> =>
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
    });
  const feed = new PagedList<string, CalendarEvent>({
    part: (query) => ({ name: '', route: '/list', ask: async (cursor, { signal }) => answerLater(query, cursor, signal) }),
    clock: { wallMs: () => (now += 1), monotonicMs: () => 0 },
    identity: () => who,
    changed: (change) => void changes.push(change),
  });
  const last = (): Call => {
    const call = calls.at(-1);
    if (call === undefined) throw new Error('nothing was asked');
    return call;
  };
  return { feed, calls, changes, last, become: (other) => (who = other) };
}
const offline = new TransportError('connect-failed', { sent: 'no' });

describe('PagedList', () => {
  it('requests each page once, in order, with the cursor of the page before', async () => {
    const { feed, calls, changes, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 20), 'a'));
    void feed.more();
    void feed.more();
    await last().answer(page(events(20, 5), '-1'));
    await feed.more();
    expect(calls.map((call) => call.cursor)).toEqual(['', 'a']);
    expect(rows(feed).map((row) => row.time)).toEqual(Array.from({ length: 25 }, (_, index) => index));
    expect(feed.state).toMatchObject({ phase: { kind: 'ready' }, isOld: false });
    expect(ending(feed)).toBe('complete');
    expect(changes).toEqual([{ kind: 'state' }, { kind: 'rows' }, { kind: 'state' }, { kind: 'appended', from: 20 }]);
  });

  it('stops at has_more only, not at a "-1" cursor or a short page', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 1), '-1', true));
    expect(ending(feed)).toBe('more');
    void feed.more();
    await last().answer(page(events(1, 1), 'x', false));
    expect(ending(feed)).toBe('complete');
    expect(calls.length).toBe(2);
  });

  it('cancels the previous search, keeps its rows as old, and drops its late answer', async () => {
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
    expect(rows(feed)[0]?.time).toBe(100);
    expect(calls.length).toBe(3);
  });

  it('drops a late failure of an earlier search too', async () => {
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
    expect(rows(feed).length).toBe(4);
  });

  it('starts again when the service rejects the cursor', async () => {
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
  ] as const)('stops at %s and says so', async (_, cursors, reason) => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    for (const [index, cursor] of cursors.entries()) {
      if (index > 0) void feed.more();
      await last().answer(page(events(index, 1), cursor, true));
    }
    expect(ending(feed)).toBe(reason);
    expect(rows(feed).length).toBe(cursors.length);
  });

  it('reads on over empty pages, but not over three in a row', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('cpi');
    await last().answer(page([], 'a'));
    await last().answer(page([], 'b'));
    await last().answer(page(events(0, 1), 'c'));
    expect(ending(feed)).toBe('more');
    void feed.more();
    for (const cursor of ['d', 'e', 'f']) await last().answer(page([], cursor));
    expect(ending(feed)).toBe('too-many-empty-pages');
    expect(calls.length).toBe(6);
  });

  it('continues after a restore, marked as old, and starts again on retry', async () => {
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
    expect(ending(feed)).toBe('cursor-repeated');
    expect(feed.state.isOld).toBe(true);
    void feed.retry();
    expect(last().cursor).toBe('');
    await last().answer(page(events(0, 1), '-1'));
    expect(feed.state.isOld).toBe(false);
  });

  it('starts from the first page again when the service rejects the cursor of kept rows', async () => {
    const { feed, calls, last } = setUp();
    feed.restore({ query: 'cpi', rows: events(0, 20), loadedAt: 1, end: { kind: 'more' }, unreadable: 0, cursor: 'a' });
    void feed.more();
    await last().fail(new ApiError({ envelope: 'quote', serverCode: -3, serverMessage: '', status: 200 }));
    expect(calls.map((call) => call.cursor)).toEqual(['a', '']);
    expect(feed.state).toMatchObject({ isOld: true, phase: { kind: 'loading' } });
    await last().answer(page(events(0, 20), 'b'));
    expect(feed.state).toMatchObject({ isOld: false, phase: { kind: 'ready' } });
  });

  it('stops the search and forgets its rows on request', async () => {
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
    expect(feed.state).toMatchObject({ phase: { kind: 'ready' } });
    expect(rows(feed)).toMatchObject([{ time: 0 }]);
    feed.clear();
    expect(feed.state).toMatchObject({ query: undefined, phase: { kind: 'idle' }, isOld: false });
    expect(feed.state.shown).toBeUndefined();
    expect(feed.snapshot(1000)).toBeUndefined();
  });

  it('is the list of its rows again when a new search is stopped, and reads on with their query and cursor', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    void feed.start('gdp');
    feed.stop();
    expect(feed.state).toMatchObject({ query: 'cpi', shown: { query: 'cpi' }, phase: { kind: 'ready' } });
    void feed.more();
    expect(last()).toMatchObject({ query: 'cpi', cursor: 'a' });
    await last().answer(page(events(3, 2), '-1'));
    expect(feed.state).toMatchObject({ query: 'cpi', shown: { query: 'cpi' } });
    expect(rows(feed).map(({ time }) => time)).toEqual([0, 1, 2, 3, 4]);
  });

  it('is the list of its rows again when the caller of a new search cancels', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    const controller = new AbortController();
    void feed.start('gdp', 1, controller.signal);
    controller.abort();
    await last().fail(new TransportError('aborted', { sent: 'maybe' }));
    expect(feed.state).toMatchObject({ query: 'cpi', shown: { query: 'cpi' }, phase: { kind: 'ready' } });
  });

  it('still wants a search that was interrupted, and starts it instead of reading on in the rows of another', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    void feed.start('gdp');
    feed.interrupt();
    expect(feed.state).toMatchObject({ query: 'gdp', isOld: true, shown: { query: 'cpi' }, phase: { kind: 'ready' } });
    void feed.more();
    expect(last()).toMatchObject({ query: 'gdp', cursor: '' });
    await last().answer(page(events(50, 1), '-1'));
    expect(rows(feed).map(({ time }) => time)).toEqual([50]);
  });

  it('keeps pages that came before a failure, and says that the list is incomplete', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('cpi', Number.POSITIVE_INFINITY);
    await last().answer(page(events(0, 2), 'a'));
    await last().fail(offline);
    expect(calls.map((call) => call.cursor)).toEqual(['', 'a']);
    expect(rows(feed)).toHaveLength(2);
    expect(feed.state.shown?.list).toMatchObject({ verdict: 'incomplete', gaps: [{ kind: 'failed', page: 2, error: offline }] });
  });

  it('says that the service does not offer the search, and tries again on request', async () => {
    const { feed, calls, last } = setUp();
    void feed.start('cpi');
    await last().fail(new HttpError({ status: 404, request: { method: 'GET', route: '/list' } }));
    expect(feed.state.shown?.list.verdict).toBe('notOffered');
    void feed.start('cpi');
    await last().answer(page(events(0, 1), '-1'));
    expect(ending(feed)).toBe('complete');
    expect(calls).toHaveLength(2);
  });

  it.each([500, 429, 403, 410])('does not treat status %d as a list that is not offered', async (status) => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().fail(new HttpError({ status, request: { method: 'GET', route: '/list' } }));
    expect(feed.state).toMatchObject({ phase: { kind: 'failed' }, shown: undefined });
  });

  it('counts records that could not be read, even across a reload', async () => {
    const { feed, last } = setUp();
    void feed.start('cpi');
    await last().answer(pageOf(events(0, 2), { hasMore: true, nextKey: 'a', unreadable: [badRecord()] }));
    const kept = feed.snapshot(10);
    void feed.more();
    await last().answer(pageOf(events(2, 1), { unreadable: [badRecord(), badRecord()] }));
    expect(feed.state.shown?.list).toMatchObject({ verdict: 'incomplete', gaps: [{ kind: 'unreadable', count: 3, of: 6 }] });
    if (kept === undefined) throw new Error('nothing kept');
    const again = setUp();
    again.feed.restore(kept);
    void again.feed.more();
    await again.last().answer(pageOf(events(2, 1)));
    expect(again.feed.state.shown?.list).toMatchObject({ gaps: [{ kind: 'unreadable', count: 1, of: 4 }] });
  });

  it('drops an answer to the previous user, and forgets that user’s rows with the next request', async () => {
    const { feed, last, become } = setUp();
    void feed.start('cpi');
    await last().answer(page(events(0, 3), 'a'));
    void feed.more();
    become('lin');
    await last().answer(page(events(3, 3), '-1'));
    expect(rows(feed)).toHaveLength(3);
    void feed.start('cpi');
    expect(feed.state.shown).toBeUndefined();
  });

  it('becomes idle when its caller cancels', async () => {
    const { feed, last } = setUp();
    const controller = new AbortController();
    void feed.start('cpi', 1, controller.signal);
    controller.abort();
    await last().fail(new TransportError('aborted', { sent: 'maybe' }));
    expect(feed.state.phase.kind).toBe('idle');
  });

  it('ends whatever the pages are, and reports as complete only what the service reported as complete', async () => {
    const step = fc.record({
      items: fc.integer({ min: 0, max: 60 }),
      cursor: fc.oneof(fc.constantFrom('', '-1', 'a', 'b'), fc.string({ maxLength: 3 })),
      hasMore: fc.integer({ min: 0, max: 20 }).map((value) => value > 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), fc.boolean(), async (script, unique) => {
        let requests = 0;
        let saidComplete = false;
        const answer = async (): Promise<ListPage<CalendarEvent>> => {
          const { items, cursor, hasMore } = script[requests % script.length] ?? { items: 0, cursor: '', hasMore: false };
          requests += 1;
          saidComplete = !hasMore;
          return page(events(requests * 100, items), unique ? `c${requests}` : cursor, hasMore);
        };
        const feed: Feed = new PagedList<string, CalendarEvent>({
          part: () => ({ name: '', route: '/list', ask: answer }),
          clock: { wallMs: () => 0, monotonicMs: () => 0 },
          changed: () => undefined,
        });
        await feed.start('q');
        while (ending(feed) === 'more') await feed.more();
        expect(requests).toBeLessThanOrEqual(walkLimits.pages);
        expect(rows(feed).length).toBeLessThan(walkLimits.items + 60);
        expect(ending(feed) === 'complete').toBe(saidComplete);
      }),
    );
  });
});
