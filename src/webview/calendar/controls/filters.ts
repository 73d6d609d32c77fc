import type { EventRow } from '../../../panel/calendar/calendarProtocol';

export interface Filters {
  /** 1 shows all. */
  readonly leastStars: number;
  /** Exactly this impact; null for any. */
  readonly onlyStars: number | null;
  /** Empty shows all. */
  readonly countries: readonly string[];
  readonly onlyMine: boolean;
}

/** Events without an impact are hidden only by a choice of impact. */
const anyStars = 1;

export function passes(row: EventRow, filters: Filters, isMine: (row: EventRow) => boolean): boolean {
  if (filters.onlyStars !== null ? row.star !== filters.onlyStars : filters.leastStars > anyStars && row.star < filters.leastStars)
    return false;
  if (filters.countries.length > 0 && !filters.countries.includes(row.country)) return false;
  return !filters.onlyMine || isMine(row);
}

export function isFiltered({ leastStars, onlyStars, countries, onlyMine }: Filters): boolean {
  return leastStars > anyStars || onlyStars !== null || countries.length > 0 || onlyMine;
}
