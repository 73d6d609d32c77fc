/** Sentences one after the other, without the empty ones; a Chinese full stop holds its own space. */
export function sentences(...texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll('。 ', '。');
}
