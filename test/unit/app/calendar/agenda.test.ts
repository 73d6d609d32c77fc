import { describe, expect, it } from 'vitest';
import { Agenda } from '../../../../src/app/calendar/agenda';
import type { CalendarEvent, HotCalendarQuery } from '../../../../src/service/records';
import { fakeClient, FakeAccess } from '../../../support/fakeAccess';
import { pageOf } from '../../../support/builders/lists';

const now = Date.parse('2026-11-22T01:00:00Z');

function eventAt(iso: string, star = 3): CalendarEvent {
  const rest = {
    previous: null,
    predictive: null,
    announce: null,
    country: 'US',
    currency: null,
    unit: null,
    uniqueId: null,
    detailUrl: null,
  };
  return { ...rest, text: iso, star, time: Date.parse(iso) / 1000 };
}

function setUp(fails: (date: string) => boolean = () => false) {
  const asked: HotCalendarQuery[] = [];
  const time = { now };
  const client = fakeClient({
    hotCalendar: async (query) => {
      asked.push(query);
      if (fails(query.date ?? '')) throw new Error('no network');
      return pageOf(query.date === '20261123' ? [eventAt('2026-11-23T12:00Z', 5), eventAt('2026-11-23T08:00Z')] : []);
    },
  });
  const access = new FakeAccess(client);
  const agenda = new Agenda({ access, clock: { wallMs: () => time.now, monotonicMs: () => time.now } });
  return { access, asked, agenda, time };
}

describe('Agenda', () => {
  it('reads the hot lists of seven days in the zone, in order of time', async () => {
    const { asked, agenda } = setUp();
    await agenda.show('UTC');
    expect(asked.map(({ date, timeZone }) => `${String(date)} ${timeZone}`).sort()).toEqual(
      [22, 23, 24, 25, 26, 27, 28].map((day) => `202611${String(day)} UTC`),
    );
    const { list, days, isLoading } = agenda.state;
    expect(isLoading).toBe(false);
    expect(list?.verdict === 'complete' ? list.items.map(({ text }) => text) : list).toEqual(['2026-11-23T08:00Z', '2026-11-23T12:00Z']);
    expect(days.map(({ count }) => count)).toEqual([0, 2, 0, 0, 0, 0, 0]);
  });

  it('requests again only for another day or zone, when its data is old, or on request', async () => {
    const { asked, agenda, time } = setUp();
    const requests = async (work: Promise<void>): Promise<number> => {
      const before = asked.length;
      await work;
      return asked.length - before;
    };
    expect(await requests(agenda.show('UTC'))).toBe(7);
    expect(await requests(agenda.show('UTC'))).toBe(0);
    expect(await requests(agenda.show('Asia/Tokyo'))).toBe(7);
    expect(await requests(agenda.refresh())).toBe(7);
    time.now += 6 * 60_000;
    expect(await requests(agenda.show('Asia/Tokyo'))).toBe(7);
  });

  it('does not call a day empty when it could not be read', async () => {
    const { agenda } = setUp((date) => date === '20261124');
    await agenda.show('UTC');
    expect(agenda.state.list?.verdict).toBe('incomplete');
    expect(agenda.state.days.map(({ count }) => count)).toEqual([0, 2, null, 0, 0, 0, 0]);
  });

  it('says why nothing could be read, and forgets that after a reset', async () => {
    const { agenda } = setUp(() => true);
    await agenda.show('UTC');
    expect(String(agenda.state.error)).toContain('no network');
    agenda.reset();
    expect(agenda.state).toMatchObject({ list: undefined, days: [], error: undefined });
  });
});
