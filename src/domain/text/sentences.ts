/** Sentences one after the other, without the empty ones; a full stop of Chinese, as its question mark, holds its own space. */
export function sentences(...texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll(/([。？！]) /g, '$1');
}
