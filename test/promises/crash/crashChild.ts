import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalFiles } from '../../../src/app/orders/journal/orderJournalPorts';
import { createJournalFiles } from '../../../src/ui/platform/files/journalFiles';
import { createOrderProcess } from './orderProcess';

/** A window that changes one order and is killed at a given step; all its actions are counted as steps. */
interface CrashSettings {
  readonly folder: string;
  readonly origin: string;
  readonly orderId: string;
  /** The process kills itself at this step; 0 means never. */
  readonly killAt: number;
  /** Share of the bytes of a torn append that still reach the file. */
  readonly torn: number;
}

function isSettings(value: unknown): value is CrashSettings {
  return typeof value === 'object' && value !== null && 'folder' in value && 'killAt' in value;
}

const settings: unknown = JSON.parse(process.argv[2] ?? '{}');
if (!isSettings(settings)) throw new Error('settings expected');
const { folder, origin, orderId, killAt, torn } = settings;
const journalFolder = join(folder, 'journal');
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

/** Real files with steps around them: in the middle of an append, only a part of a line is in the file. */
const real = createJournalFiles(journalFolder);
const files: JournalFiles = {
  list: async () => real.list(),
  read: async (name, offset) => real.read(name, offset),
  append: async (name, bytes) => {
    step();
    if (steps + 1 === killAt) {
      mkdirSync(journalFolder, { recursive: true });
      appendFileSync(join(journalFolder, name), bytes.subarray(0, Math.floor(bytes.length * torn)));
    }
    step();
    await real.append(name, bytes);
    // The parent learns of it before anything else happens: from here on the line must never be missing.
    await tell({ kind: 'durable', line: new TextDecoder().decode(bytes).trim() });
    step();
  },
};

async function tell(message: object): Promise<void> {
  await new Promise<void>((done) => process.send?.(message, undefined, undefined, () => done()));
}

const window = createOrderProcess({ folder, origin, step, files });
void window.change(orderId).then(() => process.exit(0));
