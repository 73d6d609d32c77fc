import { AttemptFold } from '../../../domain/orders/orderAttempts';
import type { JournalRecord } from '../../../domain/orders/orderAttempts';
import type { JournaledSwitch } from '../../../domain/orders/sendingSwitch';
import { JournalCheck } from '../../../domain/orders/journalCheck';
import type { FoundFault } from '../../../domain/orders/journalCheck';
import { parseLine } from '../../../domain/orders/orderJournalChain';
import type { ChainHead, Sha256 } from '../../../domain/orders/orderJournalChain';
import type { JournalAnchor, JournalFile, JournalFiles } from './orderJournalPorts';
import { readRecord } from './orderJournalRecords';

/** One readable line of the journal. `record` is undefined for a record that this version does not know. */
export interface JournalLine {
  readonly seq: number;
  readonly at: string;
  readonly record: JournalRecord | undefined;
  readonly raw: string;
}

/** What has been read of the journal so far; discarded when the files turn out to be different ones. */
export interface Reading {
  readonly check: JournalCheck;
  /** Stays empty while a journal is only verified: a long one holds more attempts than anybody looks at. */
  readonly fold: AttemptFold;
  readonly isFolded: boolean;
  /** Files read to their end. */
  readonly done: JournalFile[];
  current: JournalFile | undefined;
  /** End of the last complete line in the current file. */
  offset: number;
  /** Digest of the bytes up to `offset`. */
  digest: string;
  /** Bytes after it: a line that another window is writing, or that a crash left unfinished. */
  tail: Uint8Array;
  /** Line numbers are positions in the chain. An attempt settled before this one is not trusted to unlock an order. */
  acknowledgedSeq: number;
  /** The position at which each attempt was settled. */
  readonly settledAt: Map<string, number>;
  /** Whether the user stopped or released the sending of orders last. */
  switchWord: JournaledSwitch;
}

export interface JournalState {
  readonly reading: Reading;
  readonly fault: FoundFault | undefined;
}

const lineFeed = 0x0a;
const fileNamePattern = /^orders-(\d{12})\.jsonl$/;
/** So many bytes hold more lines than a screen. */
const tailBytes = 64 * 1024;
/** Keeps the window responsive while a long journal is read. */
const breathMs = 6;

/**
 * Reads and verifies the journal's files. What was read once is not read again while the files are the same: each file's stamp shows whether it
 * was touched, and a file that grew is compared with what was read of it.
 */
export class JournalReader {
  #reading: Reading;

  constructor(private readonly dependencies: { readonly files: JournalFiles; readonly anchor: JournalAnchor; readonly sha256: Sha256 }) {
    this.#reading = blankReading(dependencies.sha256, undefined);
  }

  /** Continues reading to the current end. */
  async refresh(): Promise<JournalState> {
    // Read before the files: another window writes the line first and then the anchor.
    const anchor = this.dependencies.anchor.read();
    try {
      return (await this.#readOn(this.#reading, anchor)) ?? (await this.#readAgain(anchor));
    } catch (error) {
      this.#reading = blankReading(this.dependencies.sha256, undefined);
      throw error;
    }
  }

  /** Reads everything again, and keeps nothing of it. */
  async readAll(onLine: (line: JournalLine) => void): Promise<{ readonly fault: FoundFault | undefined; readonly count: number }> {
    const anchor = this.dependencies.anchor.read();
    const reading = blankReading(this.dependencies.sha256, anchor, 'verified');
    const state = await this.#readOn(reading, anchor, onLine);
    return { fault: state?.fault, count: reading.check.lines };
  }

  /** The newest lines as they are, without comparing them with anything: of a long journal, only its end is read. */
  async newest(): Promise<readonly JournalLine[]> {
    const files = (await this.dependencies.files.list()).filter(({ name, size }) => fileNamePattern.test(name) && size > 0);
    let lines: readonly JournalLine[] = [];
    let left = tailBytes;
    for (const { name, size } of files.toReversed()) {
      const offset = Math.max(0, size - left);
      const text = new TextDecoder().decode(await this.dependencies.files.read(name, offset));
      // The last line is not finished, and the first one may have been cut, which nobody can read.
      lines = [...text.split('\n').slice(0, -1).flatMap(readableLine), ...lines];
      left -= size - offset;
      if (left <= 0) break;
    }
    return lines;
  }

  async #readAgain(anchor: ChainHead | undefined): Promise<JournalState> {
    this.#reading = blankReading(this.dependencies.sha256, anchor);
    const state = await this.#readOn(this.#reading, anchor);
    if (state === undefined) throw new Error('the order journal changes while it is read');
    return state;
  }

  /** Undefined when the files are not those read before, or the end to compare with is too far back. */
  async #readOn(
    reading: Reading,
    anchor: ChainHead | undefined,
    onLine: (line: JournalLine) => void = () => undefined,
  ): Promise<JournalState | undefined> {
    const all = await this.dependencies.files.list();
    const own = all.filter(({ name }) => fileNamePattern.test(name));
    // A crash may leave a new file empty; the unfinished line in the previous one then remains the end of the journal.
    const files = own.filter(({ size }) => size > 0);
    if (!continues(reading, files)) return undefined;
    for (const file of files.slice(reading.done.length)) {
      if (file.name !== reading.current?.name) enter(reading, file, onLine);
      else if (file.stamp === reading.current.stamp && file.size === reading.current.size) continue;
      const bytes = await this.dependencies.files.read(file.name, 0);
      if (reading.offset > 0 && this.dependencies.sha256(bytes.subarray(0, reading.offset)) !== reading.digest) return undefined;
      await this.#takeLines(reading, bytes, onLine);
      reading.digest = this.dependencies.sha256(bytes.subarray(0, reading.offset));
      reading.current = file;
    }
    if (!reading.check.canJudge(anchor)) return undefined;
    return { reading, fault: reading.check.fault(anchor, { hasFiles: own.length > 0, hasStrangers: all.length > own.length }) };
  }

  async #takeLines(reading: Reading, bytes: Uint8Array, onLine: (line: JournalLine) => void): Promise<void> {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    let rested = performance.now();
    while (reading.offset < end) {
      const stop = bytes.indexOf(lineFeed, reading.offset);
      take(reading, bytes.subarray(reading.offset, stop), onLine);
      reading.offset = stop + 1;
      if (performance.now() - rested > breathMs) {
        await new Promise((resolve) => setImmediate(resolve));
        rested = performance.now();
      }
    }
    reading.tail = bytes.slice(end);
  }
}

function readableLine(raw: string): readonly JournalLine[] {
  const parsed = parseLine(raw);
  return parsed.ok ? [{ seq: parsed.entry.seq, at: parsed.entry.at, record: readRecord(parsed.entry.record), raw }] : [];
}

function blankReading(sha256: Sha256, expected: ChainHead | undefined, what: 'folded' | 'verified' = 'folded'): Reading {
  return {
    check: new JournalCheck(sha256, expected),
    fold: new AttemptFold(),
    isFolded: what === 'folded',
    done: [],
    current: undefined,
    offset: 0,
    digest: '',
    tail: new Uint8Array(),
    acknowledgedSeq: 0,
    settledAt: new Map(),
    switchWord: 'none',
  };
}

/** Whether the files are those read before, only longer. */
function continues({ done, current, offset }: Reading, files: readonly JournalFile[]): boolean {
  const known = done.every((file, index) => isSameFile(file, files[index]));
  if (!known || current === undefined) return known;
  const now = files[done.length];
  return now?.name === current.name && now.size >= offset;
}

function isSameFile(file: JournalFile, now: JournalFile | undefined): boolean {
  return now?.name === file.name && now.size === file.size && now.stamp === file.stamp;
}

/** Goes on to the next file; trailing bytes without a line feed in the previous one will never get one. */
function enter(reading: Reading, file: JournalFile, onLine: (line: JournalLine) => void): void {
  if (reading.current !== undefined) {
    if (reading.tail.length > 0) take(reading, reading.tail, onLine);
    reading.done.push(reading.current);
  }
  reading.current = file;
  reading.offset = 0;
  reading.digest = '';
  reading.tail = new Uint8Array();
}

/** Only unaltered lines count: an altered line must not settle an attempt. */
function take(reading: Reading, bytes: Uint8Array, onLine: (line: JournalLine) => void): void {
  const raw = new TextDecoder().decode(bytes);
  const judged = reading.check.next(raw, bytes.length);
  if (!judged.ok) return;
  const { seq, at } = judged.entry;
  if (reading.offset === 0 && !isNamedBy(reading.current, seq)) reading.check.meetOtherName();
  const record = readRecord(judged.entry.record);
  if (judged.fault !== 'altered') note(reading, at, seq, record, judged.fault === undefined);
  onLine({ seq, at, record, raw });
}

/** A file is named after the number of its first line; under another name it would sort in the wrong place. */
function isNamedBy(file: JournalFile | undefined, seq: number): boolean {
  return Number(fileNamePattern.exec(file?.name ?? '')?.[1]) === seq;
}

function note(reading: Reading, at: string, seq: number, record: JournalRecord | undefined, isLinked: boolean): void {
  if (record === undefined) {
    reading.check.meetUnknown();
  } else if (record.kind === 'acknowledged') {
    if (!isLinked) return;
    reading.check.acknowledge();
    reading.acknowledgedSeq = seq;
    // What is gone may have been a stop.
    if (reading.switchWord !== 'stopped') reading.switchWord = 'unproven';
  } else if (record.kind === 'stopped') {
    reading.switchWord = 'stopped';
  } else if (record.kind === 'released') {
    if (isLinked) reading.switchWord = 'released';
  } else if (reading.isFolded) {
    reading.fold.add(at, record);
    if (record.kind !== 'intent') reading.settledAt.set(record.root, seq);
  }
}
