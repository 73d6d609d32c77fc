import { plainText } from '../text/segments';
import { isArmed } from './alert';
import type { Alert } from './alert';

/** A calendar release as alerts name it; `timeMs` is Unix milliseconds. */
export interface ReleaseMoment {
  readonly name: string;
  readonly timeMs: number;
}

/** An alert that waits for a release. */
export interface Reminder extends ReleaseMoment {
  readonly id: string;
  readonly minutesBefore: number;
}

const longestName = 300;

/** The name that alerts use for a calendar event: the same in every list, with or without markup. */
export function releaseMoment({ text, time }: { readonly text: string; readonly time: number }): ReleaseMoment {
  return { name: plainText(text).slice(0, longestName), timeMs: time * 1000 };
}

/** The alerts that are still waiting for a release. */
export function remindersIn(alerts: readonly Alert[], nowMs: number): readonly Reminder[] {
  return alerts.flatMap((alert): readonly Reminder[] => {
    const { id, rule } = alert;
    if (rule.kind !== 'release' || rule.atMs <= nowMs) return [];
    if (!isArmed(alert, Math.max(nowMs, alert.quietUntilMs))) return [];
    return [{ id, name: rule.name, timeMs: rule.atMs, minutesBefore: rule.minutesBefore }];
  });
}

/** The reminder of a release; undefined if there is none. The earliest one if there are several. */
export function reminderOf(reminders: readonly Reminder[], release: ReleaseMoment): Reminder | undefined {
  return reminders
    .filter(({ name, timeMs }) => timeMs === release.timeMs && name === release.name)
    .toSorted((one, other) => other.minutesBefore - one.minutesBefore)[0];
}

export const usualReminders: readonly number[] = [5, 10, 15, 30, 60];
const longestReminderMinutes = 7 * 24 * 60;

/** The most minutes before a release that are still ahead; 0 if it is due within a minute. */
export function mostMinutesBefore(release: ReleaseMoment, nowMs: number): number {
  return Math.min(longestReminderMinutes, Math.max(0, Math.ceil((release.timeMs - nowMs) / 60_000) - 1));
}
