import type { Sha256 } from '../../../domain/orders/orderJournalChain';
import { ServiceError } from '../../../service/errors';
import { seen } from '../../../service/lists/list';
import { listReport } from '../../platform/listReport';
import type { OrderReceipt, Read } from './readReceipt';

export const receiptKind = 'marketDesk/orderReceipt/1';

/** What a receipt states, and the entries, reads, and fills that support it. */
export interface ReceiptStatement {
  readonly says: string;
  readonly evidence: readonly string[];
}

/**
 * An exported receipt: the lines of the journal word for word, the reads, and digests of each part and of the whole.
 *
 * @param language - The display language, in which the statements are.
 */
export function receiptJson(receipt: OrderReceipt, statements: readonly ReceiptStatement[], sha256: Sha256, language: string): string {
  const { subject, madeAtMs, journal, lines, order, fills } = receipt;
  const document = {
    receipt: receiptKind,
    madeAt: isoOf(madeAtMs),
    language,
    order: {
      service: subject.service,
      sandbox: subject.isSandbox,
      paper: subject.isPaper ?? false,
      account: subject.accountId,
      order: subject.orderId,
      exchange: subject.exchange,
    },
    statements,
    journal: { lines: journal.count, isWhole: isWhole(receipt), ...(journal.fault ?? {}) },
    entries: lines.map(({ seq, raw }) => ({ id: entryId(seq), line: raw })),
    reads: [{ id: orderReadId, readAt: isoOf(order.atMs), ...orderRead(order) }],
    fills: fills === undefined ? { notOffered: 'No call lists fills of paper accounts.' } : fillsRead(fills),
  };
  // Serialized and parsed again, so that a reader of the file gets the same text for the digest.
  const plain: unknown = JSON.parse(JSON.stringify(document));
  const whole = { ...asObject(plain), digests: Object.fromEntries(placesOf(plain).map(([at, part]) => [at, digestOf(part, sha256)])) };
  return `${JSON.stringify({ ...whole, digest: digestOf(whole, sha256) }, undefined, 2)}\n`;
}

/** The parts of a receipt that have their own digest, by their path in the file: `order`, `statements[0]`. */
export function placesOf(document: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(asObject(document)).flatMap(([name, part]: [string, unknown]) =>
    Array.isArray(part) ? part.map((item: unknown, at) => [`${name}[${String(at)}]`, item] as const) : [[name, part] as const],
  );
}

/** Digest of everything in the file except the digest itself. */
export function digestOf(document: unknown, sha256: Sha256): string {
  return sha256(JSON.stringify(document));
}

/** Nothing that the journal ever held is missing or altered, as far as the journal can show. */
export function isWhole({ journal }: Pick<OrderReceipt, 'journal'>): boolean {
  return journal.fault === undefined && journal.unreadable === 0 && !journal.isAcknowledged;
}

export function entryId(seq: number): string {
  return `J${String(seq)}`;
}

/** The verified journal as a whole. */
export const journalId = 'J';
export const orderReadId = 'R1';

export function fillId(place: number): string {
  return `F${String(place + 1)}`;
}

function orderRead(order: OrderReceipt['order']): object {
  if ('error' in order) return { failed: reasonOf(order.error) };
  return typeof order.value === 'string' ? { found: order.value } : { found: 'order', order: order.value };
}

function fillsRead(fills: NonNullable<OrderReceipt['fills']>): object {
  if ('error' in fills) return { readAt: isoOf(fills.atMs), failed: reasonOf(fills.error) };
  const items = seen(fills.value).items.map((fill, place) => ({ id: fillId(place), ...fill }));
  return { readAt: isoOf(fills.atMs), ...listReport(fills.value), items };
}

function reasonOf(error: unknown): string {
  return ServiceError.is(error) ? error.code : 'unknown';
}

function isoOf(ms: Read<unknown>['atMs']): string {
  return new Date(ms).toISOString();
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
