/** Joins sentences, without empty ones; a Chinese full stop or question mark includes its own space. */
export function sentences(...texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .join(' ')
    .replaceAll(/([。？！]) /g, '$1');
}
