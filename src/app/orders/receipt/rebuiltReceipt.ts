import * as v from 'valibot';
import { AttemptFold } from '../../../domain/orders/orderAttempts';
import { parseLine } from '../../../domain/orders/orderJournalChain';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { listOf, notOffered } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { orderFields } from '../../../service/records';
import type { OrderRecord } from '../../../service/records';
import { isTooDeep } from '../../../service/schema/jsonDepth';
import { onFirstUse } from '../../platform/storedJson';
import type { JournalLine } from '../journal/journalReader';
import { readRecord } from '../journal/orderJournalRecords';
import { receiptKind } from './receiptFile';
import type { OrderReceipt } from './readReceipt';

const text = v.optional(v.string(), '');

const order = onFirstUse(() => v.looseObject({ ...v.entriesFromList(orderFields, text), orderId: v.string() }));

const fill = onFirstUse(() =>
  v.looseObject({
    ...{ id: v.string(), dealId: text, orderId: text, code: text, name: text, side: text, quantity: text, price: text },
    ...{ createdAt: text, updatedAt: text, counterBrokerId: text, counterBrokerName: text, status: text, currency: v.optional(text, '') },
  }),
);

const file = onFirstUse(() =>
  v.looseObject({
    receipt: v.literal(receiptKind),
    madeAt: v.string(),
    /** The display language of the statements; receipts of earlier versions don't say it. */
    language: v.optional(v.string()),
    order: v.object({
      service: v.string(),
      sandbox: v.boolean(),
      paper: v.boolean(),
      account: v.string(),
      order: v.string(),
      exchange: v.string(),
    }),
    statements: v.array(v.object({ says: v.string(), evidence: v.array(v.string()) })),
    journal: v.looseObject({ lines: v.number(), isWhole: v.boolean() }),
    entries: v.array(v.object({ id: v.string(), line: v.string() })),
    reads: v.tuple([
      v.looseObject({
        id: v.string(),
        readAt: v.string(),
        found: v.optional(v.picklist(['order', 'notFound', 'notOffered'])),
        failed: v.optional(v.string()),
        order: v.optional(order()),
      }),
    ]),
    fills: v.looseObject({
      readAt: v.optional(v.string()),
      failed: v.optional(v.string()),
      notOffered: v.optional(v.string()),
      isComplete: v.optional(v.boolean()),
      items: v.optional(v.array(fill())),
    }),
    digest: v.string(),
    /** Receipts of earlier versions have none. */
    digests: v.optional(v.record(v.string(), v.string())),
  }),
);

export type ReceiptDocument = v.InferOutput<ReturnType<typeof file>>;

/** A file larger than this is no receipt: it would hold up the program that reads it. */
export const longestReceipt = 4_000_000;
/** A receipt nests its parts four deep; its journal lines are texts. */
const deepest = 32;

/** @returns undefined for a text that is not a receipt, or too large or too deep to be one; then it is not read. */
export function readReceiptFile(content: string): { readonly document: ReceiptDocument; readonly plain: object } | undefined {
  if (content.length > longestReceipt || isTooDeep(content, deepest)) return undefined;
  let plain: unknown;
  try {
    plain = JSON.parse(content);
  } catch {
    return undefined;
  }
  const read = v.safeParse(file(), plain);
  return read.success && typeof plain === 'object' && plain !== null ? { document: read.output, plain } : undefined;
}

/** The receipt that the file's own entries, reads, and fills make; what the header says of the order is not used but for its name. */
export function rebuiltReceipt({ order: header, journal, entries, reads, fills, madeAt }: ReceiptDocument): OrderReceipt {
  const lines = entries.flatMap(({ line }): readonly JournalLine[] => {
    const parsed = parseLine(line);
    if (!parsed.ok) return [];
    const { seq, at, record } = parsed.entry;
    return [{ seq, at, record: readRecord(record), raw: line }];
  });
  const fold = new AttemptFold();
  for (const { at, record } of lines) if (record !== undefined && 'root' in record) fold.add(at, record);
  return {
    subject: {
      service: header.service,
      isSandbox: header.sandbox,
      isPaper: header.paper,
      accountId: header.account,
      orderId: header.order,
      exchange: header.exchange,
      markets: [],
    },
    madeAtMs: Date.parse(madeAt),
    lines,
    attempts: fold.attempts,
    journal: { count: journal.lines, unreadable: 0, fault: undefined, isAcknowledged: !journal.isWhole },
    order: orderOf(reads[0]),
    fills: fillsOf(fills),
  };
}

function orderOf({ readAt, found, failed, order: read }: ReceiptDocument['reads'][0]): OrderReceipt['order'] {
  const atMs = Date.parse(readAt);
  if (found === 'notFound' || found === 'notOffered') return { atMs, value: found };
  if (found === 'order' && read !== undefined) return { atMs, value: { ...read, unknown: {} } satisfies OrderRecord };
  return { atMs, error: failed };
}

function fillsOf({ readAt, failed, isComplete, items, notOffered: why }: ReceiptDocument['fills']): OrderReceipt['fills'] {
  if (readAt === undefined) return undefined;
  const atMs = Date.parse(readAt);
  if (failed !== undefined) return { atMs, error: failed };
  if (why !== undefined && (items ?? []).length === 0) return { atMs, value: notOffered };
  const listed: List<FillRecord> = listOf(
    (items ?? []).map((each) => ({ ...each, unknown: {} })),
    isComplete === true ? [] : [{ kind: 'more', part: '' }],
  );
  return { atMs, value: listed };
}
