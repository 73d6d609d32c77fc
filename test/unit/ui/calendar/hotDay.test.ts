import { describe, expect, it } from 'vitest';
import type { ListName } from '../../../../src/panel/calendar/calendarProtocol';
import { TransportError } from '../../../../src/service/errors';
import type { HotCalendarQuery } from '../../../../src/service/records';
import { calendarEvent } from '../../../support/builders/calendarEvent';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { CalendarLists } from '../../../../src/ui/calendar/calendarLists';

const hour = 3_600_000;
const today = { date: null, zone: 'UTC', pageSize: 20 };
const signedIn = { isOther: false, isSignedIn: true };
const signedOut = { isOther: false, isSignedIn: false };
const offline = new TransportError('connect-failed', { sent: 'no' });

/** The hot list at noon of January 5, each day with one release that names it. Prepared failures come first. */
function setUp(time = new FakeTime()) {
  const asked: string[] = [];
  const failures: Error[] = [];
  const client = fakeClient({
    hotCalendar: async ({ date }: HotCalendarQuery) => {
      asked.push(date ?? '');
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return pageOf([calendarEvent({ text: `release of ${date ?? ''}` })]);
    },
  });
  const lists = new CalendarLists(new FakeAccess(client), time);
  const changes: { readonly rows: readonly string[]; readonly isReread: boolean; readonly phase: string }[] = [];
  const rows = (): readonly string[] => lists.rows('hot').map(({ text }) => text);
  lists.onDidChange(({ name }: { readonly name: ListName }) => {
    if (name === 'hot') changes.push({ rows: rows(), isReread: lists.isReread('hot'), phase: lists.state('hot').phase });
  });
  return { lists, time, asked, failures, changes, rows };
}

async function openToday() {
  const all = setUp();
  all.lists.hot(today);
  await settle();
  expect(all.rows()).toEqual(['release of 20260105']);
  await all.time.advance(13 * hour);
  all.changes.length = 0;
  return all;
}

describe('the hot list of today, once that day has ended', () => {
  it.each([
    ['a refresh', 'retry'],
    ['a page that comes back', 'renewOld'],
    ['a service that comes back', 'follow'],
    ['the page', 'hot'],
  ] as const)('is read for the day that has begun, on request of %s, and shows no rows of yesterday meanwhile', async (_, by) => {
    const { lists, asked, changes, rows } = await openToday();
    if (by === 'retry') lists.retry('hot');
    else if (by === 'follow') lists.follow(signedIn);
    else if (by === 'hot') lists.hot(today);
    else lists.renewOld();
    expect(rows()).toEqual([]);
    await settle();
    expect(asked).toEqual(['20260105', '20260106']);
    expect(changes.at(-1)).toEqual({ rows: ['release of 20260106'], isReread: false, phase: 'ready' });
    expect(changes.flatMap((change) => change.rows)).not.toContain('release of 20260105');
  });

  it('is read for the day that has begun when a failed request is repeated', async () => {
    const { lists, asked, failures, rows, time } = setUp();
    failures.push(offline, offline);
    lists.hot(today);
    await settle();
    await time.advance(13 * hour);
    lists.retry('hot');
    await settle();
    lists.follow(signedIn);
    await settle();
    expect(asked).toEqual(['20260105', '20260106', '20260106']);
    expect(rows()).toEqual(['release of 20260106']);
  });

  it('shows no rows to a page that is created again, also while nobody is signed in', async () => {
    const { lists } = await openToday();
    lists.follow(signedOut);
    expect(lists.content('hot')).toMatchObject({ rows: [], state: { isAnswered: false, loadedAt: null } });
  });

  it('restores no rows of yesterday', async () => {
    const { lists, time } = await openToday();
    const kept = lists.kept('c1');
    const next = setUp(time);
    next.lists.restore(kept);
    expect(next.rows()).toEqual([]);
    expect(next.lists.state('hot').phase).toBe('idle');
    const sameDay = setUp();
    sameDay.lists.restore(kept);
    expect(sameDay.rows()).toEqual(['release of 20260105']);
  });

  it('still reads a chosen day again as that day', async () => {
    const { lists, asked, changes, time } = setUp();
    lists.hot({ ...today, date: '20260105' });
    await settle();
    await time.advance(13 * hour);
    lists.retry('hot');
    await settle();
    expect(asked).toEqual(['20260105', '20260105']);
    expect(changes.at(-1)).toMatchObject({ isReread: true, rows: ['release of 20260105'] });
  });
});

describe('rows of another day', () => {
  it('stay while a day is loading, and go when it can’t be read', async () => {
    const { lists, failures, changes } = setUp();
    lists.hot({ ...today, date: '20260102' });
    await settle();
    failures.push(offline);
    lists.hot(today);
    expect(changes.at(-1)).toMatchObject({ phase: 'loading', rows: ['release of 20260102'] });
    await settle();
    expect(changes.at(-1)).toMatchObject({ phase: 'failed', rows: [], isReread: false });
    expect(lists.state('hot')).toMatchObject({ isAnswered: false, form: null });
  });

  it('go when a sign-out interrupts the day that was asked for', async () => {
    const { lists, rows } = setUp();
    lists.hot({ ...today, date: '20260102' });
    await settle();
    lists.hot(today);
    lists.follow(signedOut);
    expect(rows()).toEqual([]);
    expect(lists.state('hot').phase).toBe('idle');
  });
});
