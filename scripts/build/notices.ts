// The licence texts of everything that ships, for NOTICES.txt.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { BundledPackage } from './bundledPackages';

/** Packages that name the MIT licence and come without its text: with the author that their manifest names. */
const bareMit = new Map([
  ['node_modules/@vscode/l10n', 'Microsoft Corporation'],
  ['node_modules/fancy-canvas', 'smakarov@tradingview.com'],
]);

async function textWithoutFile(root: string, folder: string): Promise<string> {
  const author = bareMit.get(folder);
  if (author === undefined) throw new Error(`${folder} has no licence text for NOTICES.txt`);
  const text = await readFile(path.join(root, 'node_modules/papaparse/LICENSE'), 'utf8');
  return `By ${author}. MIT License\n\n${text.slice(text.indexOf('Permission is hereby granted'))}`;
}

/** The licence of every package in a bundle, as these licences ask; packages with the same text share it. Fails where a text is missing. */
export async function notices(root: string, product: string, packages: readonly BundledPackage[]): Promise<string> {
  const texts = await Promise.all(
    packages.map(async ({ folder, name, version, license }) => {
      const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? await textWithoutFile(root, folder) : await readFile(path.join(root, folder, file), 'utf8');
      return { name: `${name} ${version} (${license})`, text: text.trim() };
    }),
  );
  const sections = [...new Set(texts.map(({ text }) => text))].map((text) => {
    const alike = texts.filter((other) => other.text === text);
    return `${alike.map(({ name }) => name).join('\n')}\n\n${text}\n`;
  });
  return `${product} contains the following software.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
