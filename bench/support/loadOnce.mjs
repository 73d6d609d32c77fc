// Loads files one after the other in a process that does nothing else, and prints how many milliseconds of processor time each took: by the
// clock, the same file takes three times as long on a busy machine. `vscode` is a stand-in: at loading time, bundles use nothing but its
// names.
//
// With `--code-cache FILE --folder FOLDER` before the files, they are loaded as a window does it, by the class of FILE with compiled code of
// an earlier process in FOLDER; `--keep` keeps what this process compiles.
import { parseArgs } from 'node:util';
import path from 'node:path';
import Module, { createRequire } from 'node:module';

const stand = new Proxy(class {}, {
  get: (target, name) => (name === '__esModule' ? undefined : name === 'prototype' ? target.prototype : stand),
  // Bundles copy the members of a module and inherit the rest.
  getPrototypeOf: () => stand,
});
const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? stand : load(request, ...rest));
// The extension host has loaded these long before any extension.
for (const name of [
  'http',
  'https',
  'net',
  'tls',
  'crypto',
  'fs',
  'path',
  'url',
  'zlib',
  'stream',
  'events',
  'util',
  'os',
  'child_process',
  'fs/promises',
  'perf_hooks',
  'worker_threads',
])
  await import(`node:${name}`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'code-cache': { type: 'string' }, folder: { type: 'string', default: '' }, keep: { type: 'boolean', default: false } },
});
const require = createRequire(import.meta.url);
let cache;
const times = [];
for (const file of positionals) {
  await new Promise((resolve) => setImmediate(resolve));
  // The editor loads the first file itself, with the class in it.
  if (times.length === 1 && values['code-cache'] !== undefined) {
    const { CodeCache } = require(values['code-cache']);
    cache = new CodeCache({ program: path.dirname(file), folder: values.folder });
  }
  const before = process.cpuUsage();
  // The first file loads the page of somebody who has not begun, and does it before there is a program.
  if (cache === undefined || /^(?:welcomeView|pages)\b/.test(path.basename(file))) require(file);
  else cache.load(path.basename(file));
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
}
if (values.keep) await cache?.keep();
cache?.dispose();
process.stdout.write(JSON.stringify({ times, fromCache: cache?.fromCache ?? [] }));
