import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../../src/domain/alerts/alert';
import { mostMinutesBefore, releaseMoment, reminderOf, remindersIn } from '../../../../src/domain/alerts/reminder';
import { ReminderMarks } from '../../../../src/webview/calendar/list/reminderMarks';

const alert = (fields: Partial<Alert> = {}, minutesBefore = 15, name = 'US CPI'): Alert => ({
  id: 'a',
  rule: { kind: 'release', name, atMs: 60_000_000, minutesBefore },
  firedAtMs: undefined,
  quietUntilMs: 0,
  ...fields,
});
const row = {
  text: 'US <em>CPI</em>',
  previous: null,
  forecast: null,
  actual: null,
  unit: null,
  currency: null,
  country: 'US',
  star: 3,
  time: 60_000,
  linkHost: null,
};

describe('reminders of releases', () => {
  it('are the alerts that still wait for a release', () => {
    const price: Alert = { ...alert({ id: 'p' }), rule: { kind: 'above', symbol: 'HK.00700', price: '1' } };
    expect(remindersIn([alert(), price, alert({ firedAtMs: 1 })], 0)).toEqual([
      { id: 'a', name: 'US CPI', timeMs: 60_000_000, minutesBefore: 15 },
    ]);
    expect(remindersIn([alert()], 60_000_000)).toEqual([]);
    // It still waits while snoozed.
    expect(remindersIn([alert({ quietUntilMs: 50_000_000 })], 0)).toHaveLength(1);
  });

  it('belong to a release by its name and time, with markup or without', () => {
    const reminders = remindersIn([alert({ id: 'b' }, 5), alert()], 0);
    expect(reminderOf(reminders, releaseMoment(row))?.minutesBefore).toBe(15);
    expect(reminderOf(reminders, releaseMoment({ ...row, time: 60_001 }))).toBeUndefined();
    expect(reminderOf(reminders, releaseMoment({ ...row, text: 'US PPI' }))).toBeUndefined();
  });

  it('mark only the rows that they belong to', () => {
    const marks = new ReminderMarks();
    const name = fc.constantFrom('US CPI', 'US PPI', 'GDP');
    const reminder = fc.record({ name, timeMs: fc.constantFrom(60_000_000, 61_000_000), minutesBefore: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(reminder), name, (reminders, text) => {
        marks.set(reminders);
        const own = reminders.filter((one) => one.name === text && one.timeMs === 60_000_000).map(({ minutesBefore }) => minutesBefore);
        expect(marks.minutesBefore({ ...row, text })).toBe(own.length === 0 ? undefined : Math.max(...own));
      }),
    );
  });

  it('are offered only for releases in the future', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 10 ** 9 }), (timeMs, nowMs) => {
        const most = mostMinutesBefore({ name: '', timeMs }, nowMs);
        expect(most).toBeGreaterThanOrEqual(0);
        if (most > 0) expect(timeMs - most * 60_000).toBeGreaterThan(nowMs);
      }),
    );
  });
});
