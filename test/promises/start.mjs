/**
 * `npm run promises`: bundles the proofs and runs the bundle. Loaded file by file, the DOM library would be translated into CommonJS, where
 * each use of an import is a call, and the proofs use it all the time. They also create many short-lived objects: more room for those
 * (`--max-semi-space-size` in package.json) saves a tenth of the time.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..', '..');
const bundle = path.join(root, 'dist-test', 'promises', 'run.mjs');

/** Gives each source its own place instead of that of the bundle, in constants on its first line. */
const whereSourcesStand = {
  name: 'where sources stand',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const values = { sourceFolder: path.dirname(file), sourceFile: file, sourceUrl: pathToFileURL(file).href };
      const lines = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
      return { contents: `${lines.join(' ')} ${text}`, loader: 'ts' };
    }),
};

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['test/promises/run.ts'],
  outfile: bundle,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  // Packages of this project are sources, too.
  alias: {
    'market-desk-gate': './packages/gate/src/gate.ts',
    'market-desk-sandbox': './packages/sandbox/src/sandbox.ts',
    'market-desk-sandbox/test': './packages/sandbox/test/support',
  },
  define: { 'import.meta.dirname': 'sourceFolder', 'import.meta.filename': 'sourceFile', 'import.meta.url': 'sourceUrl' },
  plugins: [whereSourcesStand],
  sourcemap: 'inline',
  sourcesContent: false,
  logLevel: 'warning',
});
// By a rename, because other processes may share a long run and read the bundle meanwhile.
const draft = `${bundle}.${process.pid}.draft`;
await mkdir(path.dirname(bundle), { recursive: true });
await writeFile(draft, outputFiles[0].contents);
await rename(draft, bundle);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(bundle).href);
