/** The place of a line's label. */
export interface LabelPlace {
  /** Middle, in pixels from the top. */
  readonly y: number;
  /** The direction in which the line itself is out of view. */
  readonly isBeyond: 'above' | 'below' | undefined;
}

/**
 * Places labels beside their lines: within the plot, in the order of their prices, without overlaps as long as there is room.
 *
 * @param wanted - Where the lines are, in pixels from the top; they may be out of view.
 * @param room - Height of the plot and of a label.
 */
export function labelPlaces(wanted: readonly number[], room: { readonly height: number; readonly label: number }): readonly LabelPlace[] {
  const half = room.label / 2;
  const [top, bottom] = [half, Math.max(half, room.height - half)];
  const order = wanted.map((_, at) => at).toSorted((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  const places = wanted.map((y) => Math.min(bottom, Math.max(top, y)));
  let free = top;
  for (const at of order) {
    places[at] = Math.max(free, places[at] ?? top);
    free = places[at] + room.label;
  }
  // Labels pushed out at the bottom push back those above them.
  free = bottom;
  for (const at of order.toReversed()) {
    places[at] = Math.max(top, Math.min(free, places[at] ?? top));
    free = places[at] - room.label;
  }
  return places.map((y, at) => {
    const line = wanted[at] ?? y;
    return { y, isBeyond: line < 0 ? 'above' : line > room.height ? 'below' : undefined };
  });
}
