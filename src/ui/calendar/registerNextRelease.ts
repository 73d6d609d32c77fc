import * as vscode from 'vscode';
import { eventsOf, nextReleases, TodayReleases, untilChange } from '../../app/calendar/todayReleases';
import type { Disposable } from '../../app/platform/ports';
import { isSignedIn } from '../../app/session/connection';
import { basicDate, wallTime } from '../../domain/time/zones';
import { isInStatusBar, onStatusBarChange } from '../platform/settings';
import { onZoneChange } from '../platform/zone';
import { StatusItem } from '../platform/say/statusItem';
import { pollWhileVisible } from '../platform/trees/viewPolling';
import { windowFocus } from '../platform/windowFocus';
import type { TodayDependencies } from './registerToday';
import { countdownText, eventTooltip, openCalendar, shortDate } from './todayRows';
import { countdownTo } from '../../domain/calendar/countdown';
import { plainText } from '../../domain/text/segments';
import { nameWithin } from '../../domain/text/columns';
import type { CalendarEvent } from '../../service/records';
import { outage } from '../platform/errors/outage';
import { presentError } from '../platform/errors/presentError';
import type { StatusFace } from '../platform/say/statusItem';
import { listText } from '../platform/lists/listText';

/** Beside an icon and the longest countdown. */
const mostNameColumns = 15;

interface ReleaseFaceOptions {
  readonly zone: string;
  readonly nowMs: number;
  /** Shows the remaining time instead of the time of the release. */
  readonly counts: boolean;
  /** Why the list is out of date. */
  readonly error: unknown;
  /** The name of the item for screen readers. */
  readonly name: string;
}

/** The status bar item for releases that go out together. If there are none, it says that there are no more today. */
function releaseFace(next: readonly CalendarEvent[], { zone, nowMs, counts, error, name: item }: ReleaseFaceOptions): StatusFace {
  const notes =
    error === undefined
      ? []
      : [outage.explains(error) ? vscode.l10n.t('Out of date') : vscode.l10n.t('Out of date: {0}', presentError(error).message)];
  const [first, ...others] = next;
  if (first === undefined) {
    const text = vscode.l10n.t('No more releases today');
    return { icon: 'watch', text, tooltip: [text, ...notes].join('\n'), label: text };
  }
  const [at, name] = [first.time * 1000, plainText(first.text)];
  const when = counts ? countdownText(countdownTo(at, nowMs)) : timeText(zone, at, nowMs);
  const more = others.length === 0 ? '' : ` +${others.length}`;
  return {
    icon: 'watch',
    text: `${nameWithin(name, mostNameColumns - more.length)}${more} · ${when}`,
    tooltip: eventTooltip(first, zone, [...others.map(({ text }) => plainText(text)), ...notes]),
    label: vscode.l10n.t('{0}: {1}', item, listText([`${name}${more}`, when])),
  };
}

/** `20:30`, with the date if it is not today. */
function timeText(zone: string, at: number, nowMs: number): string {
  const date = basicDate(zone, at);
  return `${date === basicDate(zone, nowMs) ? '' : `${shortDate(date)} `}${wallTime(zone, at)}`;
}

export type NextReleaseDependencies = Omit<TodayDependencies, 'shell' | 'books' | 'marks'>;

/** High numbers disappear first when there is no room. */
const priority = 1_000;
/** The day's list changes rarely, and the countdown needs no request. */
const pollMs = 5 * 60_000;

/** A status bar item with a countdown to the next release of the hot list, while the setting is on. */
export function registerNextRelease(dependencies: NextReleaseDependencies): vscode.Disposable {
  let shown: Disposable | undefined;
  const follow = (): void => {
    const isOn = isInStatusBar('nextRelease');
    if (isOn) shown ??= showNextRelease(dependencies);
    if (isOn) return;
    shown?.dispose();
    shown = undefined;
  };
  follow();
  return vscode.Disposable.from(onStatusBarChange(follow), { dispose: () => shown?.dispose() });
}

/** Counts down and polls only while the window has the focus; otherwise it shows the time of the release. */
function showNextRelease(dependencies: NextReleaseDependencies): vscode.Disposable {
  const { access, clock, timers, timeZone, log } = dependencies;
  const item = new StatusItem('marketDesk.nextRelease', priority, vscode.l10n.t('Market Desk Next Release'));
  const releases = new TodayReleases({ access, clock, timeZone, intervalMs: () => pollMs, looksPastToday: true });
  let timer: Disposable | undefined;

  const show = (): void => {
    timer?.dispose();
    const { day, list } = releases.state;
    const [nowMs, zone] = [clock.wallMs(), timeZone()];
    const events = eventsOf(releases.state);
    const next = nextReleases(events, nowMs);
    // “No more releases” would be wrong while releases may be missing.
    const isKnown = next.length > 0 || (list?.verdict === 'complete' && day?.date === basicDate(zone, nowMs));
    if (!isSignedIn(access.current) || day === undefined || !isKnown) {
      item.hide();
      return;
    }
    const [first] = next;
    item.draw(releaseFace(next, { zone, nowMs, counts: windowFocus.isFocused, error: releases.state.error, name: item.name }));
    item.command = openCalendar(first === undefined ? day.date : basicDate(zone, first.time * 1000));
    const toRelease = first === undefined ? Number.POSITIVE_INFINITY : first.time * 1000 - nowMs;
    const wait = windowFocus.isFocused ? untilChange(events, zone, nowMs) : Math.min(untilChange([], zone, nowMs), toRelease);
    timer = timers.after(wait, tick);
  };
  const tick = (): void => {
    show();
    const nowMs = clock.wallMs();
    // A release went out, or a day ended: the list has to be read to know the next one.
    const isOver = nextReleases(eventsOf(releases.state), nowMs).length === 0;
    if (isOver || releases.state.day?.date !== basicDate(timeZone(), nowMs)) polling.readAgain();
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
    access,
    timers,
    clock,
    log,
    run: async (signal) => releases.refresh(signal),
    onSessionChange: () => releases.reset(),
  });

  show();
  return vscode.Disposable.from(
    item,
    polling,
    releases,
    releases.onDidChange(show),
    access.onDidChange(show),
    windowFocus.onDidChange(show),
    onZoneChange(() => {
      releases.reset();
      polling.restart();
    }),
    { dispose: () => timer?.dispose() },
  );
}
