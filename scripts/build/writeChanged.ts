import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes a file only if its contents have changed, and by renaming, so that a VS Code that runs from `dist/` never loads half a file. */
export async function writeChanged(file: string, contents: string | Uint8Array): Promise<void> {
  const bytes = Buffer.from(contents);
  const old = await readFile(file).catch(() => undefined);
  if (old?.equals(bytes) === true) return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.draft`;
  await writeFile(draft, bytes);
  await rename(draft, file);
}
