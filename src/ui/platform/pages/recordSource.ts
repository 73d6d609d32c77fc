import type { Disposable } from '../../../app/platform/ports';
import type { RecordDetails, RecordsFacts, RecordsPart } from '../../../panel/records/recordsProtocol';

/** Of a list that has everything, and nothing to be said of it. */
export const completeFacts: RecordsFacts = { isReading: false, verdict: '', older: '', failure: '', damage: '' };

/** One kind of evidence, as the Records page needs it. */
export interface RecordSource {
  /** Tells records in words until it is disposed: the newest at once, then all, then what is new. Nothing is read before. */
  follow(tell: (part: RecordsPart) => void): Disposable;
  /** Undefined if it isn’t known any more. */
  details(id: string): Promise<RecordDetails | undefined>;
  /** What actions on a record are about: the argument of their commands. */
  subject(id: string): object | undefined;
  /** The file’s text. @param ids - Only these records; all if null. */
  exported(ids: readonly string[] | null, form: 'csv' | 'json'): Promise<string>;
}
