/** A fill at its place on the chart. */
export interface FillMark {
  /** Seconds on the exchange's wall clock, like those of bars. */
  readonly time: number;
  readonly isBuy: boolean;
  readonly isPaper: boolean;
  /** `BUY 300 @ 562.5`, in the display language. */
  readonly text: string;
}

/** Fills of one bar, in one direction, in accounts of one kind. */
export interface BarMark {
  /** Start of the bar. */
  readonly time: number;
  readonly isBuy: boolean;
  readonly isPaper: boolean;
  readonly texts: readonly string[];
}

interface Bar {
  readonly time: number;
}

/** @param bars - Oldest first; a fill belongs to the last one that started before it. Fills before the first bar are left out. */
export function marksOfBars(marks: readonly FillMark[], bars: readonly Bar[]): readonly BarMark[] {
  const found = new Map<string, { readonly time: number; readonly isBuy: boolean; readonly isPaper: boolean; readonly texts: string[] }>();
  for (const { time: at, isBuy, isPaper, text } of marks) {
    const time = barAt(bars, at);
    if (time === undefined) continue;
    const key = `${String(time)} ${String(isBuy)} ${String(isPaper)}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { time, isBuy, isPaper, texts: [text] });
    else known.texts.push(text);
  }
  return [...found.values()].toSorted((one, other) => one.time - other.time);
}

/** Start of the bar that contains a time. */
function barAt(bars: readonly Bar[], at: number): number | undefined {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((bars[middle]?.time ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return bars[low - 1]?.time;
}
