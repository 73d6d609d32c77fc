import { describe, expect, it } from 'vitest';
import { indicatorHistoryTool } from '../../../../src/app/languageTools/marketTools';
import type { ToolSource } from '../../../../src/app/languageTools/readTool';
import { HttpError } from '../../../../src/service/errors';
import type { CalendarEvent } from '../../../../src/service/records';
import { booksOf } from '../../../support/builders/books';
import { calendarEvent } from '../../../support/builders/calendarEvent';
import { pageOf } from '../../../support/builders/lists';
import { nothingElse } from '../../../support/builders/tools';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';

const release = (country: string, at: number): CalendarEvent =>
  calendarEvent({ text: `${country} CPI`, country, time: at, uniqueId: `calendar_event:${String(at)}` });

/** Answers in pages of 30. */
function from(events: readonly CalendarEvent[]): ToolSource {
  const client = fakeClient({
    searchCalendar: async ({ nextKey = '' }) => {
      const start = Number(nextKey);
      const end = start + 30;
      return pageOf(events.slice(start, end), end < events.length ? { hasMore: true, nextKey: String(end) } : {});
    },
  });
  return {
    ...nothingElse,
    client,
    books: booksOf({ access: new FakeAccess(client), time: new FakeTime() }),
    zone: 'UTC',
    nowMs: Date.UTC(2026, 10, 20),
    signal: new AbortController().signal,
  };
}

describe('the history of an indicator, for a language model', () => {
  const mixed = [
    ...Array.from({ length: 90 }, (_, at) => release('China', at)),
    ...Array.from({ length: 20 }, (_, at) => release('United States', 100 + at)),
  ];

  it('is found for a country whose releases come after those of others', async () => {
    const answer = await indicatorHistoryTool.answer({ keyword: 'CPI', country: 'United States' }, from(mixed));
    expect(answer).toMatchObject({ indicator: { country: 'United States' }, isComplete: true });
  });

  it('says so when it did not look through all events', async () => {
    const many = Array.from({ length: 700 }, (_, at) => release('China', at));
    const answer = await indicatorHistoryTool.answer({ keyword: 'CPI', country: 'United States' }, from(many));
    expect(answer).toEqual({ releases: [], isComplete: false, missing: ['there is more than is listed here'] });
    expect(await indicatorHistoryTool.answer({ keyword: 'CPI', country: 'Japan' }, from(mixed))).toEqual({
      releases: [],
      isComplete: true,
    });
  });

  it('says so when the service does not offer the search', async () => {
    const client = fakeClient({ searchCalendar: async () => Promise.reject(new HttpError({ status: 404 })) });
    const answer = await indicatorHistoryTool.answer({ keyword: 'CPI' }, { ...from([]), client });
    expect(answer).toMatchObject({ releases: [], isComplete: false });
  });
});
