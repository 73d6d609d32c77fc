import * as vscode from 'vscode';
import type { ClockSnapshot } from '../../app/clock/clockMonitor';
import type { AuthenticationMethod } from '../../app/session/connection';
import { formatMilliseconds, formatSkew } from '../../domain/clock/clockLevel';
import type { ClockLevel } from '../../domain/clock/clockLevel';
import { commandOf } from '../platform/runCommand';
import { listText } from '../platform/lists/listText';
import type { StatusPart } from '../platform/statusBar/deskStatus';
import { wallDateTime, wallTime, wallTimeToTheSecond, zoneName } from '../../domain/time/zones';

export interface ClockView {
  readonly snapshot: ClockSnapshot;
  readonly level: ClockLevel;
  readonly serverNowMs: number;
  readonly timeZone: string;
  readonly toleranceMs: number;
  readonly authentication: AuthenticationMethod;
  /** The user trusts a certificate of the service that cannot be verified. */
  readonly isUnverified: boolean;
  /** The display ticks; otherwise the time at which it was drawn is not the current time. */
  readonly ticks: boolean;
}

/**
 * What the status bar says of the clock: server time and offset with its bound; an offset that matters is a state of its own, and so is a
 * certificate that cannot be verified.
 *
 * @param others - Further rows of the tooltip.
 */
export function clockParts(
  view: ClockView,
  others: readonly (readonly [label: string, value: string])[] = [],
): { readonly clock: StatusPart; readonly skew?: StatusPart; readonly certificate?: StatusPart } {
  const { snapshot, level } = view;
  const action = commandOf('marketDesk.clock.show', vscode.l10n.t('Show Clock Details'));
  const isKnown = level !== 'unknown' && snapshot.skewMs !== undefined;
  const time = isKnown ? timeText(view) : '--:--:--';
  // Where there is little room, hours and minutes.
  const times = isKnown && view.ticks ? ([time, wallTime(view.timeZone, view.serverNowMs)] as const) : ([time] as const);
  const offset = isKnown ? formatSkew(snapshot.skewMs) : '';
  const bound = snapshot.boundMs === undefined ? '' : ` ±${formatMilliseconds(snapshot.boundMs)}`;
  // Where requests carry no timestamp, the offset does no harm: it is told in the tooltip only.
  const matters = view.authentication === 'apiKey' && isKnown;
  const isWrong = matters && level !== 'normal';
  const rows = [...clockRows(view), ...others];
  return {
    clock: {
      forms: matters && !isWrong ? [`${time} ${offset}${bound}`, `${time} ${offset}`, ...times] : times,
      rows,
      notes: [meaningText(view)],
      spoken: listText([
        vscode.l10n.t('{0}: {1}', vscode.l10n.t('Server time'), time),
        ...(matters ? [vscode.l10n.t('{0}: {1}', vscode.l10n.t('Server clock offset'), `${offset}${bound}`)] : []),
        ...others.map(([label, value]) => vscode.l10n.t('{0}: {1}', label, value)),
      ]),
      ...(isWrong ? {} : { action }),
    },
    ...(isWrong
      ? {
          skew: {
            forms: [vscode.l10n.t('Clock {0}', `${offset}${bound}`), vscode.l10n.t('Clock {0}', offset)],
            icon: 'clock',
            level: 'warning',
            action,
          },
        }
      : {}),
    ...(view.isUnverified
      ? {
          certificate: {
            forms: [vscode.l10n.t('Unverified Certificate'), ''],
            icon: 'unlock',
            action: commandOf('marketDesk.showCertificate', vscode.l10n.t('Show Service Certificate…')),
          },
        }
      : {}),
  };
}

/** A clock that does not tick would be mistaken for the current time. */
function timeText({ ticks, timeZone, serverNowMs }: ClockView): string {
  return ticks ? wallTimeToTheSecond(timeZone, serverNowMs) : '--:--:--';
}

/** The clock as rows of label and value, for the tooltip, the details and the clipboard. */
export function clockRows(view: ClockView): readonly (readonly [label: string, value: string])[] {
  const { snapshot } = view;
  const none = vscode.l10n.t('not measured yet');
  const best = snapshot.samples.reduce<number | undefined>(
    (least, { roundTripMs }) => Math.min(least ?? roundTripMs, roundTripMs),
    undefined,
  );
  return [
    [
      vscode.l10n.t('Server time'),
      snapshot.skewMs === undefined ? none : view.ticks ? dateAndZone(view) : vscode.l10n.t('shown while this window has focus'),
    ],
    [
      vscode.l10n.t('Server clock offset'),
      snapshot.skewMs === undefined ? none : `${formatSkew(snapshot.skewMs)} ±${formatMilliseconds(snapshot.boundMs ?? 0)}`,
    ],
    [vscode.l10n.t('Shortest round trip'), best === undefined ? none : formatMilliseconds(best)],
    [
      vscode.l10n.t('Last measured'),
      snapshot.ageMs === undefined ? none : vscode.l10n.t('{0} ago, samples: {1}', ageText(snapshot.ageMs), snapshot.samples.length),
    ],
    [vscode.l10n.t('Allowed clock difference'), formatMilliseconds(view.toleranceMs)],
    [vscode.l10n.t('Status'), stateText(view)],
    ...(view.isUnverified ? [[vscode.l10n.t('Certificate'), vscode.l10n.t('not verified, trusted by you alone')] as const] : []),
  ];
}

/** The time since something, in whole seconds, minutes, or hours and minutes. */
function ageText(ageMs: number): string {
  const seconds = Math.round(ageMs / 1000);
  if (seconds < 120) return vscode.l10n.t('{0} s', seconds);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return vscode.l10n.t('{0} min', minutes);
  return vscode.l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}

/** `2026-11-21 14:03 EST (America/New_York)`: exact at clock changes, with the zone's own abbreviation. */
function dateAndZone({ serverNowMs, timeZone }: ClockView): string {
  const name = zoneName(timeZone, serverNowMs);
  return `${wallDateTime(timeZone, serverNowMs)} ${name === timeZone ? name : `${name} (${timeZone})`}`;
}

/** What the clock means for the current way of authentication. */
export function meaningText(view: ClockView): string {
  if (view.authentication === 'oauth') return vscode.l10n.t('OAuth requests aren’t timestamped, so the clock offset doesn’t matter.');
  if (view.level === 'unknown' || view.snapshot.trust !== 'good') {
    return vscode.l10n.t('Order changes are blocked until the clock is synchronized, because your requests are signed.');
  }
  return vscode.l10n.t('Market Desk corrects the timestamps of signed requests. Nothing is blocked.');
}

function stateText({ snapshot, level }: ClockView): string {
  if (snapshot.synchronizing) return vscode.l10n.t('synchronizing…');
  if (snapshot.trust === 'stale') return vscode.l10n.t('stale: the machine slept, a clock was changed, or the measurement is old');
  switch (level) {
    case 'unknown':
      return snapshot.lastFailure === undefined
        ? vscode.l10n.t('never synchronized')
        : vscode.l10n.t('never synchronized: the last attempt failed');
    case 'normal':
      return vscode.l10n.t('within tolerance');
    case 'warning':
      return vscode.l10n.t('near the tolerance limit');
    case 'error':
      return vscode.l10n.t('This machine’s clock is {0} off', formatMilliseconds(Math.abs(snapshot.skewMs ?? 0)));
  }
}
