import * as v from 'valibot';
import type { JournalRecord } from '../../domain/orders/orderAttempts';

const target = v.object({ service: v.string(), isSandbox: v.boolean(), accountId: v.string(), orderId: v.string(), exchange: v.string() });

const field = v.object({
  field: v.picklist(['qty', 'price', 'aux_price']),
  old: v.optional(v.string()),
  typed: v.string(),
  kept: v.string(),
  isCut: v.boolean(),
  isChanged: v.optional(v.boolean()),
});

const outcome = v.variant('kind', [
  v.object({ kind: v.literal('notSent'), reason: v.string() }),
  v.object({ kind: v.literal('accepted') }),
  v.object({ kind: v.literal('refused'), errcode: v.number(), errmsg: v.string() }),
  v.object({ kind: v.literal('needsConfirmation'), errmsg: v.string() }),
  v.object({ kind: v.literal('needsBrowser'), errmsg: v.string(), host: v.string() }),
  v.object({ kind: v.literal('clockRejected') }),
  v.object({ kind: v.literal('notOffered') }),
  v.object({ kind: v.literal('unknown'), reason: v.string(), status: v.optional(v.number()) }),
]);

const record = v.variant('kind', [
  v.object({
    kind: v.literal('intent'),
    attempt: v.string(),
    root: v.string(),
    action: v.picklist(['modify', 'confirm']),
    target,
    body: v.string(),
    fields: v.array(field),
  }),
  v.object({ kind: v.literal('outcome'), attempt: v.string(), root: v.string(), outcome }),
  v.object({
    kind: v.literal('resolved'),
    root: v.string(),
    by: v.picklist(['readBack', 'user']),
    verdict: v.picklist(['changed', 'notChanged', 'givenUp']),
    seen: v.optional(v.object({ qty: v.string(), price: v.string(), auxPrice: v.string(), status: v.string() })),
  }),
]);

/** A record as it was read from disk; undefined for one that this version does not know. */
export function readRecord(value: unknown): JournalRecord | undefined {
  const parsed = v.safeParse(record, value);
  if (!parsed.success) return undefined;
  const found = parsed.output;
  if (found.kind !== 'intent') return found;
  return { ...found, fields: found.fields.map((entry) => ({ ...entry, old: entry.old, isChanged: entry.isChanged })) };
}
