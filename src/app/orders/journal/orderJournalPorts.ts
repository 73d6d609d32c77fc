import type { IntentRecord } from '../../../domain/orders/orderAttempts';

/** A file of the journal as the disk shows it. */
export interface JournalFile {
  readonly name: string;
  readonly size: number;
  /** Changes whenever the bytes of the file may have changed. */
  readonly stamp: string;
}

/** The folder that holds the order journal. Readable and writable only by its owner. */
export interface JournalFiles {
  /** Files that are or look like journal files, by ascending name; empty if there is no folder yet. */
  list(): Promise<readonly JournalFile[]>;
  /** Bytes from `offset` to the end. */
  read(name: string, offset: number): Promise<Uint8Array>;
  /**
   * Appends bytes, creating the file if needed, and returns once they are on the disk itself.
   *
   * @throws when any of that failed; some of the bytes may have been written.
   */
  append(name: string, bytes: Uint8Array): Promise<void>;
}

/** An unresolved attempt, with the intent that started it. */
export interface KeptLock {
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly intent: IntentRecord;
}

/**
 * A second store, outside the journal's folder. It keeps the end of the journal, so that a journal that lost
 * its last lines is detected, and the locked orders, so that no damage to the journal unlocks one.
 */
export interface JournalAnchor {
  read(): { readonly seq: number; readonly hash: string } | undefined;
  write(head: { readonly seq: number; readonly hash: string }): Promise<void>;
  locks(): readonly KeptLock[];
  keepLocks(locks: readonly KeptLock[]): Promise<void>;
}
