import type { JournalFile, JournalFiles } from '../../../src/app/orders/journal/orderJournalPorts';
import { createTransport } from '../../../src/service/index';
import type { Deadlines, Transport } from '../../../src/service/index';
import { MemoryAnchor, MemoryLocks } from '../../support/orderFakes';
import { createWritePath, plainSettings } from './writePath';
import type { WritePath } from './writePath';

/** A disk in memory that appends in constant time. */
class ChunkedFiles implements JournalFiles {
  readonly #files = new Map<string, Buffer[]>();

  async list(): Promise<readonly JournalFile[]> {
    return Promise.resolve(
      [...this.#files]
        .map(([name, chunks]) => ({ name, size: sizeOf(chunks), stamp: String(chunks.length) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  }

  async read(name: string, offset: number): Promise<Uint8Array> {
    return Promise.resolve(Buffer.concat(this.#files.get(name) ?? []).subarray(offset));
  }

  async append(name: string, bytes: Uint8Array): Promise<void> {
    const chunks = this.#files.get(name) ?? [];
    chunks.push(Buffer.from(bytes));
    this.#files.set(name, chunks);
    return Promise.resolve();
  }
}

function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

/** Phases end after a tenth of a second: the rules are the same, the waiting is not. */
export const shortDeadlines: Deadlines = { connectMs: 2000, headersMs: 100, bodyMs: 100, totalMs: 1500 };
/** For what ends by itself: a busy machine must not turn a clear answer into a late one. */
export const patientDeadlines: Deadlines = { connectMs: 20_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 30_000 };

export interface Harness extends WritePath {
  readonly transport: Transport;
}

/** The real write path over the real client and the real transport; only disk, locks and gates are in memory. */
export function createHarness(origin: string, deadlines: Deadlines = patientDeadlines): Harness {
  const transport = createTransport({ settings: () => plainSettings, deadlines: { read: deadlines, write: deadlines } });
  return {
    ...createWritePath({ origin, transport, files: new ChunkedFiles(), anchor: new MemoryAnchor(), locks: new MemoryLocks() }),
    transport,
  };
}
