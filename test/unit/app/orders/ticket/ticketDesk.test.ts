import { beforeEach, describe, expect, it } from 'vitest';
import { emptyTicket, withOrder } from '../../../../../src/app/orders/ticket/ticket';
import type { Ticket } from '../../../../../src/app/orders/ticket/ticket';
import { unknownAccount } from '../../../../../src/domain/orders/limits/accountLimits';
import { noLimits } from '../../../../../src/domain/orders/limits/limits';
import type { Limits } from '../../../../../src/domain/orders/limits/limits';
import { unlimited } from '../../../../support/orders/unlimited';
import { unknownMarket } from '../../../../../src/domain/orders/orderWarnings';
import type { LimitFacts } from '../../../../../src/domain/orders/orderWarnings';
import { TicketDesk, valueOf } from '../../../../../src/app/orders/ticket/ticketDesk';
import type { OpenReview } from '../../../../../src/app/orders/ticket/ticketDesk';
import { HttpError, TransportError } from '../../../../../src/service/errors';
import type { OrderRecord } from '../../../../../src/service/records';
import { pageOf } from '../../../../support/builders/lists';
import { checkedChange, live, orderDesk, orderRecord } from '../../../../support/orders/orderFakes';
import { attemptOf } from '../../../../support/orders/submitting';

const seen = orderRecord({ quantity: '1000', price: '562.5' });
let parts: ReturnType<typeof orderDesk>;
let now: OrderRecord | 'fails' | 'gone' | 'notOffered';
let reads: number;
let nowMs: number;
let sleptMs: number;
let desk: TicketDesk;

beforeEach(() => {
  parts = orderDesk();
  [now, reads, nowMs, sleptMs] = [seen, 0, 0, 0];
  parts.client.orderDetails = async () => {
    reads += 1;
    if (now === 'fails') throw new TransportError('timed-out', { sent: 'maybe' });
    if (now === 'notOffered') throw new HttpError({ status: 404 });
    return pageOf(now === 'gone' ? [] : [now]);
  };
  parts.client.orders = async () => {
    if (now === 'notOffered') throw new HttpError({ status: 404 });
    return pageOf([]);
  };
  desk = new TicketDesk({ ...parts, clock: { monotonicMs: () => nowMs, wallMs: () => 7 + nowMs + sleptMs }, limits: () => unlimited });
});

const ticketOn = (order: OrderRecord | undefined, typed: Ticket['typed']): Ticket => ({
  ...withOrder({ ...emptyTicket, accountId: '8001' }, 'OK-1', order),
  exchange: 'SEHK',
  orderType: 'LIMIT',
  securityType: 'STOCK',
  latestRoot: null,
  typed,
});

function reviewOf(ticket: Ticket): OpenReview {
  const opened = desk.review(ticket, live);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  return opened.review;
}

describe('an order ticket', () => {
  it('starts from the newest attempt in the journal, and not while one is open', async () => {
    const ticket = ticketOn(seen, {});
    expect(await desk.begin(ticket)).toMatchObject({ kind: 'open', ticket: { latestRoot: null } });
    const preview = parts.writer.preview(checkedChange(), { order: seen, latestRoot: null });
    parts.client.answers = [{ kind: 'unknown', reason: 'reset' }];
    await parts.writer.submit(preview, live);
    expect(await desk.begin(ticket)).toMatchObject({ kind: 'blocked', reason: 'unresolved', attempt: { root: preview.root } });
    await parts.writer.resolve(await attemptOf(parts, preview.root), 'notChanged');
    expect(await desk.begin(ticket)).toMatchObject({ kind: 'open', ticket: { latestRoot: preview.root } });
  });

  it('is checked again after a sleep of the machine, in which its clock may stop', async () => {
    const review = reviewOf(ticketOn(seen, { price: '560' }));
    await review.check();
    await review.check();
    const before = reads;
    sleptMs = 9 * 3_600_000;
    expect(review.ageMs).toBe(sleptMs);
    await review.check();
    expect(reads).toBeGreaterThan(before);
    sleptMs = -9 * 3_600_000;
    expect(review.ageMs).toBe(0);
  });

  it('sends untouched fields with the value of the order', async () => {
    const { shown } = reviewOf(ticketOn(seen, { price: '560' }));
    expect(shown.preview.prepared.bodyText).toBe('{"exchange":"SEHK","qty":"1000","price":"560"}');
    expect(shown).toMatchObject({ facts: { code: 'HK.00700', side: 'BUY', filled: '0' } });
    expect(valueOf(shown, unknownMarket)).toEqual({ old: '562500', kept: '560000', difference: '-2500', size: '1' });
  });

  it('gets no review and no read when it breaks a rule', () => {
    expect(desk.review(ticketOn(seen, { qty: 'many' }), live)).toMatchObject({ ok: false, problems: [{ field: 'qty' }] });
    expect(desk.draft(ticketOn(seen, { qty: '1000' }), unknownMarket)).toMatchObject({ ok: false });
    expect(reads).toBe(0);
  });
});

describe('an order ticket that is being filled in', () => {
  const account = { security: { held: '0', buys: '1000', sells: '0' }, dayLoss: '600' };
  const market = { ...unknownMarket, lastPrice: '560' };
  const kindsOf = (of: TicketDesk, known?: LimitFacts): readonly string[] => {
    const draft = of.draft(ticketOn(seen, { qty: '1100' }), market, known);
    return draft.ok ? draft.warnings.map((warning) => (warning.kind === 'hard' ? `hard ${warning.breach.kind}` : warning.kind)) : ['wrong'];
  };
  const deskWith = (soft: Partial<Limits>, hard: Partial<Limits> = {}): TicketDesk =>
    new TicketDesk({
      ...parts,
      clock: { monotonicMs: () => nowMs, wallMs: () => 7 },
      limits: () => ({ ask: { ...noLimits, ...soft }, refuse: { ...noLimits, ...hard } }),
    });

  it('shows limits on the account and the pace only once the facts for them were read', () => {
    const soft = deskWith({ exposure: 1, dayLoss: 1, perMinute: 2 });
    expect(kindsOf(soft)).toEqual([]);
    expect(kindsOf(soft, { sent: 2, account })).toEqual(['perMinute', 'exposure', 'dayLoss']);
    expect(kindsOf(soft, { sent: 1, account: { ...account, dayLoss: '0' } })).toEqual(['exposure']);
    expect(kindsOf(deskWith({}, { dayLoss: 599 }), { sent: 0, account })).toEqual(['hard dayLoss']);
  });

  it('says which limit can’t be checked, except while a price is still being loaded', () => {
    const unread = { sent: 0, account: unknownAccount };
    expect(kindsOf(deskWith({ exposure: 1 }), unread)).toEqual(['unchecked']);
    expect(kindsOf(deskWith({}, { exposure: 1 }), unread)).toEqual(['hard unknown']);
    const loading = deskWith({}, { distancePercent: 1 }).draft(ticketOn(seen, { price: '1' }), unknownMarket, unread);
    expect(loading.ok && loading.warnings.filter(({ kind }) => kind === 'hard')).toEqual([]);
  });

  it('requests nothing when no limit needs a fact, and never fails', async () => {
    expect(await desk.limitFacts(ticketOn(seen, {}), live)).toBeUndefined();
    const failing = new TicketDesk({
      ...parts,
      access: {
        current: parts.access.current,
        onDidChange: parts.access.onDidChange,
        client: async () => Promise.reject(new TransportError('timed-out', { sent: 'no' })),
      },
      clock: { monotonicMs: () => nowMs, wallMs: () => 7 },
      limits: () => ({ ask: { ...noLimits, exposure: 1 }, refuse: noLimits }),
    });
    expect(await failing.limitFacts(ticketOn(seen, {}), live)).toEqual({ sent: 0, account: unknownAccount });
  });
});

describe('the check before the last question', () => {
  it('keeps the review’s attempt, and starts another once that is old', async () => {
    const review = reviewOf(ticketOn(seen, { qty: '900' }));
    expect(await review.check()).toEqual({
      kind: 'ready',
      readAtMs: Date.UTC(2026, 10, 21),
      warnings: [],
      pending: undefined,
      value: { old: '562500', kept: '506250', difference: '-56250', size: '1' },
    });
    await review.check();
    expect(reads).toBe(1);
    nowMs = 2_001;
    await review.check();
    expect(reads).toBe(2);
  });

  it.each([
    ['another quantity', orderRecord({ quantity: '100', price: '562.5' }), 'changed'],
    ['another price', orderRecord({ quantity: '1000', price: '562' }), 'changed'],
    ['a fill', orderRecord({ quantity: '1000', price: '562.5', dealtQuantity: '100' }), 'changed'],
    ['an end', orderRecord({ quantity: '1000', price: '562.5', status: 'CANCELLED_ALL' }), 'changed'],
    ['another type', orderRecord({ quantity: '1000', price: '562.5', orderType: 'STOP' }), 'changed'],
    ['nothing any more', 'gone', 'gone'],
    ['nothing that can be read', 'fails', 'notRead'],
  ] as const)('stops a ticket whose order shows %s, and so does the confirmation', async (_, then, kind) => {
    const early = reviewOf(ticketOn(seen, { price: '560' }));
    expect(await early.check()).toMatchObject({ kind: 'ready' });
    now = then;
    expect(await early.confirm(live)).toMatchObject({ kind: 'blocked', reason: 'stale', verdict: { kind } });
    expect(await reviewOf(ticketOn(seen, { price: '560' })).check()).toMatchObject({ reason: 'stale', verdict: { kind } });
    expect(parts.client.sent).toEqual([]);
  });

  it('shows an earlier accepted change until the order has it', async () => {
    await parts.writer.submit(parts.writer.preview(checkedChange(), { order: seen, latestRoot: null }), live);
    const begun = await desk.begin(ticketOn(seen, { price: '560' }));
    if (begun.kind !== 'open') throw new Error('locked');
    expect(await reviewOf(begun.ticket).check()).toMatchObject({ kind: 'ready', pending: { state: 'accepted', order: undefined } });
    now = orderRecord({ quantity: '200', price: '12.34' });
    expect(await reviewOf({ ...begun.ticket, order: now }).check()).toMatchObject({ kind: 'ready', pending: undefined });
  });

  it('lets a ticket pass when nothing can be compared, and says so', async () => {
    now = 'notOffered';
    expect(await reviewOf(ticketOn(seen, { qty: '900' })).check()).toMatchObject({ kind: 'ready', readAtMs: undefined });
  });

  it('can be started again after a failure', async () => {
    now = 'fails';
    const review = reviewOf(ticketOn(seen, { qty: '900' }));
    expect(await review.check()).toMatchObject({ reason: 'stale', verdict: { kind: 'notRead' } });
    now = seen;
    review.retry();
    expect(await review.check()).toMatchObject({ kind: 'ready' });
  });

  it('does not wait while another request holds the order', async () => {
    parts.locks.held.add([...(await heldWhile())][0] ?? '');
    expect(await reviewOf(ticketOn(seen, { qty: '900' })).check()).toEqual({ kind: 'blocked', reason: 'inFlight' });

    async function heldWhile(): Promise<ReadonlySet<string>> {
      let held: ReadonlySet<string> = new Set();
      parts.client.answers = [async () => ((held = new Set(parts.locks.held)), { kind: 'accepted' })];
      await parts.writer.submit(parts.writer.preview(checkedChange(), { order: seen, latestRoot: null }), live);
      return held;
    }
  });
});

describe('the confirmation of a ticket', () => {
  it('sends once, however often it is pressed', async () => {
    const review = reviewOf(ticketOn(seen, { qty: '900' }));
    expect(await review.confirm(live)).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(await review.confirm(live)).toMatchObject({ kind: 'blocked', reason: 'alreadySent' });
    expect(parts.client.sent).toHaveLength(1);
  });
});

describe('continuing after a ticket was stopped', () => {
  const changed = orderRecord({ quantity: '100', price: '562.5' });

  it('keeps typed values and updates the others from the order', () => {
    const ticket = ticketOn(seen, { qty: '1000', price: '560' });
    const verdict = { kind: 'changed', order: changed, differences: [], latestRoot: 'r' } as const;
    const next = desk.adopt(ticket, verdict);
    expect(next).toMatchObject({ order: changed, latestRoot: 'r', typed: { price: '560' } });
    expect(next?.typed.qty).toBeUndefined();
    expect(reviewOf(next ?? ticket).shown.preview.prepared.bodyText).toBe('{"exchange":"SEHK","qty":"100","price":"560"}');
  });

  it('adopts the type of the order, so that a future keeps nine digits and has no value', () => {
    const future = orderRecord({ code: 'HK.HSImain', securityType: 'FUTURES', quantity: '100', price: '16.31' });
    const unknown: Ticket = { ...ticketOn(undefined, { qty: '1', price: '99999.99999' }), securityType: undefined };
    const next = desk.adopt(unknown, { kind: 'changed', order: future, differences: [], latestRoot: null });
    const { shown } = reviewOf(next ?? unknown);
    expect(shown.preview.prepared.bodyText).toBe('{"exchange":"SEHK","qty":"1","price":"99999.99999"}');
    expect(valueOf(shown, unknownMarket)).toBeUndefined();
    const unsaid = orderRecord({ securityType: '' });
    expect(desk.adopt(ticketOn(seen, {}), { kind: 'changed', order: unsaid, differences: [], latestRoot: null })?.securityType).toBe(
      'STOCK',
    );
  });

  it('is impossible with an order that is gone or could not be read', () => {
    expect(desk.adopt(ticketOn(seen, {}), { kind: 'gone' })).toBeUndefined();
    expect(desk.adopt(ticketOn(seen, {}), { kind: 'notRead', error: undefined })).toBeUndefined();
  });
});
