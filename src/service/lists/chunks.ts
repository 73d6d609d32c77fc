/** Items in their order, in pieces of at most `most`, because a request takes no more. None for no items. */
export function chunksOf<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));
}
