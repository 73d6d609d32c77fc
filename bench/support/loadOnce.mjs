// Loads files one after the other in a process that does nothing else, and prints how many milliseconds of processor time each took: by the
// clock, the same file takes three times as long on a busy machine. `vscode` is a stand-in: at loading time, bundles use nothing but its
// names.
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

const require = createRequire(import.meta.url);
const times = [];
for (const file of process.argv.slice(2)) {
  await new Promise((resolve) => setImmediate(resolve));
  const before = process.cpuUsage();
  require(file);
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
}
process.stdout.write(JSON.stringify(times));
