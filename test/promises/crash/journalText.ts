import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything in the journal's folder, as it is on disk. */
export function readJournal(folder: string): string {
  const journal = join(folder, 'journal');
  try {
    return readdirSync(journal)
      .sort()
      .map((name) => readFileSync(join(journal, name), 'utf8'))
      .join('\n');
  } catch {
    return '';
  }
}
