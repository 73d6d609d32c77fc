import { Emitter } from '../../app/platform/emitter';
import type { Disposable, StateStore } from '../../app/platform/ports';
import { stateKeys } from '../../app/platform/storedNames';
import { canonicalZone, isTimeZone, presentZone } from '../../domain/time/zones';
import { onSettingChange, readSetting } from './settings';

/**
 * The zone of the screen on which pages are drawn, as each page reports when it starts. In an editor in the browser, that is the user's
 * zone, while this program runs on a server that may be anywhere.
 */
class ScreenZone {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #zone: string | undefined;

  /** Undefined until the first page has reported. */
  get current(): string | undefined {
    return this.#zone;
  }

  /** @param zone - As reported by a page, unchecked. */
  tell(zone: unknown): void {
    if (typeof zone !== 'string' || zone === this.#zone || !isTimeZone(zone)) return;
    this.#zone = zone;
    this.#changed.fire();
  }
}

export const screenZone = new ScreenZone();

/** For this long, the machine’s zone is not asked for again. */
const askedMs = 1_000;

/** The zone that times are shown in: that of the setting, otherwise the user's own. */
export class ShownZone implements Disposable {
  readonly #subscriptions: readonly Disposable[];
  // Asking the editor’s settings and the platform takes some 100 µs, and every row that shows a time asks.
  /** The zone of the setting; empty if it names none, undefined until it is read. */
  #chosen: string | undefined;
  /** What a page has reported, and its zone. */
  #told: { readonly name: unknown; readonly zone: string | undefined } = { name: undefined, zone: undefined };
  #here: { readonly zone: string; readonly askedAtMs: number } | undefined;

  /** @param isLocal - This program runs on the user's own machine, so its zone is the user's. */
  constructor(
    private readonly state: StateStore,
    private readonly isLocal: boolean,
  ) {
    this.#subscriptions = [
      onSettingChange('calendar.timeZone', () => (this.#chosen = undefined)),
      // The next window uses it from its start, before any page reports.
      ...(isLocal ? [] : [screenZone.onDidChange(() => void this.#remember())]),
    ];
  }

  /** IANA name. */
  get current(): string {
    this.#chosen ??= zoneOf(readSetting('calendar.timeZone')) ?? '';
    return this.#chosen === '' ? this.own : this.#chosen;
  }

  /** The user's zone if the setting names none. */
  get own(): string {
    if (this.isLocal) return this.#zoneHere();
    const name = screenZone.current ?? this.state.get(stateKeys.screenZone);
    if (name !== this.#told.name) this.#told = { name, zone: zoneOf(name) };
    const { zone } = this.#told;
    return zone === undefined ? this.#zoneHere() : presentZone(zone);
  }

  #zoneHere(): string {
    const nowMs = performance.now();
    if (this.#here === undefined || nowMs - this.#here.askedAtMs > askedMs)
      this.#here = { zone: presentZone(Intl.DateTimeFormat().resolvedOptions().timeZone), askedAtMs: nowMs };
    return this.#here.zone;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #remember(): Promise<void> {
    const zone = screenZone.current;
    // If it cannot be stored, the next page reports it again.
    if (zone !== this.state.get(stateKeys.screenZone)) await this.state.set(stateKeys.screenZone, zone).catch(() => undefined);
  }
}

function zoneOf(name: unknown): string | undefined {
  return typeof name === 'string' && isTimeZone(name) ? canonicalZone(name) : undefined;
}

/** The zone that times are shown in may have changed: because of the setting, or because the first page reported the user's zone. */
export function onZoneChange(changed: () => void): Disposable {
  const parts = [onSettingChange('calendar.timeZone', changed), screenZone.onDidChange(changed)];
  return {
    dispose: () => {
      for (const part of parts) part.dispose();
    },
  };
}
