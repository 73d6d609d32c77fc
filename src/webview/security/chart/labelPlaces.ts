/** Where the label of a line stands. */
export interface LabelPlace {
  /** Middle, in pixels from the top. */
  readonly y: number;
  /** The line itself is out of view in this direction. */
  readonly isBeyond: 'above' | 'below' | undefined;
}

/**
 * Places for labels beside their lines: within the plot, in the order of their prices, none over another as long as there is room.
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
  // What was pushed out at the bottom pushes back those above it.
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
