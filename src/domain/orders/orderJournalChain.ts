/** SHA-256 of bytes or of UTF-8 text as lower-case hexadecimal. */
export type Sha256 = (content: string | Uint8Array) => string;

/** The hash that the first entry links to. */
export const chainStart = '0'.repeat(64);

/** One line of a journal: its content and its place in the chain. */
export interface ChainEntry {
  /** 1, 2, 3 … over all files of the journal. */
  readonly seq: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** Hash of the entry before, or {@link chainStart}. */
  readonly prev: string;
  /** Length of an unfinished line right before this one that a crash left behind, in bytes. */
  readonly torn?: number;
  readonly record: unknown;
}

export type ParsedLine = { readonly ok: true; readonly entry: ChainEntry; readonly hash: string } | { readonly ok: false };

/** A line and its place in the chain: whether its own text is unaltered, and whether it follows the line before. */
export type JudgedLine = (Extract<ParsedLine, { ok: true }> & { readonly fault: ChainFault | undefined }) | { readonly ok: false };

/** How far a chain was followed. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

export type ChainFault = 'unreadable' | 'altered' | 'not-linked';

const seal = /,"hash":"([0-9a-f]{64})"\}$/;
const sealLength = `,"hash":"${chainStart}"}`.length;

/** Makes the line of an entry (without line feed). The hash covers the exact text of the line before it. */
export function sealLine(entry: ChainEntry, sha256: Sha256): { readonly line: string; readonly hash: string } {
  const text = JSON.stringify(entry);
  const hash = sha256(text);
  return { line: `${text.slice(0, -1)},"hash":"${hash}"}`, hash };
}

/** Reads a line without judging its place in the chain; `hash` is the one in the line. */
export function parseLine(line: string): ParsedLine {
  const opened = unseal(line);
  if (opened === undefined) return { ok: false };
  const entry = parseEntry(opened.text);
  return entry === undefined ? { ok: false } : { ok: true, entry, hash: opened.hash };
}

/** Whether the line's own text matches the hash in it. */
export function isIntact(line: string, sha256: Sha256): boolean {
  const opened = unseal(line);
  return opened !== undefined && sha256(opened.text) === opened.hash;
}

/** The text of an entry and the hash that follows it. */
function unseal(line: string): { readonly text: string; readonly hash: string } | undefined {
  const hash = seal.exec(line)?.[1];
  return hash === undefined ? undefined : { text: `${line.slice(0, -sealLength)}}`, hash };
}

/**
 * Follows a chain line by line and remembers the first fault. An unreadable line is not a fault if the next entry records exactly that many
 * bytes of an unfinished line and links over it.
 */
export class ChainWalk {
  #head: ChainHead = { seq: 0, hash: chainStart };
  #line = 0;
  #fault: { readonly line: number; readonly fault: ChainFault } | undefined;
  #unreadable: { readonly line: number; readonly bytes: number } | undefined;

  constructor(private readonly sha256: Sha256) {}

  get head(): ChainHead {
    return this.#head;
  }

  /** Lines taken so far, over all files, including unreadable ones. */
  get lines(): number {
    return this.#line;
  }

  /**
   * The fault if the journal ends here; its line is counted over all files from 1. An unreadable line at the end that has its line feed was not
   * left by a crash.
   */
  get fault(): { readonly line: number; readonly fault: ChainFault } | undefined {
    return this.#fault ?? (this.#unreadable === undefined ? undefined : { line: this.#unreadable.line, fault: 'unreadable' });
  }

  /** Takes the next line; returns the entry, if it is one. `bytes` is its length without line feed. */
  next(line: string, bytes: number): JudgedLine {
    this.#line += 1;
    const parsed = parseLine(line);
    if (!parsed.ok) {
      if (this.#unreadable !== undefined) this.#report(this.#unreadable.line, 'unreadable');
      this.#unreadable = { line: this.#line, bytes };
      return parsed;
    }
    const fault = this.#judge(line, parsed.entry);
    this.#head = { seq: parsed.entry.seq, hash: parsed.hash };
    return { ...parsed, fault };
  }

  /** Clears the fault found so far: the user has acknowledged it. */
  forgive(): void {
    this.#fault = undefined;
  }

  #judge(line: string, entry: ChainEntry): ChainFault | undefined {
    const skipped = this.#unreadable;
    this.#unreadable = undefined;
    if (skipped !== undefined && entry.torn !== skipped.bytes) this.#report(skipped.line, 'unreadable');
    const fault = this.#faultOf(line, entry);
    if (fault !== undefined) this.#report(this.#line, fault);
    return fault;
  }

  #faultOf(line: string, entry: ChainEntry): ChainFault | undefined {
    if (!isIntact(line, this.sha256)) return 'altered';
    return entry.prev === this.#head.hash && entry.seq === this.#head.seq + 1 ? undefined : 'not-linked';
  }

  #report(line: number, fault: ChainFault): void {
    this.#fault ??= { line, fault };
  }
}

function parseEntry(json: string): ChainEntry | undefined {
  let value: unknown;
  // Stryker disable BlockStatement: what is no JSON is no object either.
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  // Stryker restore BlockStatement
  // Stryker disable next-line all: a text that ends with a brace is an object or no JSON; the compiler has to be told.
  if (!isFields(value)) return undefined;
  const { seq, at, prev, torn, record } = value;
  if (!isCount(seq) || !isText(at) || !isText(prev) || record === undefined) return undefined;
  if (torn === undefined) return { seq, at, prev, record };
  return isCount(torn) ? { seq, at, prev, torn, record } : undefined;
}

// Stryker disable next-line all: as above.
function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  // Stryker disable next-line all: as above.
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
