/** A file of the journal as the disk shows it. */
export interface JournalFile {
  readonly name: string;
  readonly size: number;
}

/** The folder that holds the order journal. Readable and writable by its owner alone. */
export interface JournalFiles {
  /** Journal files by ascending name; empty when there is no folder yet. */
  list(): Promise<readonly JournalFile[]>;
  /** Bytes from `offset` to the end. */
  read(name: string, offset: number): Promise<Uint8Array>;
  /**
   * Adds bytes at the end, creating the file where needed, and returns when they are on the disk itself.
   *
   * @throws when anything of that failed; some of the bytes may be there then.
   */
  append(name: string, bytes: Uint8Array): Promise<void>;
}

/** Remembers the end of the journal in a second place, so that a journal that lost its last lines is noticed. */
export interface JournalAnchor {
  read(): { readonly seq: number; readonly hash: string } | undefined;
  write(head: { readonly seq: number; readonly hash: string }): Promise<void>;
}
