// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventRow, ListState, ToCalendarHost, ToCalendarPage } from '../../../../src/panel/calendar/calendarProtocol';
import { CalendarPage } from '../../../../src/webview/calendar/page';
import { click, drawn, giveHeight, press, textOf, textsOf, type } from '../support/document';
import { FakeHost } from '../support/fakeHost';

const noon = Date.parse('2026-11-25T12:00Z');
const minute = 60_000;

const row = (name: string, at: number, changes: Partial<EventRow> = {}): EventRow => ({
  text: name,
  ...{ previous: '1.0', forecast: '1.1', actual: null, unit: '%', currency: null, country: 'US', star: 3, time: at / 1000, linkHost: null },
  ...changes,
});
const idle: ListState = {
  ...{ generation: 1, phase: 'idle', end: 'complete', endText: '', isOld: false },
  ...{ loadedAt: null, isAnswered: false, searchType: null, form: null, problem: null },
};
const ready: ListState = { ...idle, phase: 'ready', loadedAt: noon, isAnswered: true };
const nothing = { state: idle, rows: [] };
const upcoming = [
  row('CPI (Oct)', noon - 60 * minute, { actual: '1.2' }),
  row('GDP (Q3)', noon + 2 * minute),
  row('PMI (Nov)', noon + 90 * minute),
];

let host: FakeHost<ToCalendarHost>;
let page: CalendarPage;

async function say<K extends keyof ToCalendarPage>(message: K, body: ToCalendarPage[K]): Promise<void> {
  page.handlers[message](body);
  await drawn();
}

async function open(changes: Partial<ToCalendarPage['start']> = {}, stored?: unknown): Promise<void> {
  host = new FakeHost<ToCalendarHost>(stored);
  page = new CalendarPage(host);
  document.body.append(page);
  await say('start', {
    session: { kind: 'signedIn' },
    settings: { zone: 'UTC', pageSize: 20 },
    lists: { search: nothing, hot: nothing, agenda: { state: ready, rows: upcoming } },
    ...{ show: null, week: [], reminders: [], view: null },
    ...changes,
  });
  host.sent.length = 0;
}

async function list(name: 'search' | 'hot' | 'agenda', changes: Partial<ToCalendarPage['list']>): Promise<void> {
  await say('list', { name, state: ready, from: 0, rows: null, isReread: false, ...changes });
}

async function search(text: string): Promise<void> {
  type(page.querySelector('[role=searchbox]'), text);
  press(page.querySelector('[role=searchbox]'), 'Enter');
  await drawn();
}

async function pass(ms: number, toMs = Date.now()): Promise<void> {
  vi.setSystemTime(toMs);
  await vi.advanceTimersByTimeAsync(ms);
  await drawn();
}

const lines = (): readonly string[] => textsOf(page, '.rows .row').map((text) => text.replace(/ [↑↓]/g, ''));
const status = (): string => textOf(page.querySelector('[role=status]'));
const grid = (): HTMLElement | null => page.querySelector('[role=grid]');
const button = (name: string): HTMLElement | undefined =>
  Array.from(page.querySelectorAll('button')).find((found) => textOf(found) === name || found.getAttribute('aria-label') === name);

beforeEach(() => {
  document.documentElement.lang = 'en';
  vi.useFakeTimers({ now: noon, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  giveHeight(600);
});
afterEach(() => {
  page.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the calendar page', () => {
  it('leaves out the previous value before anything is cut off, names what has no space, and shows it on request', async () => {
    const width = vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(600);
    await open();
    const heads = (): readonly string[] =>
      [...page.querySelectorAll('.header [data-column]')].map((head) => head.getAttribute('data-column') ?? '');
    expect(heads()).toEqual(expect.arrayContaining(['time', 'country', 'impact', 'event', 'forecast', 'actual']));
    expect(heads()).not.toContain('previous');
    expect(textOf(page.querySelector('.lack'))).toMatch(/^No space for: Previous.* Show All Columns$/);
    click(page, '.lack button');
    await drawn();
    expect(heads()).toContain('previous');
    width.mockReturnValue(1_200);
    await say('notice', { text: '' });
    page.requestUpdate();
    await drawn();
    expect(page.querySelector('.lack')).toBeNull();
  });

  it('opens with upcoming releases, and marks the current time between past and next', async () => {
    await open();
    expect(grid()?.getAttribute('aria-label')).toBe('Upcoming releases');
    expect(lines()).toEqual([
      'Today · Wednesday, November 25, 2026',
      expect.stringContaining('CPI'),
      'Now 12:00 · Next release in 2 min',
      expect.stringContaining('GDP'),
      expect.stringContaining('PMI'),
    ]);
    expect(status()).toBe('3 events');
    expect(textsOf(page, '[role=columnheader]')).toEqual([
      ...['Time', 'Country', 'Impact', 'Event', 'Previous', 'Forecast', 'Actual', 'vs. forecast', 'Actions'],
    ]);
  });

  it('moves the line of the current time when a release is due, and counts down to the next', async () => {
    await open();
    await pass(minute + 1500);
    expect(lines()[2]).toBe('Now 12:01 · Next release in 59 s');
    await pass(minute);
    expect(lines()).toEqual([
      ...[expect.any(String), expect.stringContaining('CPI'), expect.stringContaining('GDP')],
      'Now 12:02 · Next release in 1 h 27 min',
      expect.stringContaining('PMI'),
    ]);
    expect(textsOf(page, '.row.past .event-head')).toEqual(['CPI', 'GDP']);
  });

  it('shows a value that arrives while the page is visible, marks it for a moment, and reads it aloud', async () => {
    await open();
    grid()?.focus();
    press(grid(), 'ArrowDown');
    press(grid(), 'ArrowDown');
    await drawn();
    const before = grid()?.getAttribute('aria-activedescendant');
    await list('agenda', { rows: upcoming.map((event, at) => (at === 1 ? { ...event, actual: '1.4' } : event)), isReread: true });
    expect(textsOf(page, '.row.arrived .cell-actual')).toEqual(['1.4%']);
    expect(textOf(page.querySelector('footer .sr-only'))).toBe('GDP (Q3): 1.4');
    expect(grid()?.getAttribute('aria-activedescendant')).toBe(before);
    await pass(3000);
    expect(textsOf(page, '.row.arrived')).toEqual([]);
  });

  it('searches on Enter, opens the results at now, and reads on until now is reached', async () => {
    await open();
    await search('CPI');
    expect(host.bodies('search')).toEqual([{ keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 }]);
    const state: ListState = { ...ready, generation: 2, end: 'more', searchType: 1 };
    await list('search', { state: { ...state, phase: 'loading' } });
    const past = Array.from({ length: 40 }, (_, at) => row(`<em>CPI</em> ${String(at)}`, noon - (80 - at) * 24 * 60 * minute));
    await list('search', { state, rows: past });
    expect(host.bodies('more')).toEqual([{ name: 'search', generation: 2, rows: 40 }]);
    expect(page.querySelector('.overlay .skeleton')).not.toBeNull();
    expect(textsOf(page, 'mark')[0]).toBe('CPI');
    await list('search', { state, rows: [row('CPI next', noon + 60 * minute)], from: 40 });
    expect(page.querySelector('.scroller')?.scrollTop).toBeGreaterThan(26 * 40);
    expect(textOf(page.querySelector('.row.active'))).toBe('Now 12:00 · Next release in 1 h 00 min');
    expect(page.querySelector('.overlay')).toBeNull();
  });

  it('shows what is read before now as soon as the user moves there', async () => {
    await open();
    await search('CPI');
    await list('search', { state: { ...ready, generation: 2, end: 'more', searchType: 1 }, rows: [row('CPI', noon - 24 * 60 * minute)] });
    expect(page.querySelector('.overlay')).not.toBeNull();
    page.querySelector('.list')?.dispatchEvent(new Event('pointerdown'));
    await drawn();
    expect(page.querySelector('.overlay')).toBeNull();
  });

  it('reads on to now even when the extension searches again by itself', async () => {
    await open();
    await search('CPI');
    const state: ListState = { ...ready, generation: 2, end: 'complete', searchType: 1 };
    const rows = Array.from({ length: 60 }, (_, at) => row(`CPI ${String(at)}`, noon + (at - 50) * 24 * 60 * minute + minute));
    await list('search', { state, rows });
    press(grid(), 'Home', { ctrlKey: true });
    await list('search', { state: { ...state, generation: 3 }, rows });
    expect(page.querySelector('.scroller')?.scrollTop).toBeGreaterThan(26 * 40);
  });

  it('announces a wait only when the answer takes long', async () => {
    await open();
    await search('CPI');
    await list('search', { state: { ...ready, generation: 2 }, rows: [row('CPI', noon)] });
    await search('GDP');
    const loading: ListState = { ...ready, generation: 3, phase: 'loading', isOld: true };
    await list('search', { state: loading });
    await pass(99);
    expect([status(), grid()?.getAttribute('aria-busy'), page.querySelector('market-grid.old')]).toEqual(['1 event', null, null]);
    await pass(1);
    expect([status(), grid()?.getAttribute('aria-busy')]).toEqual(['Searching…', 'true']);
    expect(page.querySelector('market-grid.old')).not.toBeNull();
    press(document.body, 'Escape');
    expect(host.bodies('stop')).toEqual([{ name: 'search' }]);
  });

  it('names the search of the rows again when a new one is stopped, and reads no further by itself', async () => {
    await open();
    await search('CPI');
    const form = { kind: 'search', search: { keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 } } as const;
    const found: ListState = { ...ready, generation: 2, end: 'more', searchType: 1, form };
    await list('search', { state: { ...found, generation: 1, phase: 'loading' } });
    await list('search', { state: found, rows: [row('CPI', noon - minute)] });
    await search('GDP');
    await list('search', { state: { ...found, generation: 3, phase: 'loading', isOld: true } });
    press(document.body, 'Escape');
    host.sent.length = 0;
    await list('search', { state: { ...found, generation: 4, isOld: true } });
    expect(page.querySelector<HTMLInputElement>('[role=searchbox]')?.value).toBe('CPI');
    expect(textsOf(page, 'footer .sr-only')).toEqual(['Stopped. The form matches the events shown again.']);
    expect(host.bodies('more')).toEqual([]);
    button('Load More')?.click();
    expect(host.bodies('more')).toEqual([{ name: 'search', generation: 4, rows: 1 }]);
  });

  it('keeps what was typed when only a refresh is stopped', async () => {
    await open();
    await search('CPI');
    const form = { kind: 'search', search: { keyword: 'CPI', searchType: 1, order: 'ascending', pageSize: 20 } } as const;
    const found: ListState = { ...ready, generation: 2, searchType: 1, form };
    await list('search', { state: found, rows: [row('CPI', noon + minute)] });
    button('Refresh')?.click();
    await list('search', { state: { ...found, phase: 'loading' } });
    type(page.querySelector('[role=searchbox]'), 'GD');
    press(document.body, 'Escape');
    await list('search', { state: found });
    expect(page.querySelector<HTMLInputElement>('[role=searchbox]')?.value).toBe('GD');
  });

  it('shows the day of the rows again when another day is stopped', async () => {
    await open();
    click(page, '#tab-hot');
    const today: ListState = { ...ready, form: { kind: 'hot', date: null } };
    await list('hot', { state: today, rows: upcoming });
    button('Previous day')?.click();
    await drawn();
    expect(page.querySelector<HTMLInputElement>('input.date')?.value).toBe('2026-11-24');
    await list('hot', { state: { ...today, phase: 'loading' } });
    press(document.body, 'Escape');
    await list('hot', { state: today });
    expect(page.querySelector<HTMLInputElement>('input.date')?.value).toBe('2026-11-25');
    expect(button('Today')?.getAttribute('aria-pressed')).toBe('true');
  });

  it('reads the list of today again after midnight, and shows none of yesterday to somebody who is not signed in', async () => {
    await open();
    click(page, '#tab-hot');
    await list('hot', { rows: upcoming });
    host.sent.length = 0;
    await pass(minute, noon + 12 * 60 * minute - 1_000);
    expect(host.bodies('hot')).toEqual([{ date: null, zone: 'UTC', pageSize: 20 }]);
    await list('hot', { rows: upcoming });
    await say('session', { kind: 'signedOut' });
    expect(lines().length).toBeGreaterThan(0);
    await pass(minute, noon + 36 * 60 * minute - 1_000);
    expect(lines()).toEqual([]);
    await say('session', { kind: 'signedIn' });
    expect(host.bodies('hot')).toMatchObject([{ date: null }, { date: null, zone: 'UTC', pageSize: 20 }]);
  });

  it('names the field that breaks a rule, and sends nothing', async () => {
    await open();
    await search('   ');
    expect(textsOf(page, '[role=alert]')).toContain('Enter a keyword.');
    type(page.querySelector('[role=searchbox]'), 'CPI');
    button('Search Options')?.click();
    await drawn();
    const size = page.querySelector('input[type=number]');
    type(size, '31');
    press(size, 'Escape');
    await drawn();
    expect(page.querySelector('input[type=number]')).toBeNull();
    click(page, '.form > .button');
    await drawn();
    expect(textsOf(page, '[role=alert]')).toContain('Page size must be a whole number from 1 to 30.');
    expect(document.activeElement).toBe(page.querySelector('input[type=number]'));
    expect(host.bodies('search')).toEqual([]);
  });

  it('has no list of another type under a type that was chosen before a keyword', async () => {
    await open();
    expect(lines().join()).toContain('GDP (Q3)');
    const choose = async (value: string): Promise<void> => {
      const types = page.querySelector<HTMLSelectElement>('select.type');
      if (types !== null) types.value = value;
      types?.dispatchEvent(new Event('change', { bubbles: true }));
      await drawn();
    };
    await choose('4');
    expect(textOf(page.querySelector('.overlay'))).toContain('Corporate actions Enter a keyword to search for events of this type.');
    expect(page.querySelector('market-grid')?.classList.contains('covered')).toBe(true);
    expect(textOf(page.querySelector('footer.status'))).toBe('');
    click(page, '.form > .button');
    await drawn();
    expect(textsOf(page, '[role=alert]')).toContain('Enter a keyword.');
    await choose('1');
    expect(textsOf(page, '[role=alert]')).not.toContain('Enter a keyword.');
    expect([page.querySelector('.overlay'), lines().join().includes('GDP (Q3)')]).toEqual([null, true]);
  });

  it('reads the shown list again on Refresh, for a search as well as for upcoming releases', async () => {
    await open();
    button('Refresh')?.click();
    await search('CPI');
    button('Refresh')?.click();
    expect(host.bodies('act')).toEqual([
      { name: 'agenda', action: 'retry' },
      { name: 'search', action: 'retry' },
    ]);
  });

  it('offers the sort order only for types that the service sorts', async () => {
    await open();
    expect(button('Sort order: Earliest first')).toBeUndefined();
    const select = page.querySelector<HTMLSelectElement>('select.type');
    if (select === null) throw new Error('there is no choice of type');
    select.value = '2';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await drawn();
    type(page.querySelector('[role=searchbox]'), 'holiday');
    button('Sort order: Earliest first')?.click();
    await drawn();
    expect(host.bodies('search')).toEqual([{ keyword: 'holiday', searchType: 2, order: 'descending', pageSize: 20 }]);
  });

  it('counts the hits of a search in the strip of days, and goes to one', async () => {
    const day = (at: number) => noon + at * 24 * 60 * minute;
    const week = [0, 1, 2].map((at) => ({ date: new Date(day(at)).toISOString().slice(0, 10).replaceAll('-', ''), count: 9 }));
    const counts = (): readonly string[] => textsOf(page, '.week-count');
    await open({ week });
    expect(counts()).toEqual(['9', '9', '9']);
    await search('CPI');
    const found: ListState = { ...ready, generation: 2, searchType: 1 };
    const past = Array.from({ length: 60 }, (_, at) => row('CPI', day(at - 60)));
    await list('search', { state: { ...found, end: 'more' }, rows: [...past, row('CPI a', day(0) + minute), row('CPI b', day(1))] });
    // Of the day of the last row, more may follow.
    expect(counts()).toEqual(['1 hit', '…', '…']);
    await list('search', { state: found, rows: [row('CPI c', day(1)), row('CPI d', day(1))], from: 62 });
    expect(counts()).toEqual(['1 hit', '3 hits', '0 hits']);
    expect(textOf(page.querySelectorAll('.week-day')[1])).toContain('3 events found');
    page.querySelectorAll<HTMLElement>('.week-day')[1]?.click();
    await drawn();
    expect(textOf(page.querySelector('.row.active'))).toContain('Tomorrow');
    expect(host.bodies('hot')).toEqual([]);
  });

  it('leads from a day without releases to the next day that has some', async () => {
    const week = [
      { date: '20261125', count: 0 },
      { date: '20261126', count: 0 },
      { date: '20261127', count: 2 },
    ];
    await open({ week });
    click(page, '#tab-hot');
    await drawn();
    await list('hot', { rows: [] });
    host.sent.length = 0;
    button('Go to Next Day with Releases')?.click();
    expect(host.bodies('hot')).toEqual([{ date: '20261127', zone: 'UTC', pageSize: 20 }]);
    await list('hot', { rows: [] });
    button('Go to Next Day with Releases')?.click();
    expect(host.bodies('nextDay')).toEqual([{ after: '20261127', zone: 'UTC' }]);
  });

  it('copies all chosen rows, and acts on the active one by a key', async () => {
    await open();
    press(grid(), 'End');
    press(grid(), 'ArrowUp', { shiftKey: true });
    press(grid(), 'c', { ctrlKey: true });
    press(grid(), 'r');
    press(grid(), 'h');
    expect(host.sent).toEqual([
      ['copyRows', { name: 'agenda', generation: 1, zone: 'UTC', indexes: [1, 2] }],
      ['remind', { name: 'agenda', generation: 1, zone: 'UTC', index: 1 }],
      ['showHistory', { name: 'agenda', generation: 1, zone: 'UTC', index: 1 }],
    ]);
    host.sent.length = 0;
    press(grid(), 'Home');
    press(grid(), 'ArrowDown');
    press(grid(), 'r');
    // It has already been published.
    expect(host.sent).toEqual([]);
  });

  it('shows a bell on a row that has a reminder', async () => {
    await open();
    await say('reminders', [{ name: 'GDP (Q3)', timeMs: noon + 2 * minute, minutesBefore: 10 }]);
    expect(page.querySelector('.reminded')?.getAttribute('aria-label')).toBe('Reminder 10 min before');
  });

  it('keeps rows visible and asks for a sign-in when the session ends', async () => {
    await open();
    await say('session', { kind: 'signedOut' });
    expect(lines()).toHaveLength(5);
    expect(textOf(page.querySelector('.notice'))).toContain('Sign in to search the economic calendar.');
    button('Sign In')?.click();
    expect(host.bodies('act')).toEqual([{ name: 'agenda', action: 'signIn' }]);
  });

  it('filters by the chosen values and offers to clear the filters when nothing is left', async () => {
    await open();
    const stars = page.querySelector<HTMLSelectElement>('select.stars-filter');
    if (stars === null) throw new Error('there is no filter of impact');
    stars.value = '5';
    stars.dispatchEvent(new Event('change', { bubbles: true }));
    await drawn();
    expect([status(), textOf(page.querySelector('.placeholder p'))]).toEqual(['0 of 3 events', 'No loaded events match your filters.']);
    button('Clear Filters')?.click();
    await drawn();
    expect(status()).toBe('3 events');
  });

  it('closes the menu of countries on Escape, and on a click elsewhere', async () => {
    await open();
    const menu = (): Element | null => page.querySelector('.check-menu');
    button('Country: All countries')?.click();
    await drawn();
    press(menu()?.querySelector('input'), 'Escape');
    await drawn();
    expect([menu(), document.activeElement?.getAttribute('aria-label')]).toEqual([null, 'Country: All countries']);
    button('Country: All countries')?.click();
    await drawn();
    expect(menu()).not.toBeNull();
    page.querySelector('h1')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    await drawn();
    expect(menu()).toBeNull();
  });

  it('returns to its place when it is created anew', async () => {
    await open();
    await search('CPI');
    await pass(300);
    const stored = host.state;
    page.remove();
    await open({ lists: { search: { state: ready, rows: upcoming }, hot: nothing, agenda: nothing } }, stored);
    expect(page.querySelector<HTMLInputElement>('[role=searchbox]')?.value).toBe('CPI');
    expect(grid()?.getAttribute('aria-label')).toBe('Search results');
  });

  it('shows the rows of a stored search at now, unless they were scrolled', async () => {
    const rows = Array.from({ length: 90 }, (_, at) => row(`CPI ${String(at)}`, noon + (at - 50) * 24 * 60 * minute + minute));
    const state: ListState = { ...ready, searchType: 1 };
    const lists = { search: { state, rows }, hot: nothing, agenda: nothing };
    const topAfter = async (scrolled: number): Promise<number | undefined> => {
      await open({ lists }, { view: { keyword: 'CPI', isSearching: true, scroll: { search: scrolled } }, kept: null });
      const top = page.querySelector('.scroller')?.scrollTop;
      page.remove();
      return top;
    };
    expect(await topAfter(0)).toBeGreaterThan(26 * 40);
    expect(await topAfter(52)).toBe(52);
  });

  it('searches again when it was hidden before the rows of its search were stored, and not again after a stop', async () => {
    await open();
    await search('GDP');
    await list('search', { rows: upcoming });
    await say('keep', 'rows of GDP');
    await search('CPI');
    await pass(300);
    // Rows of one search never appear under another.
    expect(host.state).toMatchObject({ view: { keyword: 'CPI' }, kept: null });
    const stored = host.state;
    page.remove();
    const signedOut = { session: { kind: 'signedOut' } } as const;
    await open(signedOut, stored);
    await say('session', { kind: 'signedIn' });
    expect(host.bodies('search').map(({ keyword }) => keyword)).toEqual(['CPI']);
    await list('search', { state: { ...idle, phase: 'loading' } });
    await list('search', { state: idle });
    await say('session', { kind: 'signedIn' });
    expect(host.bodies('search')).toHaveLength(1);
  });

  it('shows the upcoming releases when the search that was stored cannot be sent', async () => {
    await open(undefined, { view: { keyword: 'CPI', isSearching: true, pageSize: '31' }, kept: null });
    expect(host.bodies('search')).toEqual([]);
    expect(lines()).not.toEqual([]);
  });
});

describe('a calendar list that waits', () => {
  it('shows the reason while it is loading, and not afterwards', async () => {
    await open();
    const reason = 'Waiting for the service’s limit: 23 s';
    const shown = (): boolean => textOf(page).includes(reason);
    await say('waiting', reason);
    expect(shown()).toBe(false);
    await list('agenda', { state: { ...idle, phase: 'loading' }, rows: [] });
    expect(shown()).toBe(true);
    // A countdown must not be read aloud every second.
    expect(status()).not.toContain(reason);
    await list('agenda', { state: ready, rows: upcoming });
    expect(shown()).toBe(false);
  });
});
