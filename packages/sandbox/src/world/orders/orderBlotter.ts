import type Big from 'big.js';
import type { Fixed } from '../../decimalText';
import { fixed } from '../../decimalText';
import type { Market } from '../../market/market';
import type { OrderMemory, SandboxLanguage } from '../../types';
import type { SandboxAccount } from '../accounts';
import type { Deal } from '../exchange/deals';
import { createDealBook } from '../exchange/deals';
import type { OrderDraft } from '../exchange/drafts';
import { checkPlacedChange, lastOf } from '../exchange/orderChecks';
import { Exchange } from '../exchange/exchange';
import type { Placed } from '../exchange/exchange';
import { pastOf, paperOrdersOf } from '../exchange/pastOrders';
import type { Past } from '../exchange/pastOrders';
import { Purse } from '../exchange/purse';
import { createKeeper, rememberedDeals, rememberedOrders } from '../exchange/remembered';
import type { Security } from '../../securities/securities';
import type { ChangeFate } from '../../fates';
import { ChangeDesk } from './changeDesk';
import type { ChangeDeskParts } from './changeDesk';
import { OrderRefused } from './orderChange';
import { createOrderShelf, keyOf } from './orderShelf';
import type { Order } from './orders';
import { orderText } from './orderTexts';
import { initialOrders, isOpen } from './orders';
import { Questions } from './questions';
import type { BrowserStep, Reaction } from './questions';

/** The kind of a refused request about an existing order. */
export type RefusedRequest = 'change' | 'cancellation';

/** The orders of the accounts; with their effect on money and positions, the only part of the world that callers change. */
export type OrderBlotter = Readonly<ReturnType<typeof createOrderBlotter>>;

export interface OrderBlotterOptions {
  readonly seed: number;
  readonly market: Market;
  /** Any security of the world. */
  readonly find: (code: string) => Security | undefined;
  readonly language?: SandboxLanguage;
  readonly likeLive?: boolean;
  /** Changes keep to the specification's rules, and the market deals with no order. */
  readonly strict?: boolean;
  readonly moreOrders?: number;
  readonly memory?: OrderMemory | undefined;
}

/** Builds the initial orders. */
export function createOrderBlotter(
  nowMs: number,
  { seed, market, find, language = 'en', likeLive = false, strict = false, moreOrders = 0, memory }: OrderBlotterOptions,
) {
  const initial = [...initialOrders(nowMs, { likeLive, strict, moreOrders }), ...paperOrdersOf(seed, market, nowMs)];
  const shelf = createOrderShelf(initial, memory);
  const say = (text: Parameters<typeof orderText>[1]): string => orderText(language, text);
  const listeners: ((order: Order, request: RefusedRequest) => void)[] = [];
  const refused =
    (request: RefusedRequest) =>
    (order: Order): void => {
      for (const listener of listeners) listener(order, request);
    };
  const questions = new Questions(shelf, say('confirmId'));
  for (const order of rememberedOrders(memory, find)) shelf.add(order);
  const deals = createDealBook(initial, rememberedDeals(memory, find));
  const ofAccount = (account: string): readonly Order[] => shelf.all().filter((order) => order.account === account);
  const previousClose = (security: Security): Fixed => fixed(market.previousClose(security, nowMs), security.digits);
  const last = (security: Security, atMs: number): Big => lastOf(market, security, atMs);
  const purse = new Purse({ seed, startMs: nowMs, deals: (account) => deals.of(account), orders: ofAccount, previousClose, last });
  const check: ChangeDeskParts['check'] = (account, order, change, now) =>
    strict ? undefined : checkPlacedChange(account, order, change, { market, purse, say, likeLive }, now);
  const exchange = new Exchange({ shelf, questions, deals, purse, market, say, likeLive, strict, refused: refused('cancellation') });
  const changed: ChangeDeskParts['changed'] = (key, before, now) => exchange.changed(key, before, now);
  const after: ChangeDeskParts['after'] = (ms, now, run) => exchange.after(ms, now, run);
  const desk = new ChangeDesk({ shelf, questions, say, likeLive, check, after, changed, refused: refused('change') });
  const past = new Map<string, Past>();

  exchange.resume(nowMs);
  const keep = memory === undefined ? () => undefined : createKeeper(memory, shelf, deals);
  /** Runs an operation, and stores its effects on orders and deals. */
  const kept = <T>(act: () => T): T => {
    try {
      return act();
    } finally {
      keep();
    }
  };

  const settle = (now: number): void => kept(() => exchange.settle(now));
  const openOrder = (account: string, orderId: string, now: number): Order => {
    settle(now);
    const order = shelf.get(keyOf(account, orderId));
    if (order === undefined || !isOpen(order)) throw new OrderRefused('the order does not exist or is no longer open');
    return order;
  };
  const isSeen = ({ placed }: Order, now: number): boolean => (placed?.hiddenUntilMs ?? 0) <= now;
  return {
    /** The account's orders, the newest first, including everything that is due by now. */
    list: (account: string, now: number): readonly Order[] => {
      settle(now);
      return ofAccount(account).filter((order) => isSeen(order, now));
    },
    /** The orders of all live accounts, likewise. */
    all: (now: number): readonly Order[] => {
      settle(now);
      return shelf.all().filter((order) => order.placed?.market === undefined && isSeen(order, now));
    },
    /** The deals of the account's orders since the start, the oldest first. */
    deals: (account: string, now: number): readonly Deal[] => {
      settle(now);
      return deals.of(account);
    },
    /** Orders and deals of the weeks before the start, the oldest first. */
    past: (account: SandboxAccount): Past => {
      const known = past.get(account.id) ?? pastOf(seed, market, account, nowMs);
      past.set(account.id, known);
      return known;
    },
    /** The current money and positions. */
    purse: (now: number): Purse => {
      settle(now);
      return purse;
    },
    /** @throws {@link OrderRefused} when the order is refused. */
    place: (account: SandboxAccount, draft: OrderDraft, now: number): Placed => {
      settle(now);
      return kept(() => exchange.place(account, draft, now));
    },
    /** @throws {@link OrderRefused} when the cancellation is refused. */
    cancel: (account: SandboxAccount, orderId: string, name: string | undefined, now: number): Reaction => {
      settle(now);
      return kept(() => exchange.cancel(account, orderId, name, now));
    },
    /** The exchange deals a part of an open order, or its remainder, at a given price, or at the order's own. @throws {@link OrderRefused} */
    deal: (
      account: string,
      orderId: string,
      part: { readonly quantity?: string | undefined; readonly price?: string | undefined },
      now: number,
    ): void => {
      openOrder(account, orderId, now);
      kept(() => exchange.deal(keyOf(account, orderId), part, now));
    },
    /** The exchange ends an open order; the reason becomes the order's message. @throws {@link OrderRefused} */
    end: (account: string, orderId: string, reason: string, now: number): void => {
      openOrder(account, orderId, now);
      kept(() => exchange.end(keyOf(account, orderId), reason, now));
    },
    /** Registers a listener for refused requests about orders. */
    onRefused: (listener: (order: Order, request: RefusedRequest) => void): void => void listeners.push(listener),
    /** @throws {@link OrderRefused} when the change is refused. */
    modify: (account: SandboxAccount, orderId: string, body: Readonly<Record<string, unknown>>, now: number): Reaction => {
      settle(now);
      return kept(() => desk.modify(account, orderId, body, now));
    },
    /**
     * Applies the request that waited for it, and returns the order's ID.
     *
     * @throws {@link OrderRefused} for an ID that is unknown, used, expired or of another account.
     */
    confirm: (account: string, confirmId: string, now: number): string => {
      settle(now);
      return kept(() => questions.confirm(account, confirmId, now));
    },
    /** Determines the outcome of the next accepted change. */
    nextChange: (fate: ChangeFate): void => desk.nextChange(fate),
    /** The step of a ticket; undefined if it is unknown, finished, replaced or too old. */
    browserStep: (ticket: string, now: number): BrowserStep | undefined => questions.browserStep(ticket, now),
    /** Ends the step, applying its change or not; false if there is none. */
    finishBrowserStep: (ticket: string, approved: boolean, now: number): boolean => {
      settle(now);
      return kept(() => questions.finishBrowserStep(ticket, approved, now));
    },
  };
}
