import type { OrderMemory, SandboxLanguage } from '../../types';
import type { SandboxAccount } from '../accounts';
import type { ChangeFate } from './acceptedChanges';
import type { BrowserStep, Reaction } from './changeDesk';
import { ChangeDesk } from './changeDesk';
import { OrderRefused } from './orderChange';
import { dealt } from './orderDeal';
import { createOrderShelf, keyOf } from './orderShelf';
import type { Order } from './orders';
import { orderText } from './orderTexts';
import { initialOrders, isOpen } from './orders';

/** The orders of the live accounts; the only part of the world that callers change. */
export interface OrderBlotter {
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

export interface OrderBlotterOptions {
  readonly language?: SandboxLanguage;
  readonly likeLive?: boolean;
  readonly moreOrders?: number;
  readonly memory?: OrderMemory | undefined;
}

/** Builds the orders as they are at the start. */
export function createOrderBlotter(
  nowMs: number,
  { language = 'en', likeLive = false, moreOrders = 0, memory }: OrderBlotterOptions = {},
): OrderBlotter {
  const shelf = createOrderShelf(initialOrders(nowMs, { likeLive, moreOrders }), memory);
  const desk = new ChangeDesk(shelf, (text) => orderText(language, text), likeLive);
  const openOrder = (account: string, orderId: string, now: number): Order => {
    desk.settle(now);
    const order = shelf.get(keyOf(account, orderId));
    if (order === undefined || !isOpen(order)) throw new OrderRefused('the order does not exist or is no longer open');
    return order;
  };
  const all = (now: number): readonly Order[] => {
    desk.settle(now);
    return shelf.all();
  };
  return {
    list: (account, now) => all(now).filter((order) => order.account === account),
    all,
    deal: (account, orderId, part, now) => {
      const order = openOrder(account, orderId, now);
      shelf.put(keyOf(account, orderId), dealt(order, part, now));
    },
    end: (account, orderId, reason, now) => {
      const order = openOrder(account, orderId, now);
      shelf.put(keyOf(account, orderId), { ...order, status: 'CANCELLED_ALL', lastError: reason, updatedMs: now });
    },
    onRefused: (listener) => desk.onRefused(listener),
    modify: (account, orderId, body, now) => desk.modify(account, orderId, body, now),
    confirm: (account, confirmId, now) => desk.confirm(account, confirmId, now),
    nextChange: (fate) => desk.nextChange(fate),
    browserStep: (ticket, now) => desk.browserStep(ticket, now),
    finishBrowserStep: (ticket, approved, now) => desk.finishBrowserStep(ticket, approved, now),
  };
}
