/** The visible part of a list: all lines have the same height, below a sticky header. */
export interface Viewport {
  readonly scrollTop: number;
  /** Height of the scroller, including the header. */
  readonly height: number;
  readonly headerHeight: number;
  readonly lineHeight: number;
}

/** Indexes of lines, excluding `end`. */
export interface LineWindow {
  readonly start: number;
  readonly end: number;
}

/** Number of lines in the document above and below the visible ones. */
const beyond = 6;

/** The lines to draw: the visible ones, and some more on both sides. */
export function lineWindow(view: Viewport, count: number, more = beyond): LineWindow {
  const end = Math.min(count, Math.ceil((view.scrollTop + view.height - view.headerHeight) / view.lineHeight) + more);
  // A list that became shorter is scrolled back only after it is drawn.
  const start = Math.min(firstSeen(view), Math.max(0, count - 1)) - more;
  return { start: Math.max(0, start), end: Math.max(0, end) };
}

/** The topmost line. */
export function firstSeen({ scrollTop, lineHeight }: Viewport): number {
  return Math.max(0, Math.floor(scrollTop / lineHeight));
}

/**
 * The scroll position at which a line is completely visible; no further away than needed.
 *
 * @param above - Lines that are to be visible above it: one that stays there covers the topmost line.
 */
export function scrollTopFor(line: number, { scrollTop, height, headerHeight, lineHeight }: Viewport, above = 0): number {
  const top = Math.max(0, (line - above) * lineHeight);
  const lowest = (line + 1) * lineHeight - (height - headerHeight);
  return top < scrollTop ? top : Math.max(scrollTop, Math.min(lowest, top));
}

/** Whether the last lines are in the document. */
export function isNearEnd({ end }: LineWindow, count: number): boolean {
  return end > count - beyond;
}
