import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import * as vscode from 'vscode';

/** Milliseconds after the last file was loaded: by then, the window is filled, and what it ran is worth keeping. */
const keepAfterMs = 10_000;

const hashBytes = 32;

/** What Node’s own loading gives to a CommonJS file. */
const head = '(function (exports, require, module, __filename, __dirname) {';

/** A file that this window compiled itself. */
interface Compiled {
  readonly name: string;
  readonly script: Script;
  readonly source: Buffer;
}

export interface CodeCacheOptions {
  /** The folder of the program’s files. */
  readonly program: string;
  /** Where compiled code is kept, for the user of this machine alone. */
  readonly folder: string;
}

/**
 * Loads files of the program with the code that V8 compiled for them in an earlier window, because compiling takes two thirds of the time
 * of loading them. Compiled code is run only if it was made by this engine from exactly this source, and is complete; in every other case
 * the source is compiled, as the editor does it.
 */
export class CodeCache {
  readonly #program: string;
  readonly #require: NodeJS.Require;
  readonly #compiled = new Map<string, Compiled>();
  readonly #fromCache: string[] = [];
  #folder = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDisposed = false;

  constructor(private readonly options: CodeCacheOptions) {
    // By this name, Node finds what is loaded already.
    this.#program = realpathSync(options.program);
    this.#require = createRequire(path.join(this.#program, 'extension.js'));
  }

  /** Files that ran from kept code, in the order of loading. */
  get fromCache(): readonly string[] {
    return this.#fromCache;
  }

  /**
   * The exports of a file of the program, and of everything that it asks for then and later. The first file stands for the build.
   * @throws what the file throws
   */
  load(name: string): unknown {
    const file = path.join(this.#program, name);
    const known = this.#require.cache[file];
    if (known !== undefined) return known.exports;
    const loaded = new Module(file);
    loaded.filename = file;
    this.#require.cache[file] = loaded;
    try {
      const run: unknown = this.#script(name, file).runInThisContext();
      if (typeof run === 'function')
        Reflect.apply(run, loaded.exports, [loaded.exports, this.#requireOf(file), loaded, file, this.#program]);
      loaded.loaded = true;
    } catch (error) {
      // The next import begins anew, as it does after any other failure.
      Reflect.deleteProperty(this.#require.cache, file);
      throw error;
    }
    return loaded.exports;
  }

  /** Keeps what this window compiled, one file after the other. What can’t be kept is compiled by the next window. */
  async keep(): Promise<void> {
    const compiled = [...this.#compiled.values()];
    this.#compiled.clear();
    try {
      if (compiled.length > 0) await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      for (const each of compiled) await this.#write(each);
      if (compiled.length > 0) await this.#removeOthers();
    } catch {
      // The folder can’t be written: nothing but time is lost.
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #requireOf(file: string): Omit<NodeJS.Require, 'extensions'> {
    const base = createRequire(file);
    const own = (name: string): unknown => (name.startsWith('./') ? this.load(name.slice(2)) : base(name));
    return Object.assign(own, { resolve: base.resolve, cache: base.cache, main: base.main });
  }

  #script(name: string, file: string): Script {
    const source = readFileSync(file);
    if (this.#folder === '') this.#folder = path.join(this.options.folder, keyOf(source));
    const text = `${head}${source.toString('utf8')}\n})`;
    // Without the offset, places in stack traces would differ from those of the editor’s own loading.
    const at = { filename: file, columnOffset: -head.length };
    const cachedData = readKept(path.join(this.#folder, `${name}.bin`), source);
    const script = new Script(text, cachedData === undefined ? at : { ...at, cachedData });
    if (cachedData !== undefined && script.cachedDataRejected === false) this.#fromCache.push(name);
    else {
      this.#compiled.set(name, { name, script, source });
      this.#plan();
    }
    return script;
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (!this.#isDisposed) this.#timer = setTimeout(() => void this.keep(), keepAfterMs);
  }

  async #write({ name, script, source }: Compiled): Promise<void> {
    const code = script.createCachedData();
    const temporary = path.join(this.#folder, `${name}.${String(process.pid)}.new`);
    await writeFile(temporary, Buffer.concat([hashOf(source), hashOf(code), code]), { flag: 'w', mode: 0o600 });
    await rename(temporary, path.join(this.#folder, `${name}.bin`));
  }

  /** Removes what other builds and other engines have left. */
  async #removeOthers(): Promise<void> {
    const own = path.basename(this.#folder);
    const others = (await readdir(this.options.folder)).filter((name) => name !== own);
    await Promise.all(others.map(async (name) => rm(path.join(this.options.folder, name), { recursive: true, force: true })));
  }
}

/** Undefined while the program is developed: its files change below it. */
export function codeCacheOf({ extensionMode, extensionUri, globalStorageUri }: vscode.ExtensionContext): CodeCache | undefined {
  if (extensionMode !== vscode.ExtensionMode.Production) return undefined;
  return new CodeCache({ program: path.join(extensionUri.fsPath, 'dist'), folder: path.join(globalStorageUri.fsPath, 'code') });
}

/** Kept code; `undefined` if there is none that was made from this source, is complete, and could be written by this user alone. */
function readKept(file: string, source: Buffer): Buffer | undefined {
  let handle: number | undefined;
  try {
    // Windows knows no such flag, and has none of these links by default.
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    const { uid, mode } = fstatSync(handle);
    const user = process.getuid?.();
    if (user !== undefined && (uid !== user || (mode & 0o022) !== 0)) return undefined;
    const kept = readFileSync(handle);
    const code = kept.subarray(2 * hashBytes);
    const isOurs = kept.subarray(0, hashBytes).equals(hashOf(source)) && kept.subarray(hashBytes, 2 * hashBytes).equals(hashOf(code));
    return isOurs ? code : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function keyOf(source: Buffer): string {
  return [hashOf(source).toString('hex').slice(0, 16), process.versions.v8, process.arch].join('-');
}

function hashOf(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
