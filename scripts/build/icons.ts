import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import subsetFont from 'subset-font';

export const iconSource = 'node_modules/@vscode/codicons/dist';
export const iconFiles: readonly string[] = ['codicon.css', 'codicon.ttf'];

/**
 * Writes the icon font and its style sheet with the icons that the pages may show: those whose name is a word in a page's bundle. These are
 * a few more than are shown, and a fifth of the whole font.
 *
 * @param folder - Where the pages' bundles are, and where both files go.
 * @param bundles - The texts of the pages' bundles.
 */
export async function writeIcons(folder: string, bundles: readonly string[]): Promise<void> {
  const words = new Set(
    bundles.flatMap((text) => text.match(/[a-z][a-z0-9-]+/g) ?? []).flatMap((word) => [word, word.replace(/^codicon-/, '')]),
  );
  const css = await readFile(path.join(iconSource, 'codicon.css'), 'utf8');
  const kept: string[] = [];
  const rules = css.replace(/^\.codicon-([\w-]+):before \{ content: "\\([\da-f]+)" \}\n?/gm, (rule: string, name: string, code: string) => {
    if (!words.has(name)) return '';
    kept.push(String.fromCodePoint(Number.parseInt(code, 16)));
    return rule;
  });
  if (kept.length < 10) throw new Error('the style sheet of the icons is written in another way now');
  const font = await subsetFont(await readFile(path.join(iconSource, 'codicon.ttf')), kept.join(''), { targetFormat: 'sfnt' });
  await writeFile(path.join(folder, 'codicon.css'), rules);
  await writeFile(path.join(folder, 'codicon.ttf'), font);
}
