// Packs packages/sandbox as a program that needs no other package, market-desk-sandbox-<version>.tgz at the root, and lists the packages in it
// next to it. `--out FOLDER` writes somewhere else.
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import * as v from 'valibot';
import { billOfMaterials } from './billOfMaterials';
import { bundledPackages } from './bundledPackages';
import { notices } from './notices';
import { modulesIn } from './program';

const root = path.resolve(import.meta.dirname, '..', '..');
const sandboxFolder = path.join(root, 'packages', 'sandbox');
const budget = 200 * 1024;

const Manifest = v.looseObject({ name: v.string(), version: v.string(), license: v.string(), bin: v.record(v.string(), v.string()) });

/** Everything is bundled into the program: nothing is installed with it, nothing can be imported from it, and the clone's scripts don't apply. */
const ofSources = ['private', 'scripts', 'dependencies', 'devDependencies', 'types', 'exports'];

/** Bundles everything except Node itself into one file. Returns the modules that are part of it. @throws on any warning of the bundler. */
async function bundle(file: string): Promise<readonly string[]> {
  const sandbox = await rolldown({
    cwd: root,
    input: path.join(sandboxFolder, 'src', 'main.ts'),
    platform: 'node',
    external: (id) => id.startsWith('node:'),
    transform: { target: 'node20' },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  try {
    const { output } = await sandbox.write({
      file,
      format: 'cjs',
      codeSplitting: false,
      comments: false,
      minify: true,
      banner: '#!/usr/bin/env node',
    });
    return modulesIn(output.filter((built) => built.type === 'chunk'));
  } finally {
    await sandbox.close();
  }
}

/** A document as it is in the package: its links lead to files there, or are only text. */
function linked(text: string, files: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g, (_all, label: string, to: string) => {
    const file = files[to];
    return file === undefined ? label : `[${label}](${file})`;
  });
}

async function pack(folder: string, out: string): Promise<void> {
  const manifest = v.parse(Manifest, JSON.parse(await readFile(path.join(sandboxFolder, 'package.json'), 'utf8')));
  const { name, version } = manifest;
  const packages = await bundledPackages(root, await bundle(path.join(folder, manifest.bin[name] ?? name)));
  const shipped = Object.fromEntries(Object.entries(manifest).filter(([key]) => !ofSources.includes(key)));
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(shipped, undefined, 2)}\n`);
  await writeFile(path.join(folder, 'NOTICES.txt'), await notices(root, 'The sandbox of Market Desk', packages));
  await cp(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  const readme = await readFile(path.join(sandboxFolder, 'README.md'), 'utf8');
  await writeFile(path.join(folder, 'README.md'), linked(readme, { '../../docs/sandbox.md': 'sandbox.md' }));
  const reference = await readFile(path.join(root, 'docs', 'sandbox.md'), 'utf8');
  await writeFile(path.join(folder, 'sandbox.md'), linked(reference, {}));
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['pack', '--silent', '--pack-destination', out], { cwd: folder, shell: process.platform === 'win32', stdio: 'ignore' });
  const packed = path.join(out, `${name}-${version}.tgz`);
  await writeFile(packed.replace(/\.tgz$/, '.cdx.json'), billOfMaterials(manifest, packages));
  const { size } = await stat(packed);
  process.stdout.write(`${packed} ${(size / 1024).toFixed(1)} KB\n`);
  if (size > budget) throw new Error(`the package has ${size} bytes; the budget is ${budget}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const folder = await mkdtemp(path.join(tmpdir(), 'market-desk-sandbox-'));
  try {
    await pack(folder, path.resolve(values.out ?? root));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
