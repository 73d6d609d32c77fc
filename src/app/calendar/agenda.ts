import { hotLimits } from '../../domain/calendar/calendarQuery';
import { byTimeAndImpact } from '../../domain/calendar/timeline';
import { basicDate, dayNumber, dayOfDate, shiftDate } from '../../domain/time/zones';
import { firstFailure, mapList, seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { LiveList } from '../../service/lists/liveList';
import { hotPart } from '../../service/endpoints/sources';
import type { CalendarEvent } from '../../service/records';
import type { BasicDate } from '../../service/schema/units';
import { Emitter } from '../platform/emitter';
import type { Disposable } from '../platform/ports';
import { identityOf } from '../session/connection';
import type { Ports } from '../ports';

export interface AgendaDay {
  readonly date: BasicDate;
  /** Number of releases in the day's hot list; null if it could not be read. */
  readonly count: number | null;
}

export interface AgendaState {
  /** Grows with every request for other days. */
  readonly generation: number;
  readonly isLoading: boolean;
  /** Undefined before the first answer. */
  readonly list: List<CalendarEvent> | undefined;
  readonly days: readonly AgendaDay[];
  readonly loadedAtMs: number | undefined;
  /** Why nothing could be read at all. */
  readonly error: unknown;
}

const agendaDays = 7;
/** Releases are planned long ahead; newly published ones appear with the next read. */
const freshMs = 5 * 60_000;

/** The hot lists of today and the following days as one list ordered by time: upcoming releases, without a keyword. */
export class Agenda implements Disposable {
  readonly #changed = new Emitter<AgendaState>();
  readonly onDidChange = this.#changed.event;
  readonly #list: LiveList<CalendarEvent>;
  #asked: { readonly first: BasicDate; readonly zone: string } | undefined;
  #dates: readonly BasicDate[] = [];
  #generation = 0;
  #running: AbortController | undefined;

  constructor(private readonly dependencies: Pick<Ports, 'access' | 'clock'>) {
    const { access, clock } = dependencies;
    this.#list = new LiveList({ clock, identity: () => identityOf(access.current) });
  }

  get state(): AgendaState {
    const { list, updatedAtMs } = this.#list.state;
    const failed = list !== undefined && seen(list).items.length === 0 ? firstFailure(list)?.error : undefined;
    return {
      generation: this.#generation,
      isLoading: this.#running !== undefined,
      list: failed === undefined && list !== undefined ? mapList(list, (events) => [...events].sort(byTimeAndImpact)) : undefined,
      days: this.#days(list),
      loadedAtMs: updatedAtMs,
      error: failed,
    };
  }

  /** Reads the days from today on in `zone`, unless they were just read. */
  async show(zone: string): Promise<void> {
    const { clock } = this.dependencies;
    const first = basicDate(zone, clock.wallMs());
    const { updatedAtMs } = this.#list.state;
    const isFresh = updatedAtMs !== undefined && clock.wallMs() - updatedAtMs < freshMs && this.state.error === undefined;
    if (this.#isAsked(first, zone) && (isFresh || this.#running !== undefined)) return;
    await this.#read(first, zone);
  }

  /** Requests the days of the last request again, if any. */
  async refresh(): Promise<void> {
    if (this.#asked === undefined) return;
    const { zone } = this.#asked;
    await this.#read(basicDate(zone, this.dependencies.clock.wallMs()), zone);
  }

  #isAsked(first: BasicDate, zone: string): boolean {
    return this.#asked?.first === first && this.#asked.zone === zone;
  }

  async #read(first: BasicDate, zone: string): Promise<void> {
    const { access } = this.dependencies;
    if (!this.#isAsked(first, zone)) this.reset();
    this.#asked = { first, zone };
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#generation += 1;
    this.#dates = Array.from({ length: agendaDays }, (_, offset) => shiftDate(first, offset) ?? first);
    this.#changed.fire(this.state);
    const source = async () => access.client();
    const parts = this.#dates.map((date) => ({ ...hotPart(source, { date, timeZone: zone, limit: hotLimits.most }), name: date }));
    try {
      await this.#list.refresh(parts, running.signal);
    } catch {
      // Only a request that is no longer wanted fails like this.
    }
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#changed.fire(this.state);
  }

  /** Forgets the events because they belong to another session, connection, or zone. */
  reset(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#list.reset();
    this.#dates = [];
    this.#generation += 1;
    this.#changed.fire(this.state);
  }

  dispose(): void {
    this.#running?.abort();
    this.#list.reset();
    this.#changed.dispose();
  }

  #days(list: List<CalendarEvent> | undefined): readonly AgendaDay[] {
    const zone = this.#asked?.zone;
    if (list === undefined || zone === undefined) return this.#dates.map((date) => ({ date, count: null }));
    const { items, gaps } = seen(list);
    const unread = new Set(gaps.map(({ part }) => part));
    const counts = new Map<number, number>();
    for (const { time } of items) {
      const day = dayNumber(zone, time * 1000);
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    return this.#dates.map((date) => ({ date, count: unread.has(date) ? null : (counts.get(dayOfDate(date) ?? 0) ?? 0) }));
  }
}
