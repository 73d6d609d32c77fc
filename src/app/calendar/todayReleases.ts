import * as v from 'valibot';
import { countdownStepMs } from '../../domain/calendar/countdown';
import { byTimeAndImpact } from '../../domain/calendar/timeline';
import { basicDate, canonicalZone, nextMidnight } from '../../domain/time/zones';
import { hotLimits } from '../../domain/calendar/calendarQuery';
import { mapList, seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { PagedList } from '../../service/lists/pagedList';
import { hotPart } from '../../service/endpoints/sources';
import { sharedPart } from '../../service/lists/readList';
import type { ClientSource } from '../../service/endpoints/sources';
import type { CalendarEvent } from '../../service/records';
import { keptEvent } from '../lastState/keptRows';
import type { LastSection, LastState, ReadRows } from '../lastState/lastState';
import type { OldRows } from '../lastState/oldRows';
import { onFirstUse } from '../platform/storedJson';
import { Emitter } from '../platform/emitter';
import { newerMs } from '../platform/polledList';
import type { Disposable } from '../platform/ports';
import { identityOf } from '../session/connection';
import { quietClient } from '../session/serviceAccess';
import { nextReleaseDay } from './nextReleaseDay';
import type { Day, ReleaseDay } from './nextReleaseDay';
import type { Ports } from '../ports';

export interface TodayState {
  /** Day and zone of the events; undefined before the first response. */
  readonly day: Day | undefined;
  /** Ordered by time, then by importance; undefined before the first response. */
  readonly list: List<CalendarEvent> | undefined;
  readonly updatedAtMs: number | undefined;
  /** Why the last refresh failed; the events are from before it. */
  readonly error: unknown;
  /** The next day with releases, if today has none (left); undefined if it is not known or not wanted. */
  readonly coming: ReleaseDay | undefined;
}

const keptDay = onFirstUse(() => {
  const text = v.pipe(v.string(), v.maxLength(80));
  return v.object({ date: text, zone: text });
});

/** How many days ahead to look for the next releases. */
const daysAhead = 7;
/** Coming days change rarely; they are read again after this time. */
const comingFreshMs = 10 * 60_000;

/**
 * Today's hot economic data, all pages. The date is always computed in the user's zone and sent together with it, because the service would use
 * its own zone otherwise (Spec, Hot economic data for a date). If today has no release, the next day that has some is looked up.
 */
export class TodayReleases implements Disposable {
  readonly #changed = new Emitter<TodayState>();
  readonly onDidChange = this.#changed.event;
  readonly #list: PagedList<Day, CalendarEvent>;
  #coming: { readonly after: Day; readonly readAtMs: number; readonly found: ReleaseDay } | undefined;
  readonly #old: LastSection<Day, CalendarEvent> | undefined;
  #isByHand = false;
  #sorted: { readonly of: List<CalendarEvent>; readonly list: List<CalendarEvent> } | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'clock' | 'timeZone'> & {
      /** How often it is refreshed: what another window has read since the last time will do. 0 only reads by hand. */
      readonly intervalMs?: () => number;
      /** Also looks for the next day once all of today's releases are out. */
      readonly looksPastToday?: boolean;
      /** Keeps the rows for the next window. */
      readonly last?: LastState;
    },
  ) {
    const { access, clock, last } = dependencies;
    this.#old = last?.section({
      name: 'today',
      about: keptDay,
      row: keptEvent,
      keyOf: ({ date, zone }) => `${date} ${zone}`,
      mostLists: 1,
      read: () => readRows(this.state),
    });
    this.#list = new PagedList({
      part: ({ date, zone }) => {
        const part = hotPart(this.#source, { date, timeZone: canonicalZone(zone), limit: hotLimits.most });
        return sharedPart(part, () => this.#sharedAgeMs());
      },
      clock,
      identity: () => identityOf(access.current),
      changed: () => {
        if (this.#list.state.phase.kind !== 'loading') this.#changed.fire(this.state);
        this.#old?.touch();
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
      coming:
        shown !== undefined && isSameDay(this.#coming?.after, shown.query) && this.#isOver(shown.list) ? this.#coming?.found : undefined,
    };
  }

  /** Today's events as last known, if this window has not read them. */
  get old(): OldRows<CalendarEvent> | undefined {
    if (this.#list.state.shown !== undefined) return undefined;
    const today = this.#today();
    return this.#old?.lists.find(({ about }) => isSameDay(about, today))?.old;
  }

  /** Forgets the events because they belong to another session, connection, or zone. */
  reset(): void {
    this.#coming = undefined;
    this.#list.clear();
  }

  /**
   * Reads all pages of the current day's list.
   *
   * @param isByHand - The user is waiting: asks the service even while it is considered away.
   * @returns How old the list is, in milliseconds, because another window has read it; undefined if another day was asked for meanwhile.
   * @throws {@link ServiceError}
   */
  async refresh(signal: AbortSignal, isByHand = false): Promise<number | undefined> {
    const day = this.#today();
    this.#isByHand = isByHand;
    await this.#list.start(day, Number.POSITIVE_INFINITY, signal);
    const { phase, query } = this.#list.state;
    signal.throwIfAborted();
    if (query === day && phase.kind === 'failed') throw phase.error;
    const { shown } = this.#list.state;
    if (shown?.query !== day) return undefined;
    if (this.#isOver(shown.list)) await this.#lookAhead(day, signal);
    return this.#ageMs();
  }

  /** Milliseconds since the list was read; infinity before that. */
  #ageMs(): number {
    const { shown } = this.#list.state;
    return shown === undefined ? Number.POSITIVE_INFINITY : Math.max(0, this.dependencies.clock.wallMs() - shown.loadedAt);
  }

  /** The age at which what a window has read will do: newer than what is here, so that it is not due again at once. */
  #sharedAgeMs(): number {
    const { intervalMs } = this.dependencies;
    return this.#isByHand || intervalMs === undefined ? 0 : Math.max(0, Math.min(intervalMs(), this.#ageMs()) - newerMs);
  }

  /** Reads day after day until one has releases. A day that cannot be read ends the search: the next release is unknown then. */
  async #lookAhead(day: Day, signal: AbortSignal): Promise<void> {
    const { clock } = this.dependencies;
    const known = this.#coming;
    if (known !== undefined && isSameDay(known.after, day) && clock.monotonicMs() - known.readAtMs < comingFreshMs) return;
    let found: ReleaseDay | undefined;
    try {
      const next = await nextReleaseDay(this.#source, day, daysAhead, {
        signal,
        sharedMs: this.#isByHand ? 0 : (this.dependencies.intervalMs?.() ?? 0),
      });
      if (next.kind === 'found') found = next.day;
    } catch {
      // Today, which was requested, has been read.
    }
    signal.throwIfAborted();
    if (found === undefined || this.#list.state.shown?.query !== day) return;
    this.#coming = { after: day, readAtMs: clock.monotonicMs(), found };
    this.#changed.fire(this.state);
  }

  dispose(): void {
    this.#list.dispose();
    this.#changed.dispose();
  }

  readonly #source: ClientSource = async () => {
    const { access } = this.dependencies;
    return this.#isByHand ? access.client() : quietClient(access)();
  };

  #today(): Day {
    const { clock, timeZone } = this.dependencies;
    return { date: basicDate(timeZone(), clock.wallMs()), zone: timeZone() };
  }

  /** True if the next release is on another day. */
  #isOver(list: List<CalendarEvent>): boolean {
    const { clock, looksPastToday = false } = this.dependencies;
    if (list.verdict !== 'complete') return false;
    return looksPastToday ? nextReleases(list.items, clock.wallMs()).length === 0 : list.items.length === 0;
  }

  /** Cached because the state is read at every tick of the countdown. */
  #inOrder(list: List<CalendarEvent>): List<CalendarEvent> {
    if (this.#sorted?.of !== list) this.#sorted = { of: list, list: mapList(list, (events) => [...events].sort(byTimeAndImpact)) };
    return this.#sorted.list;
  }
}

/** A list that could not be read leaves the previous one in place. */
function readRows({ day, list, updatedAtMs, error }: TodayState): readonly ReadRows<Day, CalendarEvent>[] {
  if (day === undefined || list === undefined || list.verdict === 'notOffered' || updatedAtMs === undefined || error !== undefined)
    return [];
  return [{ about: day, rows: seen(list).items, asOfMs: updatedAtMs, isWhole: list.verdict === 'complete' }];
}

function isSameDay(one: Day | undefined, other: Day): boolean {
  return one?.date === other.date && one.zone === other.zone;
}

/** All events of a state, ordered by time. */
export function eventsOf({ list, coming }: TodayState): readonly CalendarEvent[] {
  return [...(list === undefined ? [] : seen(list).items), ...(coming?.events ?? [])];
}

/** Milliseconds until the text about the next release changes: its countdown, or the day. */
export function untilChange(events: readonly CalendarEvent[], zone: string, nowMs: number): number {
  const toMidnight = nextMidnight(zone, nowMs) - nowMs;
  const [next] = nextReleases(events, nowMs);
  return Math.min(toMidnight, next === undefined ? toMidnight : countdownStepMs(next.time * 1000, nowMs));
}

/** The next events: all at the earliest time after `nowMs`. */
export function nextReleases(events: readonly CalendarEvent[], nowMs: number): readonly CalendarEvent[] {
  const first = events.find(({ time }) => time * 1000 > nowMs);
  return first === undefined ? [] : events.filter(({ time }) => time === first.time);
}
