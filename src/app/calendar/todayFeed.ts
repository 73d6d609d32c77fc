import { basicDate, canonicalZone } from '../../domain/time/zones';
import { hotLimits } from '../../domain/calendar/calendarQuery';
import { mapList } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { PagedList } from '../../service/lists/pagedList';
import { hotPart } from '../../service/lists/sources';
import type { CalendarEvent } from '../../service/records';
import type { BasicDate } from '../../service/schema/units';
import { Emitter } from '../platform/emitter';
import type { Disposable, MachineClock } from '../platform/ports';
import { identityOf } from '../session/connection';
import type { ServiceAccess } from '../session/serviceAccess';

export interface TodayState {
  /** Day and zone that the events belong to; undefined before the first answer. */
  readonly day: Day | undefined;
  /** In order of time, and of importance where the time is the same; undefined before the first answer. */
  readonly list: List<CalendarEvent> | undefined;
  readonly updatedAtMs: number | undefined;
  /** Why the last refresh failed; the events are those of before then. */
  readonly error: unknown;
}

interface Day {
  readonly date: BasicDate;
  readonly zone: string;
}

/**
 * Today's hot economic data, all pages. The date is always computed in the zone of the user and sent together with it, because
 * the service would take its own zone otherwise (Spec, Hot economic data for a date).
 */
export class TodayFeed implements Disposable {
  readonly #changed = new Emitter<TodayState>();
  readonly onDidChange = this.#changed.event;
  readonly #list: PagedList<Day, CalendarEvent>;
  #sorted: { readonly of: List<CalendarEvent>; readonly list: List<CalendarEvent> } | undefined;

  constructor(
    private readonly dependencies: {
      readonly access: ServiceAccess;
      readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
      readonly timeZone: () => string;
    },
  ) {
    const { access, clock } = dependencies;
    this.#list = new PagedList({
      part: ({ date, zone }) => hotPart(async () => access.client(), { date, timeZone: canonicalZone(zone), limit: hotLimits.most }),
      clock,
      identity: () => identityOf(access.current),
      changed: () => {
        if (this.#list.state.phase.kind !== 'loading') this.#changed.fire(this.state);
      },
    });
  }

  get state(): TodayState {
    const { shown, phase } = this.#list.state;
    return {
      day: shown?.query,
      list: shown === undefined ? undefined : this.#inOrder(shown.list),
      updatedAtMs: shown?.loadedAt,
      error: phase.kind === 'failed' ? phase.error : undefined,
    };
  }

  /** Forgets the events, because they belong to another session, connection or zone. */
  reset(): void {
    this.#list.clear();
  }

  /**
   * Reads the list of the day that it is now, all its pages.
   *
   * @throws {@link ServiceError}
   */
  async refresh(signal: AbortSignal): Promise<void> {
    const { clock, timeZone } = this.dependencies;
    const day = { date: basicDate(timeZone(), clock.wallMs()), zone: timeZone() };
    await this.#list.start(day, Number.POSITIVE_INFINITY, signal);
    const { phase, query } = this.#list.state;
    signal.throwIfAborted();
    if (query === day && phase.kind === 'failed') throw phase.error;
  }

  dispose(): void {
    this.#list.dispose();
    this.#changed.dispose();
  }

  /** The state is asked for at every tick of the countdown. */
  #inOrder(list: List<CalendarEvent>): List<CalendarEvent> {
    if (this.#sorted?.of !== list) this.#sorted = { of: list, list: mapList(list, (events) => [...events].sort(byTime)) };
    return this.#sorted.list;
  }
}

function byTime(one: CalendarEvent, other: CalendarEvent): number {
  return one.time - other.time || other.star - one.star;
}

/** The events that come next: all of the earliest time after `nowMs`. */
export function nextReleases(events: readonly CalendarEvent[], nowMs: number): readonly CalendarEvent[] {
  const first = events.find(({ time }) => time * 1000 > nowMs);
  return first === undefined ? [] : events.filter(({ time }) => time === first.time);
}
