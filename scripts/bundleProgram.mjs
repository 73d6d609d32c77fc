// Makes CommonJS files of the program that are loaded part by part. esbuild splits ES modules only, so it splits, and this
// plugin turns what it made into CommonJS: one file with everything that the container needs at once, a file for each part that
// is imported dynamically, and one for each piece of code that only some of those parts share.
import { build, transform } from 'esbuild';
import path from 'node:path';

/**
 * Replaces the ES modules of the build by CommonJS files. `main` is the file that is loaded first, `atStart` the parts that
 * follow it in most windows: small ones, and small pieces that these share, come with `main`; the others stay files of their own.
 */
export function programPlugin({ main, atStart, minify, sourcemap }) {
  return {
    name: 'program',
    setup(setupBuild) {
      setupBuild.initialOptions.format = 'esm';
      setupBuild.initialOptions.splitting = true;
      setupBuild.initialOptions.minify = false;
      setupBuild.initialOptions.sourcemap = sourcemap ? 'inline' : false;
      setupBuild.onEnd(async (result) => {
        if (result.errors.length > 0) return;
        const modules = new Map(result.outputFiles.map((file) => [path.basename(file.path), { file, code: file.text }]));
        const imports = staticImports(result.metafile);
        const names = exportedNames(result.metafile);
        const together = closure(main, imports);
        addSmallPieces(together, { modules, imports, usedAtStart: usedBy(atStart, imports) });
        for (const module of modules.values()) module.code = compiledOnce(loadingLater(module.code, together));
        const settings = {
          minify,
          sourcemap: sourcemap ? 'inline' : false,
          platform: 'node',
          target: 'node20',
          format: 'cjs',
          legalComments: 'none',
        };
        const folder = path.dirname(result.outputFiles[0].path);
        const files = await Promise.all(
          [...modules].map(async ([name, { file, code }]) => {
            if (name === main) return { path: file.path, text: await mainFile({ main, together, modules, names, settings }) };
            if (together.has(name)) return undefined;
            const { code: text } = await transform(code, { ...settings, sourcefile: name });
            return { path: file.path, text: oneEditor(sharing(text, together)) };
          }),
        );
        const made = files.filter((file) => file !== undefined);
        result.outputFiles = made.map((file) => ({ ...file, contents: Buffer.from(file.text) }));
        for (const { path: file, text } of made) {
          const output = result.metafile.outputs[path.relative('.', file)];
          output.bytes = Buffer.byteLength(text);
        }
        for (const name of together) if (name !== main) delete result.metafile.outputs[path.relative('.', path.join(folder, name))];
      });
    },
  };
}

/**
 * A part is read and compiled in a turn of its own, so that what is loaded together never blocks for long. A part that lies in
 * the main file is there at once.
 */
function loadingLater(code, together) {
  const near = new Map();
  const later = code.replaceAll(/\bimport\("\.\/([\w-]+\.js)"\)/g, (_, file) => {
    if (!together.has(file)) return `new Promise((resolve) => setImmediate(resolve)).then(() => require("./${file}"))`;
    near.set(file, `part${near.size}_${keyOf(file)}`);
    return `Promise.resolve(${near.get(file)})`;
  });
  return [...near].map(([file, name]) => `import * as ${name} from "./${file}";\n`).join('') + later;
}

/**
 * CommonJS modules of libraries that run as soon as their file is loaded. The engine reads a function first to find its end and once more
 * when it runs; one in parentheses it compiles the first time. Those for SOCKS5 run only where there is such a proxy.
 */
function compiledOnce(code) {
  return code.replaceAll(/^ {2}("node_modules\/[^"]+")(\([\w, ]*\) \{\n[^]*?\n {2}\})(?=\n\}\);$)/gm, (whole, name, rest) =>
    name.includes('socks5') ? whole : `  ${name}: (function${rest})`,
  );
}

function staticImports(metafile) {
  return new Map(
    Object.entries(metafile.outputs).map(([file, { imports }]) => [
      path.basename(file),
      imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map((found) => path.basename(found.path)),
    ]),
  );
}

function exportedNames(metafile) {
  return new Map(Object.entries(metafile.outputs).map(([file, { exports }]) => [path.basename(file), exports]));
}

function closure(start, imports) {
  const found = new Set([start]);
  for (const name of found) for (const next of imports.get(name) ?? []) found.add(next);
  return found;
}

/** Bytes before they are minified: only the HTTP client is larger. One more file costs more time than so much in the main file. */
const smallPiece = 100_000;

function usedBy(parts, imports) {
  const partOf = (name) => name.replace(/-[A-Z0-9]{8}\.js$/, '');
  const entries = [...imports.keys()].filter((name) => parts.includes(partOf(name)));
  const built = new Set([...imports.keys()].map(partOf));
  const missing = parts.filter((part) => !built.has(part));
  if (missing.length > 0) throw new Error(`scripts/atStart.mjs names ${missing.join(', ')}, which no import(…) loads any more`);
  return new Set(entries.flatMap((entry) => [...closure(entry, imports)]));
}

function addSmallPieces(together, { modules, imports, usedAtStart }) {
  const size = (name) => modules.get(name).file.contents.length;
  for (let before = -1; before !== together.size;) {
    before = together.size;
    for (const name of usedAtStart) {
      if (size(name) < smallPiece && (imports.get(name) ?? []).every((next) => together.has(next))) together.add(name);
    }
  }
}

const keyOf = (name) => `_${name.replaceAll(/\W/g, '_')}`;

/**
 * The main file holds its pieces for the others too. Each is put together when another file asks for it: an object with a getter
 * for every name, as `export * as` makes it, would be made at every start.
 */
async function mainFile({ main, together, modules, names, settings }) {
  const pieces = [...together].filter((name) => name !== main);
  const entry = [
    `export * from './${main}';`,
    ...pieces.map((file) => `import { ${names.get(file).map((name) => `${name} as ${name}${keyOf(file)}`)} } from './${file}';`),
    `const made = {};`,
    `export function piece(file) { return (made[file] ??= make(file)); }`,
    `function make(file) { switch (file) {`,
    ...pieces.map((file) => `case '${file}': return { ${names.get(file).map((name) => `${name}: ${name}${keyOf(file)}`)} };`),
    `default: throw new Error(file); } }`,
  ].join('\n');
  const { outputFiles } = await build({
    ...settings,
    stdin: { contents: entry, resolveDir: '/', sourcefile: 'entry.js' },
    bundle: true,
    write: false,
    logLevel: 'warning',
    logOverride: { 'indirect-require': 'silent' },
    plugins: [
      {
        name: 'pieces',
        setup(setupBuild) {
          setupBuild.onResolve({ filter: /^\.\// }, (args) => {
            const name = args.path.slice(2);
            return together.has(name) ? { path: name, namespace: 'pieces' } : { path: args.path, external: true };
          });
          setupBuild.onResolve({ filter: /^[^.]/ }, (args) => ({ path: args.path, external: true }));
          setupBuild.onLoad({ filter: /.*/, namespace: 'pieces' }, (args) => ({ contents: modules.get(args.path).code }));
        },
      },
    ],
  });
  return oneEditor(outputFiles[0].text);
}

/** The editor's API has hundreds of members, which esbuild would copy for every module that imports it. */
export function oneEditor(code) {
  const once = code.replaceAll(/\b[\w$]+\(require\("vscode"\)(?:, ?1)?\)/g, 'editorApi');
  return once === code
    ? code
    : code.startsWith('"use strict";')
      ? once.replace('"use strict";', `"use strict";${declared}`)
      : declared + once;
}

const declared = 'const editorApi=require("vscode");';

function sharing(code, together) {
  const [main] = together;
  return code.replaceAll(/\brequire\("\.\/([\w-]+\.js)"\)/g, (found, name) =>
    together.has(name) ? `require("./${main}").piece("${name}")` : found,
  );
}
