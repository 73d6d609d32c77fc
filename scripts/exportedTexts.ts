import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';

/** Every text of the code by its key in the bundles, as found by the editor's own tool. */
export async function exportedTexts(root: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(path.join(root, 'src'), { recursive: true });
  const sources = files.filter((file) => file.endsWith('.ts')).sort();
  const found = await getL10nJson(
    await Promise.all(sources.map(async (file) => ({ extension: '.ts', contents: await readFile(path.join(root, 'src', file), 'utf8') }))),
  );
  return new Map(Object.entries(found).map(([key, text]) => [key, typeof text === 'string' ? text : text.message]));
}
