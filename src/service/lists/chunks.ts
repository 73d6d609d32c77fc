/** Splits items in their order into pieces of at most `most`, the limit of a request. No pieces for no items. */
export function chunksOf<T>(items: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, at) => items.slice(at * most, (at + 1) * most));
}
