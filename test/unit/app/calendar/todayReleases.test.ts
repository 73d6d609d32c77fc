import { describe, expect, it } from 'vitest';
import { TodayReleases, nextReleases } from '../../../../src/app/calendar/todayReleases';
import { TransportError } from '../../../../src/service/errors';
import type { CalendarEvent, HotCalendarQuery } from '../../../../src/service/records';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import type { ListPage } from '../../../../src/service/schema/page';
import { pageOf } from '../../../support/builders/lists';
import { FakeReach } from '../../../support/machine/fakeReach';
import { FakeTime } from '../../../support/machine/fakeTime';
import { calendarEvent } from '../../../support/builders/calendarEvent';

const event = (fields: Partial<CalendarEvent> = {}): CalendarEvent =>
  calendarEvent({ text: 'CPI', previous: '1', predictive: '2', announce: '', star: 3, time: 1_767_600_000, ...fields });
const only = (...items: CalendarEvent[]): ListPage<CalendarEvent> => pageOf(items);

function harness(
  answer: (query: HotCalendarQuery) => Promise<ListPage<CalendarEvent>>,
  start: number,
): {
  readonly releases: TodayReleases;
  readonly asked: HotCalendarQuery[];
  readonly time: FakeTime;
  zone: string;
  answer: typeof answer;
  read(): Promise<unknown>;
} {
  const asked: HotCalendarQuery[] = [];
  const self = { zone: 'Asia/Tokyo', answer };
  const client = fakeClient({
    hotCalendar: async (query) => {
      asked.push(query);
      return self.answer(query);
    },
  });
  const time = new FakeTime(start);
  const releases = new TodayReleases({ access: new FakeAccess(client), clock: time, timeZone: () => self.zone });
  return Object.assign(self, { releases, asked, time, read: async () => releases.refresh(new AbortController().signal) });
}

describe('TodayReleases', () => {
  it('sends requests to a service that counts as down only when the user refreshes', async () => {
    let asked = 0;
    const client = fakeClient({
      hotCalendar: async () => {
        asked += 1;
        return only(event());
      },
    });
    const failure = new TransportError('connect-failed', { sent: 'no' });
    const time = new FakeTime();
    const reach = new FakeReach(time);
    reach.failure = failure;
    reach.goAway();
    const releases = new TodayReleases({ access: new FakeAccess(client, reach), clock: time, timeZone: () => 'UTC' });
    const { signal } = new AbortController();
    await expect(releases.refresh(signal)).rejects.toBe(failure);
    expect(asked).toBe(0);
    await releases.refresh(signal, true);
    expect(asked).toBe(1);
  });

  it('takes what another window has read within the interval of the settings, and tells how old it is', async () => {
    const ages: (number | undefined)[] = [];
    let intervalMs = 30_000;
    const client = fakeClient({
      hotCalendar: async (_, { maxAgeMs }) => {
        ages.push(maxAgeMs);
        return pageOf([event()], { ageMs: 4_000 });
      },
    });
    const time = new FakeTime();
    const releases = new TodayReleases({
      access: new FakeAccess(client),
      clock: time,
      timeZone: () => 'UTC',
      intervalMs: () => intervalMs,
    });
    const { signal } = new AbortController();
    expect(await releases.refresh(signal)).toBe(4_000);
    intervalMs = 10_000;
    await time.advance(60_000);
    await releases.refresh(signal);
    await time.advance(3_000);
    await releases.refresh(signal);
    intervalMs = 0;
    await releases.refresh(signal);
    await releases.refresh(signal, true);
    expect(ages).toEqual([29_000, 9_000, 6_000, 0, 0]);
  });

  it.each([
    ['Asia/Tokyo', '20260106'],
    ['America/New_York', '20260105'],
    ['Pacific/Kiritimati', '20260106'],
  ])('asks for the current date in %s and names the zone', async (zone, date) => {
    const it = harness(async () => only(event()), Date.UTC(2026, 0, 5, 20));
    it.zone = zone;
    await it.read();
    expect(it.asked).toEqual([{ date, timeZone: zone, limit: 20, nextKey: '' }]);
    expect(it.releases.state.day).toEqual({ date, zone });
  });

  it('moves on to the new day after midnight', async () => {
    const it = harness(async () => only(), Date.UTC(2026, 0, 5, 14, 59));
    await it.read();
    await it.time.advance(120_000);
    it.asked.length = 0;
    await it.read();
    expect(it.asked[0]?.date).toBe('20260106');
  });

  it('looks for the next day with releases when today has none, and keeps it for a while', async () => {
    const monday = event({ time: Date.UTC(2026, 0, 5, 3) / 1000 });
    const it = harness(async ({ date }) => (date === '20260105' ? only(event(), monday) : only()), Date.UTC(2026, 0, 3, 3));
    await it.read();
    expect(it.asked.map(({ date }) => date)).toEqual(['20260103', '20260104', '20260105']);
    expect(it.releases.state.coming).toEqual({ date: '20260105', zone: 'Asia/Tokyo', events: [monday, event()] });
    await it.read();
    expect(it.asked.map(({ date }) => date)).toEqual(['20260103', '20260104', '20260105', '20260103']);
    expect(it.releases.state.coming?.date).toBe('20260105');
    // Today's releases always come first.
    it.answer = async () => only(event());
    await it.read();
    expect(it.releases.state.coming).toBeUndefined();
    it.releases.reset();
    expect(it.releases.state.coming).toBeUndefined();
  });

  it('names no next day if an earlier day could not be read', async () => {
    const it = harness(
      async ({ date }) => {
        if (date === '20260104') throw new TransportError('connect-failed', { sent: 'no' });
        return date === '20260105' ? only(event()) : only();
      },
      Date.UTC(2026, 0, 3, 3),
    );
    await it.read();
    expect(it.releases.state).toMatchObject({ coming: undefined, error: undefined, day: { date: '20260103' } });
  });

  it('sorts all pages by time, and by importance at the same time', async () => {
    const pages: Readonly<Record<string, ListPage<CalendarEvent>>> = {
      '': pageOf([event({ text: 'late', time: 300, star: 5 })], { hasMore: true, nextKey: 'a' }),
      a: pageOf([
        event({ text: 'early', time: 100 }),
        event({ text: 'big', time: 300, star: 5 }),
        event({ text: 'small', time: 300, star: 1 }),
      ]),
    };
    const it = harness(async ({ nextKey }) => pages[nextKey ?? ''] ?? only(), 0);
    await it.read();
    const { list } = it.releases.state;
    expect(list?.verdict === 'complete' && list.items.map(({ text }) => text)).toEqual(['early', 'late', 'big', 'small']);
  });

  it('says when the list was broken off', async () => {
    const it = harness(async () => pageOf([event()], { hasMore: true, nextKey: 'again' }), 0);
    await it.read();
    expect(it.releases.state.list).toMatchObject({ verdict: 'incomplete', gaps: [{ kind: 'brokenOff', reason: 'cursor-repeated' }] });
  });

  it('keeps the events when a refresh fails', async () => {
    const it = harness(async () => only(event()), 0);
    await it.read();
    const error = new TransportError('timed-out', { sent: 'maybe' });
    it.answer = () => Promise.reject(error);
    await expect(it.read()).rejects.toBe(error);
    expect(it.releases.state).toMatchObject({ error, list: { items: [{ text: 'CPI' }] } });
  });

  it('shows the pages that could be read, and says which could not', async () => {
    const error = new TransportError('timed-out', { sent: 'maybe' });
    const it = harness(
      async ({ nextKey }) => (nextKey === '' ? pageOf([event()], { hasMore: true, nextKey: 'a' }) : Promise.reject(error)),
      0,
    );
    await expect(it.read()).rejects.toBe(error);
    expect(it.releases.state.list).toMatchObject({ verdict: 'incomplete', found: [{ text: 'CPI' }], gaps: [{ kind: 'failed', page: 2 }] });
  });

  it('stops when it is cancelled', async () => {
    const it = harness(async () => only(event()), 0);
    await expect(it.releases.refresh(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    expect(it.releases.state.list).toBeUndefined();
  });
});

describe('nextReleases', () => {
  it('finds all upcoming events at the earliest time', () => {
    const events = [event({ time: 100 }), event({ time: 200, text: 'a' }), event({ time: 200, text: 'b' }), event({ time: 300 })];
    expect(nextReleases(events, 100_000).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(nextReleases(events, 99_999)).toHaveLength(1);
    expect(nextReleases(events, 300_000)).toEqual([]);
  });
});
