import * as vscode from 'vscode';
import { countdownTo } from '../../domain/calendar/countdown';
import { plainText } from '../../domain/text/segments';
import { shortened } from '../../domain/text/visibleText';
import { basicDate, wallTime } from '../../domain/time/zones';
import type { CalendarEvent } from '../../service/records';
import { outage } from '../platform/errors/outage';
import { presentError } from '../platform/errors/presentError';
import type { StatusFace } from '../platform/say/statusItem';
import { countdownText, shortDate, eventTooltip } from './todayRows';
import { listText } from '../platform/lists/listText';

const longestName = 20;

export interface ReleaseFaceOptions {
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
export function releaseFace(next: readonly CalendarEvent[], { zone, nowMs, counts, error, name: item }: ReleaseFaceOptions): StatusFace {
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
    text: `${shortened(name, longestName)}${more} · ${when}`,
    tooltip: eventTooltip(first, zone, [...others.map(({ text }) => plainText(text)), ...notes]),
    label: vscode.l10n.t('{0}: {1}', item, listText([`${name}${more}`, when])),
  };
}

/** `20:30`, with the date if it is not today. */
function timeText(zone: string, at: number, nowMs: number): string {
  const date = basicDate(zone, at);
  return `${date === basicDate(zone, nowMs) ? '' : `${shortDate(date)} `}${wallTime(zone, at)}`;
}
