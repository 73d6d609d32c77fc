import Big from 'big.js';
import type { SandboxAccount } from '../accounts';
import type { Fixed } from '../../decimalText';
import { fixedText } from '../../decimalText';
import type { Order } from '../orders/orders';
import { hasEnded, hasLimit, needsTrigger } from '../orders/orders';
import type { Holding } from '../positions';
import { asBought, holdingsOf, marketOf } from '../positions';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import type { Deal } from './deals';

/** The initial cash of a live account. */
const cash: ReadonlyMap<string, string> = new Map([
  ['HKD', '182340.55'],
  ['USD', '48912.30'],
  ['CNY', '76005.10'],
  ['SGD', '12400.00'],
]);
const paperCash = '1000000';
const currencies: ReadonlySet<string> = new Set(['HKD', 'USD', 'CNY', 'SGD', 'JPY', 'CAD', 'AUD']);

/** The part of a contract's value that is required as margin. */
const futuresMargin = '0.1';

/** The most that an account can trade of a security. */
export interface MostOf {
  readonly cashBuy: Big;
  readonly marginBuy: Big;
  readonly sell: Big;
  readonly short: Big;
  readonly buyBack: Big;
}

export interface PurseParts {
  readonly seed: number;
  readonly deals: (account: string) => readonly Deal[];
  readonly orders: (account: string) => readonly Order[];
  /** The close before the start; the initial positions of that day were bought above it. */
  readonly previousClose: (security: Security) => Fixed;
  /** The last price of a security at an instant. */
  readonly last: (security: Security, atMs: number) => Big;
}

/** Money and positions of the accounts: the initial ones, changed by the deals since then. */
export class Purse {
  constructor(private readonly parts: PurseParts) {}

  /** The same money and positions, without what one open order has reserved: what is there for a change of this order. */
  without(orderId: string): Purse {
    const orders = (account: string): readonly Order[] => this.parts.orders(account).filter(({ id }) => id !== orderId);
    return new Purse({ ...this.parts, orders });
  }

  /** The cash in a currency. */
  cash(account: SandboxAccount, currency: string): Big {
    const paid = ({ quantity, price, side, security }: Deal): Big => {
      if (security.type === 'FUTURES') return new Big(0);
      const value = new Big(quantity).times(price);
      return isBuy(side) ? value.times(-1) : value;
    };
    return this.#deals(account.id)
      .filter(({ security }) => security.currency === currency)
      .reduce((sum, deal) => sum.plus(paid(deal)), new Big(startOf(account, currency)));
  }

  /** What open orders would cost. */
  reserved({ id }: SandboxAccount, currency: string): Big {
    return this.parts
      .orders(id)
      .filter((order) => order.placed !== undefined && !hasEnded(order) && isBuy(order.side) && order.security.currency === currency)
      .reduce(
        (sum, order) => sum.plus(costOf(order, priceOf(order, this.parts.last(order.security, order.createdMs)), left(order))),
        new Big(0),
      );
  }

  /** The buying power: if the account may borrow, the initial cash is added once more. */
  power(account: SandboxAccount, currency: string): Big {
    const free = this.cash(account, currency).minus(this.reserved(account, currency));
    return account.type === 'margin' ? free.plus(startOf(account, currency)) : free;
  }

  holdings(account: SandboxAccount): readonly Holding[] {
    const { seed, previousClose } = this.parts;
    const initial = holdingsOf(seed, account).map((holding) => asBought(holding, previousClose));
    const held = new Map(initial.map((holding) => [holding.security.code, holding]));
    for (const deal of this.#deals(account.id)) {
      const after = holdingAfter(held.get(deal.security.code), deal, account);
      if (after === undefined) held.delete(deal.security.code);
      else held.set(deal.security.code, after);
    }
    return [...held.values()].map((holding) => ({ ...holding, available: this.#available(account, holding) }));
  }

  most(account: SandboxAccount, security: Security, price: Big): MostOf {
    const held = this.holdings(account).find((holding) => holding.security.code === security.code);
    const free = this.cash(account, security.currency).minus(this.reserved(account, security.currency));
    const power = this.power(account, security.currency);
    const canShort = account.type === 'margin' && !['SH', 'SZ'].includes(prefixOf(security.code));
    const available = new Big(String(held?.available ?? 0n));
    return {
      cashBuy: lotsFor(free, security, price),
      marginBuy: lotsFor(power, security, price),
      sell: held?.short === false ? available : new Big(0),
      short: canShort ? lotsFor(power, security, price) : new Big(0),
      buyBack: held?.short === true ? available : new Big(0),
    };
  }

  #deals(account: string): readonly Deal[] {
    return this.parts.deals(account).filter(({ counts }) => counts);
  }

  /** Without what open orders are about to close. */
  #available(account: SandboxAccount, { security, short, available }: Holding): bigint {
    const closing = this.parts
      .orders(account.id)
      .filter((order) => order.placed !== undefined && !hasEnded(order) && order.security.code === security.code)
      .filter(({ side }) => side === (short ? 'BUY_BACK' : 'SELL'))
      .reduce((sum, order) => sum + BigInt(left(order).round(0).toFixed(0)), 0n);
    return available > closing ? available - closing : 0n;
  }
}

function startOf({ kind }: SandboxAccount, currency: string): string {
  if (kind === 'live') return cash.get(currency) ?? '0';
  return currencies.has(currency) ? paperCash : '0';
}

/** The cost or margin of an order of this quantity. */
export function costOf({ security }: Pick<Order, 'security'>, price: Big, quantity: Big): Big {
  return quantity.times(price).times(security.type === 'FUTURES' ? futuresMargin : 1);
}

/** The remaining quantity of an order. */
export function left({ quantity, dealtQuantity }: Order): Big {
  return new Big(quantity).minus(dealtQuantity);
}

/** The price at which money is reserved for an order: its limit, its trigger, or without both a last price. */
export function priceOf({ type, price, auxPrice }: Pick<Order, 'type' | 'price' | 'auxPrice'>, last: Big): Big {
  if (hasLimit(type)) return new Big(price);
  return needsTrigger(type) ? new Big(auxPrice) : last;
}

function isBuy(side: Order['side']): boolean {
  return side === 'BUY' || side === 'BUY_BACK';
}

function lotsFor(money: Big, security: Security, price: Big): Big {
  const cost = costOf({ security }, price, new Big(security.lot));
  if (cost.lte(0) || money.lte(0)) return new Big(0);
  return money.div(cost).round(0, Big.roundDown).times(security.lot);
}

/** A position after a deal; undefined if nothing is left of it. */
function holdingAfter(before: Holding | undefined, deal: Deal, account: SandboxAccount): Holding | undefined {
  const { security, side, price } = deal;
  const amount = BigInt(new Big(deal.quantity).round(0, Big.roundDown).toFixed(0));
  const had = before === undefined ? 0n : before.short ? -before.quantity : before.quantity;
  const has = had + (isBuy(side) ? amount : -amount);
  if (has === 0n) return undefined;
  const isMore = had >= 0n === has > 0n && size(has) > size(had);
  const isTurned = had !== 0n && had > 0n !== has > 0n;
  const average = (of: Fixed | undefined): Fixed => {
    if (of === undefined || isTurned) return inDigits(new Big(price), security);
    if (!isMore) return of;
    const paid = new Big(fixedText(of)).times(String(size(had))).plus(new Big(price).times(String(amount)));
    return inDigits(paid.div(String(size(has))), security);
  };
  const kept = before === undefined || isTurned ? 0n : before.quantity - before.available;
  return {
    id: before?.id ?? `7${String(Math.trunc(deal.atMs))}`,
    security,
    short: has < 0n,
    quantity: size(has),
    available: size(has) > kept ? size(has) - kept : 0n,
    cost: average(before?.cost),
    averageBuy: average(before?.averageBuy),
    market: before?.market ?? (account.markets.length === 1 ? (account.markets[0] ?? 0) : marketOf(security)),
    isOfToday: before?.isOfToday === true && !isTurned,
  };
}

function size(quantity: bigint): bigint {
  return quantity < 0n ? -quantity : quantity;
}

function inDigits(value: Big, { digits }: Security): Fixed {
  const kept = digits + 2;
  return { units: BigInt(value.times(new Big(10).pow(kept)).round(0).toFixed(0)), digits: kept };
}
