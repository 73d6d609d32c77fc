import path from 'node:path';
import { rolldown, watch } from 'rolldown';
import type { OutputOptions, RolldownOptions, RolldownOutput } from 'rolldown';
import type { BuildProgress } from './buildProgress';

const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * What nearly every signed-in window loads by itself. With everything that these import it becomes one file, `dist/main.js`, because
 * reading a file takes longer than compiling its content. Every other file that is imported by `import(…)` becomes a file of its own.
 */
const startSources: readonly string[] = [
  'src/container.ts',
  'src/container/live.ts',
  'src/container/features/orders/orders.ts',
  'src/container/features/watchlist.ts',
  'src/ui/calendar/registerToday.ts',
  'src/ui/plates/registerPlates.ts',
  'src/ui/positions/registerPositions.ts',
];

/** What the page of somebody who has not begun needs, with everything that these import: a file of its own, for the program as well. */
const pageSources: readonly string[] = [
  'src/panel/platform/messages.ts',
  'src/ui/platform/pages/pageHost.ts',
  'src/ui/platform/pages/priceColors.ts',
  'src/ui/platform/runCommand.ts',
];

/** Modules outside the start that more than one feature needs; what the client loads first stays separate. */
const sharedByFeatures = /^(?:src[\\/](?!service)|packages[\\/]gate[\\/])/;

/** One file of the program. */
export type Chunk = Extract<RolldownOutput['output'][number], { readonly type: 'chunk' }>;

/** Builds the part of the extension that runs in the extension host. @throws on any warning of the bundler. */
export async function buildProgram(): Promise<readonly Chunk[]> {
  const { output, ...input } = options(false);
  const bundle = await rolldown(input);
  try {
    const built = await bundle.generate(output);
    const chunks = built.output.filter((file) => file.type === 'chunk');
    const lost = missingFromStart(chunks);
    if (lost.length > 0) throw new Error(`${lost.join(', ')} should be in dist/main.js, but nothing imports it any more`);
    const circles = chunks.filter(({ fileName, imports }) => imports.some((name) => loadedWith(name, chunks).includes(fileName)));
    if (circles.length > 0) throw new Error(`These files need each other: ${circles.map(({ fileName }) => fileName).join(', ')}`);
    return chunks;
  } finally {
    await bundle.close();
  }
}

/** Builds the bridge that other programs start: one file, because it is copied to a place that stays. @throws on any warning of the bundler. */
export async function buildBridge(): Promise<readonly Chunk[]> {
  const bundle = await rolldown({
    ...{ cwd: root, input: { bridge: path.join(root, 'src/bridge/main.ts') }, platform: 'node', external: isExternal },
    ...{ transform: { target: 'node20' }, onLog: failOnWarning },
  });
  try {
    const { output } = await bundle.generate({ format: 'cjs', entryFileNames: '[name].js', comments: false, minify: true });
    return output.filter((file) => file.type === 'chunk');
  } finally {
    await bundle.close();
  }
}

/** Paths of the modules that are part of these files. */
export function modulesIn(chunks: readonly Pick<Chunk, 'modules'>[]): readonly string[] {
  return chunks.flatMap(({ modules }) => Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0)).map(([id]) => id);
}

/** Rebuilds into `dist/` whenever a source changes. */
export function watchProgram(progress: BuildProgress): void {
  watch(options(true)).on('event', async (event) => {
    if (event.code === 'START') progress.started();
    if (event.code === 'ERROR') progress.failed(event.error.message);
    if (event.code === 'BUNDLE_END' || event.code === 'ERROR') await event.result.close();
    if (event.code === 'END') progress.ended();
  });
}

/** Names of the files that must be read when the editor loads `file`. */
export function loadedWith(file: string, chunks: readonly Pick<Chunk, 'fileName' | 'imports'>[]): readonly string[] {
  const found = new Set([file]);
  for (const name of found) {
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) if (!isExternal(next)) found.add(next);
  }
  return [...found];
}

function missingFromStart(chunks: readonly Chunk[]): readonly string[] {
  const start = new Set(chunks.find(({ fileName }) => fileName === 'main.js')?.moduleIds);
  return startSources.filter((source) => !start.has(path.join(root, source)));
}

function isExternal(name: string): boolean {
  return name === 'vscode' || name.startsWith('node:');
}

function failOnWarning(level: string, { message }: { readonly message: string }): void {
  if (level === 'warn') throw new Error(message);
}

function options(isWatched: boolean): RolldownOptions & { readonly output: OutputOptions } {
  const start = new Set(startSources.map((source) => path.join(root, source)));
  const pages = new Set(pageSources.map((source) => path.join(root, source)));
  const shell = path.join(root, 'src/extension.ts');
  return {
    cwd: root,
    input: { extension: shell, main: path.join(root, 'src/container.ts') },
    platform: 'node',
    external: isExternal,
    transform: { target: 'node20' },
    // A file that is loaded first may export code for files that are loaded later.
    preserveEntrySignatures: 'allow-extension',
    onLog: failOnWarning,
    output: {
      dir: 'dist',
      format: 'cjs',
      exports: 'named',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: {
        groups: [
          { name: 'extension', test: (id) => id === shell, priority: 3 },
          { name: 'pages', test: (id) => pages.has(id), priority: 2 },
          { name: 'start', test: (id) => start.has(id), priority: 1 },
          // Without this, shared code of features would become forty files of 1 KB each.
          {
            ...{ name: 'common', test: (id) => sharedByFeatures.test(path.relative(root, id)) },
            ...{ minShareCount: 2, maxModuleSize: 16_000, includeDependenciesRecursively: false },
          },
        ],
      },
      externalLiveBindings: false,
      topLevelVar: true,
      comments: false,
      minify: !isWatched,
      sourcemap: isWatched,
    },
  };
}
