import Big from 'big.js';
import { fateOf, refusalOf, slowMs, unseenMs, wordOf } from '../../fates';
import type { Market } from '../../market/market';
import type { SandboxAccount } from '../accounts';
import { namedRefusal } from '../orders/changeDesk';
import { OrderRefused } from '../orders/orderChange';
import type { OrderChange } from '../orders/orderChange';
import type { OrderKey, OrderShelf } from '../orders/orderShelf';
import { keyOf } from '../orders/orderShelf';
import type { OrderText } from '../orders/orderTexts';
import type { Order } from '../orders/orders';
import { endedAs, exchangeOf, isOpen, mayJoin, ruleOf } from '../orders/orders';
import type { Questions, Reaction } from '../orders/questions';
import type { DealBook } from './deals';
import { dealOf, dealt } from './deals';
import type { OrderDraft } from './drafts';
import { checkDraft, lastOf } from './orderChecks';
import { reaches } from './meeting';
import { OrderMatcher } from './orderMatcher';
import type { Purse } from './purse';
import { priceOf } from './purse';

/** The service's response to a new order. */
export type Placed =
  | { readonly kind: 'placed'; readonly orderId: string }
  /** The failure is inside the response. */
  | { readonly kind: 'failed'; readonly orderId: string; readonly message: string }
  | Exclude<Reaction, { readonly kind: 'accepted' }>;

export interface ExchangeParts {
  readonly shelf: OrderShelf;
  readonly questions: Questions;
  readonly deals: DealBook;
  readonly purse: Purse;
  readonly market: Market;
  readonly say: (text: OrderText) => string;
  readonly likeLive: boolean;
  /** The market deals with no order. */
  readonly strict: boolean;
  /** Called when a cancellation was refused, or came too late. */
  readonly refused: (order: Order) => void;
}

/** An event that is due at a later time, and happens with the next request after it. */
interface Later {
  readonly dueMs: number;
  readonly run: (atMs: number) => void;
}

/** Accepts new orders and cancellations, and lets the market execute the accepted orders. */
export class Exchange {
  readonly #matcher: OrderMatcher;
  #later: readonly Later[] = [];
  #count = 0;

  constructor(private readonly parts: ExchangeParts) {
    const deal = (key: OrderKey, quantity: Big, price: string, atMs: number): void =>
      this.deal(key, { quantity: quantity.toFixed(), price }, atMs);
    const expire = (key: OrderKey, atMs: number): void => this.#expire(key, atMs);
    this.#matcher = new OrderMatcher({ ...parts, deal, expire });
  }

  /** Continues with orders that were placed before a restart. */
  resume(nowMs: number): void {
    const { shelf, say } = this.parts;
    for (const order of shelf.placed()) {
      const key = keyOf(order.account, order.id);
      if (isOpen(order)) this.#matcher.watch(key, nowMs);
      else if (order.status === 'SUBMITTING' && fateOf(ruleOf(order)).placed === 'slow') this.#submit(key, nowMs);
      else if (order.status === 'SUBMITTING' && fateOf(ruleOf(order)).placed === 'reject')
        shelf.put(key, { ...order, status: 'FAILED', lastError: say('rejectedLater'), updatedMs: nowMs });
    }
  }

  /** Makes everything happen that is due by now. */
  settle(nowMs: number): void {
    const due = this.#later.filter(({ dueMs }) => dueMs <= nowMs).toSorted((a, b) => a.dueMs - b.dueMs);
    this.#later = this.#later.filter(({ dueMs }) => dueMs > nowMs);
    for (const { dueMs, run } of due) {
      // The market comes first: what is due must find what somebody would have found who looked all the time.
      this.#matcher.settle(dueMs);
      run(dueMs);
    }
    this.#matcher.settle(nowMs);
  }

  /** @throws {@link OrderRefused}, after which a record of the failed order is kept. */
  place(account: SandboxAccount, draft: OrderDraft, nowMs: number): Placed {
    const { questions, say, shelf } = this.parts;
    const order = this.#orderOf(account, draft, nowMs);
    this.#check(account, draft, order, nowMs);
    const { quantity, price, auxPrice } = order;
    const apply = (atMs: number): string => this.#enter({ ...order, createdMs: atMs, updatedMs: atMs }, atMs);
    const applyLater = (atMs: number): string => {
      // What covered it at first may have been spent since.
      this.#check(account, draft, { ...order, createdMs: atMs, updatedMs: atMs }, atMs);
      return apply(atMs);
    };
    const change = { quantity, price, auxPrice };
    const asked = { key: keyOf(account.id, order.id), account: account.id, order, change, apply: applyLater };
    const { answer, placed } = fateOf(ruleOf(order));
    const asks = account.kind === 'live';
    if (asks && answer === 'confirm') return questions.toConfirm(asked, say('confirmPlace'), nowMs);
    if (asks && answer === 'browser') return questions.inBrowser(asked, say('browserPlace'), nowMs);
    if (placed !== 'failed') return { kind: 'placed', orderId: apply(nowMs) };
    shelf.add({ ...order, status: 'FAILED', lastError: say('failed') });
    return { kind: 'failed', orderId: order.id, message: say('failed') };
  }

  /**
   * @param exchange - Undefined if the request does not name one.
   * @throws {@link OrderRefused}
   */
  cancel(account: SandboxAccount, orderId: string, exchange: string | undefined, nowMs: number): Reaction {
    const { shelf, questions, say, likeLive, refused } = this.parts;
    const key = keyOf(account.id, orderId);
    const order = shelf.get(key);
    // Recorded: canceling an order that does not exist succeeds silently.
    if (order === undefined && likeLive) return { kind: 'accepted' };
    if (order === undefined) throw new OrderRefused(say('unknown'));
    questions.forgetOrder(key);
    try {
      if (exchange !== undefined && exchange !== order.exchange) throw new OrderRefused('exchange does not match the order');
      if (!isOpen(order))
        throw new OrderRefused(say(order.status === 'FILLED_ALL' ? 'tooLate' : order.status === 'SUBMITTING' ? 'notYet' : 'notOpen'));
      return this.#cancelOpen(account, order, key, nowMs);
    } catch (error) {
      refused(order);
      throw error;
    }
  }

  /** Deals a part of an open order, or its remainder, at a given price, at its own, or without one at the last. @throws {@link OrderRefused} */
  deal(key: OrderKey, part: { readonly quantity?: string | undefined; readonly price?: string | undefined }, atMs: number): void {
    const { shelf, deals, market } = this.parts;
    const order = shelf.get(key);
    if (order === undefined || !isOpen(order)) return;
    const price = part.price ?? priceOf(order, lastOf(market, order.security, atMs)).toFixed();
    const after = dealt(order, { ...part, price }, atMs);
    shelf.keep(key, after);
    const quantity = new Big(after.dealtQuantity).minus(order.dealtQuantity).toFixed();
    deals.add(dealOf(order, quantity, price, atMs));
  }

  /** Lets the market deal with an order of the start that a change has brought to it. */
  changed(key: OrderKey, before: Order, atMs: number): void {
    const { shelf, market, strict } = this.parts;
    const order = shelf.get(key);
    if (strict || order === undefined || !isOpen(order) || !mayJoin(order)) return;
    if (!reaches(before, order, lastOf(market, order.security, atMs))) return;
    const { session = 'RTH', market: integer } = order.placed ?? {};
    shelf.put(key, { ...order, placed: { rule: ruleOf(order), session, market: integer, enteredMs: atMs } });
    this.#matcher.watch(key, atMs);
  }

  /** Ends an open order. */
  end(key: OrderKey, reason: string, atMs: number): void {
    const { shelf } = this.parts;
    const order = shelf.get(key);
    if (order !== undefined && isOpen(order)) shelf.keep(key, { ...order, status: endedAs(order), lastError: reason, updatedMs: atMs });
  }

  #cancelOpen(account: SandboxAccount, order: Order, key: OrderKey, nowMs: number): Reaction {
    const { questions, say, likeLive } = this.parts;
    const apply = (atMs: number): string => {
      this.end(key, '', atMs);
      return order.id;
    };
    const { quantity, price, auxPrice } = order;
    const change: OrderChange = { quantity, price, auxPrice };
    const asked = { key, account: account.id, order, change, apply };
    const { answer, canceled } = fateOf(ruleOf(order));
    const asks = account.kind === 'live';
    if (answer === 'refused') throw namedRefusal(order.id, say, likeLive);
    if (asks && answer === 'confirm') return questions.toConfirm(asked, say('confirmCancel'), nowMs);
    if (asks && answer === 'browser') return questions.inBrowser(asked, say('browserPlace'), nowMs);
    if (canceled === undefined) apply(nowMs);
    if (canceled === 'slow') this.after(slowMs, nowMs, apply);
    if (canceled === 'filled') this.after(slowMs, nowMs, (atMs) => this.#fillInstead(key, order, atMs));
    return { kind: 'accepted' };
  }

  /** The cancellation came too late. */
  #fillInstead(key: OrderKey, order: Order, atMs: number): void {
    this.deal(key, {}, atMs);
    this.parts.refused(this.parts.shelf.get(key) ?? order);
  }

  /** @throws {@link OrderRefused}, after which a record of the failed order is kept. */
  #check(account: SandboxAccount, draft: OrderDraft, order: Order, nowMs: number): void {
    const { say, likeLive, shelf } = this.parts;
    const name = refusalOf(draft.remark);
    try {
      if (name !== undefined) throw namedRefusal(name, say, likeLive);
      checkDraft(account, draft, this.parts, nowMs);
    } catch (error) {
      if (error instanceof OrderRefused) shelf.add({ ...order, status: 'FAILED', lastError: error.message });
      throw error;
    }
  }

  /** An order arrives at the exchange. */
  #enter(order: Order, nowMs: number): string {
    const { shelf, say } = this.parts;
    const key = keyOf(order.account, order.id);
    const submit = (atMs: number): void => this.#submit(key, atMs);
    const { placed } = fateOf(ruleOf(order));
    if (placed === 'lost') return order.id;
    const isWaiting = placed === 'slow' || placed === 'reject' || placed === 'hang';
    shelf.add(isWaiting ? { ...order, status: 'SUBMITTING' } : order);
    if (!isWaiting) submit(nowMs);
    if (placed === 'slow') this.after(slowMs, nowMs, submit);
    if (placed === 'reject')
      this.after(slowMs, nowMs, (atMs) => shelf.put(key, { ...order, status: 'FAILED', lastError: say('rejectedLater'), updatedMs: atMs }));
    return order.id;
  }

  #submit(key: OrderKey, atMs: number): void {
    const { shelf } = this.parts;
    const order = shelf.get(key);
    if (order === undefined) return;
    shelf.put(key, { ...order, status: 'SUBMITTED', updatedMs: atMs });
    this.#matcher.watch(key, atMs);
  }

  #expire(key: OrderKey, atMs: number): void {
    const { shelf, say } = this.parts;
    const order = shelf.get(key);
    if (order?.placed === undefined || !isOpen(order)) return;
    const placed = { ...order.placed, isExpired: true };
    shelf.put(key, { ...order, status: endedAs(order), lastError: say('expired'), updatedMs: atMs, placed });
  }

  /** Runs something so much later, with the next request after that. */
  after(ms: number, nowMs: number, run: (atMs: number) => void): void {
    this.#later = [...this.#later, { dueMs: nowMs + ms, run }];
  }

  #orderOf(account: SandboxAccount, draft: OrderDraft, nowMs: number): Order {
    const { security, side, type, timeInForce, quantity, price, auxPrice, session, remark, market } = draft;
    const rule = wordOf(remark);
    const { isMute = false, isUnseen = false } = fateOf(rule);
    this.#count += 1;
    const number = `${String(Math.trunc(nowMs))}${String(this.#count % 1_000).padStart(3, '0')}`;
    return {
      // Recorded ids have 18 digits.
      id: this.parts.likeLive ? number.padStart(18, '28') : number,
      account: account.id,
      security,
      exchange: exchangeOf(security),
      side,
      type,
      status: 'SUBMITTED',
      timeInForce,
      quantity,
      price,
      auxPrice,
      dealtQuantity: '0',
      dealtPrice: '0',
      createdMs: nowMs,
      updatedMs: nowMs,
      lastError: '',
      remark: isMute ? '' : remark,
      placed: { rule, session, market, ...(isUnseen ? { hiddenUntilMs: nowMs + unseenMs } : {}) },
    };
  }
}
