import * as vscode from 'vscode';
import type { ReleaseMark } from '../../app/alerts/alertMarks';
import { nextReleases } from '../../app/calendar/todayReleases';
import type { Day, ReleaseDay } from '../../app/calendar/nextReleaseDay';
import type { TodayState } from '../../app/calendar/todayReleases';
import { releaseMoment } from '../../domain/alerts/reminder';
import type { ReleaseMoment } from '../../domain/alerts/reminder';
import type { Indicator } from '../../domain/calendar/indicatorHistory';
import { periodIn } from '../../domain/calendar/indicatorName';
import { countdownTo } from '../../domain/calendar/countdown';
import type { Countdown } from '../../domain/calendar/countdown';
import { withUnit } from '../../domain/calendar/calendarText';
import { plainText } from '../../domain/text/segments';
import { compareWithForecast, hasValue } from '../../domain/calendar/surprise';
import type { Surprise } from '../../domain/calendar/surprise';
import { basicDate, dayOfDate, wallTime, zoneLabel } from '../../domain/time/zones';
import { seen } from '../../service/lists/list';
import type { CalendarEvent } from '../../service/records';
import { dateTimeText } from '../platform/dateText';
import { gapRows } from '../platform/lists/gapRows';
import { tooltipTable } from '../platform/say/tooltipTable';
import { listText } from '../platform/lists/listText';
import { outage } from '../platform/errors/outage';
import { errorRow, loadingRow, messageRow } from '../platform/trees/treeMessages';
import type { NodeModel } from '../platform/trees/treeModel';
import { commandOf, tryAgain } from '../platform/runCommand';

export interface TodayOptions {
  readonly zone: string;
  readonly nowMs: number;
  /** The mark of an alert at a release. */
  readonly markOf?: (event: CalendarEvent) => ReleaseMark;
}

/** The argument of commands on a row: its indicator, and the release for a reminder. */
export interface EventSubject extends Indicator {
  readonly release: ReleaseMoment;
}

const refresh = (): vscode.Command => tryAgain('marketDesk.today.refresh');

/** The rows of the Today view: the next releases first, then the day in order of time. */
export function todayRows(state: TodayState, options: TodayOptions): readonly NodeModel[] {
  const { day } = state;
  const isTold = state.list !== undefined && outage.explains(state.error);
  const failure = state.error === undefined || isTold ? [] : [errorRow('error', state.error, refresh())];
  if (day === undefined || state.list === undefined) return failure.length > 0 ? failure : [loadingRow('loading')];
  if (state.list.verdict === 'notOffered')
    return [messageRow({ id: 'notOffered', text: vscode.l10n.t('This service doesn’t provide this list.') })];
  const { items: events, gaps } = seen(state.list);
  const rows: NodeModel[] = [...failure];
  // The first row already shows why the last request failed.
  const lacks = gapRows('today', failure.length === 0 ? gaps : gaps.filter(({ kind }) => kind !== 'failed'), 'events', refresh());
  if (day.date !== basicDate(options.zone, options.nowMs)) {
    rows.push(
      messageRow({
        id: 'yesterday',
        text: vscode.l10n.t('This list is for {0}', longDate(day.date)),
        description: vscode.l10n.t('select to load today’s'),
        icon: 'warning',
        command: refresh(),
      }),
    );
  }
  if (events.length === 0 && state.list.verdict === 'complete') return [...rows, ...emptyRows(state.coming, options)];
  const next = nextReleases(events, options.nowMs);
  // “No more releases” would be wrong while events are missing.
  if (next.length > 0 || state.list.verdict === 'complete') rows.push(nextRow(next, day.date, options));
  return [...rows, ...eventRows(events, { day, next, ...options }), ...lacks];
}

/** Shown when today has no releases: those of the next day that has some, below a row for that day. */
function emptyRows(coming: ReleaseDay | undefined, options: TodayOptions): readonly NodeModel[] {
  const empty = messageRow({ id: 'empty', text: vscode.l10n.t('No high-impact releases today'), icon: 'none' });
  if (coming === undefined) return [empty];
  const next = nextReleases(coming.events, options.nowMs);
  const day = messageRow({
    id: `day/${coming.date}`,
    text: vscode.l10n.t({
      message: 'Next: {0}',
      args: [longDate(coming.date)],
      comment: ['Heading over releases. {0} is a day, such as Monday, November 23.'],
    }),
    icon: 'none',
    command: openCalendar(coming.date),
  });
  const soon = next.length === 0 ? [] : [nextRow(next, coming.date, options)];
  return [empty, day, ...soon, ...eventRows(coming.events, { day: coming, next, ...options })];
}

function eventRows(
  events: readonly CalendarEvent[],
  { day, next, markOf }: Pick<TodayOptions, 'markOf'> & { readonly day: Day; readonly next: readonly CalendarEvent[] },
): readonly NodeModel[] {
  const times = new Map<string, number>();
  return events.map((event) => {
    const key = event.uniqueId ?? `${event.time}|${event.text}`;
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    const look = { isNext: next.includes(event), mark: markOf?.(event) };
    return eventRow(`event/${key}${count === 1 ? '' : `#${count}`}`, event, day, look);
  });
}

/** `Monday, November 23`. */
function longDate(date: string): string {
  return dayText(date, { weekday: 'long', month: 'long', day: 'numeric' });
}

/** `Mon, Nov 23`. */
export function shortDate(date: string): string {
  return dayText(date, { weekday: 'short', month: 'short', day: 'numeric' });
}

const dayMs = 86_400_000;

function dayText(date: string, parts: Intl.DateTimeFormatOptions): string {
  const day = dayOfDate(date);
  return day === undefined ? date : new Intl.DateTimeFormat(vscode.env.language, { ...parts, timeZone: 'UTC' }).format(day * dayMs);
}

function nextRow(next: readonly CalendarEvent[], date: string, { nowMs }: TodayOptions): NodeModel {
  const [first] = next;
  if (first === undefined) return messageRow({ id: 'next', text: vscode.l10n.t('No more releases today'), icon: 'none' });
  const more = next.length === 1 ? '' : ` +${next.length - 1}`;
  return messageRow({
    id: 'next',
    text: vscode.l10n.t('Next {0}', countdownText(countdownTo(first.time * 1000, nowMs))),
    description: `${plainText(first.text)}${more}`,
    tooltip: next.map((event) => plainText(event.text)).join('\n'),
    icon: 'watch',
    command: openCalendar(date),
  });
}

/** `in 2 h 05 min`. */
export function countdownText(left: Countdown): string {
  switch (left.unit) {
    case 'days':
      return vscode.l10n.t('in {0} d {1} h', left.days, left.hours);
    case 'hours':
      return vscode.l10n.t('in {0} h {1} min', left.hours, String(left.minutes).padStart(2, '0'));
    case 'minutes':
      return vscode.l10n.t('in {0} min', left.minutes);
    case 'seconds':
      return vscode.l10n.t('in {0} s', left.seconds);
    case 'now':
      return vscode.l10n.t('now');
  }
}

/** Opens the hot list of a day. */
export function openCalendar(date: string): vscode.Command {
  return commandOf('marketDesk.calendar.open', vscode.l10n.t('Open Economic Calendar'), { tab: 'hot', date });
}

interface EventLook {
  readonly isNext: boolean;
  readonly mark: ReleaseMark | undefined;
}

function eventRow(id: string, event: CalendarEvent, day: Day, look: EventLook): NodeModel {
  const reminder = look.mark?.minutesBefore === undefined ? '' : reminderText(look.mark.minutesBefore);
  const surprise = compareWithForecast(event.announce, event.predictive, event.unit);
  const { name, period } = namedRelease(plainText(event.text));
  const label = `${wallTime(day.zone, event.time * 1000)}  ${name}`;
  const figures = eventFigures(event, surprise);
  const description = joined([...figures, '★'.repeat(Math.max(0, Math.min(5, event.star))), period]);
  return {
    id,
    face: JSON.stringify([event, day, look]),
    item: () => {
      const item = new vscode.TreeItem(label);
      item.description = description;
      item.iconPath = eventIcon(event, surprise, look);
      item.command = openCalendar(day.date);
      item.contextValue = 'event';
      item.accessibilityInformation = {
        label: listText([label, period, ...figures, starsText(event.star), reminder].filter((part) => part !== '')),
      };
      return item;
    },
    tooltip: () => eventTooltip(event, day.zone, reminder === '' ? [] : [reminder]),
    subject: { text: event.text, country: event.country, unit: event.unit, release: releaseMoment(event) } satisfies EventSubject,
  };
}

/** The period is at the end of the row: in a narrow view there is room for either it or the figures. */
function namedRelease(text: string): { readonly name: string; readonly period: string } {
  const span = periodIn(text);
  if (span === undefined || text.slice(span.to).trim() !== '' || span.from === 0) return { name: text, period: '' };
  return {
    name: text.slice(0, span.from).trimEnd(),
    period: text
      .slice(span.from, span.to)
      .replace(/[()（）]/g, '')
      .trim(),
  };
}

/** The details of a release, the most important first. */
function eventFigures(event: CalendarEvent, surprise: Surprise | undefined): readonly string[] {
  const parts: string[] = [];
  if (hasValue(event.announce)) parts.push(vscode.l10n.t('{0} actual', withUnit(event.announce, event.unit)));
  if (hasValue(event.predictive)) parts.push(vscode.l10n.t('{0} forecast', withUnit(event.predictive, event.unit)));
  if (surprise !== undefined) parts.push(surpriseText(surprise));
  return parts;
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** Above or below the forecast is neither good nor bad, so no colors. */
function eventIcon(event: CalendarEvent, surprise: Surprise | undefined, { isNext, mark }: EventLook): vscode.ThemeIcon {
  if (surprise !== undefined) return new vscode.ThemeIcon({ above: 'arrow-up', below: 'arrow-down', inLine: 'arrow-right' }[surprise]);
  if (hasValue(event.announce)) return new vscode.ThemeIcon('check');
  if (mark?.isUnseen === true) return new vscode.ThemeIcon('bell-dot');
  if (mark?.minutesBefore !== undefined) return new vscode.ThemeIcon('bell');
  // The editor's `clock` icon has an arrow turning back, which looks like something past.
  return new vscode.ThemeIcon(isNext ? 'watch' : 'circle-outline');
}

function surpriseText(surprise: Surprise): string {
  return { above: vscode.l10n.t('above forecast'), below: vscode.l10n.t('below forecast'), inLine: vscode.l10n.t('in line with forecast') }[
    surprise
  ];
}

function reminderText(minutes: number): string {
  return vscode.l10n.t({
    message: 'Reminder {0} min before',
    args: [minutes],
    comment: ['Name of the bell at an event. {0} is a number.'],
  });
}

function starsText(star: number): string {
  return vscode.l10n.t('impact {0} of 5', star);
}

/** All details of a release. */
export function eventTooltip(event: CalendarEvent, zone: string, notes: readonly string[]): vscode.MarkdownString {
  const at = event.time * 1000;
  const rows: readonly (readonly [string, string | null])[] = [
    [vscode.l10n.t('Time'), `${dateTimeText(zone, at)} ${zoneLabel(zone, at)}`],
    [vscode.l10n.t('Impact'), vscode.l10n.t('{0} of 5', event.star)],
    [vscode.l10n.t('Country'), event.country],
    [vscode.l10n.t('Currency'), event.currency],
    [vscode.l10n.t('Previous'), valueOf(event.previous, event.unit)],
    [vscode.l10n.t('Forecast'), valueOf(event.predictive, event.unit)],
    [vscode.l10n.t('Actual'), valueOf(event.announce, event.unit) ?? vscode.l10n.t('not released yet')],
  ];
  return tooltipTable(
    plainText(event.text),
    rows.filter((row): row is readonly [string, string] => hasValue(row[1])),
    notes,
  );
}

function valueOf(value: string | null, unit: string | null): string | null {
  return hasValue(value) ? withUnit(value, unit) : null;
}
