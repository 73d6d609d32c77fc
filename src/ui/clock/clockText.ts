import * as vscode from 'vscode';
import type { ClockSnapshot } from '../../app/clock/clockMonitor';
import type { AuthenticationMethod } from '../../app/session/connection';
import { formatMilliseconds, formatSkew } from '../../domain/clock/clockLevel';
import type { ClockLevel } from '../../domain/clock/clockLevel';
import { wallDateTime, wallTimeToTheSecond, zoneName } from '../../domain/time/zones';

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

/** Text and icon of the status bar item: server time and offset with its bound, with an open lock if the certificate cannot be verified. */
export function clockFace(view: ClockView): { readonly icon: string; readonly text: string } {
  const { snapshot, level } = view;
  if (level === 'unknown' || snapshot.skewMs === undefined)
    return { icon: snapshot.synchronizing ? 'sync~spin' : view.isUnverified ? 'unlock' : 'clock', text: '--:--:--' };
  const usual = view.isUnverified ? 'unlock' : 'clock';
  // Where requests carry no timestamp, the offset does no harm: the clock has no warning.
  if (view.authentication === 'oauth') return { icon: usual, text: timeText(view) };
  const icon = level === 'normal' ? usual : 'warning';
  const bound = snapshot.boundMs === undefined ? '' : ` ±${formatMilliseconds(snapshot.boundMs)}`;
  return { icon, text: `${timeText(view)} ${formatSkew(snapshot.skewMs)}${bound}` };
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
