import { mkdirSync, watch } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FSWatcher } from 'node:fs';
import { Emitter } from '../../../src/app/platform/emitter';
import type { Disposable, SecretStore } from '../../../src/app/platform/ports';

const suffix = '.secret';

/**
 * A secret storage that processes share through a folder, with one file per key that is replaced as a whole. Like the editor's storage it
 * has no compare-and-set, and it tells every process which key changed.
 */
export class FileSecrets implements SecretStore, Disposable {
  readonly #changed = new Emitter<string>();
  readonly #watcher: FSWatcher;
  readonly onDidChange = this.#changed.event;
  #writes = 0;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#watcher = watch(folder, (_event, name) => {
      if (name?.endsWith(suffix) === true) this.#changed.fire(keyOf(name));
    });
  }

  async get(key: string): Promise<string | undefined> {
    return readSecret(this.folder, key);
  }

  async set(key: string, value: string): Promise<void> {
    const draft = join(this.folder, `draft.${process.pid}.${(this.#writes += 1)}`);
    await writeFile(draft, value);
    await rename(draft, join(this.folder, fileOf(key)));
  }

  async delete(key: string): Promise<void> {
    await rm(join(this.folder, fileOf(key)), { force: true });
  }

  dispose(): void {
    this.#watcher.close();
    this.#changed.dispose();
  }
}

/** Reads what is stored under a key, bypassing the code under test. */
export async function readSecret(folder: string, key: string): Promise<string | undefined> {
  return readFile(join(folder, fileOf(key)), 'utf8').catch(() => undefined);
}

function fileOf(key: string): string {
  return `${encodeURIComponent(key)}${suffix}`;
}

function keyOf(file: string): string {
  return decodeURIComponent(file.slice(0, -suffix.length));
}
