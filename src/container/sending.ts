import { join } from 'node:path';
import type { OrderJournal } from '../app/orders/journal/orderJournal';
import { SendingStop } from '../app/orders/write/stop/sendingStop';
import type { Lifetime } from '../app/platform/lifetime';
import { sharedFiles } from '../app/platform/storedNames';
import { createSendMarks } from '../ui/platform/files/sendMarks';
import { createSharedFile } from '../ui/platform/files/sharedFile';
import { createSwitchFile } from '../ui/platform/files/switchFile';
import type { Platform } from './platform';

/** The switch that stops orders in all windows. */
export function sendingStop({ storage, clock, timers }: Platform, journal: () => OrderJournal, lifetime: Lifetime): SendingStop {
  const watched = lifetime.own(createSharedFile(storage, sharedFiles.sending));
  const file = createSwitchFile(storage, sharedFiles.sending, watched.onDidChange);
  return lifetime.own(new SendingStop({ file, marks: createSendMarks(join(storage, 'sending')), journal, clock, timers }));
}
