// Starts before every other extension, activates them one after the other and writes what each costs to a file: its code
// being loaded and its activate function being called, as the editor's own startup report counts. What the host does
// around that, and whatever else it is busy with while it starts, is not the extension's.
const { renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const vscode = require('vscode');

exports.activate = async () => {
  const file = process.env.BENCH_RESULT;
  if (file === undefined) return;
  const times = {};
  // The first one pays for the machinery of the host and is not counted.
  for (const id of ['market-desk-bench.warm', ...process.env.BENCH_ORDER.split(',')]) {
    const extension = vscode.extensions.getExtension(id);
    times[id] = extension === undefined || extension.isActive ? Number.NaN : await timed(extension);
  }
  writeFileSync(`${file}.draft`, JSON.stringify(times));
  renameSync(`${file}.draft`, file);
};

/**
 * Milliseconds of a piece of work that waits for nothing. Where the machine takes the processor away meanwhile, the clock runs on
 * and the time of the processor does not; that of all threads is never less than what this one used.
 */
function timing() {
  const [started, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - started, (user + system) / 1000);
  };
}

async function timed(extension) {
  let loaded = Number.NaN;
  let called = Number.NaN;
  const load = Module._load;
  Module._load = function (request, ...rest) {
    if (!String(request).startsWith(extension.extensionPath)) return load.call(this, request, ...rest);
    const took = timing();
    const exported = load.call(this, request, ...rest);
    if (Number.isNaN(loaded)) loaded = took();
    return {
      ...exported,
      activate: (context) => {
        const tookCall = timing();
        try {
          return exported.activate(context);
        } finally {
          called = tookCall();
        }
      },
    };
  };
  try {
    await extension.activate();
  } finally {
    Module._load = load;
  }
  return loaded + called;
}
