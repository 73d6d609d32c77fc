import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The first of the names that is an executable file in a folder of PATH. */
export function findOnPath(names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
      const file = path.join(folder, process.platform === 'win32' ? `${name}.exe` : name);
      if (folder !== '' && isExecutable(file)) return file;
    }
  }
  return undefined;
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
