import { describe, expect, it } from 'vitest';
import { createHotList, createSearchList, hotQuery } from '../../../../src/app/calendar/calendarSearch';
import { hotCalendar } from '../../../../src/service/endpoints/calendar/hotCalendar';
import { searchCalendar } from '../../../../src/service/endpoints/calendar/searchCalendar';
import { InvalidInputError } from '../../../../src/service/errors';
import type { CalendarSearchQuery, HotCalendarQuery } from '../../../../src/service/records';
import type { ServiceClient } from '../../../../src/service/serviceClient';
import { signedInState } from '../../../support/fakeAccess';
import { pageOf } from '../../../support/builders/lists';
import type { ServiceAccess } from '../../../../src/app/session/serviceAccess';

const clock = { wallMs: () => Date.parse('2025-05-01T17:00:00Z'), monotonicMs: () => 0 };

function setUp(): { access: Pick<ServiceAccess, 'client' | 'current'>; searches: CalendarSearchQuery[]; hots: HotCalendarQuery[] } {
  const searches: CalendarSearchQuery[] = [];
  const hots: HotCalendarQuery[] = [];
  const client: Pick<ServiceClient, 'searchCalendar' | 'hotCalendar'> = {
    // Uses the rules of the endpoints: what they reject is not sent.
    searchCalendar: async (query) => {
      searchCalendar.build(query);
      searches.push(query);
      return pageOf([]);
    },
    hotCalendar: async (query) => {
      hotCalendar.build(query);
      hots.push(query);
      return pageOf([]);
    },
  };
  return { access: { client: async () => client as ServiceClient, current: signedInState }, searches, hots };
}

describe('the calendar search', () => {
  it('sends the keyword without surrounding spaces', async () => {
    const { access, searches } = setUp();
    await createSearchList(access, clock).start({ keyword: ' CPI ', searchType: 2, order: 'descending', pageSize: 30 });
    expect(searches).toEqual([{ keyword: 'CPI', searchType: 2, order: 'descending', limit: 30, nextKey: '' }]);
  });

  it.each([
    [{ keyword: '  ' }, 'keyword'],
    [{ searchType: 5 }, 'search_type'],
    [{ searchType: 0 }, 'search_type'],
    [{ pageSize: 0 }, 'limit'],
    [{ pageSize: 31 }, 'limit'],
    [{ pageSize: 1.5 }, 'limit'],
    [{ pageSize: Number.NaN }, 'limit'],
  ])('rejects %o before a request and names %s', async (wrong, field) => {
    const { access, searches } = setUp();
    const feed = createSearchList(access, clock);
    const form: Parameters<typeof feed.start>[0] = Object.assign(
      { keyword: 'CPI', searchType: 1 as const, order: 'ascending' as const, pageSize: 20 },
      wrong,
    );
    await feed.start(form);
    const { phase } = feed.state;
    expect(phase).toMatchObject({ kind: 'failed', error: { field } });
    if (phase.kind === 'failed') expect(phase.error).toBeInstanceOf(InvalidInputError);
    expect(searches).toEqual([]);
  });
});

describe('the hot list of the calendar', () => {
  it('sends the current date in the zone, and the zone', async () => {
    const { access, hots } = setUp();
    const feed = createHotList(access, clock);
    await feed.start(hotQuery({ date: null, zone: 'Asia/Tokyo', pageSize: 20 }, clock.wallMs()));
    await feed.start(hotQuery({ date: null, zone: 'America/New_York', pageSize: 20 }, clock.wallMs()));
    await feed.start(hotQuery({ date: '20240229', zone: 'UTC', pageSize: 1 }, clock.wallMs()));
    expect(hots).toEqual([
      { date: '20250502', timeZone: 'Asia/Tokyo', limit: 20, nextKey: '' },
      { date: '20250501', timeZone: 'America/New_York', limit: 20, nextKey: '' },
      { date: '20240229', timeZone: 'UTC', limit: 1, nextKey: '' },
    ]);
  });

  it('sends the exact name of a zone, however it was typed', async () => {
    const { access, hots } = setUp();
    const feed = createHotList(access, clock);
    await feed.start(hotQuery({ date: '20240229', zone: 'utc', pageSize: 1 }, clock.wallMs()));
    await feed.start(hotQuery({ date: '20240229', zone: 'asia/tokyo', pageSize: 1 }, clock.wallMs()));
    expect(hots.map(({ timeZone }) => timeZone)).toEqual(['UTC', 'Asia/Tokyo']);
  });

  it.each([
    [{ pageSize: 21 }, 'limit'],
    [{ pageSize: 0 }, 'limit'],
    [{ date: '20250230' }, 'date'],
    [{ date: '2025-02-03' }, 'date'],
    [{ zone: 'Mars/Base' }, 'timezone'],
  ])('rejects %o and names %s', async (wrong, field) => {
    const { access, hots } = setUp();
    const feed = createHotList(access, clock);
    await feed.start({ date: '20250501', zone: 'UTC', pageSize: 10, isToday: false, ...wrong });
    expect(feed.state.phase).toMatchObject({ kind: 'failed', error: { field } });
    expect(hots).toEqual([]);
  });
});
