/** Pixels of a bar with the space beside it. */
const leastBar = 3;
/** Share of what is shown that stands before the place that has to be in sight. */
const shareBefore = 0.15;

/** The places of the axis that are shown: undefined if all of them have space. */
export function framed(points: number, at: number | undefined, width: number): { readonly from: number; readonly to: number } | undefined {
  const most = Math.floor(width / leastBar);
  if (width === 0 || points <= most) return undefined;
  const from = Math.min(points - most, Math.max(0, Math.floor((at ?? points) - most * shareBefore)));
  return { from: from - 0.5, to: from + most - 0.5 };
}

/** Which lines have a tag on the axis: the first at each price, unless it is the last price. */
export function taggedLines(prices: readonly number[], last: number): readonly boolean[] {
  return prices.map((price, at) => price !== last && prices.indexOf(price) === at);
}

/** The height of a tag on the axis, and how near to its middle a number is beside it or partly under it. */
const [tagHeight, tagReach] = [17, 14];

/**
 * Which numbers of the axis would be partly under a tag. Tags that would overlap are moved apart by the chart, up or down.
 *
 * @param heights - Of the numbers, in pixels from the top; undefined if unknown.
 * @param tags - The heights of the tags.
 */
export function hiddenAt(heights: readonly (number | undefined)[], tags: readonly number[]): readonly boolean[] {
  const groups: number[][] = [];
  for (const tag of tags.toSorted((one, other) => one - other)) {
    const group = groups.at(-1);
    if (group !== undefined && tag - (group.at(-1) ?? tag) < tagHeight) group.push(tag);
    else groups.push([tag]);
  }
  const ranges = groups.map((group) => {
    const [first = 0, last = first] = [group.at(0), group.at(-1)];
    const moved = Math.max(0, (new Set(group).size - 1) * tagHeight - (last - first));
    return [first - moved - tagReach, last + moved + tagReach] as const;
  });
  return heights.map((y) => y !== undefined && ranges.some(([from, to]) => y > from && y < to));
}
