import * as vscode from 'vscode';
import { TodayFeed, eventsOf, nextReleases, untilChange } from '../../app/calendar/todayFeed';
import type { Disposable } from '../../app/platform/ports';
import { isSignedIn } from '../../app/session/connection';
import { countdownTo } from '../../domain/calendar/countdown';
import { plainText } from '../../domain/text/segments';
import { shortened } from '../../domain/text/visibleText';
import { basicDate, wallTime } from '../../domain/time/zones';
import type { CalendarEvent } from '../../service/records';
import { presentError } from '../platform/errors/presentError';
import { onSettingChange, readSetting } from '../platform/settings';
import { drawItem } from '../platform/statusBar/statusFace';
import type { StatusFace } from '../platform/statusBar/statusFace';
import { pollWhileVisible } from '../platform/trees/viewPolling';
import { windowFocus } from '../platform/windowFocus';
import type { TodayDependencies } from './registerToday';
import { countdownText, dateText, eventTooltip, openCalendar } from './todayRows';

export type NextReleaseDependencies = Omit<TodayDependencies, 'shell'>;

/** To the right of the ticker. */
const priority = 83;
/** The day's list changes rarely, and the countdown needs no request. */
const pollMs = 5 * 60_000;
const longestName = 40;

/** The next release of the hot list with its countdown in the status bar, while the setting is on. */
export function registerNextRelease(dependencies: NextReleaseDependencies): vscode.Disposable {
  let shown: Disposable | undefined;
  const follow = (): void => {
    const isOn = readSetting('statusBar.nextRelease');
    if (isOn) shown ??= showNextRelease(dependencies);
    if (isOn) return;
    shown?.dispose();
    shown = undefined;
  };
  follow();
  return vscode.Disposable.from(onSettingChange('statusBar.nextRelease', follow), { dispose: () => shown?.dispose() });
}

/** It counts down and asks only while the window has the focus; without it, the time of the release stands there instead. */
function showNextRelease(dependencies: NextReleaseDependencies): vscode.Disposable {
  const { access, clock, timers, timeZone, log } = dependencies;
  const item = vscode.window.createStatusBarItem('marketDesk.nextRelease', vscode.StatusBarAlignment.Right, priority);
  item.name = vscode.l10n.t('Market Desk Next Release');
  const feed = new TodayFeed({ access, clock, timeZone, looksPastToday: true });
  let timer: Disposable | undefined;

  const show = (): void => {
    timer?.dispose();
    const { day, list } = feed.state;
    const [nowMs, zone] = [clock.wallMs(), timeZone()];
    const events = eventsOf(feed.state);
    const next = nextReleases(events, nowMs);
    // "All is out" would be a claim about releases that are missing.
    const isKnown = next.length > 0 || (list?.verdict === 'complete' && day?.date === basicDate(zone, nowMs));
    if (!isSignedIn(access.current) || day === undefined || !isKnown) {
      item.hide();
      return;
    }
    const [first] = next;
    drawItem(item, faceOf(next, nowMs, zone));
    item.command = openCalendar(first === undefined ? day.date : basicDate(zone, first.time * 1000));
    item.show();
    const toRelease = first === undefined ? Number.POSITIVE_INFINITY : first.time * 1000 - nowMs;
    const wait = windowFocus.isFocused ? untilChange(events, zone, nowMs) : Math.min(untilChange([], zone, nowMs), toRelease);
    timer = timers.after(wait, tick);
  };
  const tick = (): void => {
    show();
    const nowMs = clock.wallMs();
    // A release went out, or a day ended: what comes next is not known from here.
    const isOver = nextReleases(eventsOf(feed.state), nowMs).length === 0;
    if (isOver || feed.state.day?.date !== basicDate(timeZone(), nowMs)) polling.readAgain();
  };
  const faceOf = (next: readonly CalendarEvent[], nowMs: number, zone: string): StatusFace => {
    const { error } = feed.state;
    const notes = error === undefined ? [] : [vscode.l10n.t('Out of date: {0}', presentError(error).message)];
    const [first, ...others] = next;
    if (first === undefined) {
      const text = vscode.l10n.t('No more releases today');
      return { icon: 'watch', text, tooltip: [text, ...notes].join('\n'), label: text };
    }
    const [at, name] = [first.time * 1000, plainText(first.text)];
    const when = windowFocus.isFocused ? countdownText(countdownTo(at, nowMs)) : timeText(zone, at, nowMs);
    const more = others.length === 0 ? '' : ` +${others.length}`;
    return {
      icon: 'watch',
      text: `${shortened(name, longestName)}${more} · ${when}`,
      tooltip: eventTooltip(first, zone, [...others.map(({ text }) => plainText(text)), ...notes]),
      label: `${item.name ?? ''}: ${name}${more}, ${when}`,
    };
  };

  const polling = pollWhileVisible({
    watched: {
      get visible() {
        return windowFocus.isFocused;
      },
      onDidChangeVisibility: (listener) => windowFocus.onDidChange(listener),
    },
    name: 'The next release',
    leastMs: pollMs,
    connection: access,
    timers,
    clock,
    log,
    run: async (signal) => feed.refresh(signal),
    onSessionChange: () => feed.reset(),
  });

  show();
  return vscode.Disposable.from(
    item,
    polling,
    feed,
    feed.onDidChange(show),
    access.onDidChange(show),
    windowFocus.onDidChange(show),
    onSettingChange('calendar.timeZone', () => {
      feed.reset();
      polling.restart();
    }),
    { dispose: () => timer?.dispose() },
  );
}

/** `20:30`, with the date where it is not today's. */
function timeText(zone: string, at: number, nowMs: number): string {
  const date = basicDate(zone, at);
  return `${date === basicDate(zone, nowMs) ? '' : `${dateText(date)} `}${wallTime(zone, at)}`;
}
