import * as v from 'valibot';
import { isIntact, parseLine } from '../../../domain/orders/orderJournalChain';
import type { Sha256 } from '../../../domain/orders/orderJournalChain';
import { onFirstUse } from '../../platform/storedJson';
import type { Verification } from '../journal/orderJournal';
import { digestOf, journalId, placesOf, receiptKind } from './receiptFile';

/** What an exported receipt shows by itself, and compared with this machine's journal. */
export interface ReceiptCheck {
  /** The file is as it was exported; a deliberate change can come with a matching digest. */
  readonly isUnaltered: boolean;
  /** Where the file is not as it was exported: `statements[0]`; empty if its digests don’t show it. */
  readonly changedAt: readonly string[];
  readonly entries: number;
  /** Entries whose text does not match the hash in them. */
  readonly altered: readonly string[];
  /** Entries that directly follow another by number but not by hash, or that are in the wrong order. */
  readonly unlinked: readonly string[];
  /** Number of journal lines between the entries that the receipt does not have. */
  readonly between: number;
  /** Evidence that statements refer to but the file does not have. */
  readonly unfounded: readonly string[];
  /** Entries that this machine's journal does not have word for word. */
  readonly notHere: readonly string[];
  /** This machine's journal is complete and unaltered. */
  readonly isJournalWhole: boolean;
}

const file = onFirstUse(() =>
  v.looseObject({
    receipt: v.literal(receiptKind),
    statements: v.array(v.object({ says: v.string(), evidence: v.array(v.string()) })),
    entries: v.array(v.object({ id: v.string(), line: v.string() })),
    reads: v.array(v.looseObject({ id: v.string() })),
    fills: v.looseObject({ items: v.optional(v.array(v.looseObject({ id: v.string() }))) }),
    digest: v.string(),
    /** Receipts of earlier versions have none. */
    digests: v.optional(v.record(v.string(), v.string())),
  }),
);

/** @returns undefined for a text that is not a receipt of this kind. */
export function checkReceipt(text: string, { lines, unreadable, fault }: Verification, sha256: Sha256): ReceiptCheck | undefined {
  const read = v.safeParse(file(), parsed(text));
  if (!read.success) return undefined;
  const { digest, digests, ...document } = read.output;
  const { entries, reads, fills, statements } = document;
  const here = new Map(lines.map(({ seq, raw }) => [seq, raw]));
  const known = new Set([journalId, ...[...entries, ...reads, ...(fills.items ?? [])].map(idOf)]);
  const chained = entries.map(({ id, line }) => ({ id, line, entry: parseLine(line) }));
  const isThere = ({ line, entry }: (typeof chained)[number]): boolean => entry.ok && here.get(entry.entry.seq) === line;
  const changedAt = digests === undefined ? [] : changedIn(withoutDigest(text, 'digests'), digests, sha256);
  return {
    isUnaltered: changedAt.length === 0 && digestOf(withoutDigest(text), sha256) === digest,
    changedAt,
    entries: entries.length,
    altered: chained
      .filter(({ id, line, entry }) => !entry.ok || `J${String(entry.entry.seq)}` !== id || !isIntact(line, sha256))
      .map(idOf),
    ...linksOf(chained),
    unfounded: [...new Set(statements.flatMap(({ evidence }) => evidence.filter((id) => !known.has(id))))],
    notHere: chained.filter((each) => !isThere(each)).map(idOf),
    isJournalWhole: fault === undefined && unreadable === 0 && !lines.some(({ record }) => record?.kind === 'acknowledged'),
  };
}

interface Chained {
  readonly id: string;
  readonly entry: ReturnType<typeof parseLine>;
}

function linksOf(chained: readonly Chained[]): Pick<ReceiptCheck, 'unlinked' | 'between'> {
  const unlinked: string[] = [];
  let between = 0;
  for (const [at, { id, entry }] of chained.entries()) {
    const before = chained[at - 1]?.entry;
    if (before?.ok !== true || !entry.ok) continue;
    const step = entry.entry.seq - before.entry.seq;
    if (step < 1 || (step === 1 && entry.entry.prev !== before.hash)) unlinked.push(id);
    else between += step - 1;
  }
  return { unlinked, between };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function changedIn(document: unknown, digests: Readonly<Record<string, string>>, sha256: Sha256): readonly string[] {
  const places = new Map(placesOf(document));
  const others = [...places].filter(([at, part]) => digests[at] !== digestOf(part, sha256)).map(([at]) => at);
  return [...others, ...Object.keys(digests).filter((at) => !places.has(at))];
}

/** Keeps the order of the file's members. */
function withoutDigest(text: string, ...more: readonly string[]): unknown {
  const document = parsed(text);
  if (typeof document !== 'object' || document === null) return undefined;
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== 'digest' && !more.includes(name)));
}
