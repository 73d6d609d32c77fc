import type { OrderChange } from './orderChange';
import { OrderRefused, stillFits } from './orderChange';
import type { OrderKey, OrderShelf } from './orderShelf';
import type { Order } from './orders';
import { randomUUID } from 'node:crypto';

/** How long a request waits for its confirmation. */
const confirmMs = 5 * 60_000;
/** How long the user can answer the page of a browser step. */
const browserMs = 10 * 60_000;

/** The service's response to a request about an order. */
export type Reaction =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'confirm'; readonly confirmId: string; readonly message: string }
  /** `ticket` names the step that is finished in a browser. */
  | { readonly kind: 'browser'; readonly ticket: string; readonly message: string };

/** A change that the user has to approve in a browser. */
export interface BrowserStep {
  readonly order: Order;
  readonly change: OrderChange;
}

type Asked = Omit<WaitingChange, 'dueMs'>;

/** Requests that wait for the user: to be confirmed, or to be approved in a browser. */
export class Questions {
  readonly #unconfirmed = new WaitingChanges();
  readonly #inBrowser = new WaitingChanges();

  constructor(
    private readonly shelf: OrderShelf,
    /** The message for an invalid confirm_id. */
    private readonly invalid: string,
  ) {}

  toConfirm(asked: Asked, message: string, nowMs: number): Extract<Reaction, { readonly kind: 'confirm' }> {
    return { kind: 'confirm', confirmId: this.#unconfirmed.add({ ...asked, dueMs: nowMs + confirmMs }), message };
  }

  inBrowser(asked: Asked, message: string, nowMs: number): Extract<Reaction, { readonly kind: 'browser' }> {
    return { kind: 'browser', ticket: this.#inBrowser.add({ ...asked, dueMs: nowMs + browserMs }), message };
  }

  /** A confirmation or a browser step belongs to the previous response: any new request about the order ends it. */
  forgetOrder(key: OrderKey): void {
    this.#unconfirmed.forgetOrder(key);
    this.#inBrowser.forgetOrder(key);
  }

  /** @throws {@link OrderRefused} for an id that is unknown, used, expired or of another account. */
  confirm(account: string, confirmId: string, nowMs: number): string {
    const waiting = this.#unconfirmed.find(confirmId, nowMs);
    if (waiting?.account !== account) throw new OrderRefused(this.invalid);
    this.#unconfirmed.remove(confirmId);
    return waiting.apply(nowMs);
  }

  browserStep(ticket: string, nowMs: number): BrowserStep | undefined {
    const waiting = this.#inBrowser.find(ticket, nowMs);
    if (waiting === undefined) return undefined;
    const order = this.shelf.get(waiting.key) ?? waiting.order;
    return stillFits(order, waiting.change) ? { order, change: waiting.change } : undefined;
  }

  finishBrowserStep(ticket: string, approved: boolean, nowMs: number): boolean {
    const isThere = this.browserStep(ticket, nowMs) !== undefined;
    const waiting = this.#inBrowser.find(ticket, nowMs);
    this.#inBrowser.remove(ticket);
    if (!isThere || !approved || waiting === undefined) return isThere;
    try {
      waiting.apply(nowMs);
      return true;
    } catch (error) {
      if (error instanceof OrderRefused) return false;
      throw error;
    }
  }
}

/** A validated request about an order that is not applied yet. */
interface WaitingChange {
  /** The key of its order; a new one has a key of its own. */
  readonly key: OrderKey;
  readonly account: string;
  /** The order before the change, or a new order. */
  readonly order: Order;
  readonly change: OrderChange;
  /** Until when the user can still accept it. */
  readonly dueMs: number;
  /** Applies it, and returns the ID of the order. */
  readonly apply: (nowMs: number) => string;
}

/** Changes that wait for the user's answer. */
class WaitingChanges {
  readonly #changes = new Map<string, WaitingChange>();

  /** Returns the ID by which the change can be found. */
  add(change: WaitingChange): string {
    const id = randomUUID();
    this.#changes.set(id, change);
    return id;
  }

  /** Undefined if the ID is unknown, used, dropped or too old. */
  find(id: string, nowMs: number): WaitingChange | undefined {
    const change = this.#changes.get(id);
    return change === undefined || change.dueMs < nowMs ? undefined : change;
  }

  remove(id: string): void {
    this.#changes.delete(id);
  }

  /** Drops the waiting changes of one order. */
  forgetOrder(key: OrderKey): void {
    for (const [id, change] of this.#changes) if (change.key === key) this.#changes.delete(id);
  }
}
