import { randomUUID } from 'node:crypto';
import type { ConnectionState } from '../../../src/app/connection';
import { OrderWriter } from '../../../src/app/modifyOrder';
import { OrderJournal } from '../../../src/app/orderJournal';
import type { JournalFile, JournalFiles } from '../../../src/app/orderJournalPorts';
import { createServiceClient, createTransport, prepareModification } from '../../../src/service/index';
import type { Authenticator, Deadlines, Transport } from '../../../src/service/index';
import { MemoryLog } from '../../support/fakeMachine';
import { MemoryAnchor, MemoryLocks, sha256 } from '../../support/orderFakes';

/** A disk in memory that appends in constant time. */
class ChunkedFiles implements JournalFiles {
  readonly #files = new Map<string, Buffer[]>();

  async list(): Promise<readonly JournalFile[]> {
    return Promise.resolve([...this.#files].map(([name, chunks]) => ({ name, size: sizeOf(chunks) })).sort((a, b) => (a.name < b.name ? -1 : 1)));
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

export const bearer: Authenticator = {
  method: 'bearer',
  headersFor: async () => Promise.resolve({ Authorization: 'Bearer of-the-proof' }),
  recover: async () => Promise.resolve(false),
};

/** Phases end after a tenth of a second: the rules are the same, the waiting is not. */
export const shortDeadlines: Deadlines = { connectMs: 2000, headersMs: 100, bodyMs: 100, totalMs: 1500 };
/** For what ends by itself: a busy machine must not turn a clear answer into a late one. */
export const patientDeadlines: Deadlines = { connectMs: 20_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 30_000 };

export interface Harness {
  readonly writer: OrderWriter;
  readonly journal: OrderJournal;
  readonly transport: Transport;
}

/** The real write path over the real client and the real transport; only disk, locks and gates are in memory. */
export function createHarness(origin: string, deadlines: Deadlines = patientDeadlines): Harness {
  const transport = createTransport({ settings: () => settings, deadlines: { read: deadlines, write: deadlines } });
  const client = createServiceClient({ baseUrl: origin, transport, authenticator: bearer });
  const locks = new MemoryLocks();
  const journal = new OrderJournal({ files: new ChunkedFiles(), anchor: new MemoryAnchor(), locks, clock: { wallMs: () => Date.now() }, sha256, redact: (text) => text });
  const current: ConnectionState = {
    connection: { kind: 'service', id: '1', baseUrl: origin, origin, authentication: 'oauth' },
    session: { kind: 'signedIn', id: 's', accountLabel: 'proof', scopes: ['trade:write'] },
  };
  const writer = new OrderWriter({
    access: { current, onDidChange: () => ({ dispose: () => undefined }), client: async () => Promise.resolve(client) },
    journal,
    locks,
    gates: { isReadOnly: () => false, ensureCredential: async () => Promise.resolve(), isClockGood: async () => Promise.resolve(true), resynchronize: async () => Promise.resolve(true) },
    log: new MemoryLog(),
    prepare: prepareModification,
    newId: randomUUID,
    protect: () => undefined,
  });
  return { writer, journal, transport };
}

const settings = { rejectUnauthorized: true };
