import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarEvent } from '../../../../src/service/records';
import type { Disposable } from '../../../../src/app/platform/ports';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { pageOf } from '../../../support/builders/lists';
import { registerNextRelease } from '../../../../src/ui/calendar/registerNextRelease';
import { editor } from '../../../support/editor/editor';

const minute = 60_000;
/** Monday, 12:00 UTC. */
const noon = Date.UTC(2026, 0, 5, 12);
const event = (text: string, atMs: number): CalendarEvent => ({
  text,
  previous: '1',
  predictive: '2',
  announce: '',
  star: 3,
  time: atMs / 1000,
  country: 'US',
  currency: 'USD',
  unit: '%',
  uniqueId: null,
  detailUrl: null,
});

describe('the next release in the status bar', () => {
  let time: FakeTime;
  let access: FakeAccess;
  let asked: string[];
  let days: Record<string, readonly CalendarEvent[]>;
  let failure: Error | undefined;
  let registered: Disposable | undefined;
  const start = (): void => {
    editor.set('statusBar.show', ['nextRelease']);
    registered = registerNextRelease({ access, clock: time, timers: time, log: new MemoryLog(), timeZone: () => 'UTC' });
  };
  afterEach(() => registered?.dispose());

  beforeEach(() => {
    time = new FakeTime(noon);
    asked = [];
    failure = undefined;
    days = { '20260105': [event('US <em>CPI</em>', noon + 90 * minute), event('Jobless $(bell)', noon + 90 * minute)] };
    access = new FakeAccess(
      fakeClient({
        hotCalendar: async ({ date = '' }) => {
          asked.push(date);
          if (failure !== undefined) throw failure;
          return pageOf(days[date] ?? []);
        },
      }),
    );
  });

  it('counts down, names other releases of that time, and opens the day', async () => {
    start();
    expect(editor.barTexts).toEqual([]);
    await time.advance(0);
    expect(editor.barTexts).toEqual(['$(watch) US CPI +1 · in 1 h 30 min']);
    const [item] = editor.bar;
    expect(item?.hover).toMatch(/US CPI[^]*Jobless \\\$\\\(bell\\\)/);
    expect(item?.command).toMatchObject({ command: 'marketDesk.calendar.open', arguments: [{ tab: 'hot', date: '20260105' }] });
    await time.advance(31 * minute);
    expect(editor.barTexts).toEqual(['$(watch) US CPI +1 · in 59 min']);
  });

  it('moves to the next day with releases once today’s are published', async () => {
    days['20260107'] = [event('Jobless $(bell)', noon + 2 * 24 * 60 * minute)];
    // Between two polls: the end of the day's releases is a reason to read.
    days['20260105'] = [event('US <em>CPI</em>', noon + 92 * minute)];
    start();
    await time.advance(92 * minute);
    expect(editor.barTexts).toEqual(['$(watch) Jobless $ (bell) · in 1 d 22 h']);
    expect(editor.bar[0]?.command).toMatchObject({ arguments: [{ tab: 'hot', date: '20260107' }] });
  });

  it('says when no more releases come, until the day ends', async () => {
    start();
    await time.advance(90 * minute);
    expect(editor.barTexts).toEqual(['$(watch) No more releases today']);
    editor.setFocused(false);
    await time.advance(11 * 60 * minute);
    expect(editor.barTexts).toEqual([]);
  });

  it('reads and counts only while the window has the focus, and shows the time otherwise', async () => {
    start();
    await time.advance(0);
    editor.setFocused(false);
    expect(editor.barTexts).toEqual(['$(watch) US CPI +1 · 13:30']);
    asked.length = 0;
    await time.advance(60 * minute);
    expect([asked, editor.barTexts]).toEqual([[], ['$(watch) US CPI +1 · 13:30']]);
    editor.setFocused(true);
    await time.advance(0);
    expect([asked, editor.barTexts]).toEqual([['20260105'], ['$(watch) US CPI +1 · in 30 min']]);
    await time.advance(14 * minute);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('is hidden without its setting or a session, and requests nothing then', async () => {
    start();
    await time.advance(0);
    access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect(editor.barTexts).toEqual([]);
    access.become(signedInState);
    await time.advance(0);
    expect(editor.barTexts).toHaveLength(1);
    editor.set('statusBar.show', []);
    expect([editor.bar, time.pendingTimers]).toEqual([[], 0]);
    editor.set('statusBar.show', ['nextRelease']);
    await time.advance(0);
    expect(editor.barTexts).toHaveLength(1);
    registered?.dispose();
    expect([editor.bar, time.pendingTimers]).toEqual([[], 0]);
  });

  it('claims nothing as long as the list could not be read, and says when it is out of date', async () => {
    failure = new Error('down');
    start();
    await time.advance(minute);
    expect(editor.barTexts).toEqual([]);
    failure = undefined;
    await time.advance(10 * minute);
    expect(editor.barTexts).toEqual(['$(watch) US CPI +1 · in 1 h 19 min']);
    failure = new Error('down');
    await time.advance(10 * minute);
    expect([editor.barTexts, editor.bar[0]?.hover.includes('Out of date')]).toEqual([['$(watch) US CPI +1 · in 1 h 09 min'], true]);
    // A release that is due while the service fails is requested once, and then at the pace after failures.
    asked.length = 0;
    await time.advance(100 * minute);
    expect(asked.length).toBeLessThan(40);
  });
});
