import { describe, expect, it } from 'vitest';
import { OpenPlates } from '../../../../src/app/plates/openPlates';
import { ApiError, HttpError, TransportError } from '../../../../src/service/errors';
import type { Constituent, PlateQuery } from '../../../../src/service/records';
import type { CallOptions } from '../../../../src/service/serviceClient';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import type { ListPage } from '../../../../src/service/schema/page';
import { seen } from '../../../../src/service/lists/list';
import { pageOf } from '../../../support/builders/lists';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const absent = (method: string, route: string, status = 404): HttpError => new HttpError({ status, request: { method, route } });
const post = '/api/v1.0/quote/plate/{plate_id}/stock';

type Answer = (query: PlateQuery, options: CallOptions) => Promise<ListPage<Constituent>>;

const invalid = (): ApiError =>
  new ApiError({ envelope: 'quote', serverCode: -3, serverName: 'invalid_parameter', serverMessage: 'limit', status: 200 });

/** A service with `total` constituents whose cursor is the number of those already returned. */
const service =
  (total: number, most = Infinity, refusal: () => Error = invalid): Answer =>
  async ({ nextKey, limit }) => {
    if (limit > most) throw refusal();
    const from = Number(nextKey ?? '');
    const items = Array.from({ length: Math.min(limit, total - from) }, (_, at): Constituent => ({ code: `HK.${from + at}`, unknown: {} }));
    const end = from + items.length;
    return pageOf(items, { hasMore: end < total, nextKey: end < total ? String(end) : '-1', total });
  };

function harness(
  answer: Answer,
  byGet: Answer = async () => Promise.reject(absent('GET', '/api/v1.0/quote/plate-stock')),
): {
  readonly plates: OpenPlates;
  readonly asked: PlateQuery[];
  readonly askedByGet: PlateQuery[];
  readonly ages: (number | undefined)[];
  readonly time: FakeTime;
  readonly changes: string[];
  readonly log: MemoryLog;
  readonly signals: AbortSignal[];
  answer: Answer;
} {
  const asked: PlateQuery[] = [];
  const askedByGet: PlateQuery[] = [];
  const signals: AbortSignal[] = [];
  const ages: (number | undefined)[] = [];
  const time = new FakeTime();
  const self = { answer };
  const client = fakeClient({
    plateConstituents: async (query, options) => {
      asked.push(query);
      ages.push(options.maxAgeMs);
      signals.push(options.signal);
      return self.answer(query, options);
    },
    beyond: {
      plateStock: async (query, options) => {
        askedByGet.push(query);
        return byGet(query, options);
      },
    },
  });
  const log = new MemoryLog();
  const plates = new OpenPlates({ access: new FakeAccess(client), clock: time, log });
  const changes: string[] = [];
  plates.onDidChange((id) => changes.push(id));
  return Object.assign(self, { plates, asked, askedByGet, ages, time, signals, changes, log });
}

const shown = (plates: OpenPlates): readonly Constituent[] => {
  const list = plates.state('HK.A')?.list;
  return list === undefined ? [] : seen(list).items;
};

describe('OpenPlates', () => {
  it('reads nothing before a plate is opened, and the first page once', async () => {
    const it = harness(service(1534));
    expect(it.plates.state('HK.A')).toBeUndefined();
    it.plates.open('HK.A');
    it.plates.open('HK.A');
    await settle();
    expect(it.asked).toEqual([{ plateId: 'HK.A', nextKey: '', limit: 1000 }]);
    expect(it.plates.state('HK.A')).toMatchObject({
      list: { verdict: 'incomplete', total: 1534, gaps: [{ kind: 'more' }] },
      hasMore: true,
      loading: false,
      error: undefined,
    });
    expect(shown(it.plates)).toHaveLength(1000);
  });

  it('shows what another window has read when a plate is opened, and asks the service when the user refreshes', async () => {
    const it = harness(async () => pageOf<Constituent>([], { ageMs: 90_000 }));
    it.plates.open('HK.A');
    await settle();
    expect(it.plates.state('HK.A')?.updatedAtMs).toBe(it.time.wallMs() - 90_000);
    await it.plates.refresh('HK.A');
    expect(it.ages).toEqual([600_000, 0]);
  });

  it('learns with one plate that the service has only the other call, and tries the specified one again after ten minutes', async () => {
    const it = harness(async () => Promise.reject(absent('POST', post)), service(3));
    for (const plateId of ['HK.A', 'HK.B', 'HK.C']) await it.plates.refresh(plateId);
    expect([it.asked.length, it.askedByGet.length]).toEqual([1, 3]);
    expect(it.plates.state('HK.C')).toMatchObject({ list: { verdict: 'complete', total: 3 } });
    await it.time.advance(10 * 60_000);
    await it.plates.refresh('HK.B');
    expect([it.asked.length, it.askedByGet.length]).toEqual([2, 4]);
  });

  it('tries the specified call again once the other one is gone', async () => {
    let isGone = false;
    const it = harness(
      async () => Promise.reject(absent('POST', post)),
      async (query, options) => (isGone ? Promise.reject(absent('GET', '/api/v1.0/quote/plate-stock')) : service(3)(query, options)),
    );
    await it.plates.refresh('HK.A');
    isGone = true;
    await it.plates.refresh('HK.A');
    it.answer = service(2);
    await it.plates.refresh('HK.A');
    expect(it.plates.state('HK.A')).toMatchObject({ list: { verdict: 'complete', total: 2 } });
  });

  it('reads a plate of 1,534 in two requests, in order and without duplicates', async () => {
    const it = harness(service(1534, 1000));
    await it.plates.refresh('HK.A');
    await it.plates.loadMore('HK.A');
    expect(it.asked.map(({ limit }) => limit)).toEqual([1000, 1000]);
    expect(it.plates.state('HK.A')).toMatchObject({ list: { verdict: 'complete', total: 1534 }, hasMore: false });
    expect(shown(it.plates).map(({ code }) => code)).toEqual(Array.from({ length: 1534 }, (_, at) => `HK.${at}`));
    await it.plates.loadMore('HK.A');
    expect(it.asked).toHaveLength(2);
    await it.plates.refresh('HK.A');
    expect(it.asked.slice(2).map(({ limit }) => limit)).toEqual([1000, 1000]);
  });

  const httpError = (): HttpError => new HttpError({ status: 400 });
  const unknownCode = (): ApiError => new ApiError({ envelope: 'gateway', serverCode: 40001, serverMessage: 'limit', status: 400 });
  it.each([
    [200, invalid, [1000, 200, 200, 200]],
    [200, unknownCode, [1000, 200, 200, 200]],
    [50, httpError, [1000, 200, 50, 50, 50]],
    [20, invalid, [1000, 200, 50, 20, 20, 20]],
  ])('finds out that the service accepts at most %d at a time and remembers it', async (most, refusal, limits) => {
    const it = harness(service(3000, most, refusal));
    await it.plates.refresh('HK.A');
    await it.plates.loadMore('HK.A');
    await it.plates.loadMore('HK.A');
    expect(it.asked.map(({ limit }) => limit)).toEqual(limits);
    expect(shown(it.plates)).toHaveLength(3 * most);
  });

  it('does not request another size when a cursor is rejected', async () => {
    const it = harness(service(1534));
    await it.plates.refresh('HK.A');
    it.answer = () => Promise.reject(invalid());
    await it.plates.loadMore('HK.A');
    expect(it.asked).toHaveLength(2);
    expect(it.plates.state('HK.A')?.error).toBeInstanceOf(ApiError);
  });

  it('stops requesting a plate that the service rejects at every size', async () => {
    const it = harness(() => Promise.reject(invalid()));
    await it.plates.refresh('HK.A');
    expect(it.plates.state('HK.A')).toMatchObject({ loading: false, list: undefined });
    expect(it.plates.state('HK.A')?.error).toBeInstanceOf(ApiError);
    expect(it.asked.length).toBeLessThanOrEqual(4);
    it.plates.open('HK.A');
    await settle();
    expect(it.asked.length).toBeLessThanOrEqual(4);
  });

  it('reads other plates in large pages after one was rejected at every size', async () => {
    const whole = service(1000);
    const it = harness(async (query, options) => (query.plateId === 'HK.OLD' ? Promise.reject(invalid()) : whole(query, options)));
    await it.plates.refresh('HK.OLD');
    await it.plates.refresh('HK.A');
    expect(it.plates.state('HK.A')).toMatchObject({ list: { verdict: 'complete' } });
    expect(shown(it.plates)).toHaveLength(1000);
  });

  it('joins a request in progress instead of sending another', async () => {
    const it = harness(service(1000));
    await Promise.all([it.plates.refresh('HK.A'), it.plates.refresh('HK.A'), it.plates.loadMore('HK.A')]);
    expect(it.asked).toHaveLength(1);
  });

  it('keeps the shown rows when a later page fails, and continues from there', async () => {
    const it = harness(service(1500));
    await it.plates.refresh('HK.A');
    const whole = it.answer;
    it.answer = () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
    await it.plates.loadMore('HK.A');
    expect(shown(it.plates)).toHaveLength(1000);
    expect(it.plates.state('HK.A')?.error).toBeInstanceOf(TransportError);
    it.answer = whole;
    await it.plates.loadMore('HK.A');
    expect(it.plates.state('HK.A')).toMatchObject({ error: undefined, list: { verdict: 'complete' } });
    expect(shown(it.plates)).toHaveLength(1500);
  });

  it('logs failures that are not failures of a request, and no others', async () => {
    const it = harness(async () => Promise.reject(new TypeError('a line of the inside')));
    await it.plates.refresh('HK.A');
    expect(it.log.lines.join('\n')).toContain('a line of the inside');
    it.log.lines.length = 0;
    it.answer = async () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
    await it.plates.refresh('HK.A');
    expect(it.log.lines).toEqual([]);
  });

  it('keeps the shown rows when a refresh fails', async () => {
    const it = harness(service(100));
    await it.plates.refresh('HK.A');
    it.answer = () => Promise.reject(new TransportError('connect-failed', { sent: 'no' }));
    await it.plates.refresh('HK.A');
    expect(shown(it.plates)).toHaveLength(100);
    expect(it.plates.state('HK.A')?.error).toBeInstanceOf(TransportError);
  });

  it.each([
    [
      'the same cursor again',
      'cursor-repeated',
      (at: number) => pageOf<Constituent>([{ code: `HK.${at}`, unknown: {} }], { hasMore: true, nextKey: 'same' }),
    ],
    ['only empty pages', 'too-many-empty-pages', (at: number) => pageOf<Constituent>([], { hasMore: true, nextKey: String(at + 1) })],
  ])('ends as incomplete on %s', async (_, reason, page) => {
    const it = harness(service(0));
    it.answer = async () => page(it.asked.length);
    await it.plates.refresh('HK.A');
    await it.plates.loadMore('HK.A');
    await it.plates.loadMore('HK.A');
    expect(it.plates.state('HK.A')).toMatchObject({
      hasMore: false,
      list: { verdict: 'incomplete', gaps: [{ kind: 'brokenOff', reason }] },
    });
    const before = it.asked.length;
    await it.plates.loadMore('HK.A');
    expect(it.asked.length).toBe(before);
  });

  it('reads past an empty page, because only has_more ends a list', async () => {
    const it = harness(service(0));
    it.answer = async ({ nextKey }) =>
      nextKey === ''
        ? pageOf<Constituent>([], { hasMore: true, nextKey: 'b' })
        : pageOf<Constituent>([{ code: 'HK.1', unknown: {} }], { nextKey: '-1' });
    await it.plates.refresh('HK.A');
    expect(it.plates.state('HK.A')).toMatchObject({ list: { verdict: 'complete', items: [{ code: 'HK.1' }] } });
  });

  it('forgets everything with the session, and a late answer does not bring it back', async () => {
    const it = harness(service(10));
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const whole = it.answer;
    it.answer = async (query, options) => {
      await waiting;
      return whole(query, options);
    };
    it.plates.open('HK.A');
    await settle();
    it.plates.reset();
    expect(it.signals[0]?.aborted).toBe(true);
    const count = it.changes.length;
    release();
    await settle();
    expect(it.plates.state('HK.A')).toBeUndefined();
    expect(it.changes.length).toBe(count);
  });

  it.each([404, 405])('reads all pages by GET when the call of the specification answers %d', async (status) => {
    const it = harness(async () => Promise.reject(absent('POST', post, status)), service(1534));
    await it.plates.refresh('HK.A');
    await it.plates.loadMore('HK.A');
    expect(it.askedByGet.map(({ nextKey }) => nextKey)).toEqual(['', '1000']);
    expect(it.plates.state('HK.A')?.list).toMatchObject({ verdict: 'complete', total: 1534 });
    expect(shown(it.plates)).toHaveLength(1534);
  });

  it('says when the service offers neither call, and requests it again with a refresh', async () => {
    const it = harness(async () => Promise.reject(absent('POST', post)));
    await it.plates.refresh('HK.A');
    expect(it.plates.state('HK.A')?.list).toEqual({ verdict: 'notOffered' });
    it.answer = service(3);
    await it.plates.refresh('HK.A');
    expect(it.plates.state('HK.A')?.list).toMatchObject({ verdict: 'complete' });
  });

  it.each([500, 403, 429])('does not use GET after a %d', async (status) => {
    const it = harness(async () => Promise.reject(absent('POST', post, status)));
    await it.plates.refresh('HK.A');
    expect([it.askedByGet.length, it.plates.state('HK.A')?.list]).toEqual([0, undefined]);
  });
});
