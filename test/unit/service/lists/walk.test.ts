import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpError } from '../../../../src/service/errors';
import type { ListPage } from '../../../../src/service/schema/page';
import { Walk, walkLimits, walkOn } from '../../../../src/service/lists/walk';
import type { FetchPage, WalkLimits } from '../../../../src/service/lists/walk';
import { badRecord, pageOf } from '../../../support/builders/lists';
import { orderRecord } from '../../../support/orders/orderFakes';

const signal = new AbortController().signal;
const page = (items: readonly number[], nextKey: string, hasMore = true): ListPage<number> => pageOf(items, { nextKey, hasMore });

/** Returns `pages` in order and keeps the requested cursors. */
function script(pages: readonly ListPage<number>[]): { readonly fetch: FetchPage<number>; readonly asked: string[] } {
  const asked: string[] = [];
  const fetch: FetchPage<number> = async (cursor) => {
    asked.push(cursor);
    const next = pages[asked.length - 1];
    if (next === undefined) throw new Error('asked for too many pages');
    return next;
  };
  return { fetch, asked };
}

/** A service whose list never ends. */
const endless = (items: readonly number[]): FetchPage<number> => {
  let served = 0;
  return async () => page(items, `c${(served += 1)}`);
};

interface ReadOptions {
  readonly limits?: Partial<WalkLimits>;
  readonly monotonicMs?: () => number;
  readonly wanted?: number;
}

async function read(fetch: FetchPage<number>, { limits, ...rest }: ReadOptions = {}): Promise<{ items: number; stopped: string }> {
  const walk = new Walk<number>(limits);
  await walkOn(walk, fetch, { signal, ...rest });
  const { end } = walk;
  return { items: walk.items.length, stopped: end.kind === 'brokenOff' ? end.reason : end.kind };
}

describe('a walk over the pages of a list', () => {
  it('does not treat a page as empty if it has an unreadable record', async () => {
    const mixed = (items: readonly number[]) => {
      let served = 0;
      return async () => pageOf(items, { unreadable: [badRecord()], nextKey: `c${(served += 1)}`, hasMore: served < 9 });
    };
    expect(await read(mixed([1]))).toEqual({ items: 9, stopped: 'complete' });
    expect(await read(mixed([]))).toEqual({ items: 0, stopped: 'complete' });
  });

  it('returns each cursor unchanged and ends only when there is no more', async () => {
    const { fetch, asked } = script([page([1, 2], 'a b'), page([], '-1'), page([3], '-1 '), page([4], 'unused', false)]);
    const walk = new Walk<number>();
    await walkOn(walk, fetch, { signal });
    expect(walk.items).toEqual([1, 2, 3, 4]);
    expect(walk.end).toEqual({ kind: 'complete' });
    expect(walk.gaps('HK')).toEqual([]);
    expect(asked).toEqual(['', 'a b', '-1', '-1 ']);
  });

  it('asks its reader before each page except the first whether there are enough rows', async () => {
    const pages = [page([1], 'a'), page([2], 'b'), page([3], 'c', false)];
    const readWith = async (isEnough: () => boolean) => {
      const { fetch, asked } = script(pages);
      const walk = new Walk<number>();
      await walkOn(walk, fetch, { signal, isEnough });
      return { asked, items: walk.items, end: walk.end };
    };
    expect(await readWith(() => true)).toEqual({ asked: [''], items: [1], end: { kind: 'more' } });
    expect(await readWith(() => false)).toEqual({ asked: ['', 'a', 'b'], items: [1, 2, 3], end: { kind: 'complete' } });
    const answers = [false, true];
    expect(await readWith(() => answers.shift() ?? true)).toMatchObject({ asked: ['', 'a'], items: [1, 2] });
  });

  it('requests no more pages than are wanted, even when some are empty', async () => {
    const { fetch, asked } = script([page([], 'a'), page([1], 'b'), page([2], 'c', false)]);
    const walk = new Walk<number>();
    expect(asked).toEqual([]);
    await walkOn(walk, fetch, { signal, wanted: 1 });
    expect([asked, walk.end, walk.gaps('HK')]).toEqual([['', 'a'], { kind: 'more' }, [{ kind: 'more', part: 'HK' }]]);
    await walkOn(walk, fetch, { signal });
    expect([asked, walk.end]).toEqual([['', 'a', 'b'], { kind: 'complete' }]);
    await walkOn(walk, fetch, { signal });
    expect(asked).toHaveLength(3);
  });

  it('may find no rows, even when the answer does not say whether more pages follow', async () => {
    expect(await read(script([page([], '-1', false)]).fetch)).toEqual({ items: 0, stopped: 'complete' });
    expect(await read(async () => pageOf<number>([], { hasMore: undefined }))).toEqual({ items: 0, stopped: 'complete' });
  });

  it('names the contradicted orders of all pages apart from other unreadable records', () => {
    const [one, two] = [orderRecord({ orderId: 'OK-1' }), orderRecord({ orderId: 'OK-2' })];
    const walk = new Walk<number>();
    walk.accept(pageOf([1], { hasMore: true, nextKey: 'a', unreadable: [{ ...badRecord(), contradicted: one }] }));
    expect(walk.gaps('HK')).toEqual([
      { kind: 'contradicted', part: 'HK', orders: [one] },
      { kind: 'more', part: 'HK' },
    ]);
    walk.accept(pageOf<number>([], { unreadable: [badRecord(), { ...badRecord(), contradicted: two }] }));
    expect(walk.gaps('HK')).toEqual([
      { kind: 'unreadable', part: 'HK', count: 1, of: 2 },
      { kind: 'contradicted', part: 'HK', orders: [one, two] },
    ]);
    expect(walk.mark).toEqual({ items: 1, unreadable: 3, cursor: '' });
  });

  it('counts the unreadable records of all pages', async () => {
    const walk = new Walk<number>();
    walk.accept(pageOf([1], { hasMore: true, nextKey: 'a', unreadable: [badRecord()] }));
    walk.accept(pageOf([2, 3], { unreadable: [badRecord(), badRecord()], total: 6 }));
    expect(walk.gaps('HK')).toEqual([{ kind: 'unreadable', part: 'HK', count: 3, of: 6 }]);
    expect([walk.total, walk.mark]).toEqual([6, { items: 3, unreadable: 3, cursor: '' }]);
  });

  it('keeps the total of a page when a later page has none', () => {
    const walk = new Walk<number>();
    walk.accept(pageOf([1], { hasMore: true, nextKey: 'a', total: 9 }));
    walk.accept(pageOf([2]));
    expect(walk.total).toBe(9);
  });

  it('continues from where it was before a reload', async () => {
    const { fetch, asked } = script([page([3], 'c', false)]);
    const walk = Walk.resumed([1, 2], { cursor: 'b', end: { kind: 'more' }, unreadable: 0 });
    expect(walk.mark).toEqual({ items: 2, unreadable: 0, cursor: 'b' });
    await walkOn(walk, fetch, { signal });
    expect([asked, walk.items, walk.end]).toEqual([['b'], [1, 2, 3], { kind: 'complete' }]);
    const back = Walk.resumed([1], { cursor: 'b', end: { kind: 'more' }, unreadable: 0 });
    back.accept(page([2], ''));
    expect(back.end).toEqual({ kind: 'brokenOff', reason: 'cursor-repeated' });
    expect(Walk.resumed([1], { cursor: '', end: { kind: 'complete' }, unreadable: 2 }).gaps('')).toEqual([
      { kind: 'unreadable', part: '', count: 2, of: 3 },
    ]);
  });

  it('ignores pages that arrive after it was cancelled', async () => {
    const controller = new AbortController();
    const walk = new Walk<number>();
    const reading = walkOn(
      walk,
      async () => {
        controller.abort();
        return page([1], '', false);
      },
      { signal: controller.signal },
    );
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(walk.items).toEqual([]);
  });

  it('keeps the pages before one that cannot be read', async () => {
    const walk = new Walk<number>();
    const error = new HttpError({ status: 500 });
    const fetch: FetchPage<number> = async (cursor) => (cursor === '' ? page([1], 'a') : Promise.reject(error));
    await expect(walkOn(walk, fetch, { signal })).rejects.toBe(error);
    expect([walk.items, walk.nextPage]).toEqual([[1], 2]);
  });
});

describe('a walk over pages stops as incomplete', () => {
  it('when the first cursor comes again', async () => {
    const { fetch, asked } = script([page([1], '')]);
    expect(await read(fetch)).toEqual({ items: 1, stopped: 'cursor-repeated' });
    expect(asked).toHaveLength(1);
  });

  it('when any cursor comes again', async () => {
    const { fetch, asked } = script([page([1], 'a'), page([2], 'b'), page([3], 'a')]);
    expect(await read(fetch)).toEqual({ items: 3, stopped: 'cursor-repeated' });
    expect(asked).toHaveLength(3);
  });

  it('after three empty pages in a row, not after two', async () => {
    const spread = [page([], 'a'), page([], 'b'), page([1], 'c'), page([], 'd'), page([], 'e'), page([2], 'f', false)];
    expect(await read(script(spread).fetch)).toEqual({ items: 2, stopped: 'complete' });
    const { fetch, asked } = script([page([1], 'a'), page([], 'b'), page([], 'c'), page([], 'd')]);
    expect(await read(fetch)).toEqual({ items: 1, stopped: 'too-many-empty-pages' });
    expect(asked).toHaveLength(4);
  });

  it('but not after pages of unreadable records, which are not empty', async () => {
    const bad = (nextKey: string, hasMore = true): ListPage<number> => pageOf<number>([], { nextKey, hasMore, unreadable: [badRecord()] });
    expect(await read(script([bad('a'), bad('b'), bad('c'), bad('d', false)]).fetch)).toEqual({ items: 0, stopped: 'complete' });
  });

  it('when an answer does not say that it is the last, unless the list is empty', async () => {
    expect(await read(async () => pageOf([1], { hasMore: undefined }))).toEqual({ items: 1, stopped: 'end-missing' });
    const { fetch } = script([page([1], 'a'), pageOf<number>([], { hasMore: undefined })]);
    expect(await read(fetch)).toEqual({ items: 1, stopped: 'end-missing' });
    const bad = pageOf<number>([], { hasMore: undefined, unreadable: [badRecord()] });
    expect(await read(async () => bad)).toEqual({ items: 0, stopped: 'end-missing' });
  });

  it('after 200 pages', async () => {
    expect(await read(endless([1]))).toEqual({ items: 200, stopped: 'too-many-pages' });
  });

  it('after 10,000 rows, unless the service says that this is all', async () => {
    expect(await read(endless(Array.from({ length: 100 }, () => 0)))).toEqual({ items: 10_000, stopped: 'too-many-items' });
    const huge = Array.from({ length: 10_001 }, () => 0);
    expect(await read(script([page(huge, '-1', false)]).fetch)).toEqual({ items: 10_001, stopped: 'complete' });
    const full = script([page([1, 2, 3, 4, 5], 'a'), page([6, 7, 8, 9, 10], 'b'), page([11], 'c')]);
    expect(await read(full.fetch, { limits: { items: 10 } })).toEqual({ items: 10, stopped: 'too-many-items' });
    expect(full.asked).toHaveLength(2);
    const nearly = script([page([1, 2, 3, 4], 'a'), page([5, 6, 7, 8, 9], 'b'), page([10], 'c', false)]);
    expect(await read(nearly.fetch, { limits: { items: 10 } })).toEqual({ items: 10, stopped: 'complete' });
  });

  it('by the clock of the machine when no other clock is given', async () => {
    const slow: FetchPage<number> = async (cursor) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page([1], `${cursor}x`);
    };
    expect(await read(slow, { limits: { waitingMs: 1, pages: 5 } })).toEqual({ items: 1, stopped: 'too-slow' });
  });

  it('after 60 s of waiting for pages, not counting the time of the reader', async () => {
    let now = 0;
    const slow: FetchPage<number> = async (cursor) => {
      now += 20_000;
      return page([1], `${cursor}x`);
    };
    const monotonicMs = (): number => now;
    expect(await read(slow, { monotonicMs })).toEqual({ items: 3, stopped: 'too-slow' });
    const walk = new Walk<number>();
    const quick = script([page([1], 'a'), page([2], 'b', false)]);
    await walkOn(walk, quick.fetch, { signal, monotonicMs, wanted: 1 });
    now += 600_000;
    await walkOn(walk, quick.fetch, { signal, monotonicMs });
    expect(walk.end).toEqual({ kind: 'complete' });
  });

  it('with the page and the reason in its gaps', () => {
    const walk = new Walk<number>();
    walk.accept(page([1], 'a'));
    walk.accept(pageOf([2], { hasMore: true, nextKey: 'a', unreadable: [badRecord()] }));
    expect(walk.gaps('HK')).toEqual([
      { kind: 'unreadable', part: 'HK', count: 1, of: 3 },
      { kind: 'brokenOff', part: 'HK', page: 2, reason: 'cursor-repeated' },
    ]);
  });

  it('at the published limits', () => {
    expect(walkLimits).toEqual({ emptyPages: 3, pages: 200, items: 10_000, waitingMs: 60_000 });
  });
});

it('a walk always ends, and never shows a part as the whole', async () => {
  const pages = fc.array(
    fc.record({
      items: fc.array(fc.integer(), { maxLength: 4 }),
      nextKey: fc.constantFrom('', '-1', 'a', 'b', 'c', 'd'),
      hasMore: fc.option(fc.boolean(), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(pages, async (served) => {
      let asked = 0;
      const { stopped } = await read(async () => {
        const next = served[asked++ % served.length] ?? { items: [], nextKey: '', hasMore: false };
        return pageOf(next.items, { nextKey: next.nextKey, hasMore: next.hasMore });
      });
      const last = served[(asked - 1) % served.length];
      const isAll = last?.hasMore === false || (last?.hasMore === undefined && asked === 1 && last?.items.length === 0);
      expect(stopped === 'complete').toBe(isAll);
    }),
  );
});
