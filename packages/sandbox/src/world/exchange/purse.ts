import Big from 'big.js';
import type { SandboxAccount } from '../accounts';
import type { Fixed } from '../../decimalText';
import { fixedText } from '../../decimalText';
import type { Order } from '../orders/orders';
import { hasEnded, hasLimit, needsTrigger } from '../orders/orders';
import type { Holding } from '../positions';
import { asBought, holdingsOf } from '../positions';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import { enterDeals, isBuy } from './books';
import type { Books } from './books';
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

/** The parts of a value that are required as margin, and those that are required to keep it. */
const rates = { securities: { long: '0.5', short: '0.6', keep: '0.3' }, futures: { long: '0.1', short: '0.1', keep: '0.06' } } as const;

/** The parts of a security's value that are required as margin for what is bought and what is sold short, and those that are required to keep it. */
export function marginRates({ type }: Security): Readonly<Record<'long' | 'short' | 'keep', string>> {
  return type === 'FUTURES' ? rates.futures : rates.securities;
}

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
  /** Unix milliseconds. */
  readonly startMs: number;
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

  /** The cash in a currency, with what short sales brought. */
  cash(account: SandboxAccount, currency: string): Big {
    return big(this.#books(account).paid.get(currency)).plus(startOf(account, currency)).round(2);
  }

  /** The profit of everything that was closed since the start. */
  realized(account: SandboxAccount, currency: string): Big {
    return big(this.#books(account).realized.get(currency)).round(2);
  }

  /** What cannot be spent: the cost of open orders, and what positions need. */
  frozen(account: SandboxAccount, currency: string): Big {
    const { holdings } = this.#books(account);
    const open = this.#open(account).filter(({ security }) => security.currency === currency);
    const reserved = [...new Set(open.map(({ security }) => security.code))].map((code) =>
      this.#reserved(
        open.filter(({ security }) => security.code === code),
        holdings.find(({ security }) => security.code === code),
      ),
    );
    const needed = holdings.filter(({ security }) => security.currency === currency).map(neededBy);
    return [...reserved, ...needed].reduce((sum, part) => sum.plus(part), new Big(0)).round(2, Big.roundUp);
  }

  /** The buying power: if the account may borrow, the initial cash is added once more. */
  power(account: SandboxAccount, currency: string): Big {
    const free = this.#free(account, currency);
    return account.type === 'margin' ? free.plus(startOf(account, currency)) : free;
  }

  holdings(account: SandboxAccount): readonly Holding[] {
    return this.#books(account).holdings.map((holding) => ({ ...holding, available: this.#available(account, holding) }));
  }

  most(account: SandboxAccount, security: Security, price: Big): MostOf {
    const held = this.holdings(account).find((holding) => holding.security.code === security.code);
    const power = this.power(account, security.currency);
    const isFuture = security.type === 'FUTURES';
    const available = new Big(String(held?.available ?? 0n));
    const buyBack = held?.short === true ? available : new Big(0);
    // Closing a future needs no margin.
    const closing = isFuture ? buyBack : new Big(0);
    return {
      cashBuy: lotsFor(this.#free(account, security.currency), security, price).plus(closing),
      marginBuy: lotsFor(power, security, price).plus(closing),
      sell: held?.short === false ? available : new Big(0),
      short: this.whyNoShort(account, security) === undefined ? lotsFor(power, security, price) : new Big(0),
      buyBack,
    };
  }

  /** Why the account cannot sell the security short, whatever its buying power; undefined if it can. */
  whyNoShort(account: SandboxAccount, { code, type }: Security): 'cashShort' | 'aShareShort' | 'heldShort' | undefined {
    if (account.type !== 'margin') return 'cashShort';
    if (['SH', 'SZ'].includes(prefixOf(code))) return 'aShareShort';
    const isHeld = this.#books(account).holdings.some(({ security, short }) => security.code === code && !short);
    return isHeld && type !== 'FUTURES' ? 'heldShort' : undefined;
  }

  #free(account: SandboxAccount, currency: string): Big {
    return this.cash(account, currency).minus(this.frozen(account, currency));
  }

  #books(account: SandboxAccount): Books {
    const { seed, startMs, previousClose, deals } = this.parts;
    const initial = holdingsOf(seed, account).map((holding) => asBought(holding, startMs, previousClose));
    return enterDeals(
      account,
      initial,
      deals(account.id).filter(({ counts }) => counts),
    );
  }

  /** The orders of callers that can still be dealt. */
  #open(account: SandboxAccount): readonly Order[] {
    return this.parts.orders(account.id).filter((order) => order.placed !== undefined && !hasEnded(order));
  }

  /** What the open orders of one security would cost. */
  #reserved(orders: readonly Order[], held: Holding | undefined): Big {
    const cost = (order: Order): Big => costOf(order, priceOf(order, this.parts.last(order.security, order.createdMs)), left(order));
    const sum = (of: readonly Order[], amount: (order: Order) => Big): Big =>
      of.reduce((total, order) => total.plus(amount(order)), new Big(0));
    const [buys, sales] = [orders.filter(({ side }) => isBuy(side)), orders.filter(({ side }) => !isBuy(side))];
    if (orders[0]?.security.type !== 'FUTURES') {
      const backs = buys.filter(({ side }) => side === 'BUY_BACK');
      // What the short sale keeps is free again once it is bought back.
      const freed = held === undefined ? new Big(0) : neededBy(held).times(share(sum(backs, left), held.quantity));
      const owed = sum(backs, cost).minus(freed);
      const others = [...buys, ...sales].filter(({ side }) => side === 'BUY' || side === 'SELL_SHORT');
      return sum(others, cost).plus(owed.gt(0) ? owed : 0);
    }
    const opening = (of: readonly Order[], opposite: boolean): Big =>
      opposite ? sum(of, cost).times(new Big(1).minus(share(new Big(String(held?.quantity ?? 0n)), sum(of, left)))) : sum(of, cost);
    return opening(buys, held?.short === true).plus(opening(sales, held?.short === false));
  }

  /** Without what open orders are about to close. */
  #available(account: SandboxAccount, { security, short, available }: Holding): bigint {
    const closing = this.#open(account)
      .filter((order) => order.security.code === security.code && isBuy(order.side) === short)
      .reduce((sum, order) => sum + BigInt(left(order).round(0).toFixed(0)), 0n);
    return available > closing ? available - closing : 0n;
  }
}

/** What a position keeps from being spent: the margin of a future; what a short sale brought, and as much again. */
function neededBy({ security, cost, quantity, proceeds }: Holding): Big {
  return security.type === 'FUTURES' ? costOf({ security }, big(cost), new Big(String(quantity))) : big(proceeds).times(2);
}

/** The part of a whole, at most one. */
function share(part: Big, whole: Big | bigint): Big {
  const of = new Big(String(whole));
  return part.gte(of) ? new Big(1) : part.div(of);
}

function big(value: Fixed | undefined): Big {
  return new Big(value === undefined ? 0 : fixedText(value));
}

function startOf({ kind }: SandboxAccount, currency: string): string {
  if (kind === 'live') return cash.get(currency) ?? '0';
  return currencies.has(currency) ? paperCash : '0';
}

/** The cost or margin of an order of this quantity. */
export function costOf({ security }: Pick<Order, 'security'>, price: Big, quantity: Big): Big {
  return quantity
    .times(price)
    .times(security.contractSize)
    .times(security.type === 'FUTURES' ? rates.futures.long : 1);
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

function lotsFor(money: Big, security: Security, price: Big): Big {
  const cost = costOf({ security }, price, new Big(security.lot));
  if (cost.lte(0) || money.lte(0)) return new Big(0);
  return money.div(cost).round(0, Big.roundDown).times(security.lot);
}
