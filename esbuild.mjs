// Builds every bundle of the extension into dist/.
// `--watch` rebuilds on change, `--meta` prints the size of each bundle and its largest inputs.
import { build, context } from 'esbuild';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { atStart } from './scripts/atStart.mjs';
import { writeIcons } from './scripts/icons.mjs';
import { programPlugin } from './scripts/bundleProgram.mjs';
import { parserPlugin, parsers, undiciPartsPlugin, undiciSocketPlugin } from './scripts/undiciParts.mjs';
import { writeManifestTexts } from './scripts/manifestTexts.mjs';

const watch = process.argv.includes('--watch');
const meta = process.argv.includes('--meta');

/** What VS Code loads and compiles at every start; the rest is loaded on first use. */
const eagerBudget = 80 * 1024;

/** Sources that get a bundle of their own and are loaded by path, so that the eager bundle stays small. */
const lazyBundles = new Map([
  ['container', 'main'],
  ['sandbox/embedded', 'sandbox'],
  ['service/feed/feedSocket', 'feed'],
  ['ui/welcome/welcomeView', 'welcome'],
]);

/** Turns `import('./container')` and the like into a require of the sibling bundle. */
const lazyBundlePlugin = {
  name: 'lazy-bundles',
  setup(setupBuild) {
    setupBuild.onResolve({ filter: /(^|\/)(container|sandbox\/embedded|service\/feed\/feedSocket|ui\/welcome\/welcomeView)$/ }, (args) => {
      if (args.kind !== 'dynamic-import') return undefined;
      for (const [source, bundle] of lazyBundles) {
        if (args.path.endsWith(`/${source}`)) return { path: `./${bundle}.js`, external: true };
      }
      return undefined;
    });
  },
};

const isForNode = ({ initialOptions }) => initialOptions.platform === 'node' && !watch;

/**
 * esbuild escapes all but ASCII in strings and leaves regular expressions as they are. One such character makes the engine hold
 * the whole file with two bytes for each of its characters, as long as the window lives.
 */
function inAscii(code) {
  return code.replaceAll(/[^\x00-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Writes only what has changed, each file by a rename, so that a VS Code that runs from dist/ never loads half a bundle.
 */
const writePlugin = {
  name: 'write-changes',
  setup(setupBuild) {
    setupBuild.onEnd(async (result) => {
      for (const file of result.outputFiles ?? []) {
        const contents = isForNode(setupBuild) && file.path.endsWith('.js') ? Buffer.from(inAscii(file.text)) : file.contents;
        const old = await readFile(file.path).catch(() => undefined);
        if (old?.equals(contents)) continue;
        await mkdir(path.dirname(file.path), { recursive: true });
        const draft = `${file.path}.${process.pid}.draft`;
        await writeFile(draft, contents);
        await rename(draft, file.path);
      }
    });
  },
};

/** Says when a watched build begins and ends, for the problem matcher of .vscode/tasks.json: F5 waits for it. */
let building = 0;
const announcePlugin = {
  name: 'announce',
  setup(setupBuild) {
    if (!watch) return;
    setupBuild.onStart(() => {
      building += 1;
      if (building === 1) process.stdout.write('building\n');
    });
    setupBuild.onEnd(() => {
      building -= 1;
      if (building === 0) process.stdout.write('built\n');
    });
  },
};

const common = { bundle: true, minify: !watch, legalComments: 'none', metafile: true, logLevel: 'warning', write: false };
const node = {
  ...common,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: watch ? 'linked' : false,
  mainFields: ['module', 'main'],
};

/** Each folder of src/webview with a main.ts is one page: `<folder>.js` and, from its style.css, `<folder>-style.css`. */
async function webviewEntries() {
  const folders = await readdir('src/webview', { withFileTypes: true }).catch(() => []);
  const entries = {};
  for (const { name } of folders.filter((entry) => entry.isDirectory())) {
    if (existsSync(`src/webview/${name}/main.ts`)) entries[name] = `src/webview/${name}/main.ts`;
    if (existsSync(`src/webview/${name}/style.css`)) entries[`${name}-style`] = `src/webview/${name}/style.css`;
  }
  return entries;
}

const configurations = [
  {
    ...node,
    entryPoints: { extension: 'src/extension.ts', sandbox: 'src/sandbox/embedded.ts', welcome: 'src/ui/welcome/welcomeView.ts' },
    outdir: 'dist',
    external: ['vscode'],
    plugins: [lazyBundlePlugin, writePlugin, announcePlugin],
  },
  {
    ...node,
    entryPoints: { main: 'src/container.ts' },
    outdir: 'dist',
    chunkNames: '[name]-[hash]',
    external: ['vscode'],
    plugins: [
      lazyBundlePlugin,
      undiciPartsPlugin,
      programPlugin({ main: 'main.js', atStart, minify: !watch, sourcemap: watch }),
      writePlugin,
      announcePlugin,
    ],
  },
  {
    ...node,
    entryPoints: { feed: 'src/service/feed/feedSocket.ts' },
    outdir: 'dist',
    plugins: [undiciSocketPlugin, writePlugin],
  },
  { ...node, entryPoints: parsers, outdir: 'dist', plugins: [parserPlugin, writePlugin] },
  // A second lock on the layering: the client must bundle without knowing the editor.
  { ...node, entryPoints: { service: 'src/service/client.ts' }, outdir: 'dist' },
  {
    ...common,
    platform: 'browser',
    target: 'chrome120',
    format: 'iife',
    sourcemap: watch ? 'inline' : false,
    loader: { '.svg': 'text' },
    entryPoints: await webviewEntries(),
    outdir: 'dist/webview',
    plugins: [writePlugin, announcePlugin],
  },
];

function printSizes({ metafile }) {
  for (const [file, output] of Object.entries(metafile.outputs)) {
    process.stdout.write(`${file} ${(output.bytes / 1024).toFixed(1)} KB\n`);
    const inputs = Object.entries(output.inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
    for (const [input, { bytesInOutput }] of inputs.slice(0, 12))
      process.stdout.write(`    ${(bytesInOutput / 1024).toFixed(1)} KB ${input}\n`);
  }
}

/** Removes what an earlier build left, maps of a watched build included. */
async function removeLeftovers(results) {
  const wanted = new Set(results.flatMap((result) => (result.outputFiles ?? []).map((file) => path.resolve(file.path))));
  for (const name of icons) wanted.add(path.resolve('dist/webview', name));
  for (const name of Object.keys(parsers)) wanted.add(path.resolve('dist', `${name}.wasm`));
  for (const entry of await readdir('dist', { recursive: true, withFileTypes: true })) {
    const file = path.resolve(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(file) && !file.endsWith('.draft')) await rm(file, { force: true });
  }
}

await writeManifestTexts(import.meta.dirname);
const icons = ['codicon.css', 'codicon.ttf'];
await mkdir('dist/webview', { recursive: true });

if (watch) {
  for (const name of icons) await copyFile(`node_modules/@vscode/codicons/dist/${name}`, `dist/webview/${name}`);
  for (const configuration of configurations) await (await context(configuration)).watch();
} else {
  const results = await Promise.all(configurations.map((configuration) => build(configuration))).catch((error) => {
    // Faults of the sources are printed by esbuild itself, those of its plugins are not.
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  const pages = results.at(-1).outputFiles.filter(({ path: file }) => file.endsWith('.js'));
  await writeIcons(
    'dist/webview',
    pages.map(({ text }) => text),
  );
  await removeLeftovers(results);
  if (meta) for (const result of results) printSizes(result);
  const eager = results[0].metafile.outputs['dist/extension.js'].bytes;
  if (eager > eagerBudget) {
    process.stderr.write(`dist/extension.js has ${eager} bytes; the budget is ${eagerBudget}.\n`);
    process.exit(1);
  }
}
