import { EventEmitter } from 'node:events';
import * as fs from 'node:fs';
import * as promises from 'node:fs/promises';
import { Random } from '../random';

type Act = (...values: never[]) => unknown;

/** Never changes while a system runs, and each look at a lock asks for it. */
const bootFile = '/proc/sys/kernel/random/boot_id';
const boot = new Map<string, unknown>();

function readFile(path: string, options?: BufferEncoding): unknown {
  if (path !== bootFile || options !== 'utf8') return fs.readFileSync(path, options);
  if (!boot.has(path)) boot.set(path, fs.readFileSync(path, options));
  return boot.get(path);
}

/** What the program calls of `node:fs/promises`, each with its twin that works at once. */
const twins: Readonly<Record<string, Act>> = {
  mkdir: fs.mkdirSync,
  readdir: fs.readdirSync,
  readFile,
  rename: fs.renameSync,
  rm: fs.rmSync,
  stat: fs.statSync,
  unlink: fs.unlinkSync,
  utimes: fs.utimesSync,
  writeFile: fs.writeFileSync,
};

/** The most turns of the loop that a result may take. */
const mostTurns = 3;

/**
 * Functions of `node:fs/promises` that do their work on the real disk when they are called, and tell the result a few turns of the loop
 * later: how many is drawn, so that results overtake each other as those of a real disk do, and the same way in each run.
 *
 * A pool of threads would do the same in twice the time, most of it spent waiting for each other. For one process only: a
 * disk that has to wait for another process would stop this one.
 */
export function filesAtOnce(): Partial<typeof promises> {
  const random = new Random(1);
  const later: Later = async (act) => {
    const turns = random.integer(1, mostTurns);
    const heard = attempt(act);
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    if ('error' in heard) throw heard.error;
    return heard.value;
  };
  const named = Object.entries(twins).map(([name, act]) => [
    name,
    async (...values: readonly never[]): Promise<unknown> =>
      isPlain(values) ? later(() => act(...values)) : (Reflect.get(promises, name) as Act)(...values),
  ]);
  const open = async (path: string, flags?: string | number, mode?: fs.Mode): Promise<unknown> =>
    later(() => new OpenFile(fs.openSync(path, flags ?? 'r', mode), later));
  return { ...Object.fromEntries(named), open } as Partial<typeof promises>;
}

type Later = (act: () => unknown) => Promise<unknown>;

function attempt(act: () => unknown): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: act() };
  } catch (error) {
    return { error };
  }
}

/** Whether the twin takes the same: paths as text, and nothing that may end the call early. */
function isPlain(values: readonly unknown[]): boolean {
  return typeof values[0] === 'string' && !values.some((value) => typeof value === 'object' && value !== null && 'signal' in value);
}

/** A file handle with as much of it as the program uses; whoever hands it on must refuse the rest. */
export class OpenFile extends EventEmitter {
  constructor(
    public fd: number,
    private readonly later: Later,
  ) {
    super();
  }

  async stat(options?: fs.StatOptions): Promise<unknown> {
    return this.#do('fstat', (fd) => fs.fstatSync(fd, options));
  }

  async chmod(mode: fs.Mode): Promise<unknown> {
    return this.#do('fchmod', (fd) => fs.fchmodSync(fd, mode));
  }

  async sync(): Promise<unknown> {
    return this.#do('fsync', fs.fsyncSync);
  }

  async datasync(): Promise<unknown> {
    return this.#do('fdatasync', fs.fdatasyncSync);
  }

  async read(buffer: Uint8Array, offset: number, length: number, position: number | null): Promise<unknown> {
    return this.#do('read', (fd) => ({ bytesRead: fs.readSync(fd, buffer, offset, length, position), buffer }));
  }

  /** Reads from where the file stands, as a handle does. */
  async readFile(encoding?: BufferEncoding): Promise<unknown> {
    return this.#do('read', (fd) => fs.readFileSync(fd, encoding));
  }

  async appendFile(data: string | Uint8Array): Promise<unknown> {
    return this.writeFile(data);
  }

  /** Writes where the file stands, as a handle does. */
  async writeFile(data: string | Uint8Array): Promise<unknown> {
    return this.#do('write', (fd) => fs.writeFileSync(fd, data));
  }

  async close(): Promise<unknown> {
    if (this.fd === -1) return undefined;
    return this.#do('close', (fd) => {
      // The number may be another file's as soon as it is free.
      this.fd = -1;
      this.emit('close');
      fs.closeSync(fd);
    });
  }

  async #do(syscall: string, act: (fd: number) => unknown): Promise<unknown> {
    return this.later(() => {
      if (this.fd === -1) throw Object.assign(new Error('file closed'), { code: 'EBADF', syscall });
      return act(this.fd);
    });
  }
}
