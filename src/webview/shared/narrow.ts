/** Pages narrower than this, or at 200%, show the same columns with shorter content. */
const query = '(width < 720px)';

export function isNarrow(): boolean {
  return matchMedia(query).matches;
}

/** @returns a function that stops listening. */
export function onNarrowChange(changed: (isNarrow: boolean) => void): () => void {
  const list = matchMedia(query);
  const tell = ({ matches }: MediaQueryListEvent): void => changed(matches);
  list.addEventListener('change', tell);
  return () => list.removeEventListener('change', tell);
}
