import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder in memory where the system has such a place, else a temporary one. `MARKET_DESK_MEMORY_FOLDER` names another place. */
export function makeMemoryFolder(name: string): string {
  const place = process.env['MARKET_DESK_MEMORY_FOLDER'] ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  return mkdtempSync(join(place, `market-desk-${name}-`));
}
