// A window on a disk that can’t be written, told by its parent what to do, one JSON answer for each line: `node deniedDiskWorker.cjs FOLDER`.
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { OrderJournal } from '../../../src/app/orders/journal/orderJournal';
import { SendingStop } from '../../../src/app/orders/write/stop/sendingStop';
import { FileLock } from '../../../src/ui/platform/files/fileLock';
import { createJournalFiles, sha256 } from '../../../src/ui/platform/files/journalFiles';
import { createSendMarks } from '../../../src/ui/platform/files/sendMarks';
import { createSwitchFile } from '../../../src/ui/platform/files/switchFile';
import { machineClock, machineTimers } from '../../../src/ui/platform/machineTime';

const [folder = ''] = process.argv.slice(2);
// A write beyond the limit fails as it would on a full disk, instead of ending the process.
process.on('SIGXFSZ', () => undefined);

const journal = new OrderJournal({
  files: createJournalFiles(join(folder, 'journal')),
  anchor: { read: () => undefined, write: async () => undefined, locks: () => [], keepLocks: async () => undefined },
  locks: new FileLock(join(folder, 'locks')),
  sha256,
  clock: machineClock,
  redact: (text) => text,
});
const open = (): SendingStop =>
  new SendingStop({
    file: createSwitchFile(folder, 'sending.json', () => ({ dispose: () => undefined })),
    marks: createSendMarks(join(folder, 'sending')),
    journal: () => journal,
    clock: machineClock,
    timers: machineTimers,
  });
const window = open();

/** Whether a request may leave, as a window asks right before its first byte and its journal record. */
async function send(sending: SendingStop): Promise<string> {
  try {
    const way = await sending.enter();
    if (way === undefined) return 'stopped';
    try {
      await journal.append({ kind: 'released' });
      return way.mayStart() ? 'sent' : 'held back';
    } finally {
      await way.leave();
    }
  } catch (error) {
    return `failed: ${error instanceof Error ? error.name : String(error)}`;
  }
}

const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  send: async () => send(window),
  'send in another window': async () => send(open()),
  stop: async () => {
    const { pending, journalError, fileError } = await window.stop();
    return { pending, isInJournal: journalError === undefined, isInFile: fileError === undefined, state: window.state };
  },
  state: async () => Promise.resolve(window.state),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  void (answers[line]?.() ?? Promise.reject(new Error(`unknown: ${line}`)))
    .catch((error: unknown) => `threw: ${String(error)}`)
    .then((answer) => process.stdout.write(`${JSON.stringify(answer)}\n`));
});
process.stdout.write('"ready"\n');
