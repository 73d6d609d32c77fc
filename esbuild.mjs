// Builds every bundle of the extension into dist/.
// `--watch` rebuilds on change, `--meta` prints the size of each bundle and its largest inputs.
import { build, context } from 'esbuild';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { copyFile, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { atStart } from './scripts/atStart.mjs';
import { writeIcons } from './scripts/icons.mjs';
import { programPlugin } from './scripts/bundleProgram.mjs';
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

/** Parts of undici that the client never runs: it sends bytes, over HTTP/1.1. */
const unusedUndici = new Map([
  ['lib/dispatcher/client-h2.js', 'HTTP/2'],
  ['lib/web/fetch/body.js', 'bodies other than bytes'],
]);

/** The part for SOCKS5 proxies is run when there is one. */
function socksOnFirstUse(source) {
  const first = "const Socks5ProxyAgent = require('./socks5-proxy-agent')";
  if (!source.includes(first)) throw new Error('undici loads its SOCKS5 part in another way now');
  return source.replace(first, '').replace('new Socks5ProxyAgent(', "new (require('./socks5-proxy-agent'))(");
}

/**
 * The parser of HTTP comes as two texts of 70 KB: one for processors with SIMD instructions, which the client and the feeds share,
 * and one for the others, which hardly anybody reads. Each is a file of its own, with its code beside it as it is: as text in a script
 * it would be a third larger, and to be decoded first.
 */
const parsers = { 'llhttp-simd': 'undici/lib/llhttp/llhttp_simd-wasm.js', llhttp: 'undici/lib/llhttp/llhttp-wasm.js' };

const parserPlugin = {
  name: 'parser-code',
  setup(setupBuild) {
    const codes = new Map();
    setupBuild.onLoad({ filter: /\/llhttp(_simd)?-wasm\.js$/ }, (args) => {
      const name = args.path.includes('_simd') ? 'llhttp-simd.wasm' : 'llhttp.wasm';
      const code = createRequire(import.meta.url)(args.path);
      if (!Buffer.isBuffer(code)) throw new Error('undici keeps the code of its parser in another way now');
      codes.set(name, code);
      return { contents: `module.exports = require('node:fs').readFileSync(require('node:path').join(__dirname, '${name}'));` };
    });
    setupBuild.onEnd(async () => {
      for (const [name, code] of codes) await writeFile(path.join('dist', name), code);
    });
  },
};

function ownParserFiles(setupBuild) {
  setupBuild.onResolve({ filter: /\/llhttp(_simd)?-wasm\.js$/ }, (args) => ({
    path: args.path.includes('_simd') ? './llhttp-simd.js' : './llhttp.js',
    external: true,
  }));
}

/**
 * Bundles the parts of undici that the client uses. The index of the package, its only public entry, also loads fetch,
 * WebSocket, caches and mocks: more than half of the bundle, and of the time that a window needs to load it. A part that is
 * missing fails the build, and the tests from outside run what is built here.
 */
const undiciPartsPlugin = {
  name: 'undici-parts',
  setup(setupBuild) {
    setupBuild.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici-parts' }));
    setupBuild.onLoad({ filter: /.*/, namespace: 'undici-parts' }, () => ({
      contents: [
        "export { default as Client } from 'undici/lib/dispatcher/client.js';",
        "export { default as Pool } from 'undici/lib/dispatcher/pool.js';",
        "export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';",
        "export { default as buildConnector } from 'undici/lib/core/connect.js';",
        "export { default as errors } from 'undici/lib/core/errors.js';",
      ].join('\n'),
      resolveDir: import.meta.dirname,
    }));
    ownParserFiles(setupBuild);
    setupBuild.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]proxy-agent\.js$/ }, async (args) => ({
      contents: socksOnFirstUse(await readFile(args.path, 'utf8')),
    }));
    setupBuild.onLoad({ filter: /[\\/]undici[\\/]lib[\\/].*\.js$/ }, (args) => {
      for (const [file, what] of unusedUndici) {
        if (!args.path.replaceAll('\\', '/').endsWith(`/undici/${file}`)) continue;
        const fail = `throw new Error(${JSON.stringify(`Market Desk is built without ${what}`)});`;
        return { contents: `module.exports = function () { ${fail} }; module.exports.extractBody = module.exports;`, loader: 'js' };
      }
      return undefined;
    });
  },
};

/**
 * The parts of undici behind the feeds. A WebSocket begins with a request of fetch, which the client above is built without; so
 * the socket has a bundle of its own, and a window that opens no feed never reads it.
 */
const undiciSocketPlugin = {
  name: 'undici-socket',
  setup(setupBuild) {
    ownParserFiles(setupBuild);
    setupBuild.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici-socket' }));
    setupBuild.onLoad({ filter: /.*/, namespace: 'undici-socket' }, () => ({
      contents: [
        "export { WebSocket, ping } from 'undici/lib/web/websocket/websocket.js';",
        "export { default as Client } from 'undici/lib/dispatcher/client.js';",
        "export { default as Pool } from 'undici/lib/dispatcher/pool.js';",
        "export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';",
        "export { default as buildConnector } from 'undici/lib/core/connect.js';",
        "export { default as errors } from 'undici/lib/core/errors.js';",
      ].join('\n'),
      resolveDir: import.meta.dirname,
    }));
    setupBuild.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ }, () => ({
      contents: "module.exports = function () { throw new Error('Market Desk is built without HTTP/2'); };",
      loader: 'js',
    }));
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
  { ...node, entryPoints: { service: 'src/service/index.ts' }, outdir: 'dist' },
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
