/**
 * `npm run l10n`: updates the translations of texts in code and manifest. Removes keys that the code no longer uses, adds new ones without
 * a text, and sorts them all. Exits with 1 while any text is untranslated.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportedTexts } from './exportedTexts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'l10n');

async function main(): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.nls.json'), 'utf8')) as Readonly<Record<string, string>>;
  const keys = [...exportedTexts(root).keys(), ...Object.keys(manifest)].sort();
  const bundles = (await readdir(folder)).filter((name) => /^bundle\.l10n\.[\w-]+\.json$/.test(name));
  for (const name of bundles) {
    const file = path.join(folder, name);
    const before = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, string>>;
    const after = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
    await writeFile(file, `${JSON.stringify(after, undefined, 2)}\n`);
    const missing = keys.filter((key) => after[key] === '');
    console.log(`${name}: ${String(keys.length)} texts, ${String(missing.length)} to translate`);
    for (const key of missing) console.log(`  ${key}`);
    if (missing.length > 0) process.exitCode = 1;
  }
}

void main();
