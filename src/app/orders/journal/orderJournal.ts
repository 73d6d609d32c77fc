import { begunAttempt, isSameOrder, isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt, JournalRecord, OrderTarget } from '../../../domain/orders/orderAttempts';
import type { FoundFault } from '../../../domain/orders/journalCheck';
import type { JournaledSwitch } from '../../../domain/orders/sendingSwitch';
import { parseLine, sealLine } from '../../../domain/orders/orderJournalChain';
import type { ChainHead, Sha256 } from '../../../domain/orders/orderJournalChain';
import { shortened } from '../../../domain/text/visibleText';
import { Emitter } from '../../platform/emitter';
import type { MachineClock } from '../../platform/ports';
import { JournalBusy, JournalDamage, JournalError } from './journalErrors';
import { JournalReader } from './journalReader';
import type { JournalLine, JournalState, Reading } from './journalReader';
import type { JournalAnchor, JournalFiles, KeptLock } from './orderJournalPorts';
import { lockNames } from '../../platform/storedNames';
import type { Ports } from '../../ports';

export interface Verification {
  readonly lines: readonly JournalLine[];
  /** Lines before these that were verified too. */
  readonly older: number;
  /** The user has acknowledged that something was wrong. */
  readonly hasAcknowledgment: boolean;
  /** Unreadable lines, over all files. */
  readonly unreadable: number;
  /** Undefined when every line is present and unaltered, or the user has acknowledged the rest. */
  readonly fault: FoundFault | undefined;
}

const lockPatienceMs = 10_000;
/** The file being written is compared again whenever it has grown. */
const defaultMaxFileBytes = 256 * 1024;
/** Caps service messages, so that the service cannot decide how fast the journal grows. */
const longestServerText = 2000;
const lineFeed = 0x0a;

/**
 * The append-only journal of order changes: JSON Lines in a hash chain, one writer at a time over all windows.
 *
 * A line is on the disk when {@link append} resolves. Nothing is ever rewritten: an unfinished last line stays where it
 * is and the next line records its length. Before every intent the journal is compared with what was written, and with its
 * end as stored elsewhere. Locked orders are stored there too: an order missing from the journal stays locked.
 */
export class OrderJournal {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  readonly #reader: JournalReader;
  /** Serializes writes within this window; the lock is for other windows. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dependencies: {
      readonly files: JournalFiles;
      readonly anchor: JournalAnchor;
      readonly sha256: Sha256;
      readonly clock: Pick<MachineClock, 'wallMs'>;
      /** Removes credentials from text that the service wrote. */
      readonly redact: (text: string) => string;
      /** A file that has grown beyond this is closed and the next one started. */
      readonly maxFileBytes?: number;
    } & Pick<Ports, 'locks'>,
  ) {
    this.#reader = new JournalReader(dependencies);
  }

  /**
   * Writes one record and waits until it is on the disk.
   *
   * @throws {@link JournalDamage} when the journal is not as it was written; only outcomes are still accepted, so that none is lost.
   * {@link JournalError} when the record is not certain to be there.
   */
  async append(record: Exclude<JournalRecord, { kind: 'acknowledged' }>): Promise<void> {
    await this.#write(async ({ reading, fault }) => {
      if (fault !== undefined && record.kind !== 'outcome') throw new JournalDamage(fault);
      const { head, at } = await this.#put(record, reading);
      // Before anything is sent, the lock must be on disk in both places.
      if (record.kind === 'intent') await this.#keep({ at, intent: record });
      // The first place stands even if the second cannot be written. A mismatch stays.
      if (fault === undefined) await this.dependencies.anchor.write(head).catch(() => undefined);
      if (record.kind === 'resolved') await this.#free(record.root);
      if (record.kind === 'outcome') await this.#freeSettled(record.root);
    });
    this.#changed.fire(undefined);
  }

  /** Records that the user has acknowledged what is wrong; orders can then be modified again. Locks stay. */
  async acknowledge(): Promise<void> {
    await this.#write(async ({ reading, fault }) => {
      if (fault === undefined) return;
      const { head } = await this.#put({ kind: 'acknowledged', ...fault }, reading);
      await this.dependencies.anchor.write(head);
    });
    this.#changed.fire(undefined);
  }

  /** What is wrong with the journal now, checking only what changed since the last check. */
  async fault(): Promise<FoundFault | undefined> {
    return this.#inTurn(async () => (await this.#refresh()).fault);
  }

  /** Whether sending was stopped or released last, and whether every line so far is as it was written. */
  async switchWord(): Promise<{ readonly word: JournaledSwitch; readonly isSound: boolean }> {
    return this.#inTurn(async () => {
      const { reading, fault } = await this.#refresh();
      return { word: reading.switchWord, isSound: fault === undefined };
    });
  }

  /** Where the journal ends and whether it is intact; a different text whenever there is something new to show. */
  async position(): Promise<string> {
    return this.#inTurn(async () => {
      const { reading, fault } = await this.#refresh();
      return JSON.stringify([reading.check.lines, reading.check.head.hash, fault]);
    });
  }

  /** Every attempt so far, oldest first. Reads what other windows have written since. */
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

  /** The ID of an attempt's last request if that has no outcome. */
  async waitingRequest(root: string): Promise<string | undefined> {
    return this.#inTurn(async () => {
      const { fold } = (await this.#refresh()).reading;
      return fold.find(root)?.state === 'pending' ? fold.intentOf(root)?.attempt : undefined;
    });
  }

  /** The attempt that locks the order, if any. */
  async unresolvedFor(target: OrderTarget): Promise<Attempt | undefined> {
    return this.#inTurn(async () => {
      const state = await this.#refresh();
      const open = [...this.#locked(state).values(), ...state.reading.fold.unresolved];
      return open.find((attempt) => isSameOrder(attempt.target, target));
    });
  }

  /** The newest attempt on the order, whatever its outcome. */
  async latestFor(target: OrderTarget): Promise<Attempt | undefined> {
    return this.#inTurn(async () => (await this.#refresh()).reading.fold.latestFor(target));
  }

  /**
   * Reads everything again and verifies the chain from its first line.
   *
   * @param mostLines - Returns this many of the newest lines only, which takes less memory.
   */
  async verify(mostLines = Number.POSITIVE_INFINITY): Promise<Verification> {
    return this.#inTurn(async () => {
      const lines: JournalLine[] = [];
      let [older, hasAcknowledgment] = [0, false];
      const cut = (length: number): void => {
        if (lines.length > length) older += lines.splice(0, lines.length - mostLines).length;
      };
      const { fault, count } = await this.#reader.readAll((line) => {
        hasAcknowledgment ||= line.record?.kind === 'acknowledged';
        lines.push(line);
        cut(2 * mostLines);
      });
      cut(mostLines);
      return { lines, older, hasAcknowledgment, unreadable: count - older - lines.length, fault };
    });
  }

  /** The newest lines, which nothing has verified. */
  async newest(): Promise<readonly JournalLine[]> {
    return this.#reader.newest();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /**
   * Attempts that the second place lists as open. The journal may override it only where it is intact: an outcome
   * before acknowledged damage proves nothing.
   */
  #locked({ reading, fault }: JournalState): ReadonlyMap<string, Attempt> {
    const locked = new Map<string, Attempt>();
    for (const { at, intent } of this.dependencies.anchor.locks()) {
      const known = reading.fold.find(intent.root);
      const settledAt = reading.settledAt.get(intent.root) ?? 0;
      if (known !== undefined && fault === undefined && settledAt > reading.acknowledgedSeq && !isUnresolved(known.state)) continue;
      if (known !== undefined && isUnresolved(known.state)) locked.set(intent.root, known);
      else locked.set(intent.root, known === undefined ? begunAttempt(at, intent) : { ...known, state: 'unknown', resolution: undefined });
    }
    return locked;
  }

  /** Adds locks that predate the second place or were overwritten there; drops attempts that are provably settled. */
  async #mendLocks(state: JournalState): Promise<void> {
    if (state.fault !== undefined) return;
    const { fold } = state.reading;
    const locks = this.dependencies.anchor.locks();
    const locked = this.#locked(state);
    const kept = locks.filter(({ intent }) => locked.has(intent.root));
    const missing = fold.unresolved.flatMap(({ root, startedAt }): readonly KeptLock[] => {
      const intent = fold.intentOf(root);
      return intent === undefined || locked.has(root) ? [] : [{ at: startedAt, intent }];
    });
    if (missing.length === 0 && kept.length === locks.length) return;
    await this.dependencies.anchor.keepLocks([...kept, ...missing]).catch(() => undefined);
  }

  async #keep(lock: KeptLock): Promise<void> {
    // A confirmation has no body; show the change that it confirms.
    const locks = this.dependencies.anchor.locks();
    if (!locks.some(({ intent }) => intent.root === lock.intent.root)) await this.dependencies.anchor.keepLocks([...locks, lock]);
  }

  async #free(root: string): Promise<void> {
    const locks = this.dependencies.anchor.locks();
    const left = locks.filter(({ intent }) => intent.root !== root);
    if (left.length < locks.length) await this.dependencies.anchor.keepLocks(left).catch(() => undefined);
  }

  async #freeSettled(root: string): Promise<void> {
    const { reading } = await this.#refresh();
    const attempt = reading.fold.find(root);
    if (attempt !== undefined && !isUnresolved(attempt.state)) await this.#free(root);
  }

  async #write(work: (state: JournalState) => Promise<void>): Promise<void> {
    await this.#inTurn(async () => {
      try {
        const lock = await this.dependencies.locks.acquire(lockNames.journal, {
          signal: AbortSignal.timeout(lockPatienceMs),
          timeoutMs: lockPatienceMs,
        });
        if (lock === undefined) throw new JournalBusy();
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
    const isFull = size > 0 && size + bytes.length > (this.dependencies.maxFileBytes ?? defaultMaxFileBytes);
    if (reading.current === undefined || isFull) await this.dependencies.files.append(fileName(head.seq), bytes);
    else await this.dependencies.files.append(reading.current.name, reading.tail.length === 0 ? bytes : withLineFeed(bytes));
    return { head, at };
  }

  /**
   * No other window writes under the lock, so bytes after the last line feed were left by a crash: a whole line without its line feed, which
   * counts, or an unfinished one, whose length the next line records.
   */
  #nextLine(record: JournalRecord, reading: Reading): { readonly bytes: Uint8Array; readonly head: ChainHead; readonly at: string } {
    const tail = reading.tail.length === 0 ? undefined : parseLine(new TextDecoder().decode(reading.tail));
    const previous = tail?.ok === true ? { seq: tail.entry.seq, hash: tail.hash } : reading.check.head;
    const torn = tail?.ok === false ? { torn: reading.tail.length } : {};
    const at = new Date(this.dependencies.clock.wallMs()).toISOString();
    const seq = previous.seq + 1;
    const { line, hash } = sealLine({ seq, at, prev: previous.hash, ...torn, record: this.#clean(record) }, this.dependencies.sha256);
    return { bytes: new TextEncoder().encode(`${line}\n`), head: { seq, hash }, at };
  }

  #clean(record: JournalRecord): JournalRecord {
    const safe = (text: string): string => shortened(this.dependencies.redact(text), longestServerText);
    if (record.kind === 'followed') return { ...record, text: safe(record.text) };
    if (record.kind === 'resolved' && record.text !== undefined) return { ...record, text: safe(record.text) };
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

/** Named after its first line, so that names sort by age and a new file does not require renaming old ones. */
function fileName(seq: number): string {
  return `orders-${String(seq).padStart(12, '0')}.jsonl`;
}

function withLineFeed(bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length + 1);
  joined[0] = lineFeed;
  joined.set(bytes, 1);
  return joined;
}
