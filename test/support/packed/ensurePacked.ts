import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { withLock } from '../../host/install/cache';
import { run } from '../../host/run';
import { packedFile, packedFolder } from './packedFolder';

/** What the package is built from, and what builds it. */
const sources = [
  'dist',
  'l10n',
  'media',
  'scripts',
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
];
const target = path.dirname(packedFolder);
const stampFile = path.join(target, 'stamp');

/**
 * Packs what is in `dist/` and unpacks it into {@link packedFolder}, unless that was already done for the same content. Processes that call
 * it at the same time wait for one of them.
 */
export async function ensurePacked(): Promise<void> {
  await withLock(
    'packed',
    async () => {
      const stamp = await stampOf(sources);
      if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return;
      const draft = `${target}.draft`;
      await rm(draft, { recursive: true, force: true });
      await mkdir(draft, { recursive: true });
      const file = path.join(draft, path.basename(packedFile));
      await run('npm', ['run', '--silent', 'package', '--', '--no-build', '--out', file]);
      await unpack(file, draft);
      await writeFile(path.join(draft, path.basename(stampFile)), stamp);
      await rm(target, { recursive: true, force: true });
      await rename(draft, target);
    },
    path.dirname(target),
  );
}

async function stampOf(names: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const name of names) {
    for (const file of await filesOf(name)) hash.update(`${file}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** The file itself, or all files below the folder. */
async function filesOf(name: string): Promise<readonly string[]> {
  const entries = await readdir(name, { recursive: true, withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [name];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Unpacks the manifest and the files of a package, which is a zip file. */
async function unpack(file: string, folder: string): Promise<void> {
  const zip = new ZipReader(new Uint8ArrayReader(await readFile(file)), { checkCrc32: true });
  for (const entry of await zip.getEntries()) {
    if (entry.directory || !entry.filename.startsWith('extension/')) continue;
    const to = path.join(folder, ...entry.filename.split('/'));
    await mkdir(path.dirname(to), { recursive: true });
    await writeFile(to, await entry.getData(new Uint8ArrayWriter()));
  }
  await zip.close();
}
