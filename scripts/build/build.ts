// The build; esbuild.mjs is its entry point.
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { BuildProgress } from './buildProgress';
import { eagerBudget } from './budgets';
import { bundledPackages } from './bundledPackages';
import { iconFiles, iconSource, writeIcons } from './icons';
import { writeManifestTexts } from './manifestTexts';
import { buildPages, watchPages } from './pages';
import { buildBridge, buildProgram, loadedWith, modulesIn, watchProgram } from './program';
import { writeChanged } from './writeChanged';

/** For the scripts that pack: the packages in the bundles. */
const packagesFile = 'dist/packages.json';

async function buildOnce(): Promise<void> {
  const [program, bridge, pages] = await Promise.all([buildProgram(), buildBridge(), buildPages()]);
  const chunks = [...program, ...bridge];
  const eager = loadedWith('extension.js', chunks);
  const eagerBytes = chunks.filter(({ fileName }) => eager.includes(fileName)).reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
  if (eagerBytes > eagerBudget)
    throw new Error(`Every window loads ${eager.join(', ')}: ${eagerBytes} bytes; the budget is ${eagerBudget}.`);
  for (const { fileName, code } of chunks) await writeChanged(path.join('dist', fileName), code);
  for (const { path: file, contents } of pages.files) await writeChanged(file, contents);
  await writeIcons(
    'dist/webview',
    pages.files.filter(({ path: file }) => file.endsWith('.js')).map(({ text }) => text),
  );
  const modules = [...modulesIn(chunks), ...pages.modules, ...iconFiles.map((name) => `${iconSource}/${name}`)];
  await writeChanged(packagesFile, JSON.stringify(await bundledPackages('.', modules)));
  await removeLeftovers([
    ...chunks.map(({ fileName }) => path.resolve('dist', fileName)),
    ...pages.files.map(({ path: file }) => path.resolve(file)),
    ...iconFiles.map((name) => path.resolve('dist/webview', name)),
    path.resolve(packagesFile),
  ]);
}

/** Removes files of earlier builds, including source maps of a watched build. */
async function removeLeftovers(wanted: readonly string[]): Promise<void> {
  for (const entry of await readdir('dist', { recursive: true, withFileTypes: true })) {
    const file = path.resolve(entry.parentPath, entry.name);
    // Drafts belong to another build that is running right now.
    if (entry.isFile() && !wanted.includes(file) && !file.endsWith('.draft')) await rm(file, { force: true });
  }
}

async function watchAll(): Promise<void> {
  const progress = new BuildProgress();
  for (const { fileName, code } of await buildBridge()) await writeChanged(path.join('dist', fileName), code);
  for (const name of iconFiles) await copyFile(path.join(iconSource, name), path.join('dist/webview', name));
  watchProgram(progress);
  await watchPages(progress);
}

async function main(): Promise<void> {
  await writeManifestTexts('.');
  await mkdir('dist/webview', { recursive: true });
  await (process.argv.includes('--watch') ? watchAll() : buildOnce());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
