import * as vscode from 'vscode';
import type { UnixMilliseconds } from '../../service/schema/units';

type Precision = 'minutes' | 'seconds';

/** Caches formats: creating one takes sixty times as long as using it, and a tree with many times is redrawn with every change. */
class DateTimeFormats {
  /** Bounded by the zones of exchanges and of the user. */
  readonly #known = new Map<string, Intl.DateTimeFormat>();

  of(language: string, zone: string, precision: Precision): Intl.DateTimeFormat {
    const key = `${language} ${zone} ${precision}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const exact = precision === 'seconds' ? ({ ...time, second: '2-digit' } as const) : time;
    const made = new Intl.DateTimeFormat([language, 'en'], { ...date, ...exact, timeZone: zone });
    this.#known.set(key, made);
    return made;
  }
}

const formats = new DateTimeFormats();

/** `Nov 24, 2026, 10:00` in the zone, in the date format of the display language. */
export function dateTimeText(zone: string, at: UnixMilliseconds, precision: Precision = 'minutes'): string {
  return formats.of(vscode.env.language, zone, precision).format(at);
}

/** A time as received, to the second; an unreadable one as it is. */
export function sentTimeText(zone: string, at: string): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? at : dateTimeText(zone, ms, 'seconds');
}
