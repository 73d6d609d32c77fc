import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The outline of an icon, by its character in the icon font. */
export async function iconPaths(root: string): Promise<(character: string) => string> {
  const folder = path.join(root, 'node_modules', '@vscode', 'codicons', 'dist');
  const style = await readFile(path.join(folder, 'codicon.css'), 'utf8');
  const drawings = await readFile(path.join(folder, 'codicon.svg'), 'utf8');
  const outlines = new Map(
    [...drawings.matchAll(/<symbol[^>]* id="([\w-]+)"[^>]*>(.*?)<\/symbol>/gs)].map(([, name = '', inside = '']) => [
      name,
      [...inside.matchAll(/ d="([^"]+)"/g)].map(([, outline = '']) => outline).join(''),
    ]),
  );
  const byCharacter = new Map<string, string>();
  for (const [, name = '', code = ''] of style.matchAll(/\.codicon-([\w-]+):before\s*\{\s*content:\s*"\\([0-9a-f]+)"/g)) {
    const outline = outlines.get(name);
    if (outline !== undefined) byCharacter.set(String.fromCodePoint(Number.parseInt(code, 16)), outline);
  }
  return (character) => byCharacter.get(character) ?? '';
}
