import type { CalendarEntry } from '../world/calendar/calendarEntry';
import { hash32 } from '../random';

/** Ranks entries like a search engine: by the keyword's position, its share of the text, and the entry's importance; never by time. */
export function byRelevance(entries: readonly CalendarEntry[], keyword: string): readonly CalendarEntry[] {
  const wanted = keyword.trim().toLowerCase();
  const rank = ({ text, star, uniqueId }: CalendarEntry): number => {
    const at = text.toLowerCase().indexOf(wanted);
    return (at < 0 ? 1000 : at) + text.length * 2 - star * 5 + (hash32(uniqueId) % 97) / 100;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** Whether a zone is written as in the zone database: `utc` and `asia/tokyo` are not. */
export function isExactZoneName(zone: string): boolean {
  return zone === 'UTC' || /^[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z]+(?:[_-][A-Za-z]+)*)+$/.test(zone);
}
