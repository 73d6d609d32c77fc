import Big from 'big.js';
import type { SandboxAccount } from '../accounts';
import type { Fixed } from '../../decimalText';
import { fixed, fixedText, minus, parseDecimal, plus, rounded, times } from '../../decimalText';
import type { Order } from '../orders/orders';
import type { Holding } from '../positions';
import { marketOf, signedQuantity, unitsOf } from '../positions';
import type { Deal } from './deals';

/** What an account holds and what it was paid, after all its deals since the start. */
export interface Books {
  readonly holdings: readonly Holding[];
  /** The change of the cash, by currency. A future is not paid for: closing it pays its profit or loss. */
  readonly paid: ReadonlyMap<string, Fixed>;
  /** The profit of everything that was closed, by currency. */
  readonly realized: ReadonlyMap<string, Fixed>;
}

const nothing = fixed(0, 2);

/** Enters the deals, the oldest first, one after the other. */
export function enterDeals(account: SandboxAccount, initial: readonly Holding[], deals: readonly Deal[]): Books {
  const held = new Map(initial.map((holding) => [holding.security.code, holding]));
  const [paid, realized] = [new Map<string, Fixed>(), new Map<string, Fixed>()];
  const add = (sums: Map<string, Fixed>, currency: string, amount: Fixed): void =>
    void sums.set(currency, plus(sums.get(currency) ?? nothing, amount));
  for (const deal of deals) {
    const { code, currency, type } = deal.security;
    const price = parseDecimal(deal.price) ?? nothing;
    const before = held.get(code);
    const change = signed(deal);
    const had = before === undefined ? 0n : signedQuantity(before);
    const closing = had > 0n === change > 0n ? 0n : least(size(had), size(change));
    let after = before;
    let gain = nothing;
    if (before !== undefined && closing > 0n) {
      const each = before.short ? minus(before.cost, price) : minus(price, before.cost);
      gain = rounded(times(each, unitsOf(deal.security, closing)), deal.security.digits + 2);
      after = closed(before, closing, price, deal.atMs, gain);
    }
    const opening = size(change) - closing;
    if (opening > 0n) after = opened(after, { deal, price, quantity: opening, account, before });
    if (after === undefined) held.delete(code);
    else held.set(code, after);
    add(realized, currency, gain);
    add(paid, currency, type === 'FUTURES' ? gain : times(price, unitsOf(deal.security, -change)));
  }
  return { holdings: [...held.values()], paid, realized };
}

/** A position after a part of it was closed; undefined if nothing is left of it. */
function closed(before: Holding, quantity: bigint, price: Fixed, atMs: number, gain: Fixed): Holding | undefined {
  const left = before.quantity - quantity;
  if (left === 0n) return undefined;
  const unavailable = before.quantity - before.available;
  const { units, digits } = before.proceeds;
  return {
    ...before,
    quantity: left,
    available: left > unavailable ? left - unavailable : 0n,
    proceeds: { units: (units * left) / before.quantity, digits },
    realized: plus(before.realized, gain),
    trades: [...before.trades, { atMs, quantity: before.short ? quantity : -quantity, price }],
  };
}

interface Opening {
  readonly deal: Deal;
  readonly price: Fixed;
  readonly quantity: bigint;
  readonly account: SandboxAccount;
  /** What was held before the deal, perhaps on the other side. */
  readonly before: Holding | undefined;
}

/** A position after more of it was bought, or sold short. */
function opened(held: Holding | undefined, { deal, price, quantity, account, before }: Opening): Holding {
  const { security, atMs } = deal;
  const short = !isBuy(deal.side);
  const whole = (held?.quantity ?? 0n) + quantity;
  const average = (of: Fixed | undefined): Fixed => {
    const paid = new Big(fixedText(price)).times(String(quantity));
    const sum = of === undefined || held === undefined ? paid : new Big(fixedText(of)).times(String(held.quantity)).plus(paid);
    return averaged(sum.div(String(whole)));
  };
  const proceeds = short && security.type !== 'FUTURES' ? times(price, unitsOf(security, quantity)) : nothing;
  return {
    id: before?.id ?? `7${String(Math.trunc(atMs))}`,
    security,
    short,
    quantity: whole,
    available: (held?.available ?? 0n) + quantity,
    cost: average(held?.cost),
    averageBuy: average(held?.averageBuy),
    market: before?.market ?? (account.markets.length === 1 ? (account.markets[0] ?? 0) : marketOf(security)),
    isOfToday: false,
    proceeds: plus(held?.proceeds ?? nothing, proceeds),
    realized: held?.realized ?? nothing,
    trades: [...(held?.trades ?? []), { atMs, quantity: short ? -quantity : quantity, price }],
  };
}

export function isBuy(side: Order['side']): boolean {
  return side === 'BUY' || side === 'BUY_BACK';
}

/** What a deal adds to the quantity; negative for a sale. */
function signed({ side, quantity }: Deal): bigint {
  const amount = BigInt(new Big(quantity).round(0, Big.roundDown).toFixed(0));
  return isBuy(side) ? amount : -amount;
}

function size(quantity: bigint): bigint {
  return quantity < 0n ? -quantity : quantity;
}

function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** With more decimals than are shown: thousands of shares would make a rounded cent of each visible. */
function averaged(value: Big): Fixed {
  const digits = 12;
  return { units: BigInt(value.times(new Big(10).pow(digits)).round(0).toFixed(0)), digits };
}
