import type { Event } from '../../platform/ports';

/** The file in which all windows find whether orders may be sent. Readable and writable only by its owner. */
export interface SwitchFile {
  /** What the disk says at this moment; undefined where there is no file. @throws when it can’t be read. */
  readNow(): string | undefined;
  /**
   * Returns when the text is on the disk itself.
   *
   * @throws when it is not certain to be there.
   */
  write(text: string): Promise<void>;
  /** Leaves something there that no window takes for a release, where the text could not be written. @throws when that failed, too. */
  spoil(): Promise<void>;
  /** Hints that the file may have changed. */
  readonly onDidChange: Event<void>;
}

/** Signs of requests between the check of the switch and their first byte, in all windows. Those of processes that have ended don’t count. */
export interface SendMarks {
  /** @returns what removes the sign again; idempotent, never rejects. */
  put(): Promise<() => Promise<void>>;
  /** How many there are. */
  count(): Promise<number>;
}
