// Packs the extension into market-desk-<version>.vsix at the root, checks its contents, and lists the packages in it next to it, as
// market-desk-<version>.cdx.json. `--no-build` packs what is in dist/; `--out FILE` writes somewhere else.
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce';
import * as v from 'valibot';
import { billOfMaterials } from './billOfMaterials';
import { packageBudget, pageBudget } from './budgets';
import type { BundledPackage } from './bundledPackages';
import { notices } from './notices';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Everything that may ship; a file that matches none of these patterns is there by mistake. */
const allowed: readonly RegExp[] = [
  /^package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^(README|CHANGELOG|SECURITY)\.md$/,
  /^LICENSE$/,
  /^api\.d\.ts$/,
  /^NOTICES\.txt$/,
  /^dist\/[\w-]+\.js$/,
  /^dist\/webview\/[\w-]+\.(js|css|ttf)$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^skills\/[\w-]+\/SKILL\.md$/,
  /^media\/(icon\.png|[\w-]+\.svg|walkthrough\/[\w-]+\.svg)$/,
];
const required: readonly string[] = [
  ...['package.json', 'package.nls.json', 'README.md', 'LICENSE', 'NOTICES.txt', 'api.d.ts', 'media/icon.png'],
  ...['dist/extension.js', 'dist/main.js', 'dist/bridge.js'],
];

const Texts = v.record(v.string(), v.unknown());
const Manifest = v.looseObject({ name: v.string(), version: v.string(), license: v.string() });
/** Written by the build for this script. */
const packagesFile = path.join('dist', 'packages.json');
const Packages: v.GenericSchema<unknown, BundledPackage[]> = v.array(
  v.object({ folder: v.string(), name: v.string(), version: v.string(), license: v.string(), integrity: v.string() }),
);

/** Removes the texts of the manifest, which are shipped next to it, from the bundles. */
async function removeManifestTexts(folder: string): Promise<void> {
  const ofManifest = await readJson(path.join(root, 'package.nls.json'), Texts);
  for (const name of await readdir(folder)) {
    const texts = Object.entries(await readJson(path.join(folder, name), Texts));
    await writeFile(path.join(folder, name), JSON.stringify(Object.fromEntries(texts.filter(([key]) => !(key in ofManifest)))));
  }
}

async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  return v.parse(schema, JSON.parse(await readFile(file, 'utf8')));
}

/** Fills a folder with nothing but what ships: vsce would match its patterns against every file of the working copy. */
async function stage(folder: string, packages: readonly BundledPackage[]): Promise<v.InferOutput<typeof Manifest>> {
  for (const name of await readdir(root)) {
    if (!['dist', 'l10n', 'media', 'skills'].includes(name) && !allowed.some((pattern) => pattern.test(name))) continue;
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  await rm(path.join(folder, packagesFile));
  await removeManifestTexts(path.join(folder, 'l10n'));
  for (const name of (await readdir(folder)).filter((file) => /^package\.nls.*\.json$/.test(file)))
    await writeFile(path.join(folder, name), JSON.stringify(await readJson(path.join(folder, name), Texts)));
  const manifest = await readJson(path.join(root, 'package.json'), Manifest);
  // Everything is bundled, and scripts of the working copy don't apply there.
  const shipped = Object.entries(manifest).filter(
    ([key]) => !['scripts', 'dependencies', 'devDependencies', 'private', 'workspaces'].includes(key),
  );
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(Object.fromEntries(shipped)));
  await cp(path.join(root, 'src', 'api.d.ts'), path.join(folder, 'api.d.ts'));
  await writeFile(path.join(folder, 'NOTICES.txt'), await notices(root, 'Market Desk', packages));
  await writeFile(path.join(folder, '.vscodeignore'), '.vscodeignore\n');
  return manifest;
}

/** What is wrong with a package of these files and this size; `built` is what the build wrote. */
async function problemsOf(files: readonly string[], built: readonly string[], size: number): Promise<readonly string[]> {
  const pages = files.filter((file) => /^dist\/webview\/[\w-]+\.js$/.test(file));
  const sizes = await Promise.all(pages.map(async (file) => ({ file, bytes: (await stat(path.join(root, file))).size })));
  return [
    ...files.filter((file) => !allowed.some((pattern) => pattern.test(file))).map((file) => `${file} does not belong into the package`),
    ...built.filter((file) => !files.includes(file)).map((file) => `${file} was built and is missing`),
    ...required.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...sizes
      .filter(({ bytes }) => bytes > pageBudget)
      .map(({ file, bytes }) => `${file} has ${bytes} bytes; the budget of a page is ${pageBudget}`),
    ...(size > packageBudget ? [`the package has ${size} bytes; the budget is ${packageBudget}`] : []),
  ];
}

async function pack(folder: string, out: string | undefined): Promise<void> {
  const packages = await readJson(path.join(root, packagesFile), Packages);
  const manifest = await stage(folder, packages);
  const packagePath = out ?? path.join(root, `${manifest.name}-${manifest.version}.vsix`);
  await writeFile(packagePath.replace(/(\.vsix)?$/, '.cdx.json'), billOfMaterials(manifest, packages));
  const files = (await listFiles({ cwd: folder, packageManager: PackageManager.None })).map(withSlashes);
  await createVSIX({ cwd: folder, packagePath, dependencies: false });
  const { size } = await stat(packagePath);
  const built = (await readdir(path.join(root, 'dist'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => file !== packagesFile)
    .map(withSlashes);
  const problems = await problemsOf(files, built, size);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${packagePath} ${(size / 1024).toFixed(1)} KB, ${files.length} files\n`);
  if (problems.length > 0) process.exitCode = 1;
}

function withSlashes(file: string): string {
  return file.replaceAll('\\', '/');
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' }, out: { type: 'string' } } });
  if (values['no-build'] !== true) execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-package-'));
  try {
    await pack(folder, values.out);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
