import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolSource } from '../../../../src/app/languageTools/readTool';
import { searchCalendarTool } from '../../../../src/app/languageTools/searchCalendar';
import { HttpError, InvalidInputError } from '../../../../src/service/errors';
import type { CalendarEvent, CalendarSearchQuery } from '../../../../src/service/records';
import { booksOf } from '../../../support/builders/books';
import { badRecord, pageOf } from '../../../support/builders/lists';
import { nothingElse } from '../../../support/builders/tools';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime } from '../../../support/machine/fakeTime';
import { calendarEvent } from '../../../support/builders/calendarEvent';

const hour = 3_600;
/** Saturday, 2026-11-21 01:00 in Tokyo. */
const nowMs = Date.UTC(2026, 10, 20, 16);
const event = (time: number, fields: Partial<CalendarEvent> = {}): CalendarEvent =>
  calendarEvent({ text: 'US <em>CPI</em> <b>YoY</b>', previous: '3.1', predictive: null, announce: null, time, ...fields });

interface Answer {
  readonly events: readonly { readonly time: string; readonly timeUtc: string; readonly text: string }[];
  readonly nextOffset?: number;
  readonly isComplete: boolean;
  readonly missing?: readonly string[];
}

/** A service with these events, in this order, in pages of the requested size. */
function serviceOf(events: readonly CalendarEvent[], failsAt = Number.POSITIVE_INFINITY) {
  const asked: CalendarSearchQuery[] = [];
  const client = fakeClient({
    searchCalendar: async (query) => {
      asked.push(query);
      if (asked.length > failsAt) throw new HttpError({ status: 503 });
      const start = Number(query.nextKey === '' ? 0 : query.nextKey);
      const end = start + (query.limit ?? 0);
      return pageOf(
        events.slice(start, end),
        end < events.length ? { hasMore: true, nextKey: String(end) } : { hasMore: false, nextKey: '-1' },
      );
    },
  });
  const source: ToolSource = {
    ...nothingElse,
    client,
    books: booksOf({ access: new FakeAccess(client), time: new FakeTime() }),
    zone: 'Asia/Tokyo',
    nowMs,
    signal: new AbortController().signal,
  };
  const ask = async (input: object): Promise<Answer> => (await searchCalendarTool.answer({ keyword: 'CPI', ...input }, source)) as Answer;
  return { asked, ask, source };
}

/** Events at the given interval in hours, `count` of them before now and as many after. */
const around = (count: number, hours: number): readonly CalendarEvent[] =>
  Array.from({ length: 2 * count }, (_, index) =>
    event(nowMs / 1000 + (index - count) * hours * hour + 60, { text: `CPI ${String(index)}` }),
  );

describe('the language tool that searches the calendar', () => {
  it('begins with today, though services begin with the oldest event, and gives the time in the zone and in UTC', async () => {
    const { asked, ask } = serviceOf(around(100, 12));
    const answer = await ask({ limit: 2 });
    expect(answer).toMatchObject({ zone: 'Asia/Tokyo', now: '2026-11-21 01:00', nowUtc: '2026-11-20T16:00:00Z' });
    expect(answer.events).toMatchObject([
      { time: '2026-11-21 01:01', timeUtc: '2026-11-20T16:01:00Z', text: 'CPI 100' },
      { time: '2026-11-21 13:01', timeUtc: '2026-11-21T04:01:00Z', text: 'CPI 101' },
    ]);
    expect(asked.map(({ keyword, searchType, limit, nextKey }) => [keyword, searchType, limit, nextKey])).toEqual([
      ['CPI', 1, 30, ''],
      ['CPI', 1, 30, '30'],
      ['CPI', 1, 30, '60'],
      ['CPI', 1, 30, '90'],
    ]);
    expect(answer).toMatchObject({ nextOffset: 2, isComplete: false, missing: ['there is more than is listed here'] });
  });

  it('continues after the last answer, until nothing is left', async () => {
    const { ask } = serviceOf(around(40, 12));
    const texts: string[] = [];
    let offset: number | undefined = 0;
    let last: Answer | undefined;
    while (offset !== undefined) {
      last = await ask({ limit: 7, offset });
      texts.push(...last.events.map(({ text }) => text));
      offset = last.nextOffset;
    }
    expect(texts).toEqual(Array.from({ length: 40 }, (_, index) => `CPI ${String(40 + index)}`));
    expect(last?.isComplete).toBe(true);
  });

  it('reads no further than the last day, which is read completely', async () => {
    const { asked, ask } = serviceOf(around(500, 12));
    const answer = await ask({ from: '2026-03-16', to: '2026-03-17' });
    expect(answer.events.map(({ time }) => time)).toEqual(['2026-03-16 01:01', '2026-03-16 13:01', '2026-03-17 01:01', '2026-03-17 13:01']);
    expect(answer).toMatchObject({ isComplete: true });
    expect(answer.nextOffset).toBeUndefined();
    expect(asked.length).toBeLessThan(3);
  });

  it('searches the past when only a last day in the past is given', async () => {
    const { ask } = serviceOf(around(10, 24));
    expect((await ask({ to: '2026-11-19' })).events).toHaveLength(9);
    expect((await ask({ to: '2026-11-21' })).events).toHaveLength(1);
  });

  it('finds the same events when a service begins with the best match or is not in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -2_000, max: 2_000 }), { maxLength: 120 }),
        fc.integer({ min: -60, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 100 }),
        async (hours, first, days, limit) => {
          const events = hours.map((at, index) => event(nowMs / 1000 + at * hour, { text: String(index) }));
          const day = (number: number): string => new Date(nowMs + number * 24 * hour * 1000).toISOString().slice(0, 10);
          const input = { from: day(first), to: day(first + days), limit };
          const answer = await serviceOf(events).ask(input);
          // Tokyo has no daylight saving time.
          const [from, until] = [Date.parse(`${input.from}T00:00+09:00`) / 1000, Date.parse(`${input.to}T24:00+09:00`) / 1000];
          const wanted = events.filter(({ time }) => time >= from && time < until).toSorted((one, other) => one.time - other.time);
          expect(answer.events.map(({ timeUtc }) => Date.parse(timeUtc) / 1000)).toEqual(wanted.slice(0, limit).map(({ time }) => time));
          expect(answer.isComplete).toBe(wanted.length <= limit);
          expect(answer.nextOffset).toBe(wanted.length > limit ? limit : undefined);
        },
      ),
    );
  });

  it('says what is missing when it could not read everything', async () => {
    const failed = await serviceOf(around(100, 12), 3).ask({});
    expect(failed).toMatchObject({ events: [], isComplete: false });
    expect(failed.missing?.[0]).toMatch(/^page 4 could not be read/);
    const endless = await serviceOf(around(2_000, 1)).ask({});
    expect(endless).toMatchObject({ events: [], isComplete: false, missing: ['there is more than is listed here'] });
    const client = fakeClient({ searchCalendar: async () => pageOf([event(nowMs / 1000)], { unreadable: [badRecord()] }) });
    expect(await searchCalendarTool.answer({ keyword: 'CPI' }, { ...serviceOf([]).source, client })).toMatchObject({
      isComplete: false,
      missing: ['1 of 2 records could not be read'],
    });
  });

  it('searches other kinds of events, and shows texts as plain text', async () => {
    const { asked, ask } = serviceOf([event(nowMs / 1000, { announce: '0' })]);
    expect(await ask({ keyword: ' Fed ', type: 'economicEvent' })).toMatchObject({
      events: [{ text: 'US CPI <b>YoY</b>', previous: '3.1', forecast: '', actual: '0', unit: '%', stars: '5', country: 'US' }],
      isComplete: true,
    });
    expect(asked[0]).toMatchObject({ keyword: 'Fed', searchType: 3 });
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ to: 'tomorrow' }, 'to'],
    [{ from: '2026-11-22', to: '2026-11-21' }, 'to'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ offset: 1.5 }, 'offset'],
    [{ keyword: 'x'.repeat(61) }, 'keyword'],
  ])('sends no request for %j', async (input, field) => {
    const { asked, ask } = serviceOf([]);
    await expect(ask(input)).rejects.toThrow(InvalidInputError);
    await expect(ask(input)).rejects.toMatchObject({ field });
    expect(asked).toEqual([]);
  });

  it('has dates of exchanges for ex-dates and closures, whatever the zone of the user', async () => {
    const at = (text: string): number => Date.parse(text) / 1000;
    const named = (text: string, time: string): CalendarEvent => event(at(time), { text, country: '' });
    const events = [
      named('HK.00296 ex-dividend', '2026-11-23T23:30:00+08:00'),
      named('US.AAPL ex-dividend', '2026-11-24T00:30:00-05:00'),
      named('SG.Z74 ex-dividend', '2026-11-25T00:00:00+08:00'),
      named('unknown ex-dividend', '2026-11-25T00:00:00+08:00'),
    ];
    const { ask } = serviceOf(events);
    const found = (await ask({ type: 'corporateAction', from: '2026-11-24', to: '2026-11-25' })) as unknown as {
      readonly events: readonly { readonly text: string; readonly date?: string; readonly dateIn?: string; readonly time?: string }[];
    };
    expect(found.events.map(({ text, date, dateIn, time }) => [text.slice(0, 7), date, dateIn, time])).toEqual([
      ['US.AAPL', '2026-11-24', 'America/New_York', undefined],
      ['SG.Z74 ', '2026-11-25', 'Asia/Singapore', undefined],
      ['unknown', undefined, undefined, '2026-11-25 01:00'],
    ]);
    // The same event is a moment for a search of economic data.
    expect((await ask({ from: '2026-11-24', to: '2026-11-25' })).events[0]).toHaveProperty('timeUtc');
  });
});
