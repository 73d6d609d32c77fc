/** What stands in the place of a figure or an account number that is not to be seen. Its length tells nothing. */
export const masked = '•••';

/** Writes a text, or {@link masked} in its place. */
export type Mask = (text: string) => string;

/** A mask that hides every text that says something; what is empty says nothing. */
export function maskWhen(isPrivate: boolean): Mask {
  return isPrivate ? (text) => (text.trim() === '' ? text : masked) : (text) => text;
}

/** Hides the values of all rows but those that are named. */
export function maskRows(
  rows: readonly (readonly [label: string, value: string])[],
  isPrivate: boolean,
  shown: readonly string[],
): readonly (readonly [string, string])[] {
  const mask = maskWhen(isPrivate);
  return rows.map(([label, value]) => [label, shown.includes(label) ? value : mask(value)]);
}
