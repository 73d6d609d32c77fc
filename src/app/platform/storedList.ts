import * as v from 'valibot';
import type { StateStore } from './ports';
import type { StateKey } from './storedNames';

/**
 * A list in the editor’s state. Entries that this version can’t read, because a newer one or an accident wrote them, are kept as they are, and so are
 * the fields of the others that it doesn’t know: one of them may be a guard.
 */
export class StoredList<T> {
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly state: StateStore,
    private readonly key: StateKey,
    private readonly schema: v.GenericSchema<unknown, T>,
  ) {}

  /** The entries that can be read. Other windows write too. */
  get all(): readonly T[] {
    return this.#stored.flatMap((entry) => {
      const read = v.safeParse(this.schema, entry);
      return read.success ? [withUnknownFields(entry, read.output)] : [];
    });
  }

  /** Changes the entries that can be read, one change after the other. */
  async write(change: (all: readonly T[]) => readonly T[]): Promise<void> {
    const turn = this.#lastWrite.then(async () => {
      const unread = this.#stored.filter((entry) => !v.is(this.schema, entry));
      await this.state.set(this.key, [...unread, ...change(this.all)]);
    });
    this.#lastWrite = turn.catch(() => undefined);
    await turn;
  }

  get #stored(): readonly unknown[] {
    const stored: unknown = this.state.get(this.key);
    return Array.isArray(stored) ? (stored as readonly unknown[]) : [];
  }
}

function withUnknownFields<T>(stored: unknown, read: T): T {
  const areRecords = typeof stored === 'object' && typeof read === 'object' && stored !== null && read !== null;
  return areRecords ? { ...stored, ...read } : read;
}
