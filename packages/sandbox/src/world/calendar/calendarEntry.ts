/** 1 economic data, 2 market closure, 3 economic event, 4 corporate action (Spec, search_type values). */
export type EntryKind = 1 | 2 | 3 | 4;

export const entryKinds: readonly EntryKind[] = [1, 2, 3, 4];

/** One entry of the calendar, before hiding what a caller may not see yet. */
export interface CalendarEntry {
  readonly kind: EntryKind;
  /** Plain text without markup of the service; it may contain characters that look like markup. */
  readonly text: string;
  readonly previous: string;
  readonly predictive: string;
  /** The name of the indicator in each language, in lower-case words without country and period; none if it is not an indicator. */
  readonly names: readonly (readonly string[])[];
  /** The value that is published at `time`. */
  readonly actual: string;
  /** 1 to 5. */
  readonly star: number;
  /** Unix seconds. */
  readonly time: number;
  readonly country: string;
  readonly currency: string | null;
  readonly unit: string | null;
  /** `calendar_economic:<number>` or `calendar_event:<number>`. */
  readonly uniqueId: string;
  /** Null for some economic events; all other entries have a link. */
  readonly detailUrl: string | null;
}

/** By time, then by ID, so that the order never depends on how the list was built. */
export function byTime(a: CalendarEntry, b: CalendarEntry): number {
  return a.time - b.time || (a.uniqueId < b.uniqueId ? -1 : a.uniqueId > b.uniqueId ? 1 : 0);
}
