// The licence texts of everything that ships, for NOTICES.txt.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      license: v.optional(v.string()),
      dev: v.optional(v.boolean()),
      devOptional: v.optional(v.boolean()),
      peer: v.optional(v.boolean()),
      optional: v.optional(v.boolean()),
    }),
  ),
});

/** Packages without a licence file of their own, and the package of the same project whose text is theirs. */
const licenceElsewhere = new Map([['node_modules/@lit-labs/ssr-dom-shim', 'node_modules/lit']]);

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

/** The licence of every package that may be in a bundle, as these licences ask; packages with the same text share it. Fails where a text is missing. */
export async function notices(root: string): Promise<string> {
  const { packages } = v.parse(Lock, JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')));
  const shipped = Object.entries(packages).filter(
    ([folder, entry]) =>
      folder.startsWith('node_modules/') &&
      !folder.includes('@types/') &&
      ![entry.dev, entry.devOptional, entry.peer, entry.optional].includes(true),
  );
  const texts = await Promise.all(
    shipped.map(async ([folder, { version, license }]) => {
      const home = licenceElsewhere.get(folder) ?? folder;
      const file = (await readdir(path.join(root, home))).find((name) => /^licen[cs]e/i.test(name));
      const text = file === undefined ? await textWithoutFile(root, folder) : await readFile(path.join(root, home, file), 'utf8');
      return { name: `${folder.split('node_modules/').at(-1) ?? ''} ${version ?? ''} (${license ?? ''})`, text: text.trim() };
    }),
  );
  const sections = [...new Set(texts.map(({ text }) => text))].map((text) => {
    const alike = texts.filter((other) => other.text === text);
    return `${alike.map(({ name }) => name).join('\n')}\n\n${text}\n`;
  });
  return `Market Desk contains the following software.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
