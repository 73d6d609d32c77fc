/** One request as it arrived, with what a test needs to prove how often and with which bytes it was sent. */
export interface LedgerEntry {
  readonly number: number;
  readonly method: string;
  /** As received, without the query. */
  readonly path: string;
  readonly query: string;
  readonly credential: 'bearer' | 'signature' | 'none';
  readonly nonce: string | undefined;
  /** Empty if no route handles the request. */
  readonly body: Uint8Array;
  /** Kind of the fault that changed this response. */
  fault: string | undefined;
  /** False if a fault kept the request from its route. */
  processed: boolean;
  /** Status sent; undefined while running or if the connection was broken on purpose. */
  status: number | undefined;
}

const keptEntries = 2000;
/** The size limit of everything kept together: the ledger stays below this, whatever is posted. */
const keptBytes = 8 * 1024 * 1024;
/** The approximate size of an entry's own objects. */
const entryBytes = 400;

/** The requests received since the start or the last reset, oldest first; only the newest are kept, at most 2,000 and 8 MiB, but all are counted. */
export class Ledger {
  #entries: LedgerEntry[] = [];
  #count = 0;
  #bytes = 0;

  /** Requests received in all. */
  get count(): number {
    return this.#count;
  }

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /** Size of the kept entries in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Kept entries of one method and path (without query). */
  of(method: string, path: string): readonly LedgerEntry[] {
    return this.#entries.filter((entry) => entry.method === method && entry.path === path);
  }

  add(request: Omit<LedgerEntry, 'number' | 'fault' | 'processed' | 'status'>): LedgerEntry {
    this.#count += 1;
    const entry: LedgerEntry = { ...request, number: this.#count, fault: undefined, processed: false, status: undefined };
    this.#entries.push(entry);
    this.#bytes += sizeOf(entry);
    while (this.#entries.length > keptEntries || (this.#bytes > keptBytes && this.#entries.length > 1)) {
      const oldest = this.#entries.shift();
      if (oldest !== undefined) this.#bytes -= sizeOf(oldest);
    }
    return entry;
  }

  clear(): void {
    this.#entries = [];
    this.#count = 0;
    this.#bytes = 0;
  }
}

function sizeOf({ path, query, nonce, body }: LedgerEntry): number {
  return entryBytes + 2 * (path.length + query.length + (nonce?.length ?? 0)) + body.length;
}
