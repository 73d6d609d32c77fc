// Packs the extension into market-desk-<version>.vsix at the root and checks what is in it.
// `--no-build` packs what is in dist/; `--out FILE` writes somewhere else.
import { createVSIX, listFiles } from '@vscode/vsce';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { notices } from './notices.mjs';

// The page for a security draws charts, with a library of 250 KB before packing; each of six pages brings Lit and what it shares.
const budget = 900 * 1024;
/** A page's own script is read and compiled when it is opened. */
const pageBudget = 250 * 1024;
const root = path.resolve(fileURLToPath(import.meta.url), '..', '..');

/** Everything that may ship; a file outside of these patterns is there by mistake. */
const allowed = [
  /^package(\.nls(\.[a-z-]+)?)?\.json$/,
  /^(README|CHANGELOG|SECURITY)\.md$/,
  /^LICENSE$/,
  /^NOTICES\.txt$/,
  /^dist\/[\w-]+\.(js|wasm)$/,
  /^dist\/webview\/[\w-]+\.(js|css|ttf)$/,
  /^l10n\/bundle\.l10n(\.[a-z-]+)?\.json$/,
  /^media\/(icon\.png|[\w-]+\.svg|walkthrough\/[\w-]+\.svg)$/,
];
/** Built to prove that the client needs no editor; nothing loads it. */
const isProof = (file) => file.endsWith(path.join('dist', 'service.js'));
const required = [
  'package.json',
  'package.nls.json',
  'README.md',
  'LICENSE',
  'NOTICES.txt',
  'dist/extension.js',
  'dist/main.js',
  'dist/sandbox.js',
  'dist/feed.js',
  'media/icon.png',
];

/** Bundles as they ship: the texts of the manifest stand beside it. */
async function withoutManifestTexts(folder) {
  const keys = new Set(Object.keys(JSON.parse(await readFile(path.join(root, 'package.nls.json'), 'utf8'))));
  for (const name of await readdir(folder)) {
    const texts = JSON.parse(await readFile(path.join(folder, name), 'utf8'));
    const ofCode = Object.entries(texts).filter(([key]) => !keys.has(key));
    await writeFile(path.join(folder, name), JSON.stringify(Object.fromEntries(ofCode)));
  }
}

/** A folder with nothing but what ships: vsce would match its patterns against every file of the working copy. */
async function stage(folder) {
  const names = await readdir(root);
  for (const name of names.filter(
    (candidate) => ['dist', 'l10n', 'media'].includes(candidate) || allowed.some((pattern) => pattern.test(candidate)),
  )) {
    await cp(path.join(root, name), path.join(folder, name), { recursive: true, filter: (file) => !isProof(file) });
  }
  await withoutManifestTexts(path.join(folder, 'l10n'));
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  // Everything is bundled, and scripts of the working copy have no meaning there.
  for (const key of ['scripts', 'dependencies', 'devDependencies', 'private']) delete manifest[key];
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'NOTICES.txt'), await notices(root));
  await writeFile(path.join(folder, '.vscodeignore'), '.vscodeignore\n');
  return manifest;
}

const { values } = parseArgs({ options: { 'no-build': { type: 'boolean' }, out: { type: 'string' } } });
if (!values['no-build']) execFileSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' });

const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-package-'));
try {
  const { name, version } = await stage(folder);
  const packagePath = values.out ?? path.join(root, `${name}-${version}.vsix`);
  const files = (await listFiles({ cwd: folder, dependencies: false })).map((file) => file.replaceAll('\\', '/'));
  await createVSIX({ cwd: folder, packagePath, dependencies: false });
  const { size } = await stat(packagePath);
  const built = (await readdir(path.join(root, 'dist'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isProof(file))
    .map((file) => file.replaceAll('\\', '/'));
  const pages = files.filter((file) => /^dist\/webview\/[\w-]+\.js$/.test(file));
  const pageSizes = await Promise.all(pages.map(async (file) => ({ file, bytes: (await stat(path.join(root, file))).size })));
  const problems = [
    ...files.filter((file) => !allowed.some((pattern) => pattern.test(file))).map((file) => `${file} does not belong into the package`),
    ...built.filter((file) => !files.includes(file)).map((file) => `${file} was built and is missing`),
    ...required.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...pageSizes
      .filter(({ bytes }) => bytes > pageBudget)
      .map(({ file, bytes }) => `${file} has ${bytes} bytes; the budget of a page is ${pageBudget}`),
    ...(size > budget ? [`the package has ${size} bytes; the budget is ${budget}`] : []),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${packagePath} ${(size / 1024).toFixed(1)} KB, ${files.length} files\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
