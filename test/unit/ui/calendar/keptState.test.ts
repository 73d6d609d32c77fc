import { describe, expect, it } from 'vitest';
import { mostKeptRows, readKeptState } from '../../../../src/ui/calendar/keptState';
import type { SearchForm } from '../../../../src/domain/calendar/calendarQuery';
import { PagedList } from '../../../../src/service/lists/pagedList';
import type { CalendarEvent } from '../../../../src/service/records';
import { listPage } from '../../../../src/service/schema/page';
import { toEventRow } from '../../../../src/ui/calendar/eventRow';

const event = {
  text: 'CPI',
  previous: null,
  predictive: '1',
  announce: '',
  star: 3,
  time: 1_700_000_000,
  country: 'US',
  currency: null,
  unit: '%',
  uniqueId: null,
  detailUrl: null,
};
const search = {
  query: { keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 },
  rows: [event],
  loadedAt: 1,
  end: { kind: 'more' },
  unreadable: 0,
  cursor: 'a',
};
const hot = {
  query: { date: '20250101', zone: 'UTC', pageSize: 20, isToday: true },
  rows: [],
  loadedAt: 1,
  end: { kind: 'complete' },
  unreadable: 2,
  cursor: '-1',
};
const kept = { version: 1, connectionId: 'c', search, hot };

describe('readKeptState', () => {
  it('reads the stored state', () => {
    expect(readKeptState(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(readKeptState({ ...kept, search: null, hot: null })).toEqual({ ...kept, search: null, hot: null });
  });

  it.each(['cursor-repeated', 'too-many-empty-pages', 'too-many-pages', 'too-many-items', 'too-slow', 'end-missing', 'pages-moved'])(
    'reads a list that was broken off because of %s',
    (reason) => {
      const broken = { ...kept, search: { ...search, end: { kind: 'brokenOff', reason } } };
      expect(readKeptState(broken)).toEqual(broken);
    },
  );

  it('reads a list whose end the service never reported', async () => {
    const page = listPage({ items: [event], unreadable: [], hasMore: true, nextKey: '', total: undefined });
    const list = new PagedList<SearchForm, CalendarEvent>({
      part: () => ({ name: '', route: '', ask: async () => page }),
      clock: { wallMs: () => 1, monotonicMs: () => 0 },
      changed: () => undefined,
    });
    await list.start({ keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 });
    const broken = { ...kept, search: list.snapshot(mostKeptRows) };
    expect(broken.search).toMatchObject({ end: { kind: 'brokenOff', reason: 'cursor-repeated' } });
    expect(readKeptState(JSON.parse(JSON.stringify(broken)))).toEqual(broken);
  });

  it.each([
    [undefined],
    [null],
    [{ ...kept, version: 2 }],
    [{ ...kept, connectionId: 1 }],
    [{ ...kept, search: undefined }],
    [{ ...kept, search: { ...search, cursor: '' } }],
    [{ ...kept, search: { ...search, end: { kind: 'done' } } }],
    [{ ...kept, search: { ...search, end: { kind: 'brokenOff', reason: 'unheard-of' } } }],
    [{ ...kept, search: { ...search, unreadable: undefined } }],
    [{ ...kept, search: { ...search, query: { ...search.query, searchType: 7 } } }],
    [{ ...kept, search: { ...search, rows: [{ ...event, time: 'x' }] } }],
    [{ ...kept, search: { ...search, rows: [{ ...event, detailUrl: 1 }] } }],
    [{ ...kept, search: { ...search, rows: Array.from({ length: mostKeptRows + 1 }, () => event) } }],
    [{ ...kept, hot: { ...hot, query: { ...hot.query, date: null } } }],
  ])('rejects %o', (value) => expect(readKeptState(value)).toBeUndefined());
});

describe('toEventRow', () => {
  it.each([
    ['https://example.com/a?b', 'example.com'],
    ['http://127.0.0.1:80/x', '127.0.0.1'],
    ['http://example.com/', null],
    ['javascript:alert(1)', null],
    ['https://user@example.com/', null],
    [null, null],
  ])('turns the link %s into %s for the page', (detailUrl, linkHost) => {
    const row = toEventRow({ ...event, detailUrl });
    expect(row.linkHost).toBe(linkHost);
    expect(JSON.stringify(row)).not.toContain('/a?b');
  });

  it('cuts endless texts, and says so', () => {
    const endless = 'x'.repeat(1_000_000);
    const row = toEventRow({
      ...event,
      text: endless,
      previous: endless,
      predictive: endless,
      announce: endless,
      unit: endless,
      currency: endless,
      country: endless,
    });
    expect(JSON.stringify(row).length).toBeLessThan(4000);
    expect(row.text).toMatch(/x…$/);
    expect(row.actual).toMatch(/x…$/);
  });
});
