import type { AlertStore } from '../../app/alerts/alertStore';
import { Emitter } from '../../app/platform/emitter';
import type { Disposable, Log } from '../../app/platform/ports';
import { reminderOf, remindersIn, releaseMoment } from '../../domain/alerts/reminder';
import type { Reminder } from '../../domain/alerts/reminder';

export interface ReminderDependencies {
  readonly store: Pick<AlertStore, 'all' | 'onDidChange'>;
  readonly serverMs: () => number;
  readonly log: Pick<Log, 'error'>;
}

/** The reminders of releases, as any window set them. */
export class ReminderSource implements Disposable {
  readonly #changed = new Emitter<readonly Reminder[]>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;
  #current: readonly Reminder[] = [];

  constructor(private readonly dependencies: ReminderDependencies) {
    this.#subscription = dependencies.store.onDidChange(() => void this.refresh());
    void this.refresh();
  }

  get current(): readonly Reminder[] {
    return this.#current;
  }

  /** Minutes before an event at which the user is reminded; undefined without a reminder. */
  minutesBefore(event: { readonly text: string; readonly time: number }): number | undefined {
    return reminderOf(this.#current, releaseMoment(event))?.minutesBefore;
  }

  /** Never rejects. */
  async refresh(): Promise<void> {
    const { store, serverMs, log } = this.dependencies;
    try {
      this.#current = remindersIn(await store.all(), serverMs());
      this.#changed.fire(this.#current);
    } catch (error) {
      log.error('Reminders could not be read', error);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
