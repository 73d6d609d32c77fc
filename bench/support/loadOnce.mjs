// Loads files one after the other in a process that does nothing else, and prints how long each took in milliseconds.
// `vscode` is a stand-in: at loading time, bundles take nothing from it but names.
import Module, { createRequire } from 'node:module';

const stand = new Proxy(class {}, { get: (target, name) => (name === 'prototype' ? target.prototype : stand) });
const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? stand : load(request, ...rest));
// The extension host has these long before any extension.
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

const require = createRequire(import.meta.url);
const times = [];
for (const file of process.argv.slice(2)) {
  await new Promise((resolve) => setImmediate(resolve));
  const started = performance.now();
  require(file);
  times.push(performance.now() - started);
}
process.stdout.write(JSON.stringify(times));
