import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as vscode from 'vscode';
import { root, trackedFiles } from './sources/sources';

it('the stand-in editor has every value of the editor’s API that the program uses', () => {
  const texts = trackedFiles().flatMap((file) => (/^src\/.*\.ts$/.test(file) ? [readFileSync(path.join(root, file), 'utf8')] : []));
  const uses = texts.flatMap((text) => [...text.matchAll(/\b(?:new|instanceof) vscode\.(\w+)|\bvscode\.(\w+)(?=[.(])/g)]);
  const used = new Set(uses.map(([, made, called]) => made ?? called ?? ''));
  expect(used).toContain('ThemeIcon');
  expect([...used].filter((name) => !(name in vscode))).toEqual([]);
});

it('the stand-in editor names a part that it does not have, instead of looking like an editor without it', () => {
  expect(() => Reflect.get(vscode.window, 'createTerminal') as unknown).toThrow('the stand-in editor has no window.createTerminal');
});
