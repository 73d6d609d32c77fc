import { randomUUID } from 'node:crypto';
import type { OrderMemory, SandboxLanguage } from '../../types';
import type { SandboxAccount } from '../accounts';
import type { OrderChange } from './orderChange';
import { checkChange, OrderRefused } from './orderChange';
import { dealt } from './orderDeal';
import type { Order } from './orders';
import { isRejectedOrder, orderText, type OrderText } from './orderTexts';
import { initialOrders, isOpen } from './orders';

/** How long an order whose id begins with SLOW- takes to change after the change was accepted. */
const SLOW_MS = 3_000;
/** How long a change waits for its confirmation. */
const CONFIRM_MS = 5 * 60_000;
/** How long the page of a browser step can be answered. */
const BROWSER_MS = 10 * 60_000;

/** What becomes of an accepted change: applied some seconds later, rejected by the exchange then, or neither, ever. */
export type ChangeFate = 'slow' | 'reject' | 'hang';

/** By the beginning of the order's id; all others change at once. */
const FATES: Readonly<Record<string, ChangeFate>> = { SLOW: 'slow', LATE: 'reject', HANG: 'hang' };

/** What the service answers to a modification. */
export type Reaction =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'confirm'; readonly confirmId: string; readonly message: string }
  /** `ticket` names the step that is finished in a browser. */
  | { readonly kind: 'browser'; readonly ticket: string; readonly message: string };

/** A change that somebody has to approve in a browser. */
export interface BrowserStep {
  readonly order: Order;
  readonly change: OrderChange;
}

/** The orders of the live accounts; the only part of the world that callers change. */
export interface OrderBook {
  /** The account's orders, the newest first, with every change that is due by now. */
  list(account: string, nowMs: number): readonly Order[];
  /** The orders of all accounts, likewise. */
  all(nowMs: number): readonly Order[];
  /** The exchange deals a part of an open order, or what is left of it, at a price, or at the order's own. @throws {@link OrderRefused} */
  deal(
    account: string,
    orderId: string,
    part: { readonly quantity?: string | undefined; readonly price?: string | undefined },
    nowMs: number,
  ): void;
  /** The exchange ends an open order; the reason is what the order tells. @throws {@link OrderRefused} */
  end(account: string, orderId: string, reason: string, nowMs: number): void;
  /** Is told of every change to an order that was refused. */
  onRefused(listener: (order: Order) => void): void;
  /** @throws {@link OrderRefused} when the change is refused. */
  modify(account: SandboxAccount, orderId: string, body: Readonly<Record<string, unknown>>, nowMs: number): Reaction;
  /** Puts a change in force that waited for it, and gives the order's id. @throws {@link OrderRefused} for an id that is unknown, used, expired or of another account. */
  confirm(account: string, confirmId: string, nowMs: number): string;
  /** Decides what becomes of the next change that is accepted. */
  nextChange(fate: ChangeFate): void;
  /** The step that a ticket names; undefined when it is unknown, finished, replaced or too old. */
  browserStep(ticket: string, nowMs: number): BrowserStep | undefined;
  /** Ends the step, applying its change or not; false when there is none. */
  finishBrowserStep(ticket: string, approved: boolean, nowMs: number): boolean;
}

interface Waiting extends OrderChange {
  readonly key: string;
  readonly account: string;
  readonly dueMs: number;
}

const keyOf = (account: string, orderId: string): string => `${account}\n${orderId}`;

export interface OrderBookOptions {
  readonly language?: SandboxLanguage;
  readonly likeLive?: boolean;
  readonly memory?: OrderMemory | undefined;
}

/** Builds the order book as it is at the start. */
export function createOrderBook(nowMs: number, { language = 'en', likeLive = false, memory }: OrderBookOptions = {}): OrderBook {
  const say = (text: OrderText): string => orderText(language, text);
  const orders = new Map(initialOrders(nowMs, likeLive).map((order) => [keyOf(order.account, order.id), order]));
  for (const { account, id, ...kept } of memory?.orders ?? []) {
    const key = keyOf(account, id);
    const known = orders.get(key);
    if (known !== undefined) orders.set(key, { ...known, ...kept });
  }
  let fate: ChangeFate | undefined;
  const slow = new Map<string, Waiting & { readonly fate: ChangeFate }>();
  const unconfirmed = new Map<string, Waiting>();
  const inBrowser = new Map<string, Waiting>();
  const refusedListeners: ((order: Order) => void)[] = [];

  function apply(key: string, change: OrderChange, atMs: number): void {
    const order = orders.get(key);
    if (order !== undefined) {
      const { quantity, price, auxPrice = order.auxPrice } = change;
      put(key, { ...order, quantity, price, auxPrice, updatedMs: atMs, lastError: '' });
    }
  }

  function put(key: string, order: Order): void {
    orders.set(key, order);
    if (memory === undefined) return;
    const { account, id, quantity, price, auxPrice, updatedMs, lastError } = order;
    const others = memory.orders.filter((kept) => keyOf(kept.account, kept.id) !== key);
    memory.saveOrders([...others, { account, id, quantity, price, auxPrice, updatedMs, lastError }]);
  }

  /** Accepted, and then the exchange has another word. */
  function rejectLater(key: string, atMs: number): void {
    const order = orders.get(key);
    if (order !== undefined) put(key, { ...order, updatedMs: atMs, lastError: say('rejectedLater') });
  }

  /** Changes by themselves happen when somebody looks: no timer has to run. */
  function settle(now: number): void {
    for (const [key, change] of slow) {
      if (change.dueMs <= now) {
        slow.delete(key);
        if (change.fate === 'slow') apply(key, change, change.dueMs);
        else rejectLater(key, change.dueMs);
      }
    }
  }

  function react(order: Order, key: string, change: OrderChange, now: number): Reaction {
    const rule = order.id.slice(0, order.id.indexOf('-'));
    switch (rule) {
      case 'ERR':
        throw new OrderRefused(say(isRejectedOrder(order.id) ? order.id : 'failed'));
      case 'CONFIRM': {
        const confirmId = randomUUID();
        unconfirmed.set(confirmId, { ...change, key, account: order.account, dueMs: now + CONFIRM_MS });
        return { kind: 'confirm', confirmId, message: say('confirm') };
      }
      case 'BROWSER': {
        const ticket = randomUUID();
        inBrowser.set(ticket, { ...change, key, account: order.account, dueMs: now + BROWSER_MS });
        return { kind: 'browser', ticket, message: say('browser') };
      }
      default: {
        const becomes = fate ?? FATES[rule];
        fate = undefined;
        if (becomes === undefined) apply(key, change, now);
        else slow.set(key, { ...change, key, account: order.account, fate: becomes, dueMs: becomes === 'hang' ? Infinity : now + SLOW_MS });
        return { kind: 'accepted' };
      }
    }
  }

  /** A confirmation or a browser step belongs to the answer directly before: any new request about the order ends it. */
  function forgetConfirmations(key: string): void {
    for (const waiting of [unconfirmed, inBrowser]) {
      for (const [id, change] of waiting) {
        if (change.key === key) {
          waiting.delete(id);
        }
      }
    }
  }

  function browserStep(ticket: string, now: number): BrowserStep | undefined {
    const waiting = inBrowser.get(ticket);
    const order = waiting === undefined || waiting.dueMs < now ? undefined : orders.get(waiting.key);
    return waiting === undefined || order === undefined || !isOpen(order) ? undefined : { order, change: waiting };
  }

  function openOrder(account: string, orderId: string, now: number): Order {
    settle(now);
    const order = orders.get(keyOf(account, orderId));
    if (order === undefined || !isOpen(order)) {
      throw new OrderRefused('the order does not exist or is no longer open');
    }
    return order;
  }

  function change(order: Order, account: SandboxAccount, body: Readonly<Record<string, unknown>>, now: number): Reaction {
    const key = keyOf(order.account, order.id);
    const checked = checkChange(order, account, body);
    if (slow.has(key)) {
      throw new OrderRefused(say('inProgress'));
    }
    return react(order, key, checked, now);
  }

  return {
    list: (account, now) => {
      settle(now);
      return [...orders.values()].filter((order) => order.account === account);
    },
    all: (now) => {
      settle(now);
      return [...orders.values()];
    },
    deal: (account, orderId, part, now) => {
      const order = openOrder(account, orderId, now);
      orders.set(keyOf(account, orderId), dealt(order, part, now));
    },
    end: (account, orderId, reason, now) => {
      const order = openOrder(account, orderId, now);
      orders.set(keyOf(account, orderId), { ...order, status: 'CANCELLED_ALL', lastError: reason, updatedMs: now });
    },
    onRefused: (listener) => void refusedListeners.push(listener),
    modify: (account, orderId, body, now) => {
      settle(now);
      const key = keyOf(account.id, orderId);
      const order = orders.get(key);
      if (order === undefined) {
        throw new OrderRefused(say('unknown'));
      }
      forgetConfirmations(key);
      try {
        return change(order, account, body, now);
      } catch (error) {
        for (const listener of refusedListeners) listener(order);
        throw error;
      }
    },
    confirm: (account, confirmId, now) => {
      settle(now);
      const change = unconfirmed.get(confirmId);
      if (change === undefined || change.account !== account || change.dueMs < now) {
        throw new OrderRefused(say('confirmId'));
      }
      unconfirmed.delete(confirmId);
      apply(change.key, change, now);
      return change.key.slice(account.length + 1);
    },
    nextChange: (next) => {
      fate = next;
    },
    browserStep,
    finishBrowserStep: (ticket, approved, now) => {
      settle(now);
      const step = browserStep(ticket, now);
      inBrowser.delete(ticket);
      if (step !== undefined && approved) {
        apply(keyOf(step.order.account, step.order.id), step.change, now);
      }
      return step !== undefined;
    },
  };
}
