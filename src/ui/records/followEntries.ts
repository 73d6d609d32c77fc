import type { Disposable, Event, Timers } from '../../app/platform/ports';
import type { RecordRow, RecordsPart } from '../../panel/records/recordsProtocol';
import { completeFacts } from '../platform/pages/recordSource';

/** A log of this window, whose entries are numbered. */
interface EntryLog<Entry> {
  /** Oldest first; only those with higher numbers. */
  entries(after: number): readonly Entry[];
  readonly onDidChange: Event<void>;
}

interface Told<Entry> {
  readonly timers: Timers;
  readonly rowOf: (entry: Entry) => RecordRow;
  /** Where earlier ones are. */
  readonly older: string;
}

/** Many entries come at once: they are told at most this often. */
const tellMs = 300;

/** Tells the entries of a log, and from then on the new ones. */
export function followEntries<Entry extends { readonly number: number }>(
  log: EntryLog<Entry>,
  { timers, rowOf, older }: Told<Entry>,
  tell: (part: RecordsPart) => void,
): Disposable {
  let told = 0;
  let resting: Disposable | undefined;
  const tellNew = (): void => {
    if (resting !== undefined) return;
    const added = log.entries(told);
    if (added.length === 0 && told > 0) return;
    tell({ rows: added.map(rowOf), isWhole: told === 0, facts: { ...completeFacts, older } });
    told = added.at(-1)?.number ?? told;
    resting = timers.after(tellMs, () => {
      resting = undefined;
      if (log.entries(told).length > 0) tellNew();
    });
  };
  tellNew();
  const changes = log.onDidChange(tellNew);
  return {
    dispose: () => {
      changes.dispose();
      resting?.dispose();
    },
  };
}
