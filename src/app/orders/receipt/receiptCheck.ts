import { orderIdOf } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { isIntact, parseLine } from '../../../domain/orders/orderJournalChain';
import type { Sha256 } from '../../../domain/orders/orderJournalChain';
import { hasMark } from '../../../domain/orders/placing/mark';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';
import type { Verification } from '../journal/orderJournal';
import { attemptsOf } from './readReceipt';
import type { OrderReceipt } from './readReceipt';
import { readReceiptFile, rebuiltReceipt } from './rebuiltReceipt';
import type { ReceiptDocument } from './rebuiltReceipt';
import { digestOf, entryId, journalId, placesOf } from './receiptFile';
import type { ReceiptStatement } from './receiptFile';

/** The members of a receipt's header that its own entries and reads can contradict. */
export type HeaderMember = 'service' | 'sandbox' | 'paper' | 'account' | 'order';

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
  /** What the header says and the entries or the read contradict. */
  readonly header: readonly HeaderMember[];
  /** Statements that don’t follow from the entries, reads, and fills; undefined if they are in another language and could not be compared. */
  readonly untrue: readonly string[] | undefined;
  /** Statements that follow from them, and the file does not make. */
  readonly unsaid: readonly string[];
  /** Entries that this machine's journal does not have word for word. */
  readonly notHere: readonly string[];
  /** Lines about the order in this machine's journal, from before the receipt was made, that it leaves out. */
  readonly leftOut: readonly string[];
  /** How many lines about it this machine's journal has from after the receipt was made. */
  readonly newer: number;
  /** This machine's journal is complete and unaltered. */
  readonly isJournalWhole: boolean;
}

export interface CheckedAgainst {
  readonly journal: Verification;
  readonly sha256: Sha256;
  /** The statements that a receipt makes; {@link anyWords} stands for words that only the reads themselves had. */
  readonly statementsOf: (receipt: OrderReceipt) => readonly ReceiptStatement[];
  /** The display language. */
  readonly language: string;
}

/** Stands for words that a receipt does not keep, such as why a read failed. */
export const anyWords = '\u0000';

/** @returns undefined for a text that is not a receipt of this kind. */
export function checkReceipt(text: string, { journal, sha256, statementsOf, language }: CheckedAgainst): ReceiptCheck | undefined {
  const read = readReceiptFile(text);
  if (read === undefined) return undefined;
  const { document, plain } = read;
  const { entries, reads, fills, statements, digest, digests } = document;
  const { lines, unreadable, fault } = journal;
  const here = new Map(lines.map(({ seq, raw }) => [seq, raw]));
  const known = new Set([journalId, ...[...entries, ...reads, ...(fills.items ?? [])].map(idOf)]);
  const chained = entries.map(({ id, line }) => ({ id, line, entry: parseLine(line) }));
  const isThere = ({ line, entry }: (typeof chained)[number]): boolean => entry.ok && here.get(entry.entry.seq) === line;
  const changedAt = digests === undefined ? [] : changedIn(without(plain, 'digest', 'digests'), digests, sha256);
  const receipt = rebuiltReceipt(document);
  const { untrue, unsaid } = compared(statements, statementsOf(receipt), isSameLanguage(document, language));
  return {
    isUnaltered: changedAt.length === 0 && digestOf(without(plain, 'digest'), sha256) === digest,
    changedAt,
    entries: entries.length,
    altered: chained.filter(({ id, line, entry }) => !entry.ok || entryId(entry.entry.seq) !== id || !isIntact(line, sha256)).map(idOf),
    ...linksOf(chained),
    unfounded: [...new Set(statements.flatMap(({ evidence }) => evidence.filter((id) => !known.has(id))))],
    header: wrongIn(receipt),
    untrue,
    unsaid,
    notHere: chained.filter((each) => !isThere(each)).map(idOf),
    ...othersOf(receipt, journal),
    isJournalWhole: fault === undefined && unreadable === 0 && !lines.some(({ record }) => record?.kind === 'acknowledged'),
  };
}

/** Receipts of earlier versions don't say their language: they are compared, and nearly always in the language of the same user. */
function isSameLanguage({ language }: ReceiptDocument, shown: string): boolean {
  return language === undefined || language === shown;
}

/** What the statements of the file have more, and less, than those that its parts make. */
function compared(
  said: readonly ReceiptStatement[],
  derived: readonly ReceiptStatement[],
  isComparable: boolean,
): Pick<ReceiptCheck, 'untrue' | 'unsaid'> {
  if (!isComparable) return { untrue: undefined, unsaid: [] };
  const open = [...derived];
  const untrue: string[] = [];
  for (const [place, statement] of said.entries()) {
    const found = open.findIndex((other) => isSameStatement(other, statement));
    if (found < 0) untrue.push(`statements[${String(place)}]`);
    else open.splice(found, 1);
  }
  return { untrue, unsaid: open.map(({ says }) => says.replaceAll(anyWords, '…')) };
}

function isSameStatement(derived: ReceiptStatement, said: ReceiptStatement): boolean {
  if (JSON.stringify(derived.evidence) !== JSON.stringify(said.evidence)) return false;
  const parts = derived.says.split(anyWords);
  const [first = '', ...rest] = parts;
  const last = rest.at(-1);
  if (last === undefined) return said.says === first;
  return said.says.startsWith(first) && said.says.endsWith(last) && said.says.length >= first.length + last.length;
}

/** The header is what a reader looks at first; each entry names the order that it is about, and so does the read. */
function wrongIn({ subject, attempts, order }: OrderReceipt): readonly HeaderMember[] {
  const wrong = new Set<HeaderMember>();
  const remark = 'value' in order && typeof order.value === 'object' ? order.value.remark : '';
  const isIt = (attempt: Attempt): boolean =>
    orderIdOf(attempt) === subject.orderId || (attempt.target.mark !== undefined && hasMark(remark, attempt.target.mark));
  for (const attempt of attempts) {
    const { target } = attempt;
    if (serviceIdentity(target.service) !== serviceIdentity(subject.service)) wrong.add('service');
    if (target.isSandbox !== subject.isSandbox) wrong.add('sandbox');
    if ((target.isPaper ?? false) !== (subject.isPaper ?? false)) wrong.add('paper');
    if (target.accountId !== subject.accountId) wrong.add('account');
    if (!isIt(attempt)) wrong.add('order');
  }
  if ('value' in order && typeof order.value === 'object' && order.value.orderId !== subject.orderId) wrong.add('order');
  return [...wrong];
}

/** What this machine's journal has about the order besides the entries. */
function othersOf({ subject, lines, order, madeAtMs }: OrderReceipt, journal: Verification): Pick<ReceiptCheck, 'leftOut' | 'newer'> {
  const remark = 'value' in order && typeof order.value === 'object' ? order.value.remark : '';
  const named = new Set(lines.flatMap(({ record }) => (record !== undefined && 'root' in record ? [record.root] : [])));
  const roots = new Set([...named, ...attemptsOf(journal.lines, subject, remark).map(({ root }) => root)]);
  const own = new Set(lines.map(({ seq }) => seq));
  const others = journal.lines.filter(
    ({ seq, record }) => record !== undefined && 'root' in record && roots.has(record.root) && !own.has(seq),
  );
  const last = Math.max(0, ...own);
  const isEarlier = ({ seq, at }: (typeof others)[number]): boolean => seq < last || Date.parse(at) <= madeAtMs;
  return { leftOut: others.filter(isEarlier).map(({ seq }) => entryId(seq)), newer: others.filter((line) => !isEarlier(line)).length };
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

function changedIn(document: unknown, digests: Readonly<Record<string, string>>, sha256: Sha256): readonly string[] {
  const places = new Map(placesOf(document));
  const others = [...places].filter(([at, part]) => digests[at] !== digestOf(part, sha256)).map(([at]) => at);
  return [...others, ...Object.keys(digests).filter((at) => !places.has(at))];
}

/** Keeps the order of the file's members. */
function without(document: object, ...names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)));
}
