import * as vscode from 'vscode';
import { Emitter } from '../../app/platform/emitter';
import type { Disposable, MachineClock, Reach } from '../../app/platform/ports';
import { basicDate, offsetLabel, offsetMs } from '../../domain/time/zones';

interface Followed {
  readonly source: Pick<Reach, 'silentForMs' | 'onDidChange'>;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** The zone to show times in. */
  readonly timeZone: () => string;
}

/** The time of old figures, as a text: with the day unless it is today. */
export function asOfTime(zone: string, asOfMs: number, nowMs: number): string {
  const at = new Date(asOfMs + offsetMs(zone, asOfMs)).toISOString();
  const isToday = basicDate(zone, asOfMs) === basicDate(zone, nowMs);
  return `${isToday ? '' : `${at.slice(0, 10)} `}${at.slice(11, 19)}`;
}

/**
 * Since when the service has not answered: asked by every view and page. As soon as that is known, all figures are dimmed, and the time is shown in
 * every width; nothing has to grow old first.
 */
class Silence {
  readonly #changed = new Emitter<void>();
  /** Fires when the service is found to be away, and when it is back. */
  readonly onDidChange = this.#changed.event;
  #followed: Followed | undefined;

  get isOn(): boolean {
    return this.#followed?.source.silentForMs !== undefined;
  }

  /** `As of 14:03:22`, the time of the last answer; empty while the service answers. That it doesn’t, the status bar says once for all. */
  get text(): string {
    return this.#textWith(() => '');
  }

  /** The same with the offset of its zone: a page may show its other times in the zone of an exchange, or in one that the user chose. */
  get pageText(): string {
    return this.#textWith((zone, atMs) => ` ${offsetLabel(zone, atMs)}`);
  }

  #textWith(more: (zone: string, atMs: number) => string): string {
    const silentForMs = this.#followed?.source.silentForMs;
    if (this.#followed === undefined || silentForMs === undefined) return '';
    const [nowMs, zone] = [this.#followed.clock.wallMs(), this.#followed.timeZone()];
    const atMs = nowMs - silentForMs;
    return vscode.l10n.t('As of {0}', `${asOfTime(zone, atMs, nowMs)}${more(zone, atMs)}`);
  }

  follow(followed: Followed): Disposable {
    this.#followed = followed;
    const subscription = followed.source.onDidChange(() => this.#changed.fire());
    return {
      dispose: () => {
        subscription.dispose();
        if (this.#followed === followed) this.#followed = undefined;
      },
    };
  }
}

export const silence = new Silence();
