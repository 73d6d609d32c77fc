import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIn, listOf } from '../../../../src/service/lists/list';
import { joinParts, readPart } from '../../../../src/service/lists/readList';
import type { ListPart } from '../../../../src/service/lists/readList';
import type { ListPage } from '../../../../src/service/schema/page';
import { PagedList } from '../../../../src/service/lists/pagedList';
import { constituentsPart, hotPart, searchPart } from '../../../../src/service/endpoints/sources';
import { opened, pageOf } from '../../../support/builders/lists';

const { signal } = new AbortController();
const pageSize = 2;

interface MovingService extends ListPart<string> {
  readonly asked: () => number;
}

/** A list in pages of two; each request gets the next of its states, and finally the last one every time. */
function moving(states: readonly (readonly string[])[], says: { readonly total: boolean } = { total: false }): MovingService {
  let requests = 0;
  const ask = async (cursor: string): Promise<ListPage<string>> => {
    const rows = states[Math.min(requests, states.length - 1)] ?? [];
    requests += 1;
    const from = Number(cursor === '' ? '0' : cursor);
    const isLast = from + pageSize >= rows.length;
    return Promise.resolve(
      pageOf(rows.slice(from, from + pageSize), {
        hasMore: !isLast,
        nextKey: isLast ? '' : String(from + pageSize),
        total: says.total ? rows.length : undefined,
      }),
    );
  };
  return { name: '', route: '/things', ask, idOf: (id) => id, asked: () => requests };
}

const read = async (part: ListPart<string>) => joinParts([{ name: '', ...(await readPart(part, { signal })) }]);

describe('a list whose rows move while its pages are read', () => {
  it('is read once more when a row comes twice, and is complete then', async () => {
    const service = moving([
      ['a', 'b', 'c', 'd'],
      ['c', 'a', 'b', 'd'],
    ]);
    expect(await read(service)).toMatchObject({ verdict: 'complete', items: ['c', 'a', 'b', 'd'] });
    expect(service.asked()).toBe(4);
  });

  it('is incomplete when its rows move again, so that no row is reported as absent', async () => {
    const [one, other] = [
      ['a', 'b', 'c', 'd'],
      ['c', 'a', 'b', 'd'],
    ] as const;
    const service = moving([one, other, one, other]);
    const list = await read(service);
    expect(list).toMatchObject({ verdict: 'incomplete', gaps: [{ kind: 'brokenOff', reason: 'pages-moved' }] });
    expect(findIn(list, (id) => id === 'c')).toBe('notKnown');
    expect(service.asked()).toBe(4);
  });

  it('is incomplete when it is read page by page on a screen', async () => {
    const part = moving([
      ['a', 'b', 'c', 'd'],
      ['x', 'a', 'b', 'c', 'd'],
    ]);
    const list = new PagedList<string, string>({
      part: () => part,
      clock: { wallMs: () => 0, monotonicMs: () => 0 },
      changed: () => undefined,
    });
    await list.start('q', Infinity);
    expect(list.state.shown?.list).toMatchObject({ verdict: 'incomplete', gaps: [{ kind: 'brokenOff', reason: 'pages-moved' }] });
  });

  it('is recognized wherever the specification has pages', () => {
    const source = async (): Promise<never> => Promise.reject(new Error('none'));
    const parts = [
      searchPart(source, { keyword: 'x', searchType: 1, limit: 30 }),
      hotPart(source, { date: '20261201', timeZone: 'UTC', limit: 20 }),
      constituentsPart(source, { plateId: 'HK.1', limit: () => 50 }),
    ];
    for (const { idOf } of parts) expect(idOf).toBeDefined();
  });

  it('is read once more when the number of its rows changes', async () => {
    const states = [
      ['a', 'b', 'c', 'd'],
      ['b', 'c', 'd'],
    ];
    expect(await read(moving(states, { total: true }))).toMatchObject({ verdict: 'complete', items: ['b', 'c', 'd'] });
  });

  it('is complete when only its first page says how many rows there are', async () => {
    const { ask, ...rest } = moving([['a', 'b', 'c', 'd']]);
    const once: ListPart<string> = {
      ...rest,
      ask: async (cursor, options) => {
        const page = opened(await ask(cursor, options));
        return pageOf(page.items, { ...page, total: cursor === '' ? 4 : undefined });
      },
    };
    expect(await read(once)).toEqual(listOf(['a', 'b', 'c', 'd'], [], 4));
    expect(rest.asked()).toBe(2);
  });

  it('is read once when its rows cannot be distinguished, whatever their number', async () => {
    const service = moving(
      [
        ['a', 'b', 'c', 'd'],
        ['b', 'c', 'd'],
      ],
      { total: true },
    );
    const { name, route, ask } = service;
    expect(await read({ name, route, ask })).toEqual(listOf(['a', 'b', 'd'], [], 3));
    expect(service.asked()).toBe(2);
  });

  it('is not read again from the first row when no more rows were wanted', async () => {
    const service = moving([
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['c', 'a', 'b', 'd', 'e', 'f'],
    ]);
    const { items, gaps } = await readPart(service, { signal, wanted: 3 });
    expect(items).toEqual(['a', 'b', 'd']);
    expect(gaps).toEqual([
      { kind: 'brokenOff', part: '', page: 2, reason: 'pages-moved' },
      { kind: 'more', part: '' },
    ]);
    expect(service.asked()).toBe(2);
  });

  it('is read once when nothing moves, with no row twice', async () => {
    const service = moving([['a', 'b', 'c', 'd', 'e']]);
    expect(await read(service)).toMatchObject({ verdict: 'complete', items: ['a', 'b', 'c', 'd', 'e'] });
    expect(service.asked()).toBe(3);
  });

  it('keeps what was read when the second reading fails', async () => {
    const service = moving([
      ['a', 'b', 'c', 'd'],
      ['c', 'a', 'b', 'd'],
    ]);
    const failing: ListPart<string> = {
      ...service,
      ask: async (cursor, options) => {
        if (service.asked() === 2) throw new Error('no connection');
        return service.ask(cursor, options);
      },
    };
    const list = await read(failing);
    expect(list).toMatchObject({ verdict: 'incomplete', found: ['a', 'b', 'd'] });
  });

  it('is reported as complete only if it has every row that was there all the time', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => `row-${String(index)}`);
    const states = fc.array(fc.shuffledSubarray(rows, { minLength: rows.length }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(states, async (order) => {
        const list = await read(moving(order));
        if (list.verdict === 'complete') expect([...list.items].sort()).toEqual([...rows].sort());
        else expect(list.verdict).toBe('incomplete');
      }),
    );
  });
});
