import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpError, PaginationError, TransportError } from '../../../../src/service/errors';
import { collectItems, iterateItems, iteratePages } from '../../../../src/service/lists/pagination';
import type { PageFetcher } from '../../../../src/service/lists/pagination';
import type { Page } from '../../../../src/service/records';

const page = (items: readonly number[], nextKey: string, hasMore = true): Page<number> => ({ items, nextKey, hasMore });

/** Serves `pages` in order and keeps the cursors that were asked for. */
function script(pages: readonly Page<number>[]): { readonly fetch: PageFetcher<number>; readonly asked: string[] } {
  const asked: string[] = [];
  const fetch: PageFetcher<number> = async (cursor) => {
    asked.push(cursor);
    const next = pages[asked.length - 1];
    if (next === undefined) throw new Error('asked for too many pages');
    return next;
  };
  return { fetch, asked };
}

/** A service whose list never ends. */
const endless = (items: readonly number[]): PageFetcher<number> => {
  let served = 0;
  return async () => page(items, `c${(served += 1)}`);
};

async function read(fetch: PageFetcher<number>, options?: Parameters<typeof collectItems>[1]): Promise<{ items: number; stopped: string }> {
  const result = await collectItems(fetch, options);
  return { items: result.items.length, stopped: result.complete ? 'complete' : result.error.code };
}

describe('a walk', () => {
  it('echoes each cursor and ends only when there is no more', async () => {
    const { fetch, asked } = script([page([1, 2], 'a b'), page([], '-1'), page([3], '-1 '), page([4], 'unused', false)]);
    const items: number[] = [];
    for await (const item of iterateItems(fetch)) items.push(item);
    expect(items).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual(['', 'a b', '-1', '-1 ']);
  });

  it('asks for a page only when it is wanted', async () => {
    const { fetch, asked } = script([page([1], 'a'), page([2], 'b')]);
    const walk = iteratePages(fetch);
    expect(asked).toEqual([]);
    await walk.next();
    expect(asked).toEqual(['']);
    await walk.return();
    expect(asked).toEqual(['']);
  });

  it('may be empty', async () => {
    expect(await collectItems(script([page([], '-1', false)]).fetch)).toEqual({ complete: true, items: [] });
  });
});

describe('a walk is broken off as incomplete', () => {
  it('on the first cursor again', async () => {
    const { fetch, asked } = script([page([1], '')]);
    expect(await read(fetch)).toEqual({ items: 1, stopped: 'cursor-repeated' });
    expect(asked).toHaveLength(1);
  });

  it('on any cursor again', async () => {
    const { fetch, asked } = script([page([1], 'a'), page([2], 'b'), page([3], 'a')]);
    expect(await read(fetch)).toEqual({ items: 3, stopped: 'cursor-repeated' });
    expect(asked).toHaveLength(3);
  });

  it('on three empty pages in a row, not on two', async () => {
    const spread = [page([], 'a'), page([], 'b'), page([1], 'c'), page([], 'd'), page([], 'e'), page([2], 'f', false)];
    expect(await read(script(spread).fetch)).toEqual({ items: 2, stopped: 'complete' });
    const { fetch, asked } = script([page([1], 'a'), page([], 'b'), page([], 'c'), page([], 'd')]);
    expect(await read(fetch)).toEqual({ items: 1, stopped: 'too-many-empty-pages' });
    expect(asked).toHaveLength(4);
  });

  it('after 200 pages', async () => {
    expect(await read(endless([1]))).toEqual({ items: 200, stopped: 'too-many-pages' });
  });

  it('after 10,000 rows, exactly, even where a page holds more', async () => {
    expect(await read(endless(Array.from({ length: 100 }, () => 0)))).toEqual({ items: 10_000, stopped: 'too-many-items' });
    const huge = Array.from({ length: 10_001 }, () => 0);
    expect(await read(script([page(huge, '-1', false)]).fetch)).toEqual({ items: 10_000, stopped: 'too-many-items' });
    expect(await read(script([page(huge.slice(1), '-1', false)]).fetch)).toEqual({ items: 10_000, stopped: 'complete' });
  });

  it('after the last row that fits, without asking for more; a page that overflows is cut', async () => {
    const full = script([page([1, 2, 3, 4, 5], 'a'), page([6, 7, 8, 9, 10], 'b'), page([11], 'c')]);
    expect(await read(full.fetch, { limits: { items: 10 } })).toEqual({ items: 10, stopped: 'too-many-items' });
    expect(full.asked).toHaveLength(2);
    const over = script([page([1, 2, 3, 4, 5, 6], 'a'), page([7, 8, 9, 10, 11, 12], 'b', false)]);
    expect(await read(over.fetch, { limits: { items: 10 } })).toEqual({ items: 10, stopped: 'too-many-items' });
  });

  it('by the clock of the machine where none is given', async () => {
    const slow: PageFetcher<number> = async (cursor) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page([1], `${cursor}x`);
    };
    expect(await read(slow, { limits: { waitingMs: 1, pages: 5 } })).toEqual({ items: 1, stopped: 'too-slow' });
  });

  it('after 60 s of waiting; the time of the reader does not count', async () => {
    let now = 0;
    const slow: PageFetcher<number> = async (cursor) => {
      now += 20_000;
      return page([1], `${cursor}x`);
    };
    expect(await read(slow, { monotonicMs: () => now })).toEqual({ items: 3, stopped: 'too-slow' });
    const quick = script([page([1], 'a'), page([2], 'b', false)]);
    const items: number[] = [];
    for await (const item of iterateItems(quick.fetch, { monotonicMs: () => now })) {
      items.push(item);
      now += 600_000;
    }
    expect(items).toEqual([1, 2]);
  });

  it('and says so to who reads page by page, after the last good page', async () => {
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { items } of iteratePages(script([page([1], 'a'), page([2], 'a')]).fetch)) seen.push(...items);
    })();
    await expect(reading).rejects.toBeInstanceOf(PaginationError);
    expect(seen).toEqual([1, 2]);
  });
});

describe('a page that cannot be read', () => {
  const failing =
    (error: Error): PageFetcher<number> =>
    async (cursor) => {
      if (cursor === '') return page([1], 'a');
      throw error;
    };

  it('leaves what was read, marked as incomplete', async () => {
    const error = new HttpError({ status: 500 });
    expect(await collectItems(failing(error))).toEqual({ complete: false, items: [1], error });
  });

  it('is an error when it is the first', async () => {
    const error = new HttpError({ status: 500 });
    await expect(collectItems(async () => Promise.reject(error))).rejects.toBe(error);
  });

  it('is an error when the reading was cancelled or the program is wrong', async () => {
    const aborted = new TransportError('aborted', { sent: 'maybe' });
    await expect(collectItems(failing(aborted))).rejects.toBe(aborted);
    await expect(collectItems(failing(new TypeError('bug')))).rejects.toBeInstanceOf(TypeError);
  });
});

it('always ends, and never shows a part as the whole', async () => {
  const pages = fc.array(
    fc.record({
      items: fc.array(fc.integer(), { maxLength: 4 }),
      nextKey: fc.constantFrom('', '-1', 'a', 'b', 'c', 'd'),
      hasMore: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(pages, async (served) => {
      let asked = 0;
      const result = await collectItems(async () => served[asked++ % served.length] ?? page([], '', false));
      const last = served[(asked - 1) % served.length];
      expect(result.complete).toBe(last?.hasMore === false);
    }),
  );
});
