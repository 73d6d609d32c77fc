import { fateOf, isRefusal, refusals, slowMs } from '../../fates';
import type { ChangeFate } from '../../fates';
import type { SandboxAccount } from '../accounts';
import type { OrderChange } from './orderChange';
import { checkChange, OrderRefused, stillFits } from './orderChange';
import type { OrderKey, OrderShelf } from './orderShelf';
import { keyOf } from './orderShelf';
import type { OrderText } from './orderTexts';
import type { Order } from './orders';
import { isOpen, ruleOf } from './orders';
import type { Questions, Reaction } from './questions';

/** The refusal that an order with this name gets. */
export function namedRefusal(name: string, say: (text: OrderText) => string, likeLive: boolean): OrderRefused {
  if (!isRefusal(name)) return new OrderRefused(say('failed'));
  return new OrderRefused(say(name), likeLive ? refusals[name].likeLiveCode : undefined);
}

export interface ChangeDeskParts {
  readonly shelf: OrderShelf;
  readonly questions: Questions;
  readonly say: (text: OrderText) => string;
  readonly likeLive: boolean;
  /** The broker's reasons against a change. @throws {@link OrderRefused} */
  readonly check: (account: SandboxAccount, order: Order, change: OrderChange, nowMs: number) => void;
  /** Runs something so much later, with the next request after that. */
  readonly after: (ms: number, nowMs: number, run: (atMs: number) => void) => void;
  /** Called when a change was applied. */
  readonly changed: (key: OrderKey, before: Order, atMs: number) => void;
  /** Called when a change was refused. */
  readonly refused: (order: Order) => void;
}

/** Handles changes of orders: validates them, responds, asks for a confirmation or a browser step if the order requires one, and applies them. */
export class ChangeDesk {
  /** The orders with a change that was accepted, and is not applied yet. */
  readonly #inProgress = new Set<OrderKey>();
  #nextFate: ChangeFate | undefined;

  constructor(private readonly parts: ChangeDeskParts) {}

  nextChange(fate: ChangeFate): void {
    this.#nextFate = fate;
  }

  modify(account: SandboxAccount, orderId: string, body: Readonly<Record<string, unknown>>, nowMs: number): Reaction {
    const { shelf, questions, say, likeLive, refused } = this.parts;
    const key = keyOf(account.id, orderId);
    const order = shelf.get(key);
    // Recorded: a change of an order that does not exist is accepted.
    if (order === undefined && likeLive) return { kind: 'accepted' };
    if (order === undefined) throw new OrderRefused(say('unknown'));
    questions.forgetOrder(key);
    try {
      const change = checkChange(order, account, body);
      if (this.#inProgress.has(key)) throw new OrderRefused(say('inProgress'));
      this.parts.check(account, order, change, nowMs);
      return this.#react(account, order, key, change, nowMs);
    } catch (error) {
      refused(order);
      throw error;
    }
  }

  #react(account: SandboxAccount, order: Order, key: OrderKey, change: OrderChange, nowMs: number): Reaction {
    const { shelf, questions, say, likeLive, refused, check, changed } = this.parts;
    const apply = (atMs: number): string => {
      const current = shelf.get(key) ?? order;
      if (!stillFits(current, change)) throw new OrderRefused(say(isOpen(current) ? 'belowFilled' : 'notOpen'));
      check(account, current, change, atMs);
      shelf.apply(key, change, atMs);
      changed(key, current, atMs);
      return order.id;
    };
    const applyLater = (atMs: number): string => {
      try {
        return apply(atMs);
      } catch (error) {
        refused(shelf.get(key) ?? order);
        throw error;
      }
    };
    const asked = { key, account: order.account, order, change, apply: applyLater };
    const { answer, changed: usual } = fateOf(ruleOf(order));
    // Paper accounts ask nothing.
    const asks = account.kind === 'live';
    if (answer === 'refused') throw namedRefusal(order.id, say, likeLive);
    if (asks && answer === 'confirm') return questions.toConfirm(asked, say('confirm'), nowMs);
    if (asks && answer === 'browser') return questions.inBrowser(asked, say('browser'), nowMs);
    const fate = this.#nextFate ?? usual;
    this.#nextFate = undefined;
    if (fate === undefined) apply(nowMs);
    else this.#inProgress.add(key);
    if (fate === 'slow' || fate === 'reject') this.parts.after(slowMs, nowMs, (atMs) => this.#finish(key, apply, fate, atMs));
    return { kind: 'accepted' };
  }

  /** Applies a change that was accepted, or lets the exchange reject it. */
  #finish(key: OrderKey, apply: (atMs: number) => unknown, fate: 'slow' | 'reject', atMs: number): void {
    const { shelf, say, refused } = this.parts;
    this.#inProgress.delete(key);
    if (fate === 'slow' && isApplied(apply, atMs)) return;
    const order = shelf.get(key);
    if (order === undefined) return;
    if (isOpen(order)) shelf.keep(key, { ...order, updatedMs: atMs, lastError: say('rejectedLater') });
    refused(shelf.get(key) ?? order);
  }
}

/** Whether the order still allowed it. */
function isApplied(apply: (atMs: number) => unknown, atMs: number): boolean {
  try {
    apply(atMs);
    return true;
  } catch (error) {
    if (error instanceof OrderRefused) return false;
    throw error;
  }
}
