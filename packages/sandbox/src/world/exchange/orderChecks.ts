import Big from 'big.js';
import { tickGrid } from '../../market/tickGrid';
import type { Market } from '../../market/market';
import type { SandboxAccount } from '../accounts';
import { OrderRefused } from '../orders/orderChange';
import type { OrderChange } from '../orders/orderChange';
import type { OrderText } from '../orders/orderTexts';
import type { Order } from '../orders/orders';
import { hasLimit, mayJoin, needsTrigger } from '../orders/orders';
import { prefixOf } from '../../securities/securities';
import type { Security } from '../../securities/securities';
import type { OrderDraft } from './drafts';
import { reaches } from './meeting';
import { costOf, left, priceOf } from './purse';
import type { Purse } from './purse';

/** The integers of the markets in live accounts, where A-shares have another one than in paper accounts. */
const liveMarkets: Readonly<Record<string, number>> = { HK: 1, US: 2, SH: 4, SZ: 4, SG: 6 };
/** How far a price may be from the last one. */
const farthest = '0.2';

export interface CheckParts {
  readonly market: Market;
  readonly purse: Purse;
  readonly say: (text: OrderText) => string;
  readonly likeLive: boolean;
}

/** Refuses a new order for the reasons that an exchange or a broker has. @throws {@link OrderRefused} */
export function checkDraft(account: SandboxAccount, draft: OrderDraft, parts: CheckParts, nowMs: number): void {
  const refuse = refusing(parts);
  refuse(kindOf(account, draft));
  refuse(sessionOf(account, draft, parts, nowMs));
  checkTerms(account, draft, parts, nowMs);
}

/**
 * Refuses a change for the same reasons as a new order of what would be left. An order that rests until a change brings it
 * to the market reserves nothing: only the rules of the specification apply to it.
 *
 * @throws {@link OrderRefused}
 */
export function checkPlacedChange(account: SandboxAccount, order: Order, change: OrderChange, parts: CheckParts, nowMs: number): void {
  const changed = { ...order, ...change };
  if (order.placed === undefined && !(mayJoin(order) && reaches(order, changed, lastOf(parts.market, order.security, nowMs)))) return;
  const covering = left(changed).toFixed();
  const oddLot = new Big(order.security.lot).gt(order.quantity);
  checkTerms(account, { ...changed, oddLot, covering }, { ...parts, purse: parts.purse.without(order.id) }, nowMs);
}

type Terms = Pick<OrderDraft, 'security' | 'side' | 'type' | 'quantity' | 'price' | 'auxPrice' | 'oddLot'> & {
  /** The quantity that money or positions have to cover, if it is not the whole. */
  readonly covering?: string;
};

/** Quantity, prices, and cover of an order, new or changed. */
function checkTerms(account: SandboxAccount, terms: Terms, { purse, ...parts }: CheckParts, nowMs: number): void {
  const refuse = refusing({ purse, ...parts });
  const { security, covering = terms.quantity } = terms;
  refuse(lotOf(terms));
  if (new Big(covering).lte(0)) return;
  refuse(ticksOf(terms));
  const last = lastOf(parts.market, security, nowMs);
  refuse(distanceOf(terms, last));
  refuse(coverOf(account, { ...terms, quantity: covering }, purse, last));
}

function refusing({ say, likeLive }: CheckParts): (reason: OrderText | undefined) => void {
  return (reason) => {
    if (reason === undefined) return;
    const recorded = reason === 'power' ? 14 : reason === 'tooFar' ? 28 : undefined;
    throw new OrderRefused(say(reason), likeLive ? recorded : undefined);
  };
}

/** The last price of a security. */
export function lastOf(market: Market, security: Security, nowMs: number): Big {
  return new Big(market.last(security, nowMs)).div(new Big(10).pow(security.digits));
}

/** Futures belong to the account for futures, everything else to the others, in the markets that they have. */
function kindOf({ side, kind, markets }: SandboxAccount, { security }: OrderDraft): OrderText | undefined {
  if (kind === 'simulated') return undefined;
  const isFuture = security.type === 'FUTURES';
  const isRight = isFuture === (side === 'futures') && (isFuture || markets.includes(liveMarkets[prefixOf(security.code)] ?? 0));
  return isRight ? undefined : 'wrongAccount';
}

function lotOf({ quantity, security, oddLot }: Terms): OrderText | undefined {
  const lot = new Big(security.lot);
  if (oddLot) return lot.gt(quantity) ? undefined : 'oddLot';
  return new Big(quantity).mod(lot).eq(0) ? undefined : 'lot';
}

function ticksOf({ type, price, auxPrice, security }: Terms): OrderText | undefined {
  const isOff = (value: string): boolean => !isOnGrid(security, value);
  return (hasLimit(type) && isOff(price)) || (needsTrigger(type) && isOff(auxPrice)) ? 'tick' : undefined;
}

/** Whether a price is a multiple of the security's step. */
function isOnGrid(security: Security, price: string): boolean {
  const units = new Big(price).times(new Big(10).pow(security.digits));
  return units.mod(tickGrid(security).spreadAt(units.toNumber())).eq(0);
}

function sessionOf(account: SandboxAccount, { type, security }: OrderDraft, parts: CheckParts, nowMs: number): OrderText | undefined {
  if (type !== 'MARKET') return undefined;
  const prefix = prefixOf(security.code);
  if (parts.likeLive && account.kind === 'simulated' && prefix === 'US') return 'noMarketOrders';
  return parts.market.hours(prefix).isOpen(nowMs) ? undefined : 'closed';
}

function distanceOf({ type, price, auxPrice }: Terms, last: Big): OrderText | undefined {
  const isFar = (value: string): boolean => new Big(value).minus(last).abs().gt(last.times(farthest));
  return (hasLimit(type) && isFar(price)) || (needsTrigger(type) && isFar(auxPrice)) ? 'tooFar' : undefined;
}

type Covered = Pick<OrderDraft, 'security' | 'side' | 'type' | 'quantity' | 'price' | 'auxPrice'>;

function coverOf(account: SandboxAccount, draft: Covered, purse: Purse, last: Big): OrderText | undefined {
  const { security, side } = draft;
  const price = priceOf(draft, last);
  const most = purse.most(account, security, price);
  const isFuture = security.type === 'FUTURES';
  switch (side) {
    case 'BUY': {
      // What closes a future costs nothing, whatever the buying power.
      const opened = new Big(draft.quantity).minus(isFuture ? most.buyBack : 0);
      return opened.gt(0) && costOf(draft, price, opened).gt(purse.power(account, security.currency)) ? 'power' : undefined;
    }
    case 'SELL':
      if (isFuture) return most.sell.plus(most.short).lt(draft.quantity) ? 'power' : undefined;
      return most.sell.lt(draft.quantity) ? 'notHeld' : undefined;
    case 'SELL_SHORT':
      return purse.whyNoShort(account, security) ?? (most.short.lt(draft.quantity) ? 'power' : undefined);
    case 'BUY_BACK':
      return most.buyBack.lt(draft.quantity) ? 'notShort' : undefined;
  }
}
