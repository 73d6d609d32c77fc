import type { StoredFiles } from '../../../src/app/platform/ports';

/** Stored files of one machine, in memory. */
export class MemoryFiles implements StoredFiles {
  readonly texts = new Map<string, string>();
  writes = 0;
  readonly #stamps = new Map<string, number>();
  readonly #writtenMs = new Map<string, number>();

  constructor(private readonly nowMs: () => number = Date.now) {}

  async names(): Promise<readonly string[]> {
    return Promise.resolve([...this.texts.keys()]);
  }

  async stamp(name: string): Promise<string | undefined> {
    return Promise.resolve(this.texts.has(name) ? `${this.#stamps.get(name) ?? 0}` : undefined);
  }

  async writtenMs(name: string): Promise<number | undefined> {
    return Promise.resolve(this.texts.has(name) ? this.#writtenMs.get(name) : undefined);
  }

  async read(name: string): Promise<string | undefined> {
    return Promise.resolve(this.texts.get(name));
  }

  async write(name: string, text: string): Promise<void> {
    this.writes += 1;
    this.texts.set(name, text);
    this.#stamps.set(name, this.writes);
    this.#writtenMs.set(name, this.nowMs());
    return Promise.resolve();
  }

  async remove(name: string): Promise<void> {
    this.texts.delete(name);
    return Promise.resolve();
  }
}
