/** Pages narrower than this, or at 200%, show the same columns with less in them. */
const query = '(width < 720px)';

export function isNarrow(): boolean {
  return matchMedia(query).matches;
}

/** @returns what ends it. */
export function onNarrowChange(changed: (isNarrow: boolean) => void): () => void {
  const list = matchMedia(query);
  const tell = ({ matches }: MediaQueryListEvent): void => changed(matches);
  list.addEventListener('change', tell);
  return () => list.removeEventListener('change', tell);
}
