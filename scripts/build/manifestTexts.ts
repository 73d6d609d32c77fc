// Texts of the manifest in every language. A language is one file, l10n/bundle.l10n.<language>.json, with the texts of the code and of the
// manifest; the editor expects those of the manifest next to it, so the build writes them there.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const Texts = v.record(v.string(), v.string());

async function readTexts(file: string): Promise<v.InferOutput<typeof Texts>> {
  return v.parse(Texts, JSON.parse(await readFile(file, 'utf8')));
}

/** Writes package.nls.<language>.json for each language in the folder l10n; texts without a translation stay English. */
export async function writeManifestTexts(root: string): Promise<void> {
  const english = Object.entries(await readTexts(path.join(root, 'package.nls.json')));
  for (const name of await readdir(path.join(root, 'l10n'))) {
    const language = /^bundle\.l10n\.([\w-]+)\.json$/.exec(name)?.[1];
    if (language === undefined) continue;
    const texts = await readTexts(path.join(root, 'l10n', name));
    const file = path.join(root, `package.nls.${language}.json`);
    const wanted = `${JSON.stringify(Object.fromEntries(english.map(([key, text]) => [key, texts[key] ?? text])), undefined, 2)}\n`;
    if ((await readFile(file, 'utf8').catch(() => '')) !== wanted) await writeFile(file, wanted);
  }
}
