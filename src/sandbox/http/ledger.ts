/** One request as it arrived; what a test needs to prove how often and with which bytes something was asked. */
export interface LedgerEntry {
  readonly number: number;
  readonly method: string;
  /** As received, without the query. */
  readonly path: string;
  readonly query: string;
  readonly credential: 'bearer' | 'signature' | 'none';
  readonly nonce: string | undefined;
  readonly body: Uint8Array;
  /** Kind of the fault that bent this answer. */
  fault: string | undefined;
  /** False when a fault kept the request from its route. */
  processed: boolean;
  /** Status sent; undefined while under way or when the connection was broken on purpose. */
  status: number | undefined;
}

const keptEntries = 2000;

/** The requests received since the start or the last reset, oldest first; the newest 2,000 are kept, all are counted. */
export class Ledger {
  #entries: LedgerEntry[] = [];
  #count = 0;

  /** Requests received in all. */
  get count(): number {
    return this.#count;
  }

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /** Kept entries of one method and path (without query). */
  of(method: string, path: string): readonly LedgerEntry[] {
    return this.#entries.filter((entry) => entry.method === method && entry.path === path);
  }

  add(request: Omit<LedgerEntry, 'number' | 'fault' | 'processed' | 'status'>): LedgerEntry {
    this.#count += 1;
    const entry: LedgerEntry = { ...request, number: this.#count, fault: undefined, processed: false, status: undefined };
    this.#entries.push(entry);
    if (this.#entries.length > keptEntries) this.#entries.shift();
    return entry;
  }

  clear(): void {
    this.#entries = [];
    this.#count = 0;
  }
}
