import type { Disposable } from '../../app/platform/ports';
import { untilDueRead } from '../../domain/calendar/dueReads';
import type { ListName } from '../../panel/calendar/calendarProtocol';
import type { CalendarLists } from './calendarLists';
import type { UiPorts } from '../platform/ports';

const names: readonly ListName[] = ['search', 'hot', 'agenda'];
/** Limits timers: they cannot run for weeks, and the machine may sleep. */
const longestMs = 10 * 60_000;

/** Reads the lists of a page again when one of their values is due. */
export class DueReads implements Disposable {
  #timer: Disposable | undefined;
  #due = new Map<ListName, number>();

  constructor(
    private readonly dependencies: Pick<UiPorts, 'clock' | 'timers'> & {
      readonly lists: Pick<CalendarLists, 'releases' | 'retry'>;
      readonly isWanted: () => boolean;
    },
  ) {}

  /** Schedules the next due value, after rows have changed or the page is back. */
  follow(): void {
    this.dispose();
    const { lists, clock, timers, isWanted } = this.dependencies;
    if (!isWanted()) return;
    const nowMs = clock.wallMs();
    this.#due = new Map(
      names.flatMap((name) => {
        const ms = untilDueRead(lists.releases(name), nowMs);
        return ms === undefined ? [] : [[name, nowMs + ms] as const];
      }),
    );
    if (this.#due.size > 0) this.#timer = timers.after(Math.min(longestMs, Math.min(...this.#due.values()) - nowMs), () => this.#read());
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #read(): void {
    if (!this.dependencies.isWanted()) return;
    const nowMs = this.dependencies.clock.wallMs();
    const due = [...this.#due].filter(([, atMs]) => atMs <= nowMs);
    for (const [name] of due) this.dependencies.lists.retry(name);
    this.follow();
  }
}
