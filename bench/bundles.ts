import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Measurement } from './support/measurement';
import { eagerBudget, packageBudget, pageBudget } from '../scripts/build/budgets';
import { packedFile } from '../test/support/packed/packedFolder';

const root = path.resolve(import.meta.dirname, '..');

/** Sizes of what ships: the bundle that every window loads, the lazy ones, and the package. */
export async function benchBundles(): Promise<readonly Measurement[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'market-desk-bench-'));
  try {
    const vsix = packedFile;
    const size = async (file: string): Promise<number> => (await stat(path.resolve(root, file))).size / 1024;
    return [
      { name: 'main.js, loaded on first use', value: await size('dist/main.js'), unit: 'KB', limit: undefined },
      { name: 'extension.js, loaded in every window', value: await size('dist/extension.js'), unit: 'KB', limit: eagerBudget / 1024 },
      ...(await pageScripts()).map(({ name, kilobytes }) => ({
        name: `${name}, of its page`,
        value: kilobytes,
        unit: 'KB',
        limit: pageBudget / 1024,
      })),
      { name: 'panels that are in what a signed-in window loads by itself', value: (await panelsAtStart()).length, unit: '', limit: 0 },
      { name: 'the package', value: await size(vsix), unit: 'KB', limit: packageBudget / 1024 },
    ];
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function pageScripts(): Promise<readonly { readonly name: string; readonly kilobytes: number }[]> {
  const folder = path.join(root, 'dist', 'webview');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return Promise.all(names.map(async (name) => ({ name, kilobytes: (await stat(path.join(folder, name))).size / 1024 })));
}

/** Panels whose code is loaded at startup: code that shows a page names its style sheet. The watchlist is a view of the side bar. */
async function panelsAtStart(): Promise<readonly string[]> {
  const dist = path.join(root, 'dist');
  const texts = await Promise.all(['extension.js', 'main.js'].map(async (file) => readFile(path.join(dist, file), 'utf8')));
  const styles = (await readdir(path.join(dist, 'webview'))).filter(
    (file) => file.endsWith('-style.css') && !['watchlist-style.css', 'shared-style.css'].includes(file),
  );
  return styles.filter((style) => texts.some((text) => text.includes(style)));
}
