import { describe, expect, it } from 'vitest';
import { PlateFeed } from '../../../../src/app/plates/plateFeed';
import { ApiError, HttpError, TransportError } from '../../../../src/service/errors';
import type { Constituent, Page, PlateQuery } from '../../../../src/service/records';
import type { CallOptions } from '../../../../src/service/serviceClient';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/fakeMachine';
import { FakeTime, settle } from '../../../support/fakeTime';

type Answer = (query: PlateQuery, options: CallOptions) => Promise<Page<Constituent>>;

const invalid = (): ApiError =>
  new ApiError({ envelope: 'quote', serverCode: -3, serverName: 'invalid_parameter', serverMessage: 'limit', status: 200 });

/** A service with `total` constituents whose cursor is the number of those already given. */
const service =
  (total: number, most = Infinity, refusal: () => Error = invalid): Answer =>
  async ({ nextKey, limit }) => {
    if (limit > most) throw refusal();
    const from = Number(nextKey ?? '');
    const items = Array.from({ length: Math.min(limit, total - from) }, (_, at): Constituent => ({ code: `HK.${from + at}`, unknown: {} }));
    const end = from + items.length;
    return { items, hasMore: end < total, nextKey: end < total ? String(end) : '-1', total };
  };

function harness(answer: Answer): {
  readonly feed: PlateFeed;
  readonly asked: PlateQuery[];
  readonly changes: string[];
  readonly log: MemoryLog;
  readonly signals: AbortSignal[];
  answer: Answer;
} {
  const asked: PlateQuery[] = [];
  const signals: AbortSignal[] = [];
  const self = { answer };
  const client = fakeClient({
    plateConstituents: async (query, options) => {
      asked.push(query);
      signals.push(options.signal);
      return self.answer(query, options);
    },
  });
  const log = new MemoryLog();
  const feed = new PlateFeed({ access: new FakeAccess(client), clock: new FakeTime(), log });
  const changes: string[] = [];
  feed.onDidChange((id) => changes.push(id));
  return Object.assign(self, { feed, asked, signals, changes, log });
}

describe('PlateFeed', () => {
  it('reads nothing before a plate is opened, and the first page once', async () => {
    const it = harness(service(1534));
    expect(it.feed.state('HK.A')).toBeUndefined();
    it.feed.open('HK.A');
    it.feed.open('HK.A');
    await settle();
    expect(it.asked).toEqual([{ plateId: 'HK.A', nextKey: '', limit: 1000 }]);
    expect(it.feed.state('HK.A')).toMatchObject({ total: 1534, end: { kind: 'more' }, loading: false, error: undefined });
    expect(it.feed.state('HK.A')?.items).toHaveLength(1000);
  });

  it('reads a plate of 1,534 in two requests, in order and without doubles', async () => {
    const it = harness(service(1534, 1000));
    await it.feed.refresh('HK.A');
    await it.feed.loadMore('HK.A');
    expect(it.asked.map(({ limit }) => limit)).toEqual([1000, 1000]);
    expect(it.feed.state('HK.A')).toMatchObject({ end: { kind: 'complete' }, total: 1534 });
    expect(it.feed.state('HK.A')?.items.map(({ code }) => code)).toEqual(Array.from({ length: 1534 }, (_, at) => `HK.${at}`));
    await it.feed.loadMore('HK.A');
    expect(it.asked).toHaveLength(2);
    await it.feed.refresh('HK.A');
    expect(it.asked.slice(2).map(({ limit }) => limit)).toEqual([1000, 1000]);
  });

  const httpError = (): HttpError => new HttpError({ status: 400 });
  it.each([
    [200, invalid, [1000, 200, 200, 200]],
    [50, httpError, [1000, 200, 50, 50, 50]],
    [20, invalid, [1000, 200, 50, 20, 20, 20]],
  ])('finds out that the service takes at most %d at a time and remembers it', async (most, refusal, limits) => {
    const it = harness(service(3000, most, refusal));
    await it.feed.refresh('HK.A');
    await it.feed.loadMore('HK.A');
    await it.feed.loadMore('HK.A');
    expect(it.asked.map(({ limit }) => limit)).toEqual(limits);
    expect(it.feed.state('HK.A')?.items).toHaveLength(3 * most);
  });

  it('does not ask again with another size when a cursor is refused', async () => {
    const it = harness(service(1534));
    await it.feed.refresh('HK.A');
    it.answer = () => Promise.reject(invalid());
    await it.feed.loadMore('HK.A');
    expect(it.asked).toHaveLength(2);
    expect(it.feed.state('HK.A')?.error).toBeInstanceOf(ApiError);
  });

  it('gives up on a plate that the service refuses whatever the size', async () => {
    const it = harness(() => Promise.reject(invalid()));
    await it.feed.refresh('HK.A');
    expect(it.feed.state('HK.A')).toMatchObject({ loading: false, end: undefined, items: [] });
    expect(it.feed.state('HK.A')?.error).toBeInstanceOf(ApiError);
    expect(it.asked.length).toBeLessThanOrEqual(4);
    it.feed.open('HK.A');
    await settle();
    expect(it.asked.length).toBeLessThanOrEqual(4);
  });

  it('joins a request under way instead of sending another', async () => {
    const it = harness(service(1000));
    await Promise.all([it.feed.refresh('HK.A'), it.feed.refresh('HK.A'), it.feed.loadMore('HK.A')]);
    expect(it.asked).toHaveLength(1);
  });

  it('keeps what is shown when a later page fails, and goes on from there', async () => {
    const it = harness(service(1500));
    await it.feed.refresh('HK.A');
    const whole = it.answer;
    it.answer = () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
    await it.feed.loadMore('HK.A');
    expect(it.feed.state('HK.A')?.items).toHaveLength(1000);
    expect(it.feed.state('HK.A')?.error).toBeInstanceOf(TransportError);
    it.answer = whole;
    await it.feed.loadMore('HK.A');
    expect(it.feed.state('HK.A')).toMatchObject({ error: undefined, end: { kind: 'complete' } });
    expect(it.feed.state('HK.A')?.items).toHaveLength(1500);
  });

  it('writes down what no request explains, and nothing twice', async () => {
    const it = harness(async () => Promise.reject(new TypeError('a line of the inside')));
    await it.feed.refresh('HK.A');
    expect(it.log.lines.join('\n')).toContain('a line of the inside');
    it.log.lines.length = 0;
    it.answer = async () => Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
    await it.feed.refresh('HK.A');
    expect(it.log.lines).toEqual([]);
  });

  it('keeps what is shown when a refresh fails', async () => {
    const it = harness(service(100));
    await it.feed.refresh('HK.A');
    it.answer = () => Promise.reject(new TransportError('connect-failed', { sent: 'no' }));
    await it.feed.refresh('HK.A');
    expect(it.feed.state('HK.A')?.items).toHaveLength(100);
    expect(it.feed.state('HK.A')?.error).toBeInstanceOf(TransportError);
  });

  it.each([
    [
      'the same cursor again',
      'cursor-repeated',
      (at: number) => ({ items: [{ code: `HK.${at}`, unknown: {} }], hasMore: true, nextKey: 'same' }),
    ],
    ['only empty pages', 'too-many-empty-pages', (at: number) => ({ items: [], hasMore: true, nextKey: String(at + 1) })],
  ])('ends as incomplete on %s', async (_, reason, page) => {
    const it = harness(service(0));
    it.answer = async () => page(it.asked.length);
    await it.feed.refresh('HK.A');
    await it.feed.loadMore('HK.A');
    await it.feed.loadMore('HK.A');
    expect(it.feed.state('HK.A')?.end).toEqual({ kind: 'incomplete', reason });
    const before = it.asked.length;
    await it.feed.loadMore('HK.A');
    expect(it.asked.length).toBe(before);
  });

  it('goes over an empty page, because only has_more ends a list', async () => {
    const it = harness(service(0));
    it.answer = async ({ nextKey }) =>
      nextKey === ''
        ? { items: [], hasMore: true, nextKey: 'b' }
        : { items: [{ code: 'HK.1', unknown: {} }], hasMore: false, nextKey: '-1' };
    await it.feed.refresh('HK.A');
    expect(it.feed.state('HK.A')).toMatchObject({ end: { kind: 'complete' }, items: [{ code: 'HK.1' }] });
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
    it.feed.open('HK.A');
    await settle();
    it.feed.reset();
    expect(it.signals[0]?.aborted).toBe(true);
    const count = it.changes.length;
    release();
    await settle();
    expect(it.feed.state('HK.A')).toBeUndefined();
    expect(it.changes.length).toBe(count);
  });
});
