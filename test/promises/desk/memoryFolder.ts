import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder in memory if the system supports that, otherwise a temporary one. `MARKET_DESK_MEMORY_FOLDER` overrides the location. */
export function makeMemoryFolder(name: string): string {
  const place = process.env['MARKET_DESK_MEMORY_FOLDER'] ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  return mkdtempSync(join(place, `market-desk-${name}-`));
}
