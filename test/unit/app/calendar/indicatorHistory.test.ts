import { describe, expect, it } from 'vitest';
import { findIndicators, IndicatorHistory } from '../../../../src/app/calendar/indicatorHistory';
import type { ServiceAccess } from '../../../../src/app/session/serviceAccess';
import { TransportError } from '../../../../src/service/errors';
import type { CalendarEvent, CalendarSearchQuery } from '../../../../src/service/records';
import type { ListPage } from '../../../../src/service/schema/page';
import type { ServiceClient } from '../../../../src/service/serviceClient';
import { signedInState } from '../../../support/fakeAccess';
import { pageOf } from '../../../support/builders/lists';
import { calendarEvent } from '../../../support/builders/calendarEvent';

const clock = { wallMs: () => 10_000_000, monotonicMs: () => 0 };
const release = (month: string, time: number, fields: Partial<CalendarEvent> = {}): CalendarEvent =>
  calendarEvent({ text: `U.S. CPI YoY (${month} 2026)`, time, country: 'United States', ...fields });
const other = release('Oct', 1, { text: 'Japan CPI YoY (Oct 2026)', country: 'Japan', star: 3 });

function setUp(pages: readonly (() => ListPage<CalendarEvent>)[]) {
  const searches: CalendarSearchQuery[] = [];
  const client: Pick<ServiceClient, 'searchCalendar'> = {
    searchCalendar: async (query) => {
      searches.push(query);
      const page = pages[Number(query.nextKey === '' ? 0 : query.nextKey)];
      if (page === undefined) throw new Error('no such page');
      return page();
    },
  };
  const access: Pick<ServiceAccess, 'client' | 'current'> = { client: async () => client as ServiceClient, current: signedInState };
  return { history: new IndicatorHistory(access, clock), access, searches };
}

const more = (nextKey: string) => ({ hasMore: true, nextKey });

describe('the history of an indicator', () => {
  it('reads all pages of a search for its name, and shows only the releases of this indicator', async () => {
    const pages = [
      () => pageOf([release('Sep', 100), other], more('1')),
      () => pageOf([{ ...other, time: other.time + 1 }], more('2')),
      () => pageOf([release('Oct', 200), release('Dec', 20_000, { announce: null })]),
    ];
    const { history, searches } = setUp(pages);
    const seen: number[] = [];
    history.onDidChange(({ past, phase }) => {
      if (phase === 'loading') seen.push(past.length);
    });
    await history.show(release('Oct', 200));
    expect(searches.map(({ keyword, searchType, limit, nextKey }) => [keyword, searchType, limit, nextKey])).toEqual([
      ['CPI YoY', 1, 30, ''],
      ['CPI YoY', 1, 30, '1'],
      ['CPI YoY', 1, 30, '2'],
    ]);
    expect(history.state).toMatchObject({ phase: 'ready', read: 5, gaps: [], next: { time: 20_000 } });
    expect(history.state.past.map(({ time }) => time)).toEqual([200, 100]);
    // The first results were shown before the rest had arrived.
    expect(seen).toContain(1);
  });

  it('says what is missing when a page fails, and continues there', async () => {
    let isDown = true;
    const { history, searches } = setUp([
      () => pageOf([release('Sep', 100)], more('1')),
      () => {
        if (isDown) throw new TransportError('connect-failed', { sent: 'no' });
        return pageOf([release('Oct', 200)]);
      },
    ]);
    await history.show(release('Oct', 200));
    expect(history.state).toMatchObject({ phase: 'failed', read: 1, gaps: [{ kind: 'more' }] });
    isDown = false;
    await history.retry();
    expect(history.state).toMatchObject({ phase: 'ready', read: 2, gaps: [] });
    expect(searches.map(({ nextKey }) => nextKey)).toEqual(['', '1', '1']);
  });

  it('drops pages of the previous indicator, and stops on request', async () => {
    const { history } = setUp([() => pageOf([release('Sep', 100), other], more('1')), () => pageOf([release('Oct', 200)])]);
    const first = history.show(release('Oct', 200));
    await history.show(other);
    await first;
    expect(history.state.past).toEqual([other]);
    const third = history.show(release('Oct', 200));
    history.stop();
    await third;
    expect(history.state).toMatchObject({ past: [], phase: 'idle', isAnswered: false });
    await history.retry();
    expect(history.state).toMatchObject({ phase: 'ready', isAnswered: true });
    expect(history.state.past.map(({ time }) => time)).toEqual([200, 100]);
  });
});

it('a keyword finds indicators, each once, important ones first', async () => {
  const { access } = setUp([() => pageOf([other, release('Sep', 100), release('Oct', 200)])]);
  const found = await findIndicators(access, 'CPI', new AbortController().signal);
  expect(found.map(({ country }) => country)).toEqual(['United States', 'Japan']);
});
