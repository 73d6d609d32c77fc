import { describe, expect, it } from 'vitest';
import type { EventRow } from '../../../../src/panel/calendar/calendarProtocol';
import { createFormats, fromDateField, toDateField } from '../../../../src/webview/calendar/format';
import { isFiltered } from '../../../../src/webview/calendar/controls/filters';
import type { Filters } from '../../../../src/webview/calendar/controls/filters';
import { ListModel } from '../../../../src/webview/calendar/list/listModel';
import { NowSeeker } from '../../../../src/webview/calendar/list/listFlow';
import { effectivePageSize, initialViewState, readViewState } from '../../../../src/webview/calendar/viewState';

const row = (time: string, changes: Partial<EventRow> = {}): EventRow => ({
  text: 'CPI',
  previous: null,
  forecast: null,
  actual: null,
  unit: null,
  currency: null,
  country: 'US',
  star: 3,
  time: Date.parse(time) / 1000,
  linkHost: null,
  ...changes,
});

describe('the format of dates and times', () => {
  const formats = createFormats('en');

  it('names the days around today', () => {
    expect(formats.day(20_000, 20_000)).toBe('Today · Friday, October 4, 2024');
    expect(formats.day(20_001, 20_000)).toMatch(/^Tomorrow · /);
    expect(formats.day(19_999, 20_000)).toMatch(/^Yesterday · /);
    expect(formats.day(20_002, 20_000)).toBe('Sunday, October 6, 2024');
    expect(createFormats('zh-cn').day(20_002, 20_000)).toContain('2024年10月6日');
    expect(createFormats('qps-ploc').day(20_002, 20_000)).toContain('2024');
  });

  it('writes countdowns and clocks', () => {
    expect(formats.countdown({ unit: 'hours', hours: 2, minutes: 5 })).toBe('2 h 05 min');
    expect(formats.countdown({ unit: 'days', days: 3, hours: 4 })).toBe('3 d 4 h');
    expect(formats.countdown({ unit: 'now' })).toBe('0 s');
    expect(formats.clock(Date.parse('2025-01-01T23:05:00Z'), 'Asia/Tokyo')).toBe('08:05');
  });

  it('turns dates of the service into dates of a field and back', () => {
    expect(toDateField('20250102')).toBe('2025-01-02');
    expect(fromDateField('2025-01-02')).toBe('20250102');
    for (const wrong of ['', '2025-02-30', '2025-1-2', 'today']) expect(fromDateField(wrong)).toBeUndefined();
  });
});

describe('ListModel', () => {
  const now = Date.parse('2025-05-02T12:00Z');
  const all: Filters = { leastStars: 1, onlyStars: null, countries: [], onlyMine: false };
  const layOut = (model: ListModel, filters = all, sortByTime = false, zone = 'UTC'): void =>
    model.layOut({ ...{ zone, now, filters, sortByTime }, isMine: (row) => row.country === 'JP', dayText: String, nowText: () => 'Now' });
  const kinds = (model: ListModel): readonly (number | string)[] =>
    model.items.map((item) => (item.kind === 'row' ? item.row.index : item.kind === 'divider' ? item.look : item.kind));

  it('replaces from an index on and counts the rows that pass the filters', () => {
    const model = new ListModel('search');
    model.replace(0, [row('2025-05-01T08:00Z', { star: 5 }), row('2025-05-02T08:00Z', { country: 'JP' })]);
    model.replace(2, [row('2025-05-03T08:00Z', { actual: '0' })]);
    layOut(model);
    expect(model.rows.length).toBe(3);
    expect(kinds(model)).toEqual(['day', 0, 'day', 1, 'now', 'day', 2]);
    layOut(model, { ...all, leastStars: 5 });
    expect(model.shown).toBe(1);
    layOut(model, { ...all, countries: ['JP', 'CN'] });
    expect(model.shown).toBe(1);
    layOut(model, { ...all, onlyStars: 3 });
    expect(model.shown).toBe(2);
    layOut(model, { ...all, onlyMine: true });
    expect(model.shown).toBe(1);
    expect(model.countries()).toEqual(['JP', 'US']);
    model.replace(0, [row('2025-05-01T08:00Z')]);
    expect(model.rows.length).toBe(1);
  });

  it('shows events without an impact unless an impact is chosen', () => {
    const model = new ListModel('search');
    model.replace(0, [row('2025-05-01T08:00Z', { star: 0 }), row('2025-05-01T09:00Z', { star: 1 }), row('2025-05-01T10:00Z', { star: 6 })]);
    layOut(model);
    expect(model.shown).toBe(3);
    layOut(model, { ...all, leastStars: 2 });
    expect(model.shown).toBe(1);
  });

  it('leaves out value columns only when no row has a value, "0" being one', () => {
    const model = new ListModel('search');
    model.replace(0, [row('2025-05-01T08:00Z'), row('2025-05-01T08:00Z', { previous: '' })]);
    expect(model.columns).toEqual([]);
    model.replace(2, [row('2025-05-01T08:00Z', { actual: '0' })]);
    expect(model.columns).toEqual(['previous', 'forecast', 'actual', 'compared']);
  });

  it('sorts the hot list by time, with now on its own day only', () => {
    const model = new ListModel('hot');
    model.replace(0, [row('2025-05-02T18:00Z', { star: 5 }), row('2025-05-02T08:00Z'), row('2025-05-02T18:00Z', { star: 4 })]);
    layOut(model);
    expect(kinds(model)).toEqual([1, 'now', 0, 2]);
    model.replace(0, [row('2025-05-03T18:00Z'), row('2025-05-03T08:00Z')]);
    layOut(model);
    expect(kinds(model)).toEqual([1, 0]);
    expect(model.nextRelease(now)).toBe(Date.parse('2025-05-03T08:00Z'));
    expect(model.nextRelease(Date.parse('2026-01-01'))).toBeUndefined();
  });

  it('has neither days nor now when the service sorted by relevance, unless the whole list is sorted here', () => {
    const model = new ListModel('search');
    model.state = { ...model.state, end: 'more' };
    model.replace(0, [row('2025-05-03T18:00Z'), row('2025-05-01T08:00Z'), row('2025-05-02T08:00Z')]);
    layOut(model, all, true);
    expect(kinds(model)).toEqual([0, 1, 2]);
    model.state = { ...model.state, end: 'complete' };
    layOut(model, all, true);
    expect(kinds(model)).toEqual(['day', 1, 'day', 2, 'now', 'day', 0]);
  });

  it('shows a closure under the date at its own place, and no countdown to it', () => {
    const model = new ListModel('search');
    model.state = { ...model.state, searchType: 2 };
    model.replace(0, [row('2026-12-23T23:00Z', { country: 'Australia' }), row('2026-12-24T14:30Z', { country: 'United States' })]);
    layOut(model);
    expect(model.items.flatMap((item) => (item.kind === 'divider' && item.look === 'day' ? [item.content()] : []))).toEqual([
      String(Date.parse('2026-12-24') / 86_400_000),
    ]);
    expect(model.nextRelease(now)).toBeUndefined();
  });

  it('is filtered by any of its filters', () => {
    const some: readonly Partial<Filters>[] = [{ leastStars: 2 }, { onlyStars: 1 }, { countries: ['US'] }, { onlyMine: true }];
    expect(isFiltered(all)).toBe(false);
    for (const one of some) expect(isFiltered({ ...all, ...one })).toBe(true);
  });

  it('reads on until the current time is reached, and stops at a limit', () => {
    const model = new ListModel('search');
    const seeker = new NowSeeker();
    model.state = { ...model.state, phase: 'ready', end: 'more' };
    model.replace(0, [row('2025-05-01T08:00Z')]);
    expect(seeker.next(model, now)).toBe('idle');
    seeker.start();
    expect(seeker.next(model, now)).toBe('reading');
    model.replace(1, [row('2025-05-03T08:00Z')]);
    layOut(model);
    expect(seeker.next(model, now)).toBe('found');
    expect(seeker.next(model, now)).toBe('idle');
    model.replace(0, [row('2025-05-01T08:00Z')]);
    seeker.start();
    const steps = Array.from({ length: 60 }, () => seeker.next(model, now));
    expect(steps.filter((step) => step === 'gaveUp')).toHaveLength(1);
    expect(steps.at(-1)).toBe('idle');
  });
});

describe('the view state of the calendar page', () => {
  it('is restored as it was stored', () => {
    const state = {
      ...initialViewState(),
      tab: 'hot' as const,
      keyword: 'CPI',
      searchType: 3 as const,
      order: 'descending' as const,
      pageSize: '7',
      hotDate: '20250102',
      isSearching: true,
      leastStars: 4,
      onlyStars: 3,
      countries: ['US', 'CN'],
      onlyMine: true,
      sortByTime: true,
      scroll: { search: 10, hot: 20, agenda: 30 },
    };
    expect(readViewState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it('is read from earlier versions', () => {
    expect(readViewState({ keyword: 'CPI', country: 'US' })).toMatchObject({ isSearching: true, countries: ['US'] });
    expect(readViewState({ keyword: '', country: '' })).toMatchObject({ isSearching: false, countries: [] });
  });

  it.each([
    [undefined],
    [null],
    ['x'],
    [
      {
        tab: 'x',
        keyword: 1,
        searchType: 9,
        order: 1,
        pageSize: 1,
        hotDate: 'x',
        zone: 'Mars/Base',
        leastStars: 9,
        country: 1,
        scroll: { search: 'x' },
      },
    ],
  ])('falls back to defaults for %o', (stored) => {
    expect(readViewState(stored)).toEqual(initialViewState());
  });

  it.each([
    ['', 20],
    [' ', 20],
    ['7', 7],
    ['0', 0],
    ['31', 31],
    ['1.5', Number.NaN],
    ['-1', Number.NaN],
    ['1e1', Number.NaN],
  ])('has for the page size %o the number %d', (typed, expected) => expect(effectivePageSize(typed, 20)).toBe(expected));
});
