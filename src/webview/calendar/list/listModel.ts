import { closureDay } from '../../../domain/calendar/closureDay';
import { valueColumns } from '../../../domain/calendar/columns';
import type { ValueColumn } from '../../../domain/calendar/columns';
import { buildTimeline, createDayFinder, orderByTime, timeOrderOf } from '../../../domain/calendar/timeline';
import type { TimelineItem, TimeOrder } from '../../../domain/calendar/timeline';
import { dayNumber } from '../../../domain/time/zones';
import type { EventRow, ListName, ListState } from '../../../panel/calendar/calendarProtocol';
import { passes } from '../controls/filters';
import type { Filters } from '../controls/filters';

const emptyState: ListState = {
  generation: 0,
  phase: 'idle',
  end: 'complete',
  endText: '',
  isOld: false,
  loadedAt: null,
  isAnswered: false,
  searchType: null,
  problem: null,
};

export interface Layout {
  readonly zone: string;
  readonly now: number;
  readonly filters: Filters;
  /** Puts a complete list that the service did not sort by time in that order. */
  readonly sortByTime: boolean;
  /** Rows that concern what the user holds. */
  readonly isMine: (row: EventRow) => boolean;
}

/** Rows of one list and how they are laid out now. */
export class ListModel {
  state: ListState = emptyState;
  rows: readonly EventRow[] = [];
  items: readonly TimelineItem[] = [];
  /** Rows that pass the filters. */
  shown = 0;
  columns: readonly ValueColumn[] = [];
  /** How the rows came; a list in another order than time has neither days nor "now", unless it is sorted here. */
  order: TimeOrder = 'ascending';
  /** Texts that several rows have: those rows need their date to be told apart. */
  repeated: ReadonlySet<string> = new Set();
  #zone = '';
  #dayOf = createDayFinder('UTC');

  constructor(readonly name: ListName) {}

  /** The service is being asked. */
  get isReading(): boolean {
    return this.state.phase === 'loading' || this.state.phase === 'loadingMore';
  }

  /** Releases of indicators. */
  get isData(): boolean {
    return this.name !== 'search' || this.state.searchType === 1;
  }

  /** Market closures: days, not instants. */
  get areClosures(): boolean {
    return this.state.searchType === 2;
  }

  /** Puts rows in from `from` on. */
  replace(from: number, rows: readonly EventRow[]): void {
    this.rows = from === 0 ? rows : [...this.rows.slice(0, from), ...rows];
    this.columns = valueColumns(this.state.searchType, this.rows);
    this.order = this.name === 'search' ? timeOrderOf(this.rows.map((row) => row.time)) : 'none';
    const seen = new Set<string>();
    this.repeated = new Set(this.rows.flatMap(({ text }) => (seen.has(text) ? [text] : (seen.add(text), []))));
  }

  layOut({ zone, now, filters, sortByTime, isMine }: Layout): void {
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
    this.items = buildTimeline(
      this.rows.map((row) => row.time),
      {
        zone,
        now,
        days: this.name !== 'hot' && isSorted,
        hasNow: isSorted && (this.name !== 'hot' || this.#holdsDay(dayNumber(zone, now))),
        keep,
        complete: this.state.end === 'complete',
        ...(byTime ? { order: orderByTime(this.rows) } : {}),
        ...(this.areClosures ? { ownDay: (index: number) => this.#closureDay(index, now) } : {}),
      },
      this.#dayOf,
    );
    this.shown = this.items.filter((item) => item.kind === 'event').length;
  }

  countries(): readonly string[] {
    return [...new Set(this.rows.map((row) => row.country).filter((country) => country !== ''))].sort((a, b) => a.localeCompare(b));
  }

  /** Time of the next release that is loaded; undefined when there is none. Closures release nothing. */
  nextRelease(now: number): number | undefined {
    if (this.areClosures) return undefined;
    let next: number | undefined;
    for (const { time } of this.rows) {
      const at = time * 1000;
      if (at > now && (next === undefined || at < next)) next = at;
    }
    return next;
  }

  /** Index among the items of the line that says where the present is. */
  nowIndex(): number | undefined {
    const index = this.items.findIndex(({ kind }) => kind === 'now');
    return index === -1 ? undefined : index;
  }

  /** False while pages that are not loaded may come before the present. */
  reachesNow(now: number): boolean {
    const last = this.rows.at(-1);
    return this.order !== 'ascending' || this.state.end !== 'more' || (last !== undefined && last.time * 1000 > now);
  }

  #holdsDay(day: number): boolean {
    const [first] = this.rows;
    return first !== undefined && this.#dayOf(first.time) === day;
  }

  #closureDay(index: number, now: number): ReturnType<typeof closureDay> {
    const row = this.rows[index];
    return row === undefined ? undefined : closureDay(row, now);
  }
}
