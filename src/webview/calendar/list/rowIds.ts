import type { EventRow } from '../../../panel/calendar/calendarProtocol';

/**
 * Short IDs for the rows of a list. An event keeps its ID when the list is read again, even at another index: the current row
 * stays where it is, and a new value can be told from a new event.
 */
export class RowIds {
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
