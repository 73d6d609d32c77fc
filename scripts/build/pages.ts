import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build, context } from 'esbuild';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';
import type { BuildProgress } from './buildProgress';
import { writeChanged } from './writeChanged';

/** The built webviews. */
export interface BuiltPages {
  readonly files: readonly OutputFile[];
  /** Paths of the modules that are part of these files. */
  readonly modules: readonly string[];
}

/** Builds the scripts and style sheets of the webviews, without writing them. */
export async function buildPages(): Promise<BuiltPages> {
  const { outputFiles, metafile } = await build({ ...(await options()), write: false, metafile: true });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return { files: outputFiles, modules: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([module]) => module) };
}

/** Rebuilds them whenever a source changes. */
export async function watchPages(progress: BuildProgress): Promise<void> {
  const writing: Plugin = {
    name: 'write',
    setup: ({ onStart, onEnd }) => {
      onStart(() => progress.started());
      onEnd(async ({ outputFiles = [] }) => {
        for (const { path: file, contents } of outputFiles) await writeChanged(file, contents);
        progress.ended();
      });
    },
  };
  const watched = await context({ ...(await options()), write: false, minify: false, sourcemap: 'inline', plugins: [writing] });
  await watched.watch();
}

async function options(): Promise<BuildOptions> {
  return {
    entryPoints: await entries(),
    outdir: 'dist/webview',
    bundle: true,
    platform: 'browser',
    target: 'chrome120',
    // Code shared by several pages goes into a separate file, `shared-<hash>.js`: otherwise each page would contain it.
    format: 'esm',
    splitting: true,
    chunkNames: 'shared-[hash]',
    minify: true,
    legalComments: 'none',
    loader: { '.svg': 'text' },
    logLevel: 'warning',
  };
}

/** Each folder of src/webview with a main.ts is one page: `<folder>.js` and, from its style.css, `<folder>-style.css`. `shared` has the common styles. */
async function entries(): Promise<Readonly<Record<string, string>>> {
  const folders = (await readdir('src/webview', { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const named = folders.flatMap(({ name }): readonly (readonly [string, string])[] => [
    [name, path.join('src/webview', name, 'main.ts')],
    [`${name}-style`, path.join('src/webview', name, 'style.css')],
  ]);
  return Object.fromEntries(named.filter(([, file]) => existsSync(file)));
}
