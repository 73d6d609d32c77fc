import { begunAttempt, isSameOrder, isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, JournalRecord, OrderTarget } from '../../../domain/orders/orderAttempts';
import type { FoundFault } from '../../../domain/orders/journalCheck';
import { parseLine, sealLine } from '../../../domain/orders/orderJournalChain';
import type { ChainHead } from '../../../domain/orders/orderJournalChain';
import { shortened } from '../../../domain/text/visibleText';
import { Emitter } from '../../platform/emitter';
import type { CrossProcessLock, MachineClock } from '../../platform/ports';
import { JournalDamage, JournalError } from './journalErrors';
import { JournalReader } from './journalReader';
import type { JournalLine, JournalReaderOptions, JournalState, Reading } from './journalReader';
import type { KeptLock } from './orderJournalPorts';

export interface OrderJournalOptions extends JournalReaderOptions {
  readonly locks: CrossProcessLock;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** Removes credentials from text that the service wrote. */
  readonly redact: (text: string) => string;
  /** A file that has grown beyond this is left as it is and the next one begun. */
  readonly maxFileBytes?: number;
}

export interface Verification {
  readonly lines: readonly JournalLine[];
  /** Lines that are none, over all files. */
  readonly unreadable: number;
  /** Undefined when every line is there and as it was written, or the user has acknowledged what is not. */
  readonly fault: FoundFault | undefined;
}

const lockName = 'order-journal';
const lockPatienceMs = 10_000;
/** The file that is written to is compared anew whenever it grew. */
const defaultMaxFileBytes = 256 * 1024;
/** The service decides how much it says of a failure, not how fast the journal grows. */
const longestServerText = 2000;
const lineFeed = 0x0a;

/**
 * The append-only journal of order changes: JSON Lines in a hash chain, one writer at a time over all windows.
 *
 * A line is on the disk when {@link append} resolves. Nothing is ever rewritten: an unfinished last line stays where it
 * is and the next line says how long it was. Before every intent the whole is compared with what was written, and with its
 * end as it is remembered elsewhere. Locked orders are remembered there too: what the journal lost stays locked.
 */
export class OrderJournal {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #reader: JournalReader;
  /** Turns within this window; the lock is for the others. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: OrderJournalOptions) {
    this.#reader = new JournalReader(options);
  }

  /**
   * Writes one record and waits until it is on the disk.
   *
   * @throws {@link JournalDamage} when the journal is not as it was written; only an outcome is taken then, so that
   * nothing is lost. {@link JournalError} when the record is not certain to be there.
   */
  async append(record: Exclude<JournalRecord, { kind: 'acknowledged' }>): Promise<void> {
    await this.#write(async ({ reading, fault }) => {
      if (fault !== undefined && record.kind !== 'outcome') throw new JournalDamage(fault);
      const { head, at } = await this.#put(record, reading);
      // Before anything is sent the lock must be certain, in both places.
      if (record.kind === 'intent') await this.#keep({ at, intent: record });
      // A second place that cannot be written does not make the first less certain. One that does not match stays.
      if (fault === undefined) await this.options.anchor.write(head).catch(() => undefined);
      if (record.kind === 'resolved') await this.#free(record.root);
      if (record.kind === 'outcome') await this.#freeSettled(record.root);
    });
    this.#changed.fire(undefined);
  }

  /** The user has seen what is wrong and goes on: writes that down, after which changes are possible again. Locks stay. */
  async acknowledge(): Promise<void> {
    await this.#write(async ({ reading, fault }) => {
      if (fault === undefined) return;
      const { head } = await this.#put({ kind: 'acknowledged', ...fault }, reading);
      await this.options.anchor.write(head);
    });
    this.#changed.fire(undefined);
  }

  /** What is wrong with the journal now, judged by what changed since it was last looked at. */
  async fault(): Promise<FoundFault | undefined> {
    return this.#inTurn(async () => (await this.#refresh()).fault);
  }

  /** Where the journal ends and whether it is whole; another text whenever there is something new to show. */
  async position(): Promise<string> {
    return this.#inTurn(async () => {
      const { reading, fault } = await this.#refresh();
      return JSON.stringify([reading.check.lines, reading.check.head.hash, fault]);
    });
  }

  /** Every attempt so far, in the order in which they began. Reads what other windows wrote meanwhile. */
  async attempts(): Promise<readonly Attempt[]> {
    return this.#inTurn(async () => {
      const state = await this.#refresh();
      await this.#mendLocks(state);
      const kept = this.#locked(state);
      const known = state.reading.fold.attempts.map((attempt) => kept.get(attempt.root) ?? attempt);
      const lost = [...kept.values()].filter(({ root }) => state.reading.fold.find(root) === undefined);
      return [...lost, ...known];
    });
  }

  async find(root: string): Promise<Attempt | undefined> {
    return this.#inTurn(async () => {
      const state = await this.#refresh();
      return this.#locked(state).get(root) ?? state.reading.fold.find(root);
    });
  }

  /** The attempt that keeps the order from being changed, if there is one. */
  async unresolvedFor(target: OrderTarget): Promise<Attempt | undefined> {
    return this.#inTurn(async () => {
      const state = await this.#refresh();
      const open = [...this.#locked(state).values(), ...state.reading.fold.unresolved];
      return open.find((attempt) => isSameOrder(attempt.target, target));
    });
  }

  /** The newest attempt on the order, whatever became of it. */
  async latestFor(target: OrderTarget): Promise<Attempt | undefined> {
    return this.#inTurn(async () => (await this.#refresh()).reading.fold.latestFor(target));
  }

  /** Reads everything anew and follows the chain from its first line. */
  async verify(): Promise<Verification> {
    return this.#inTurn(async () => {
      const lines: JournalLine[] = [];
      const { fault, count } = await this.#reader.readAll((line) => lines.push(line));
      return { lines, unreadable: count - lines.length, fault };
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /**
   * Attempts that the second place holds open. The journal may say otherwise only where it is whole: an end that lies
   * before an acknowledged damage proves nothing.
   */
  #locked({ reading, fault }: JournalState): ReadonlyMap<string, Attempt> {
    const locked = new Map<string, Attempt>();
    for (const { at, intent } of this.options.anchor.locks()) {
      const known = reading.fold.find(intent.root);
      const settledAt = reading.settledAt.get(intent.root) ?? 0;
      if (known !== undefined && fault === undefined && settledAt > reading.acknowledgedSeq && !isUnresolved(known.state)) continue;
      if (known !== undefined && isUnresolved(known.state)) locked.set(intent.root, known);
      else locked.set(intent.root, known === undefined ? begunAttempt(at, intent) : { ...known, state: 'unknown', resolution: undefined });
    }
    return locked;
  }

  /** Adds what was locked before there was a second place or was overwritten there; drops what is settled beyond doubt. */
  async #mendLocks(state: JournalState): Promise<void> {
    if (state.fault !== undefined) return;
    const { fold } = state.reading;
    const locks = this.options.anchor.locks();
    const locked = this.#locked(state);
    const kept = locks.filter(({ intent }) => locked.has(intent.root));
    const missing = fold.unresolved.flatMap(({ root, startedAt }): readonly KeptLock[] => {
      const intent = fold.intentOf(root);
      return intent === undefined || locked.has(root) ? [] : [{ at: startedAt, intent }];
    });
    if (missing.length === 0 && kept.length === locks.length) return;
    await this.options.anchor.keepLocks([...kept, ...missing]).catch(() => undefined);
  }

  async #keep(lock: KeptLock): Promise<void> {
    // A confirmation has no body of its own; the change that it confirms is the one to be seen.
    const locks = this.options.anchor.locks();
    if (!locks.some(({ intent }) => intent.root === lock.intent.root)) await this.options.anchor.keepLocks([...locks, lock]);
  }

  async #free(root: string): Promise<void> {
    const locks = this.options.anchor.locks();
    const left = locks.filter(({ intent }) => intent.root !== root);
    if (left.length < locks.length) await this.options.anchor.keepLocks(left).catch(() => undefined);
  }

  async #freeSettled(root: string): Promise<void> {
    const { reading } = await this.#refresh();
    const attempt = reading.fold.find(root);
    if (attempt !== undefined && !isUnresolved(attempt.state)) await this.#free(root);
  }

  async #write(work: (state: JournalState) => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      try {
        const lock = await this.options.locks.acquire(lockName, { signal: AbortSignal.timeout(lockPatienceMs), timeoutMs: lockPatienceMs });
        if (lock === undefined) throw new JournalError('the order journal is in use by another window');
        try {
          await work(await this.#refresh());
        } finally {
          await lock.release();
        }
      } catch (error) {
        throw error instanceof JournalError ? error : new JournalError('the order journal cannot be written', error);
      }
    });
  }

  async #put(record: JournalRecord, reading: Reading): Promise<{ readonly head: ChainHead; readonly at: string }> {
    const { bytes, head, at } = this.#nextLine(record, reading);
    const size = reading.offset + reading.tail.length;
    const isFull = size > 0 && size + bytes.length > (this.options.maxFileBytes ?? defaultMaxFileBytes);
    if (reading.current === undefined || isFull) await this.options.files.append(fileName(head.seq), bytes);
    else await this.options.files.append(reading.current.name, reading.tail.length === 0 ? bytes : withLineFeed(bytes));
    return { head, at };
  }

  /**
   * Under the lock nobody else writes, so that bytes after the last line feed are what a crash left: a whole line that
   * lacks only its end, which counts, or an unfinished one, whose length the next line names.
   */
  #nextLine(record: JournalRecord, reading: Reading): { readonly bytes: Uint8Array; readonly head: ChainHead; readonly at: string } {
    const tail = reading.tail.length === 0 ? undefined : parseLine(new TextDecoder().decode(reading.tail));
    const previous = tail?.ok === true ? { seq: tail.entry.seq, hash: tail.hash } : reading.check.head;
    const torn = tail?.ok === false ? { torn: reading.tail.length } : {};
    const at = new Date(this.options.clock.wallMs()).toISOString();
    const seq = previous.seq + 1;
    const { line, hash } = sealLine({ seq, at, prev: previous.hash, ...torn, record: this.#clean(record) }, this.options.sha256);
    return { bytes: new TextEncoder().encode(`${line}\n`), head: { seq, hash }, at };
  }

  #clean(record: JournalRecord): JournalRecord {
    const safe = (text: string): string => shortened(this.options.redact(text), longestServerText);
    if (record.kind === 'followed') return { ...record, text: safe(record.text) };
    if (record.kind === 'intent' && record.order !== undefined)
      return { ...record, order: { ...record.order, lastError: safe(record.order.lastError) } };
    if (record.kind !== 'outcome') return record;
    const { outcome } = record;
    const errmsg = 'errmsg' in outcome && outcome.errmsg !== undefined ? { errmsg: safe(outcome.errmsg) } : {};
    const reason = 'reason' in outcome ? { reason: safe(outcome.reason) } : {};
    return { ...record, outcome: { ...outcome, ...errmsg, ...reason } };
  }

  async #refresh(): Promise<JournalState> {
    try {
      return await this.#reader.refresh();
    } catch (error) {
      throw error instanceof JournalError ? error : new JournalError('the order journal cannot be read', error);
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** Named by its first line, so that names sort by age and a new file needs no renaming of old ones. */
function fileName(seq: number): string {
  return `orders-${String(seq).padStart(12, '0')}.jsonl`;
}

function withLineFeed(bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length + 1);
  joined[0] = lineFeed;
  joined.set(bytes, 1);
  return joined;
}
