import type { SandboxAccount } from '../accounts';
import type { AcceptedChanges, ChangeFate } from './acceptedChanges';
import { createAcceptedChanges } from './acceptedChanges';
import type { OrderChange } from './orderChange';
import { checkChange, OrderRefused } from './orderChange';
import type { OrderKey, OrderShelf } from './orderShelf';
import { keyOf } from './orderShelf';
import type { OrderText } from './orderTexts';
import { isRejectedOrder } from './orderTexts';
import type { Order } from './orders';
import { isOpen } from './orders';
import { createWaitingChanges } from './waitingChanges';

/** How long a change waits for its confirmation. */
const CONFIRM_MS = 5 * 60_000;
/** How long the page of a browser step can be answered. */
const BROWSER_MS = 10 * 60_000;

/** By the beginning of the order's id; all others change at once. */
const FATES: Readonly<Record<string, ChangeFate>> = { SLOW: 'slow', LATE: 'reject', HANG: 'hang' };

/** How services of this family were recorded to refuse: too little money, a price too far from the market. */
const RECORDED_CODES: Readonly<Record<string, number>> = { 'ERR-1': 14, 'ERR-3': 28 };

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

/** Takes changes to orders: checks them, answers, asks for a confirmation or a browser where the order wants one, and puts them in force. */
export class ChangeDesk {
  readonly #accepted: AcceptedChanges;
  readonly #unconfirmed = createWaitingChanges();
  readonly #inBrowser = createWaitingChanges();
  readonly #refusedListeners: ((order: Order) => void)[] = [];
  #nextFate: ChangeFate | undefined;

  constructor(
    private readonly shelf: OrderShelf,
    private readonly say: (text: OrderText) => string,
    private readonly likeLive: boolean,
  ) {
    this.#accepted = createAcceptedChanges(shelf, say('rejectedLater'));
  }

  /** Has every change happen that is due by now. */
  settle(nowMs: number): void {
    this.#accepted.settle(nowMs);
  }

  onRefused(listener: (order: Order) => void): void {
    this.#refusedListeners.push(listener);
  }

  nextChange(fate: ChangeFate): void {
    this.#nextFate = fate;
  }

  modify(account: SandboxAccount, orderId: string, body: Readonly<Record<string, unknown>>, nowMs: number): Reaction {
    this.settle(nowMs);
    const key = keyOf(account.id, orderId);
    const order = this.shelf.get(key);
    if (order === undefined) throw new OrderRefused(this.say('unknown'));
    // A confirmation or a browser step belongs to the answer directly before: any new request about the order ends it.
    this.#unconfirmed.forgetOrder(key);
    this.#inBrowser.forgetOrder(key);
    try {
      const change = checkChange(order, account, body);
      if (this.#accepted.has(key)) throw new OrderRefused(this.say('inProgress'));
      return this.#react(order, key, change, nowMs);
    } catch (error) {
      for (const listener of this.#refusedListeners) listener(order);
      throw error;
    }
  }

  #react(order: Order, key: OrderKey, change: OrderChange, nowMs: number): Reaction {
    const { account } = order;
    const rule = order.id.slice(0, order.id.indexOf('-'));
    switch (rule) {
      case 'ERR':
        throw new OrderRefused(
          this.say(isRejectedOrder(order.id) ? order.id : 'failed'),
          this.likeLive ? RECORDED_CODES[order.id] : undefined,
        );
      case 'CONFIRM': {
        const confirmId = this.#unconfirmed.add({ ...change, key, account, dueMs: nowMs + CONFIRM_MS });
        return { kind: 'confirm', confirmId, message: this.say('confirm') };
      }
      case 'BROWSER': {
        const ticket = this.#inBrowser.add({ ...change, key, account, dueMs: nowMs + BROWSER_MS });
        return { kind: 'browser', ticket, message: this.say('browser') };
      }
      default: {
        const fate = this.#nextFate ?? FATES[rule];
        this.#nextFate = undefined;
        if (fate === undefined) this.shelf.apply(key, change, nowMs);
        else this.#accepted.add(key, change, fate, nowMs);
        return { kind: 'accepted' };
      }
    }
  }

  confirm(account: string, confirmId: string, nowMs: number): string {
    this.settle(nowMs);
    const change = this.#unconfirmed.find(confirmId, nowMs);
    if (change?.account !== account) throw new OrderRefused(this.say('confirmId'));
    this.#unconfirmed.remove(confirmId);
    this.shelf.apply(change.key, change, nowMs);
    return change.key.slice(account.length + 1);
  }

  browserStep(ticket: string, nowMs: number): BrowserStep | undefined {
    const change = this.#inBrowser.find(ticket, nowMs);
    const order = change === undefined ? undefined : this.shelf.get(change.key);
    return change === undefined || order === undefined || !isOpen(order) ? undefined : { order, change };
  }

  finishBrowserStep(ticket: string, approved: boolean, nowMs: number): boolean {
    this.settle(nowMs);
    const step = this.browserStep(ticket, nowMs);
    this.#inBrowser.remove(ticket);
    if (step !== undefined && approved) this.shelf.apply(keyOf(step.order.account, step.order.id), step.change, nowMs);
    return step !== undefined;
  }
}
