import { ChainWalk } from './orderJournalChain';
import type { ChainFault, ChainHead, JudgedLine, Sha256 } from './orderJournalChain';

/**
 * What can be wrong with an order journal.
 *
 * - `unreadable`, `altered`, `not-linked`: a line is none, is not as it was written, or does not follow the line before.
 * - `other-version`: a record that this version of the program does not know.
 * - `missing`, `renamed`, `emptied`: there was a journal, and now there are no files, files of other names or numbers, or no
 *   lines.
 * - `shortened`: lines at the end are missing.
 * - `anchor-mismatch`: the line that was the last one is another one now.
 */
export type JournalFault = ChainFault | 'other-version' | 'missing' | 'renamed' | 'emptied' | 'shortened' | 'anchor-mismatch';

export interface FoundFault {
  /** Counted over all files from 1. */
  readonly line: number;
  readonly fault: JournalFault;
}

/** What the folder shows in addition to lines. */
export interface JournalFolder {
  readonly hasFiles: boolean;
  /** There are journal files with other names. */
  readonly hasStrangers: boolean;
}

/** Number of lines from the end in which another window's end of the journal is searched for without reading anything again. */
const remembered = 256;

/** Judges a journal: its chain, its end as stored elsewhere, and what the user has acknowledged. */
export class JournalCheck {
  readonly #walk: ChainWalk;
  #otherVersion: FoundFault | undefined;
  #otherName: FoundFault | undefined;
  // Stryker disable next-line ArrayDeclaration: what is no end is met by no anchor, and goes with the first that is left behind.
  readonly #ends: ChainHead[] = [];
  #confirmed: ChainHead | undefined;

  /** @param expected - The stored end of the journal, which must occur while reading. */
  constructor(
    sha256: Sha256,
    private readonly expected: ChainHead | undefined,
  ) {
    this.#walk = new ChainWalk(sha256);
  }

  get head(): ChainHead {
    return this.#walk.head;
  }

  get lines(): number {
    return this.#walk.lines;
  }

  /** Takes the next line; `bytes` is its length without line feed. */
  next(line: string, bytes: number): JudgedLine {
    const judged = this.#walk.next(line, bytes);
    if (!judged.ok) return judged;
    const { head } = this.#walk;
    if (isSame(head, this.expected)) this.#confirmed = head;
    this.#ends.push(head);
    if (this.#ends.length > remembered) this.#ends.shift();
    return judged;
  }

  /** The line just taken has a record that this version does not know. */
  meetUnknown(): void {
    this.#otherVersion ??= { line: this.lines, fault: 'other-version' };
  }

  /** The line just taken begins a file that is named after another line. */
  meetOtherName(): void {
    this.#otherName ??= { line: this.lines, fault: 'renamed' };
  }

  /** The line just taken records that the user has seen everything that was wrong before it. */
  acknowledge(): void {
    this.#walk.forgive();
    this.#otherVersion = undefined;
    this.#otherName = undefined;
  }

  /** True when `anchor` need not be searched for in lines taken long ago. */
  canJudge(anchor: ChainHead | undefined): boolean {
    return anchor === undefined || isSame(anchor, this.expected) || this.#meets(anchor) || anchor.seq > this.head.seq;
  }

  /** The first fault if the journal ends here. */
  fault(anchor: ChainHead | undefined, folder: JournalFolder): FoundFault | undefined {
    return this.#absence(anchor, folder) ?? this.#first() ?? this.#endFault(anchor);
  }

  #first(): FoundFault | undefined {
    const found: readonly (FoundFault | undefined)[] = [this.#walk.fault, this.#otherName, this.#otherVersion];
    return found.reduce((first, next) => (next !== undefined && next.line < (first?.line ?? Infinity) ? next : first), undefined);
  }

  #absence(anchor: ChainHead | undefined, { hasFiles, hasStrangers }: JournalFolder): FoundFault | undefined {
    if (anchor === undefined || this.lines > 0) return undefined;
    if (hasStrangers) return { line: 1, fault: 'renamed' };
    return { line: 1, fault: hasFiles ? 'emptied' : 'missing' };
  }

  #endFault(anchor: ChainHead | undefined): FoundFault | undefined {
    if (anchor === undefined || this.#meets(anchor)) return undefined;
    return { line: this.lines + 1, fault: anchor.seq > this.head.seq ? 'shortened' : 'anchor-mismatch' };
  }

  #meets(anchor: ChainHead): boolean {
    return isSame(anchor, this.#confirmed) || this.#ends.some((end) => isSame(anchor, end));
  }
}

function isSame(head: ChainHead, other: ChainHead | undefined): boolean {
  return head.seq === other?.seq && head.hash === other.hash;
}
