/** A piece of a source file, which must occur exactly once, and what stands there in its place. */
export type Edit = readonly [from: string, to: string];

/** What must see a fault: rules for sources, or a file or folder of tests. What is named runs one after the other, until one fails. */
export type Judge = 'types' | 'types of the webviews' | 'lint' | `test/${string}`;

/** A mistake that somebody could make, and what would tell them. */
export interface Plant {
  /** What is wrong, in a few words; also how it is chosen on the command line. */
  readonly name: string;
  readonly file: string;
  readonly edits: readonly Edit[];
  readonly by: readonly Judge[];
}

export function plant(name: string, file: string, edits: readonly Edit[], ...by: readonly Judge[]): Plant {
  return { name, file, edits, by };
}
