import { describe, expect, it } from 'vitest';
import { ApiError, AuthError, DecodeError, HttpError, TransportError } from '../../../../src/service/errors';
import { findIn, firstFailure, listOf, mapList, notOffered, seen } from '../../../../src/service/lists/list';
import type { Gap, List } from '../../../../src/service/lists/list';
import { joinParts, mapPart, readList, readPart } from '../../../../src/service/lists/readList';
import type { ListPart } from '../../../../src/service/lists/readList';
import type { FetchPage } from '../../../../src/service/lists/walk';
import { isNotOffered } from '../../../../src/service/notOffered';
import { onlyPage, unreadableIn } from '../../../../src/service/schema/page';
import { badRecord, failedGap, opened, pageOf } from '../../../support/builders/lists';

const route = '/api/v1.0/things';
const request = { method: 'GET', route };
const { signal } = new AbortController();
const partOf = (ask: FetchPage<number>, name = ''): ListPart<number> => ({ name, route, ask });
const http = (status: number): HttpError => new HttpError({ status, request });
const more: Gap = { kind: 'more', part: '' };

describe('a list', () => {
  it('is complete without gaps and incomplete with gaps', () => {
    expect(listOf([1], [], 3)).toEqual({ verdict: 'complete', items: [1], total: 3 });
    expect(listOf([1], [more])).toEqual({ verdict: 'incomplete', found: [1], gaps: [more], total: undefined });
  });

  it('returns its items only after its verdict was checked', () => {
    const list: List<number> = listOf([1]);
    // @ts-expect-error what is not known to be complete has no items
    const items = (): unknown => list.items;
    // @ts-expect-error nor anything else to be taken for the whole
    const found = (): unknown => list.found;
    // @ts-expect-error a page is no list
    const page = (): unknown => pageOf([1]).items;
    expect([items(), found(), page()]).toEqual([[1], undefined, undefined]);
    expect(seen(list)).toEqual({ items: [1], gaps: [], isOffered: true });
    expect(seen(listOf([1], [more]))).toEqual({ items: [1], gaps: [more], isOffered: true });
    expect(seen(notOffered)).toEqual({ items: [], gaps: [], isOffered: false });
  });

  it('keeps its verdict when its items change', () => {
    const double = (items: readonly number[]): readonly number[] => items.map((item) => item * 2);
    expect(mapList(listOf([1], [], 3), double)).toEqual({ verdict: 'complete', items: [2], total: 3 });
    expect(mapList(listOf([1], [more], 3), double)).toEqual({ verdict: 'incomplete', found: [2], gaps: [more], total: 3 });
    expect(mapList(notOffered, double)).toEqual(notOffered);
  });

  it('reports an item as absent only if everything was read', () => {
    const one = (item: number): boolean => item === 1;
    expect([findIn(listOf([1]), one), findIn(listOf([1], [more]), one)]).toEqual([{ item: 1 }, { item: 1 }]);
    expect([findIn(listOf([2]), one), findIn(listOf([2], [more]), one), findIn(notOffered, one)]).toEqual([
      'absent',
      'notKnown',
      'notOffered',
    ]);
  });

  it('returns the first failure among its gaps', () => {
    const error = http(500);
    expect(firstFailure(listOf([], [more, failedGap(error), failedGap(http(429))]))?.error).toBe(error);
    expect([firstFailure(listOf([], [more])), firstFailure(listOf([])), firstFailure(notOffered), firstFailure(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('reading a part', () => {
  it('keeps what came before a failure, and names the page', async () => {
    const error = http(500);
    const part = partOf(
      async (cursor) =>
        cursor === '' ? pageOf([1], { hasMore: true, nextKey: 'a', unreadable: [badRecord()], total: 9 }) : Promise.reject(error),
      'HK',
    );
    expect(await readPart(part, { signal })).toEqual({
      items: [1],
      gaps: [
        { kind: 'unreadable', part: 'HK', count: 1, of: 2 },
        { kind: 'failed', part: 'HK', page: 2, error, keptFromMs: undefined },
      ],
      total: 9,
      isOffered: true,
    });
  });

  it('is not offered only when its own first page is not', async () => {
    expect(
      await readPart(
        partOf(async () => Promise.reject(http(404))),
        { signal },
      ),
    ).toEqual({ items: [], gaps: [], total: undefined, isOffered: false });
    const later = partOf(async (cursor) => (cursor === '' ? pageOf([1], { hasMore: true, nextKey: 'a' }) : Promise.reject(http(404))));
    expect(await readPart(later, { signal })).toMatchObject({ isOffered: true, gaps: [{ kind: 'failed', page: 2 }] });
    const elsewhere = new HttpError({ status: 404, request: { method: 'POST', route: '/oauth2/token' } });
    expect(
      await readPart(
        partOf(async () => Promise.reject(elsewhere)),
        { signal },
      ),
    ).toMatchObject({ isOffered: true, gaps: [{ kind: 'failed', page: 1 }] });
  });

  it('ends with an error only when the caller cancels it', async () => {
    const aborted = new TransportError('aborted', { sent: 'maybe' });
    await expect(
      readPart(
        partOf(async () => Promise.reject(aborted)),
        { signal },
      ),
    ).rejects.toBe(aborted);
    const bug = new TypeError('bug');
    expect(
      await readPart(
        partOf(async () => Promise.reject(bug)),
        { signal },
      ),
    ).toMatchObject({ gaps: [{ error: bug }] });
    await expect(
      readPart(
        partOf(async () => Promise.reject(bug)),
        { signal: AbortSignal.abort() },
      ),
    ).rejects.toBe(bug);
  });

  it('reads no more rows than are wanted, and changes items without losing the rest of a page', async () => {
    const page = pageOf([1], { hasMore: true, nextKey: 'a', unreadable: [badRecord()], total: 7 });
    const part = mapPart(
      partOf(async () => page, 'HK'),
      (item) => `n${item}`,
    );
    expect(await readPart(part, { signal, wanted: 1 })).toEqual({
      items: ['n1'],
      gaps: [
        { kind: 'unreadable', part: 'HK', count: 1, of: 2 },
        { kind: 'more', part: 'HK' },
      ],
      total: 7,
      isOffered: true,
    });
    let now = 0;
    const slow = await readPart(
      partOf(async (cursor) => ((now += 30_000), pageOf([1], { hasMore: true, nextKey: `${cursor}x` }))),
      { signal, monotonicMs: () => now },
    );
    expect(slow).toMatchObject({ items: [1, 1], gaps: [{ kind: 'brokenOff', reason: 'too-slow' }] });
  });
});

describe('joining the parts of a list', () => {
  const read = (name: string, items: readonly number[], rest: object = {}) => ({
    name,
    items,
    gaps: [],
    total: undefined,
    isOffered: true,
    ...rest,
  });

  it('is not offered only when no part is', () => {
    expect(joinParts([read('HK', [], { isOffered: false }), read('US', [], { isOffered: false })])).toEqual(notOffered);
    expect(joinParts([read('HK', [1]), read('US', [], { isOffered: false })])).toEqual(listOf([1], [{ kind: 'notOffered', part: 'US' }]));
    expect(joinParts([])).toEqual(listOf([]));
  });

  it('adds items and gaps in the order of the parts, and keeps a total only when there is one part', () => {
    expect(joinParts([read('HK', [1], { total: 5 }), read('US', [2], { gaps: [more], total: 5 })])).toEqual(listOf([1, 2], [more]));
    expect(joinParts([read('HK', [1], { total: 5 })])).toEqual(listOf([1], [], 5));
  });
});

describe('reading a list once', () => {
  it('throws only when nothing at all could be read', async () => {
    const down = partOf(async () => Promise.reject(http(500)), 'HK');
    const fine = partOf(async () => pageOf([1]), 'US');
    await expect(readList([down, down], { signal })).rejects.toMatchObject({ status: 500 });
    expect(await readList([down, fine], { signal })).toMatchObject({ verdict: 'incomplete', found: [1], gaps: [{ part: 'HK', page: 1 }] });
    expect(await readList([fine], { signal })).toEqual(listOf([1]));
    expect(await readList([], { signal })).toEqual(listOf([]));
    const late = partOf(
      async (cursor) => (cursor === '' ? pageOf<number>([], { hasMore: true, nextKey: 'a' }) : Promise.reject(http(500))),
      'SG',
    );
    expect(await readList([late], { signal })).toMatchObject({ verdict: 'incomplete', gaps: [{ page: 2 }] });
    const absent = partOf(async () => Promise.reject(http(404)), 'JP');
    expect(await readList([absent, down], { signal })).toMatchObject({
      verdict: 'incomplete',
      gaps: [
        { kind: 'notOffered', part: 'JP' },
        { kind: 'failed', part: 'HK' },
      ],
    });
  });
});

describe('isNotOffered for a failed request', () => {
  const quote = (serverCode: number, status: number): ApiError =>
    new ApiError({ envelope: 'quote', serverCode, serverMessage: '', status, request });
  const gateway = (status: number): ApiError => new ApiError({ envelope: 'gateway', serverCode: 5, serverMessage: '', status, request });
  const order = (status: number): ApiError => new ApiError({ envelope: 'order', serverCode: -1200, serverMessage: '', status, request });

  it.each([
    [http(404), true],
    [http(405), true],
    [http(501), true],
    [http(410), false],
    [http(403), false],
    [http(429), false],
    [http(500), false],
    [http(503), false],
    [quote(-8, 200), true],
    [quote(-3, 404), true],
    [quote(-7, 404), false],
    [quote(-9, 200), false],
    [quote(-3, 200), false],
    [gateway(404), true],
    [gateway(429), false],
    [order(404), false],
    [new DecodeError({ path: '', expected: 'JSON object', got: 'no JSON', request }), false],
    [new TransportError('timed-out', { sent: 'maybe', request }), false],
    [new AuthError('scope-missing', { request }), false],
    [new Error('404'), false],
  ])('reads %s as %s', (error, expected) => {
    expect(isNotOffered(error, route)).toBe(expected);
    expect(isNotOffered(error)).toBe(expected);
  });

  it('is false when the failure came from another request', () => {
    const of = (from: string): HttpError => new HttpError({ status: 404, request: { method: 'GET', route: from } });
    expect([
      isNotOffered(of('/oauth2/token')),
      isNotOffered(of('/oauth2/token'), route),
      isNotOffered(of('/api/v1.0/server-time'), route),
    ]).toEqual([false, false, false]);
    expect([isNotOffered(new HttpError({ status: 404 })), isNotOffered(new HttpError({ status: 404 }), route)]).toEqual([true, true]);
  });
});

describe('a page of a list', () => {
  it('ends its list when it is the only one', () => {
    const page = onlyPage({ items: [1, 2], unreadable: [badRecord()] });
    expect(opened(page)).toEqual({ items: [1, 2], unreadable: [badRecord()], hasMore: false, nextKey: '', total: undefined });
  });

  it('returns its unreadable records, and none for other results', () => {
    expect(unreadableIn(pageOf([1], { unreadable: [badRecord('7')] }))).toEqual([badRecord('7')]);
    for (const value of [undefined, null, 5, 'text', {}, [], { unreadable: [badRecord()] }]) expect(unreadableIn(value)).toEqual([]);
  });
});

describe('a part that breaks off at once', () => {
  it('is shown with its items and why it is incomplete, and does not count as a failure', async () => {
    const brokenOff = { kind: 'brokenOff', part: '', page: 1, reason: 'end-missing' };
    const list = await readList([partOf(async () => pageOf([1], { hasMore: undefined }))], { signal });
    expect(list).toEqual({ verdict: 'incomplete', found: [1], gaps: [brokenOff], total: undefined });
  });
});
