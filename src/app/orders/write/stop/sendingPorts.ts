import type { Event } from '../../../platform/ports';

/** The file that tells all windows whether orders may be sent. Readable and writable only by its owner. */
export interface SwitchFile {
  /** Reads the disk now; undefined if there is no file. @throws when it can’t be read. */
  readNow(): string | undefined;
  /**
   * Returns once the text is on the disk itself.
   *
   * @throws when it is not certain to be there.
   */
  write(text: string): Promise<void>;
  /** Called if the text could not be written: leaves content that no window takes for a release. @throws when that failed, too. */
  spoil(): Promise<void>;
  /** Hints that the file may have changed. */
  readonly onDidChange: Event<void>;
}

/** Marks of requests between the check of the switch and their first byte, in all windows. Marks of ended processes don’t count. */
export interface SendMarks {
  /** @returns a function that removes the mark again; idempotent, never rejects. */
  put(): Promise<() => Promise<void>>;
  /** How many there are. */
  count(): Promise<number>;
}
