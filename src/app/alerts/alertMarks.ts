import { symbolOf } from '../../domain/alerts/alert';
import type { Alert } from '../../domain/alerts/alert';
import type { FiredAlert } from '../../domain/alerts/firedAlert';
import { reminderOf, remindersIn, releaseMoment } from '../../domain/alerts/reminder';
import type { Reminder } from '../../domain/alerts/reminder';
import { isSameSecurity } from '../../domain/market/security';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';
import type { AlertStore } from './alertStore';
import type { Ports } from '../ports';

/** What to mark next to a security or a release. */
export interface AlertMark {
  /** Alerts that are still waiting. */
  readonly waiting: readonly Alert[];
  /** Alerts that were triggered and not seen yet, the latest first. */
  readonly unseen: readonly FiredAlert[];
}

export interface ReleaseMark {
  /** How many minutes before the release the user is reminded; undefined without a reminder. */
  readonly minutesBefore: number | undefined;
  /** Its reminder was triggered and not seen yet. */
  readonly isUnseen: boolean;
}

/** Alerts that any window set or reported, by what they are about. */
export class AlertMarks implements Disposable {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;
  #waiting: readonly Alert[] = [];
  #fired: readonly FiredAlert[] = [];

  constructor(
    private readonly dependencies: Pick<Ports, 'log'> & {
      readonly store: Pick<AlertStore, 'all' | 'fired' | 'onDidChange'>;
      readonly serverMs: () => number;
    },
  ) {
    this.#subscription = dependencies.store.onDidChange(() => void this.refresh());
    void this.refresh();
  }

  /** Releases that the user wants to be reminded of. */
  get reminders(): readonly Reminder[] {
    return remindersIn(this.#waiting, this.dependencies.serverMs());
  }

  /** Alerts that were triggered and not seen yet, the latest first. */
  get unseen(): readonly FiredAlert[] {
    return this.#fired.filter(({ isSeen }) => !isSeen);
  }

  /** Symbols that alerts are about. */
  get symbols(): ReadonlySet<string> {
    const fired = this.unseen.flatMap(({ facts }) => (facts.kind === 'price' ? facts.rule.symbol : []));
    return new Set([...this.#waiting.flatMap((alert) => symbolOf(alert) ?? []), ...fired]);
  }

  of(symbol: string): AlertMark {
    return {
      waiting: this.#waiting.filter((alert) => isSameSecurity(symbolOf(alert) ?? '', symbol)),
      unseen: this.unseen.filter(({ facts }) => facts.kind === 'price' && isSameSecurity(facts.rule.symbol, symbol)),
    };
  }

  /** What to mark on an event of the calendar. */
  release(event: { readonly text: string; readonly time: number }): ReleaseMark {
    const { name, timeMs } = releaseMoment(event);
    const isUnseen = this.unseen.some(({ facts }) => facts.kind === 'release' && facts.rule.name === name && facts.rule.atMs === timeMs);
    return { minutesBefore: this.minutesBefore(event), isUnseen };
  }

  /** Minutes before an event at which the user is reminded; undefined without a reminder. */
  minutesBefore(event: { readonly text: string; readonly time: number }): number | undefined {
    return reminderOf(this.reminders, releaseMoment(event))?.minutesBefore;
  }

  /** Never rejects. */
  async refresh(): Promise<void> {
    const { store, log } = this.dependencies;
    try {
      const [alerts, fired] = await Promise.all([store.all(), store.fired()]);
      this.#waiting = alerts.filter(({ firedAtMs }) => firedAtMs === undefined);
      this.#fired = fired;
      this.#changed.fire(undefined);
    } catch (error) {
      log.error('Alerts could not be read', error);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
