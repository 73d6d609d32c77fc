import * as real from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** A disk on which one operation fails, counted from when it is armed. */
export class FailingDisk {
  #left = 0;
  #code = '';
  /** What failed, as a log would show it. */
  failed: string | undefined;

  /** @param nth - 1 for the next operation. */
  arm(nth: number, code: string): void {
    [this.#left, this.#code, this.failed] = [nth, code, undefined];
  }

  /** Everything works again. */
  disarm(): void {
    this.#left = 0;
  }

  /** The functions of the disk, including those of open files; each call is one operation. */
  get files(): Partial<typeof real> {
    const names = Object.entries(real).filter(([, value]) => typeof value === 'function');
    return Object.fromEntries(
      names.map(([name, call]) => [
        name,
        async (...values: readonly unknown[]): Promise<unknown> => {
          this.#strike(name);
          const result: unknown = await (call as (...values: readonly unknown[]) => unknown)(...values);
          return name === 'open' ? this.#opened(result as FileHandle) : result;
        },
      ]),
    );
  }

  #opened(file: FileHandle): FileHandle {
    for (const name of ['appendFile', 'write', 'writeFile', 'read', 'readFile', 'stat', 'truncate', 'sync', 'datasync'] as const) {
      const call = file[name].bind(file) as (...values: readonly unknown[]) => Promise<unknown>;
      Object.defineProperty(file, name, {
        configurable: true,
        writable: true,
        value: async (...values: readonly unknown[]) => {
          this.#strike(`file.${name}`);
          return call(...values);
        },
      });
    }
    return file;
  }

  #strike(name: string): void {
    if (this.#left === 0) return;
    this.#left -= 1;
    if (this.#left > 0) return;
    this.failed = name;
    throw Object.assign(new Error(`${this.#code}: ${name}`), { code: this.#code, syscall: name });
  }
}
