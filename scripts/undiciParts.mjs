// Which parts of undici the bundles hold. Its index, the only public entry, also loads fetch, WebSocket, caches and mocks: more than
// half of the bundle, and of the time that a window needs to load it. A part that is missing fails the build, and the tests from
// outside run what is built here.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

const dispatchers = [
  "export { default as Client } from 'undici/lib/dispatcher/client.js';",
  "export { default as Pool } from 'undici/lib/dispatcher/pool.js';",
  "export { default as ProxyAgent } from 'undici/lib/dispatcher/proxy-agent.js';",
  "export { default as buildConnector } from 'undici/lib/core/connect.js';",
  "export { default as errors } from 'undici/lib/core/errors.js';",
];
const socket = "export { WebSocket, ping } from 'undici/lib/web/websocket/websocket.js';";

const http2 = ['lib/dispatcher/client-h2.js', 'HTTP/2'];
const otherBodies = ['lib/web/fetch/body.js', 'bodies other than bytes'];

/**
 * The client: it sends bytes, over HTTP/1.1, and never runs the rest.
 */
export const undiciPartsPlugin = partsPlugin('undici-parts', dispatchers, [http2, otherBodies]);

/**
 * The feeds. A WebSocket begins with a request of fetch, which the client above is built without; so the socket has a bundle of its
 * own, and a window that opens no feed never reads it.
 */
export const undiciSocketPlugin = partsPlugin('undici-socket', [socket, ...dispatchers], [http2]);

function partsPlugin(name, exported, unused) {
  return {
    name,
    setup(setupBuild) {
      const onLoad = (file, contentsOf) =>
        setupBuild.onLoad({ filter: fileOf(file) }, async (args) => ({ contents: await contentsOf(args.path), loader: 'js' }));
      setupBuild.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: name }));
      setupBuild.onLoad({ filter: /.*/, namespace: name }, () => ({
        contents: exported.join('\n'),
        resolveDir: path.join(import.meta.dirname, '..'),
      }));
      setupBuild.onResolve({ filter: /\/llhttp(_simd)?-wasm\.js$/ }, (args) => ({
        path: args.path.includes('_simd') ? './llhttp-simd.js' : './llhttp.js',
        external: true,
      }));
      for (const [file, what] of unused) onLoad(file, async () => missingPart(what));
      onLoad('lib/dispatcher/proxy-agent.js', socksOnFirstUse);
      onLoad('lib/llhttp/constants.js', parserConstants);
    },
  };
}

/** Matches the path of a file of undici on any system. */
function fileOf(name) {
  return new RegExp(`[\\\\/]undici[\\\\/]${name.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`);
}

function missingPart(what) {
  const fail = `throw new Error(${JSON.stringify(`Market Desk is built without ${what}`)});`;
  return `module.exports = function () { ${fail} }; module.exports.extractBody = module.exports;`;
}

/** The part for SOCKS5 proxies is run when there is one. */
async function socksOnFirstUse(file) {
  const source = await readFile(file, 'utf8');
  const first = "const Socks5ProxyAgent = require('./socks5-proxy-agent')";
  if (!source.includes(first)) throw new Error('undici loads its SOCKS5 part in another way now');
  return source.replace(first, '').replace('new Socks5ProxyAgent(', "new (require('./socks5-proxy-agent'))(");
}

/**
 * The constants of the parser are computed while building: undici makes all of its tables at every start, which takes longer than all
 * its other parts together, and reads two of them.
 */
async function parserConstants(file) {
  const source = await readFile(path.join(path.dirname(file), '..', 'dispatcher', 'client-h1.js'), 'utf8');
  const names = new Set([...source.matchAll(/\bconstants\b(?:\.(\w+))?/g)].map(([, name]) => name));
  // `const constants = require('../llhttp/constants.js')` names none.
  names.delete(undefined);
  names.delete('js');
  const all = require(file);
  const used = Object.fromEntries([...names].map((name) => [name, all[name]]));
  if (names.size === 0 || Object.values(used).some((value) => value === undefined))
    throw new Error('undici keeps the constants of its parser in another way now');
  return `module.exports = ${JSON.stringify(used)};`;
}

/**
 * The parser of HTTP comes as two texts of 70 KB: one for processors with SIMD instructions, which the client and the feeds share,
 * and one for the others, which hardly anybody reads. Each is a file of its own, with its code beside it as it is: as text in a script
 * it would be a third larger, and to be decoded first.
 */
export const parsers = { 'llhttp-simd': 'undici/lib/llhttp/llhttp_simd-wasm.js', llhttp: 'undici/lib/llhttp/llhttp-wasm.js' };

export const parserPlugin = {
  name: 'parser-code',
  setup(setupBuild) {
    const codes = new Map();
    setupBuild.onLoad({ filter: /\/llhttp(_simd)?-wasm\.js$/ }, (args) => {
      const name = args.path.includes('_simd') ? 'llhttp-simd.wasm' : 'llhttp.wasm';
      const code = require(args.path);
      if (!Buffer.isBuffer(code)) throw new Error('undici keeps the code of its parser in another way now');
      codes.set(name, code);
      return { contents: `module.exports = require('node:fs').readFileSync(require('node:path').join(__dirname, '${name}'));` };
    });
    setupBuild.onEnd(async () => {
      for (const [name, code] of codes) await writeFile(path.join('dist', name), code);
    });
  },
};
