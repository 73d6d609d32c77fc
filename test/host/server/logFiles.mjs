// Loaded into the VS Code server and its extension hosts if a run keeps its outputs: writes the log files that the server's logger would
// write. The logger's native part is not built when packages are installed without their scripts, and then the editor writes no logs.
import fs from 'node:fs';
import Module from 'node:module';

const names = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];
const load = Module._load;
Module._load = function (request, ...rest) {
  if (request !== 'bindings') return load.call(this, request, ...rest);
  const bindings = load.call(this, request, ...rest);
  return (name, ...more) => (name === 'spdlog' ? spdlog : bindings(name, ...more));
};

class Logger {
  #file;
  #level = 0;

  constructor(_type, _name, file) {
    this.#file = file;
  }

  getLevel() {
    return this.#level;
  }

  setLevel(level) {
    this.#level = level;
  }

  setPattern() {}
  clearFormatters() {}
  flush() {}
  drop() {}

  write(level, message) {
    if (level < this.#level) return;
    try {
      fs.appendFileSync(this.#file, `[${names[level]}] ${message.trimEnd()}\n`);
    } catch {
      // The folder was removed before the process ended.
    }
  }
}

for (const [level, name] of names.entries()) {
  Logger.prototype[name] = function (message) {
    this.write(level, message);
  };
}

const spdlog = { version: 0, setLevel: () => undefined, setFlushOn: () => undefined, Logger };
