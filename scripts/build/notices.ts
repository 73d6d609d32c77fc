// The license texts of everything that ships, for NOTICES.txt.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { BundledPackage } from './bundledPackages';

/** Packages that name the MIT license but come without its text, with the author in their manifest. */
const bareMit = new Map([
  ['node_modules/@vscode/l10n', 'Microsoft Corporation'],
  ['node_modules/fancy-canvas', 'smakarov@tradingview.com'],
]);

/** Its license requires its address, or its text of 19 KB, and a note on what was changed. */
const attribution = `By Microsoft Corporation and contributors. Attribution 4.0 International
https://creativecommons.org/licenses/by/4.0/legalcode

The font was reduced to the icons that are shown.`;

async function textOf(root: string, { folder, license }: BundledPackage): Promise<string> {
  if (license === 'CC-BY-4.0') return attribution;
  const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
  return file === undefined ? textWithoutFile(root, folder) : readFile(path.join(root, folder, file), 'utf8');
}

async function textWithoutFile(root: string, folder: string): Promise<string> {
  const author = bareMit.get(folder);
  if (author === undefined) throw new Error(`${folder} has no licence text for NOTICES.txt`);
  const text = await readFile(path.join(root, 'node_modules/undici/LICENSE'), 'utf8');
  return `By ${author}. MIT License\n\n${text.slice(text.indexOf('Permission is hereby granted'))}`;
}

/** The license of every package in a bundle, as these licenses require; packages with the same text share it. Fails if a text is missing. */
export async function notices(root: string, product: string, packages: readonly BundledPackage[]): Promise<string> {
  const texts = await Promise.all(
    packages.map(async (bundled) => {
      const { name, version, license } = bundled;
      return { name: `${name} ${version} (${license})`, text: (await textOf(root, bundled)).trim() };
    }),
  );
  const sections = [...new Set(texts.map(({ text }) => text))].map((text) => {
    const alike = texts.filter((other) => other.text === text);
    return `${alike.map(({ name }) => name).join('\n')}\n\n${text}\n`;
  });
  return `${product} contains the following software.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
