import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFiles, stateKeys } from '../../src/app/platform/storedNames';
import { root, sources } from './sources/sources';
import type { Source } from './sources/sources';

const all = sources('src');

/** Names in the first column of a section of the table, and rows that leave a column empty. */
function table(heading: string): { readonly names: readonly string[]; readonly unfinished: readonly string[] } {
  const section =
    readFileSync(path.join(root, 'docs/stores.md'), 'utf8')
      .split(/^## /m)
      .find((part) => part.startsWith(heading)) ?? '';
  const rows = [...section.matchAll(/^\| `([^`]+)` \|(.+)\|$/gm)].map(([line, name = '', rest = '']) => ({ line, name, rest }));
  return {
    names: rows.map(({ name }) => name),
    unfinished: rows
      .filter(({ rest }) => rest.split('|').length !== 3 || rest.split('|').some((cell) => cell.trim() === ''))
      .map(({ line }) => line),
  };
}

const found = (files: readonly Source[], pattern: RegExp): readonly string[] => [
  ...new Set(files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
];

/** Keys of the editor’s state that begin with these are made by functions. */
const madeKeys = ['activeSession:', 'positions.market.', 'positions.accounts.'];

const secretsOf = (files: readonly Source[]): readonly string[] =>
  found(
    files.filter(({ text }) => /\bsecrets\.set\(/.test(text)),
    /^const \w*(?:Prefix|Key) = '([^']+)';/gm,
  );
const foldersOf = (files: readonly Source[]): readonly string[] =>
  found(files, /\bjoin\((?:(?:\w+\.)?storage|globalStorageUri\.fsPath), '([\w-]+)'/g);

describe('what outlives a session', () => {
  it.each([
    ['The editor’s state', ['marketDesk.used', ...Object.keys(stateKeys), ...madeKeys]],
    ['The secret storage', secretsOf(all)],
    ['Files in the extension’s storage', [...Object.values(sharedFiles), ...foldersOf(all)]],
  ])('is in docs/stores.md, with its scope: %s', (heading, kept) => {
    const { names, unfinished } = table(heading);
    expect([...names].toSorted(), 'Say in docs/stores.md who may see it, and what happens if it can’t be read.').toEqual(
      [...kept].toSorted(),
    );
    expect(unfinished).toEqual([]);
  });

  it('goes through the stores that this test knows', () => {
    const calling = (pattern: RegExp): readonly string[] => all.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
    expect(calling(/\b(?:workspaceState|globalState)\.(?:get|update)\(/), 'Use the StateStore.').toEqual(['src/extension.ts']);
    expect(calling(/\bcontext\.secrets\b/), 'Use the SecretStore.').toEqual(['src/container/platform.ts']);
    expect(calling(/\b(?:storageUri|globalStorageUri)\b/), 'Use Platform.storage.').toEqual([
      'src/container/platform.ts',
      'src/ui/platform/files/codeCache.ts', // the program’s own code, before there is a platform
    ]);
    const onDisk = calling(/\bfrom 'node:fs(?:\/promises)?'/).filter(
      (file) => !/^src\/(?:ui\/(?:platform\/files|agents)|bridge)\//.test(file),
    );
    expect(onDisk, 'Use the files of ui/platform/files.').toEqual([
      'src/app/diagnostics/requestRecipe.ts', // in the text of a program that the user copies
      'src/ui/sandbox/sandboxRunner.ts', // removes the state of the sandbox
    ]);
    // What this window makes of them is in one place.
    expect(found(all, /\bcreateStoredFiles\(([^j)][^)]*)\)/g)).toEqual(['directory: string']);
  });

  it('finds what is new', () => {
    const [example] = all;
    if (example === undefined) throw new Error('There are no sources.');
    const text = "const newPrefix = 'notes:';\nsecrets.set(newPrefix + id, text);\ncreateStoredFiles(join(platform.storage, 'notes'));";
    const planted = [...all, { ...example, file: 'src/app/notes.ts', text }];
    expect(secretsOf(planted)).toContain('notes:');
    expect(foldersOf(planted)).toContain('notes');
  });
});
