import { AttemptFold } from '../../domain/orders/orderAttempts';
import type { Attempt, JournalRecord, OrderTarget } from '../../domain/orders/orderAttempts';
import { ChainWalk, parseLine, sealLine } from '../../domain/orders/orderJournalChain';
import type { ChainFault, ChainHead, Sha256 } from '../../domain/orders/orderJournalChain';
import { shortened } from '../../domain/text/segments';
import { Emitter } from '../platform/emitter';
import type { JournalAnchor, JournalFile, JournalFiles } from './orderJournalPorts';
import { readRecord } from './orderJournalRecords';
import type { CrossProcessLock, MachineClock } from '../platform/ports';

export interface OrderJournalOptions {
  readonly files: JournalFiles;
  readonly anchor: JournalAnchor;
  readonly locks: CrossProcessLock;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  readonly sha256: Sha256;
  /** Removes credentials from text that the service wrote. */
  readonly redact: (text: string) => string;
  /** A file that has grown beyond this is left as it is and the next one begun. */
  readonly maxFileBytes?: number;
}

/** One readable line of the journal. `record` is undefined for a record that this version does not know. */
export interface JournalLine {
  readonly seq: number;
  readonly at: string;
  readonly record: JournalRecord | undefined;
  readonly raw: string;
}

export interface Verification {
  readonly lines: readonly JournalLine[];
  /** Undefined when every line is there and as it was written. `line` counts from 1 over all files. */
  readonly fault: { readonly line: number; readonly fault: ChainFault } | undefined;
}

/** The journal could not be written: nothing may be sent. */
export class JournalError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'JournalError';
  }
}

const lockName = 'order-journal';
const lockPatienceMs = 10_000;
const defaultMaxFileBytes = 1024 * 1024;
/** The service decides how much it says of a refusal, not how fast the journal grows. */
const longestServerText = 2000;
const lineFeed = 0x0a;

/** What was read of the journal so far; thrown away whole when the files turn out to be others. */
interface Reading {
  readonly walk: ChainWalk;
  readonly fold: AttemptFold;
  /** Files read to their end, with the size they had then. */
  readonly done: JournalFile[];
  file: string | undefined;
  /** End of the last complete line in `file`. */
  offset: number;
  /** Bytes after it: a line that another window is writing, or that a crash left unfinished. */
  tail: Uint8Array;
}

/**
 * The append-only journal of order changes: JSON Lines in a hash chain, one writer at a time over all windows.
 *
 * A line is on the disk when {@link append} resolves. Nothing is ever rewritten: an unfinished last line stays where it
 * is and the next line says how long it was.
 */
export class OrderJournal {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  #reading: Reading;
  /** Turns within this window; the lock is for the others. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: OrderJournalOptions) {
    this.#reading = this.#blank();
  }

  /**
   * Writes one record and waits until it is on the disk.
   *
   * @throws {@link JournalError} when it is not certain to be there.
   */
  async append(record: JournalRecord): Promise<void> {
    await this.#inTurn(async () => {
      try {
        await this.#appendLocked(record);
      } catch (error) {
        throw error instanceof JournalError ? error : new JournalError('the order journal cannot be written', error);
      }
    });
    this.#changed.fire(undefined);
  }

  /** Every attempt so far, in the order in which they began. Reads what other windows wrote meanwhile. */
  async attempts(): Promise<readonly Attempt[]> {
    return this.#inTurn(async () => (await this.#refresh()).fold.attempts);
  }

  async find(root: string): Promise<Attempt | undefined> {
    return this.#inTurn(async () => (await this.#refresh()).fold.find(root));
  }

  /** The attempt that keeps the order from being changed, if there is one. */
  async unresolvedFor(target: OrderTarget): Promise<Attempt | undefined> {
    return this.#inTurn(async () => (await this.#refresh()).fold.unresolvedFor(target));
  }

  /** Reads everything anew and follows the chain from its first line. */
  async verify(): Promise<Verification> {
    return this.#inTurn(async () => {
      const lines: JournalLine[] = [];
      const reading = this.#blank();
      let anchored = this.options.anchor.read();
      let mismatch: Verification['fault'];
      await this.#readOn(reading, (line) => {
        lines.push(line);
        if (line.seq !== anchored?.seq) return;
        if (reading.walk.head.hash !== anchored.hash) mismatch = { line: reading.walk.lines, fault: 'altered' };
        anchored = undefined;
      });
      reading.walk.finish();
      if (anchored !== undefined) mismatch ??= { line: reading.walk.lines + 1, fault: 'lines-missing' };
      return { lines, fault: reading.walk.fault ?? mismatch };
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #appendLocked(record: JournalRecord): Promise<void> {
    const lock = await this.options.locks.acquire(lockName, { signal: AbortSignal.timeout(lockPatienceMs), timeoutMs: lockPatienceMs });
    if (lock === undefined) throw new JournalError('the order journal is in use by another window');
    try {
      const reading = await this.#refresh();
      const { bytes, head } = this.#nextLine(record, reading);
      const size = reading.offset + reading.tail.length;
      const isFull = size > 0 && size + bytes.length > (this.options.maxFileBytes ?? defaultMaxFileBytes);
      if (reading.file === undefined || isFull) await this.options.files.append(fileName(head.seq), bytes);
      else await this.options.files.append(reading.file, reading.tail.length === 0 ? bytes : concatenate(Uint8Array.of(lineFeed), bytes));
      // A second place that cannot be written does not make the first less certain.
      await this.options.anchor.write(head).catch(() => undefined);
    } finally {
      await lock.release();
    }
  }

  /**
   * Under the lock nobody else writes, so that bytes after the last line feed are what a crash left: a whole line that
   * lacks only its end, which counts, or an unfinished one, whose length the next line names.
   */
  #nextLine(record: JournalRecord, reading: Reading): { readonly bytes: Uint8Array; readonly head: ChainHead } {
    const tail = reading.tail.length === 0 ? undefined : parseLine(new TextDecoder().decode(reading.tail));
    const previous = tail?.ok === true ? { seq: tail.entry.seq, hash: tail.hash } : reading.walk.head;
    const torn = tail?.ok === false ? { torn: reading.tail.length } : {};
    const at = new Date(this.options.clock.wallMs()).toISOString();
    const seq = previous.seq + 1;
    const { line, hash } = sealLine({ seq, at, prev: previous.hash, ...torn, record: this.#clean(record) }, this.options.sha256);
    return { bytes: new TextEncoder().encode(`${line}\n`), head: { seq, hash } };
  }

  #clean(record: JournalRecord): JournalRecord {
    if (record.kind !== 'outcome') return record;
    const { outcome } = record;
    if ('errmsg' in outcome)
      return { ...record, outcome: { ...outcome, errmsg: shortened(this.options.redact(outcome.errmsg), longestServerText) } };
    if ('reason' in outcome) return { ...record, outcome: { ...outcome, reason: this.options.redact(outcome.reason) } };
    return record;
  }

  /** Reads on to the end of what is there now. */
  async #refresh(): Promise<Reading> {
    try {
      await this.#readOn(this.#reading, () => undefined);
    } catch (error) {
      this.#reading = this.#blank();
      throw error instanceof JournalError ? error : new JournalError('the order journal cannot be read', error);
    }
    return this.#reading;
  }

  async #readOn(reading: Reading, onLine: (line: JournalLine) => void): Promise<void> {
    // A crash may leave a new file empty; what is unfinished in the one before stays the end of the journal then.
    const files = (await this.options.files.list()).filter(({ name, size }) => fileNamePattern.test(name) && size > 0);
    if (reading === this.#reading && !continues(reading, files)) {
      this.#reading = this.#blank();
      return this.#readOn(this.#reading, onLine);
    }
    for (const { name, size } of files.slice(reading.done.length)) {
      if (name !== reading.file) this.#enter(reading, name, onLine);
      // Nothing beyond the last complete line, not even what was there before.
      reading.tail = new Uint8Array();
      if (size <= reading.offset) continue;
      const bytes = await this.options.files.read(name, reading.offset);
      const end = bytes.lastIndexOf(lineFeed) + 1;
      for (let start = 0; start < end;) {
        const stop = bytes.indexOf(lineFeed, start);
        take(reading, bytes.subarray(start, stop), onLine);
        start = stop + 1;
      }
      reading.offset += end;
      reading.tail = bytes.slice(end);
    }
  }

  /** Goes on to the next file; bytes without a line feed at the end of the one before can get none any more. */
  #enter(reading: Reading, name: string, onLine: (line: JournalLine) => void): void {
    if (reading.file !== undefined) {
      if (reading.tail.length > 0) take(reading, reading.tail, onLine);
      reading.done.push({ name: reading.file, size: reading.offset + reading.tail.length });
    }
    reading.file = name;
    reading.offset = 0;
    reading.tail = new Uint8Array();
  }

  #blank(): Reading {
    return {
      walk: new ChainWalk(this.options.sha256),
      fold: new AttemptFold(),
      done: [],
      file: undefined,
      offset: 0,
      tail: new Uint8Array(),
    };
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

const fileNamePattern = /^orders-\d{12}\.jsonl$/;

/** Named by its first line, so that names sort by age and a new file needs no renaming of old ones. */
function fileName(seq: number): string {
  return `orders-${String(seq).padStart(12, '0')}.jsonl`;
}

/** Whether the files are those read before, only longer. */
function continues(reading: Reading, files: readonly JournalFile[]): boolean {
  const known = reading.done.every((done, index) => files[index]?.name === done.name && files[index].size === done.size);
  if (!known || reading.file === undefined) return known;
  const current = files[reading.done.length];
  return current?.name === reading.file && current.size >= reading.offset;
}

function take(reading: Reading, bytes: Uint8Array, onLine: (line: JournalLine) => void): void {
  const raw = new TextDecoder().decode(bytes);
  const parsed = reading.walk.next(raw, bytes.length);
  if (!parsed.ok) return;
  const { seq, at } = parsed.entry;
  const record = readRecord(parsed.entry.record);
  if (record !== undefined) reading.fold.add(at, record);
  onLine({ seq, at, record, raw });
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
