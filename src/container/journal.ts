import { join } from 'node:path';
import { createJournalAnchor } from '../app/orders/journal/journalAnchor';
import { OrderJournal } from '../app/orders/journal/orderJournal';
import type { Lifetime } from '../app/platform/lifetime';
import { createJournalFiles, sha256 } from '../ui/platform/files/journalFiles';
import type { Platform } from './platform';

/** @returns this window's order journal, opened on the first call. */
export function orderJournal({ storage, state, locks, clock, redactor }: Platform, lifetime: Lifetime): () => OrderJournal {
  let opened: OrderJournal | undefined;
  return () =>
    (opened ??= lifetime.own(
      new OrderJournal({
        files: createJournalFiles(join(storage, 'journal')),
        anchor: createJournalAnchor(state),
        locks,
        clock,
        sha256,
        redact: (text) => redactor.redact(text),
      }),
    ));
}
