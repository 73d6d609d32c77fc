/** Replaces a hidden figure or account number. Its length reveals nothing. */
export const masked = '•••';

/** Whether figures and account numbers are hidden. Where the user enters or confirms them, `{ isPrivate: false }` says that they never are. */
export interface Privacy {
  readonly isPrivate: boolean;
}

/** Returns a text, or {@link masked} in its place. */
export type Mask = (text: string) => string;

/** A mask that hides every text that is not empty. */
export function maskWhen(isPrivate: boolean): Mask {
  return isPrivate ? (text) => (text.trim() === '' ? text : masked) : (text) => text;
}

/** Hides the values of all rows except the named ones. */
export function maskRows(
  rows: readonly (readonly [label: string, value: string])[],
  isPrivate: boolean,
  shown: readonly string[],
): readonly (readonly [string, string])[] {
  const mask = maskWhen(isPrivate);
  return rows.map(([label, value]) => [label, shown.includes(label) ? value : mask(value)]);
}
