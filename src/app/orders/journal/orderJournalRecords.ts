import * as v from 'valibot';
import { onFirstUse } from '../../platform/storedJson';
import type { JournalRecord } from '../../../domain/orders/orderAttempts';

const target = onFirstUse(() =>
  v.object({
    service: v.string(),
    isSandbox: v.boolean(),
    isPaper: v.optional(v.boolean()),
    accountId: v.string(),
    orderId: v.string(),
    exchange: v.string(),
    mark: v.optional(v.string()),
    market: v.optional(v.number()),
  }),
);

const field = onFirstUse(() =>
  v.object({
    field: v.picklist(['qty', 'price', 'aux_price']),
    old: v.optional(v.string()),
    typed: v.string(),
    kept: v.string(),
    isCut: v.boolean(),
    isChanged: v.optional(v.boolean()),
  }),
);

const outcome = onFirstUse(() =>
  v.variant('kind', [
    v.object({ kind: v.literal('notSent'), reason: v.string() }),
    v.object({ kind: v.literal('accepted'), orderId: v.optional(v.string()) }),
    v.object({ kind: v.literal('refused'), errcode: v.number(), errmsg: v.string() }),
    v.object({ kind: v.literal('saysRejected'), errcode: v.number(), errmsg: v.string() }),
    v.object({ kind: v.literal('needsConfirmation'), errmsg: v.string() }),
    v.object({ kind: v.literal('needsBrowser'), errmsg: v.string(), host: v.string() }),
    v.object({ kind: v.literal('notAuthorized'), lacks: v.picklist(['scope', 'token']), errmsg: v.string() }),
    v.object({ kind: v.literal('tooManyRequests'), errmsg: v.string(), waitMs: v.optional(v.number()) }),
    v.object({ kind: v.literal('clockRejected') }),
    v.object({ kind: v.literal('notOffered') }),
    v.object({
      kind: v.literal('unknown'),
      reason: v.string(),
      status: v.optional(v.number()),
      errcode: v.optional(v.number()),
      errmsg: v.optional(v.string()),
      orderId: v.optional(v.string()),
    }),
  ]),
);

const order = onFirstUse(() =>
  v.object({
    code: v.string(),
    name: v.string(),
    side: v.string(),
    quantity: v.optional(v.string()),
    orderType: v.string(),
    status: v.string(),
    filled: v.string(),
    lastError: v.string(),
  }),
);

const seen = onFirstUse(() => v.object({ qty: v.string(), price: v.string(), auxPrice: v.string(), status: v.string() }));

const fault = onFirstUse(() =>
  v.picklist(['unreadable', 'altered', 'not-linked', 'other-version', 'missing', 'renamed', 'emptied', 'shortened', 'anchor-mismatch']),
);

const origin = onFirstUse(() =>
  v.object({
    kind: v.picklist(['user', 'program', 'command']),
    program: v.optional(v.picklist(['agent', 'chat', 'extension'])),
    name: v.optional(v.string()),
    wants: v.optional(v.literal('cancel')),
    isRestored: v.optional(v.boolean()),
  }),
);

const record = onFirstUse(() =>
  v.variant('kind', [
    v.object({
      kind: v.literal('intent'),
      attempt: v.string(),
      root: v.string(),
      action: v.picklist(['modify', 'cancel', 'place', 'confirm']),
      confirms: v.optional(v.picklist(['modify', 'cancel', 'place'])),
      target: target(),
      body: v.string(),
      fields: v.array(field()),
      order: v.optional(order()),
      whileStopped: v.optional(v.boolean()),
      origin: v.optional(origin()),
      session: v.optional(v.string()),
    }),
    v.object({ kind: v.literal('outcome'), attempt: v.string(), root: v.string(), outcome: outcome() }),
    v.object({
      kind: v.literal('resolved'),
      root: v.string(),
      by: v.picklist(['readBack', 'user']),
      verdict: v.picklist(['changed', 'notChanged', 'givenUp', 'tooLate', 'reached', 'rejected']),
      seen: v.optional(seen()),
      orderId: v.optional(v.string()),
      others: v.optional(v.array(v.string())),
      text: v.optional(v.string()),
    }),
    v.object({
      kind: v.literal('followed'),
      root: v.string(),
      end: v.picklist(['rejected', 'notApplied', 'tooLate', 'endUnknown']),
      text: v.string(),
      seen: v.optional(seen()),
      orderId: v.optional(v.string()),
      probablyId: v.optional(v.string()),
      isUnlistable: v.optional(v.boolean()),
    }),
    v.object({ kind: v.literal('acknowledged'), line: v.number(), fault: fault() }),
    v.object({ kind: v.literal('stopped') }),
    v.object({ kind: v.literal('released') }),
  ]),
);

/** A record read from disk; undefined if this version does not know its kind. */
export function readRecord(value: unknown): JournalRecord | undefined {
  const parsed = v.safeParse(record(), value);
  if (!parsed.success) return undefined;
  const found = parsed.output;
  if (found.kind !== 'intent') return found;
  return { ...found, fields: found.fields.map((entry) => ({ ...entry, old: entry.old, isChanged: entry.isChanged })) };
}
