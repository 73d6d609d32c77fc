import type { JournaledSwitch } from '../../../../domain/orders/sendingSwitch';
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
  /** Like {@link write}, if there is no file; whatever has that name stays as it is. */
  create(text: string): Promise<void>;
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

/** The second witness of the switch, which a loss of its file leaves as it is: the order journal. */
export interface SwitchJournal {
  /** `isSound` is false while the journal is damaged, which keeps it from taking the record of a request. @throws when it can’t be read. */
  switchWord(): Promise<{ readonly word: JournaledSwitch; readonly isSound: boolean }>;
  append(record: { readonly kind: 'stopped' | 'released' }): Promise<void>;
}
