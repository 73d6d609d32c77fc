import { buildTimeline, createDayFinder } from '../../domain/calendar/timeline';
import type { TimelineItem } from '../../domain/calendar/timeline';
import { hasValue } from '../../domain/calendar/surprise';
import type { EventRow, ListName, ListState } from '../../panel/calendarProtocol';

export interface Filters {
  readonly leastStars: number;
  readonly country: string;
}

const emptyState: ListState = {
  generation: 0,
  phase: 'idle',
  end: 'complete',
  endText: '',
  isOld: false,
  loadedAt: null,
  isAnswered: false,
  problem: null,
};

/** Rows of one list and how they are laid out now. */
export class ListModel {
  state: ListState = emptyState;
  rows: readonly EventRow[] = [];
  items: readonly TimelineItem[] = [];
  /** Rows that pass the filters. */
  shown = 0;
  /** False when no row has any value: then the value columns are left out. */
  hasValues = true;
  #zone = '';
  #dayOf = createDayFinder('UTC');

  constructor(readonly name: ListName) {}

  /** Puts rows in from `from` on. */
  replace(from: number, rows: readonly EventRow[]): void {
    this.rows = from === 0 ? rows : [...this.rows.slice(0, from), ...rows];
    this.hasValues = this.rows.some((row) => hasValue(row.previous) || hasValue(row.forecast) || hasValue(row.actual));
  }

  layOut(zone: string, now: number, filters: Filters): void {
    if (zone !== this.#zone) {
      this.#zone = zone;
      this.#dayOf = createDayFinder(zone);
    }
    const keep = (index: number): boolean => {
      const row = this.rows[index];
      return row !== undefined && passes(row, filters);
    };
    const times = this.rows.map((row) => row.time);
    this.items = buildTimeline(
      times,
      { zone, now, days: this.name === 'search', keep, complete: this.state.end === 'complete' },
      this.#dayOf,
    );
    this.shown = this.items.filter((item) => item.kind === 'event').length;
  }

  countries(): readonly string[] {
    return [...new Set(this.rows.map((row) => row.country).filter((country) => country !== ''))].sort((a, b) => a.localeCompare(b));
  }

  /** Time of the next release that is loaded; undefined when there is none. */
  nextRelease(now: number): number | undefined {
    let next: number | undefined;
    for (const { time } of this.rows) {
      const at = time * 1000;
      if (at > now && (next === undefined || at < next)) next = at;
    }
    return next;
  }
}

/** Events of which the service gives no importance are hidden only by a choice of importance. */
const anyStars = 1;

function passes(row: EventRow, filters: Filters): boolean {
  return (filters.leastStars <= anyStars || row.star >= filters.leastStars) && (filters.country === '' || row.country === filters.country);
}

export function isFiltered(filters: Filters): boolean {
  return filters.leastStars > anyStars || filters.country !== '';
}
