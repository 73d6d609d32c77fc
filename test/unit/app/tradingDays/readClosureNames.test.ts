import { describe, expect, it } from 'vitest';
import { readClosureNames } from '../../../../src/app/tradingDays/readClosureNames';
import { TransportError } from '../../../../src/service/errors';
import { listPage } from '../../../../src/service/schema/page';
import type { CalendarEvent } from '../../../../src/service/records';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';

const closure = (text: string, country: string, date: string): CalendarEvent => ({
  text,
  previous: null,
  predictive: null,
  announce: null,
  star: 3,
  time: Date.parse(date) / 1000,
  country,
  currency: null,
  unit: null,
  uniqueId: null,
  detailUrl: null,
});

/** A calendar that finds closures with one keyword only. */
function calendar(keyword: string, events: readonly CalendarEvent[]): { readonly access: FakeAccess; readonly asked: string[] } {
  const asked: string[] = [];
  const access = new FakeAccess(
    fakeClient({
      searchCalendar: async (query) => {
        asked.push(`${String(query.searchType)} ${query.keyword}`);
        return Promise.resolve(
          listPage({ items: query.keyword === keyword ? events : [], unreadable: [], hasMore: false, nextKey: '', total: undefined }),
        );
      },
    }),
  );
  return { access, asked };
}

const signal = new AbortController().signal;

describe('the names of days on which a market is closed', () => {
  it('come from the calendar, without markup, for the market’s own date and place only', async () => {
    const { access } = calendar('Hong Kong', [
      closure('<em>Hong Kong</em> market closed: Christmas Day', 'Hong Kong', '2026-12-25T01:30:00Z'),
      // In London it is still the previous day.
      closure('Boxing Day', '香港', '2026-12-25T16:30:00Z'),
      closure('US market closed: Christmas Day', 'United States', '2026-12-24T14:30:00Z'),
    ]);
    expect([...(await readClosureNames(access, { market: 'hk', language: 'en' }, signal))]).toEqual([
      ['2026-12-25', 'Hong Kong market closed: Christmas Day'],
      ['2026-12-26', 'Boxing Day'],
    ]);
  });

  it('are searched for in other words while nothing is found, beginning with the window’s language', async () => {
    const { access, asked } = calendar('香港', [closure('香港休市：圣诞节', '中国香港', '2026-12-25T01:30:00Z')]);
    expect([...(await readClosureNames(access, { market: 'HK', language: 'zh-cn' }, signal)).values()]).toEqual(['香港休市：圣诞节']);
    expect(asked).toEqual(['2 港股', '2 香港']);
  });

  it('are empty for an unknown market, or if the calendar fails or takes too long', async () => {
    const { access, asked } = calendar('Hong Kong', []);
    expect((await readClosureNames(access, { market: 'MOON', language: 'en' }, signal)).size).toBe(0);
    expect(asked).toEqual([]);
    const failing = new FakeAccess(
      fakeClient({ searchCalendar: async () => Promise.reject(new TransportError('connect-failed', { sent: 'no' })) }),
    );
    expect((await readClosureNames(failing, { market: 'HK', language: 'en' }, signal)).size).toBe(0);
    expect((await readClosureNames(access, { market: 'HK', language: 'en' }, AbortSignal.abort())).size).toBe(0);
  });
});
