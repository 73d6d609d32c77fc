import { areDays, closureDay } from '../../../domain/calendar/closureDay';
import { valueColumns } from '../../../domain/calendar/columns';
import type { ValueColumn } from '../../../domain/calendar/columns';
import { hasValue } from '../../../domain/calendar/surprise';
import { buildTimeline, createDayFinder, orderByTime, timeOrderOf } from '../../../domain/calendar/timeline';
import type { TimelineItem, TimeOrder } from '../../../domain/calendar/timeline';
import { dayNumber } from '../../../domain/time/zones';
import type { EventRow, ListName, ListState } from '../../../panel/calendar/calendarProtocol';
import type { GridItem } from '../../shared/grid/arrange';
import { passes } from '../controls/filters';
import type { Filters } from '../controls/filters';

/**
 * Short IDs for the rows of a list. An event keeps its ID when the list is read again, even at another index: the current row
 * stays where it is, and a new value can be told from a new event.
 */
class RowIds {
  #ids: ReadonlyMap<string, string> = new Map();
  /** The values that identify a row. */
  #keys: readonly string[] = [];
  #count = 0;

  replace(from: number, rows: readonly EventRow[]): void {
    const kept = this.#keys.slice(0, from);
    const times = new Map<string, number>();
    const nth = (plain: string): string => {
      // If the same event occurs twice, it is two rows.
      const time = (times.get(plain) ?? 0) + 1;
      times.set(plain, time);
      return `${String(time)} ${plain}`;
    };
    for (const key of kept) nth(key.slice(key.indexOf(' ') + 1));
    const added = rows.map((row) => nth(`${String(row.time)} ${row.country} ${row.text}`));
    this.#keys = [...kept, ...added];
    this.#ids = new Map(this.#keys.map((key) => [key, this.#ids.get(key) ?? this.#next()]));
  }

  at(index: number): string {
    return this.#ids.get(this.#keys[index] ?? '') ?? '';
  }

  #next(): string {
    this.#count += 1;
    return `e${String(this.#count)}`;
  }
}

const emptyState: ListState = {
  generation: 0,
  phase: 'idle',
  end: 'complete',
  endText: '',
  isOld: false,
  loadedAt: null,
  isAnswered: false,
  searchType: null,
  form: null,
  problem: null,
};

export interface Layout {
  readonly zone: string;
  readonly now: number;
  readonly filters: Filters;
  /** Sorts a complete list by time if the service did not. */
  readonly sortByTime: boolean;
  /** Whether a row concerns the user's holdings. */
  readonly isMine: (row: EventRow) => boolean;
  /** The texts of the lines between the rows, evaluated when they are drawn. */
  readonly dayText: (day: number) => string;
  readonly nowText: () => string;
}

/** A row of the list with its index among all rows, by which the extension identifies it. */
export interface EventLine {
  readonly index: number;
  readonly event: EventRow;
}

export type CalendarItem = GridItem<EventLine>;

/** The ID of the line that marks the present. */
export const nowId = 'now';

/** The ID of the line above the events of a day. */
export function dayId(day: number): string {
  return `day-${String(day)}`;
}

/** The rows of one list and their current layout. */
export class ListModel {
  state: ListState = emptyState;
  /** The state that is shown: for a fast response, the loading state in between is skipped. */
  shownState: ListState = emptyState;
  rows: readonly EventRow[] = [];
  items: readonly CalendarItem[] = [];
  /** Number of rows that match the filters. */
  shown = 0;
  columns: readonly ValueColumn[] = [];
  /** A row of each country with each of its currencies. */
  ofCountries: readonly EventRow[] = [];
  /** The order of the rows; a list that is not in order of time has neither days nor "now", unless it is sorted here. */
  order: TimeOrder = 'ascending';
  /** Texts that occur in several rows: those rows need their date to be distinguishable. */
  repeated: ReadonlySet<string> = new Set();
  /** Unix milliseconds at which the line of the present has to move; undefined if nothing is ahead. */
  #nowMovesAt: number | undefined;
  /** The numbers of rows that match the filters, by their days. */
  #counts: ReadonlyMap<number, number> = new Map();
  readonly #ids = new RowIds();
  #zone = '';
  #dayOf = createDayFinder('UTC');

  constructor(readonly name: ListName) {}

  /** A request to the service is running. */
  get isReading(): boolean {
    return this.state.phase === 'loading' || this.state.phase === 'loadingMore';
  }

  /** Releases of indicators. */
  get isData(): boolean {
    return this.name !== 'search' || this.state.searchType === 1;
  }

  /** Market closures: days, not instants. */
  get areDays(): boolean {
    return areDays(this.state.searchType);
  }

  /**
   * Replaces the rows from `from` on.
   *
   * @returns the indexes of existing rows whose actual value has changed.
   */
  replace(from: number, rows: readonly EventRow[]): readonly number[] {
    const before = new Map(this.rows.map(({ actual }, index) => [this.#ids.at(index), actual]));
    this.rows = from === 0 ? rows : [...this.rows.slice(0, from), ...rows];
    this.#ids.replace(from, rows);
    this.columns = valueColumns(this.state.searchType, this.rows);
    this.ofCountries = [...new Map(this.rows.map((row) => [`${row.country} ${row.currency}`, row])).values()];
    this.order = this.name === 'search' ? timeOrderOf(this.rows.map((row) => row.time)) : 'none';
    const seen = new Set<string>();
    this.repeated = new Set(this.rows.flatMap(({ text }) => (seen.has(text) ? [text] : (seen.add(text), []))));
    return this.rows.flatMap(({ actual }, index) => {
      const old = before.get(this.#ids.at(index));
      return old !== undefined && hasValue(actual) && actual !== old ? [index] : [];
    });
  }

  layOut({ zone, now, filters, sortByTime, isMine, dayText, nowText }: Layout): void {
    if (zone !== this.#zone) {
      this.#zone = zone;
      this.#dayOf = createDayFinder(zone);
    }
    const keep = (index: number): boolean => {
      const row = this.rows[index];
      return row !== undefined && passes(row, filters, isMine);
    };
    const isSorted = this.name !== 'search' || this.order !== 'none' || (sortByTime && this.state.end !== 'more');
    const byTime = this.name !== 'search' || (isSorted && this.order === 'none');
    const timeline = buildTimeline(
      this.rows.map((row) => row.time),
      {
        zone,
        now,
        days: this.name !== 'hot' && isSorted,
        hasNow: isSorted && (this.name !== 'hot' || this.#holdsDay(dayNumber(zone, now))),
        keep,
        complete: this.state.end === 'complete',
        ...(byTime ? { order: orderByTime(this.rows) } : {}),
        ...(this.areDays ? { ownDay: (index: number) => this.#closureDay(index, now) } : {}),
      },
      this.#dayOf,
    );
    this.items = timeline.flatMap((item) => this.#line(item, dayText, nowText) ?? []);
    this.shown = timeline.filter((item) => item.kind === 'event').length;
    const counts = new Map<number, number>();
    for (const item of timeline) {
      const day = item.kind === 'event' ? this.#dayAt(item.index, now) : undefined;
      if (day !== undefined) counts.set(day, (counts.get(day) ?? 0) + 1);
    }
    this.#counts = counts;
    this.#nowMovesAt = this.nextRelease(now);
  }

  /** How many rows of a day match the filters; null while more of them may have to be read. */
  countOn(day: number, now: number): number | null {
    const [count, last] = [this.#counts.get(day) ?? 0, this.rows.length - 1];
    if (this.state.end !== 'more') return this.state.isAnswered ? count : null;
    const end = this.#dayAt(last, now);
    if (end === undefined || this.order === 'none') return null;
    return (this.order === 'ascending' ? day < end : day > end) ? count : null;
  }

  /** Unix milliseconds of the first and the last loaded row that is an instant. */
  get instants(): readonly number[] {
    if (this.areDays || this.rows.length === 0) return [];
    const times = this.rows.map(({ time }) => time * 1000);
    return [times.reduce((least, at) => Math.min(least, at)), times.reduce((most, at) => Math.max(most, at))];
  }

  /** Whether the present has passed a row since the list was laid out. */
  isOutrun(now: number): boolean {
    return this.#nowMovesAt !== undefined && now >= this.#nowMovesAt;
  }

  countries(): readonly string[] {
    return [...new Set(this.rows.map((row) => row.country).filter((country) => country !== ''))].sort((a, b) => a.localeCompare(b));
  }

  /** Time of the next loaded release; undefined if there is none. Closures are not releases. */
  nextRelease(now: number): number | undefined {
    if (this.areDays) return undefined;
    let next: number | undefined;
    for (const { time } of this.rows) {
      const at = time * 1000;
      if (at > now && (next === undefined || at < next)) next = at;
    }
    return next;
  }

  /** Whether the list has a line for the present. */
  get hasNow(): boolean {
    return this.items.some(({ id }) => id === nowId);
  }

  /** False while pages that are not loaded may come before the present. */
  reachesNow(now: number): boolean {
    const last = this.rows.at(-1);
    return this.order !== 'ascending' || this.state.end !== 'more' || (last !== undefined && last.time * 1000 > now);
  }

  #line(item: TimelineItem, dayText: Layout['dayText'], nowText: Layout['nowText']): CalendarItem | undefined {
    switch (item.kind) {
      case 'day':
        return { kind: 'divider', id: dayId(item.day), look: 'day', content: () => dayText(item.day) };
      case 'now':
        return { kind: 'divider', id: nowId, look: 'now', content: nowText };
      case 'event': {
        const event = this.rows[item.index];
        return event === undefined ? undefined : { kind: 'row', id: this.#ids.at(item.index), row: { index: item.index, event } };
      }
    }
  }

  #holdsDay(day: number): boolean {
    const [first] = this.rows;
    return first !== undefined && this.#dayOf(first.time) === day;
  }

  #dayAt(index: number, now: number): number | undefined {
    const row = this.rows[index];
    if (row === undefined) return undefined;
    return (this.areDays ? closureDay(row, now)?.day : undefined) ?? this.#dayOf(row.time);
  }

  #closureDay(index: number, now: number): ReturnType<typeof closureDay> {
    const row = this.rows[index];
    return row === undefined ? undefined : closureDay(row, now);
  }
}
