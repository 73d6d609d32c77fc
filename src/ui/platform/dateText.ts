import * as vscode from 'vscode';
import type { UnixMilliseconds } from '../../service/schema/units';

/** `Nov 24, 2026, 10:00` on the wall clock of the zone, as the display language writes days. */
export function dateTimeText(zone: string, at: UnixMilliseconds, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const exact = precision === 'seconds' ? ({ ...time, second: '2-digit' } as const) : time;
  return new Intl.DateTimeFormat([vscode.env.language, 'en'], { ...date, ...exact, timeZone: zone }).format(at);
}

/** A time as it was sent, to the second; an unreadable one as it is. */
export function sentTimeText(zone: string, at: string): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? at : dateTimeText(zone, ms, 'seconds');
}
