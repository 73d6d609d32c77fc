/** What of a list is seen: lines are all of one height, below a header that stays. */
export interface Viewport {
  readonly scrollTop: number;
  /** Of the scroller, the header included. */
  readonly height: number;
  readonly headerHeight: number;
  readonly lineHeight: number;
}

/** Places of lines; `end` is not in it. */
export interface LineWindow {
  readonly start: number;
  readonly end: number;
}

/** Lines that are in the document above and below those that are seen. */
const beyond = 6;

/** The lines that are to be in the document: those that are seen, and some more on both sides. */
export function lineWindow(view: Viewport, count: number): LineWindow {
  const end = Math.min(count, Math.ceil((view.scrollTop + view.height - view.headerHeight) / view.lineHeight) + beyond);
  // A list that became shorter is scrolled back only after it is drawn.
  const start = Math.min(firstSeen(view), Math.max(0, count - 1)) - beyond;
  return { start: Math.max(0, start), end: Math.max(0, end) };
}

/** The line at the top. */
export function firstSeen({ scrollTop, lineHeight }: Viewport): number {
  return Math.max(0, Math.floor(scrollTop / lineHeight));
}

/** Where to scroll so that a line is seen as a whole; no further than needed. */
export function scrollTopFor(line: number, { scrollTop, height, headerHeight, lineHeight }: Viewport): number {
  const top = line * lineHeight;
  const lowest = top + lineHeight - (height - headerHeight);
  return top < scrollTop ? top : Math.max(scrollTop, Math.min(lowest, top));
}

/** True where the last lines are in the document. */
export function isNearEnd({ end }: LineWindow, count: number): boolean {
  return end > count - beyond;
}
