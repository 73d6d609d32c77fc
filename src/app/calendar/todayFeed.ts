import { basicDate } from '../../domain/time/zones';
import { hotLimits } from '../../domain/calendar/calendarQuery';
import type { CalendarEvent } from '../../service/records';
import type { BasicDate, Cursor } from '../../service/schema/units';
import { createCursorGuard } from '../platform/cursorGuard';
import type { WalkEnd } from '../platform/cursorGuard';
import { Emitter } from '../platform/emitter';
import type { Disposable, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

export interface TodayState {
  /** Day and zone that the events belong to; undefined before the first answer. */
  readonly day: { readonly date: BasicDate; readonly zone: string } | undefined;
  /** In order of time, and of importance where the time is the same. */
  readonly events: readonly CalendarEvent[];
  readonly end: WalkEnd;
  readonly updatedAtMs: number | undefined;
  /** Why the last refresh failed; the events stay. */
  readonly error: unknown;
}

const nothing: TodayState = { day: undefined, events: [], end: { kind: 'complete' }, updatedAtMs: undefined, error: undefined };

/**
 * Today's hot economic data. The date is always computed in the zone of the user and sent together with it, because
 * the service would take its own zone otherwise (Spec, Hot economic data for a date).
 */
export class TodayFeed implements Disposable {
  readonly #changed = new Emitter<TodayState>();
  #state = nothing;
  #epoch = {};

  readonly onDidChange = this.#changed.event;

  constructor(
    private readonly dependencies: {
      readonly access: ServiceAccess;
      readonly clock: Pick<MachineClock, 'wallMs'>;
      readonly timeZone: () => string;
    },
  ) {}

  get state(): TodayState {
    return this.#state;
  }

  /** Forgets the events, because they belong to another session, connection or zone. */
  reset(): void {
    this.#epoch = {};
    this.#publish(nothing);
  }

  /**
   * Reads the list of the day that it is now, all its pages.
   *
   * @throws {@link ServiceError}
   */
  async refresh(signal: AbortSignal): Promise<void> {
    const epoch = this.#epoch;
    const { clock, timeZone } = this.dependencies;
    const day = { date: basicDate(timeZone(), clock.wallMs()), zone: timeZone() };
    try {
      const { events, end } = await this.#read(day, signal);
      if (epoch !== this.#epoch) return;
      this.#publish({ day, events: [...events].sort(byTime), end, updatedAtMs: clock.wallMs(), error: undefined });
    } catch (error) {
      if (epoch === this.#epoch && !signal.aborted) this.#publish({ ...this.#state, error });
      throw error;
    }
  }

  dispose(): void {
    this.#epoch = {};
    this.#changed.dispose();
  }

  async #read(
    day: { readonly date: BasicDate; readonly zone: string },
    signal: AbortSignal,
  ): Promise<{ readonly events: readonly CalendarEvent[]; readonly end: WalkEnd }> {
    const client = await this.dependencies.access.client();
    const guard = createCursorGuard();
    const events: CalendarEvent[] = [];
    for (let nextKey: Cursor = ''; ;) {
      const page = await client.hotCalendar({ date: day.date, timeZone: day.zone, limit: hotLimits.most, nextKey }, { signal });
      signal.throwIfAborted();
      events.push(...page.items);
      const end = guard.accept(nextKey, page);
      if (end.kind !== 'more') return { events, end };
      nextKey = page.nextKey;
    }
  }

  #publish(state: TodayState): void {
    this.#state = state;
    this.#changed.fire(state);
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
