import Big from 'big.js';
import { tickGrid } from '../../market/tickGrid';
import type { Market } from '../../market/market';
import type { SandboxAccount } from '../accounts';
import { OrderRefused } from '../orders/orderChange';
import type { OrderText } from '../orders/orderTexts';
import { hasLimit, needsTrigger } from '../orders/orders';
import { prefixOf } from '../../securities/securities';
import type { Security } from '../../securities/securities';
import type { OrderDraft } from './drafts';
import { costOf } from './purse';
import type { Purse } from './purse';

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
  const refuse = (reason: OrderText | undefined): void => {
    if (reason === undefined) return;
    const recorded = reason === 'power' ? 14 : reason === 'tooFar' ? 28 : undefined;
    throw new OrderRefused(parts.say(reason), parts.likeLive ? recorded : undefined);
  };
  refuse(kindOf(account, draft));
  refuse(lotOf(draft));
  refuse(ticksOf(draft));
  const last = new Big(parts.market.last(draft.security, nowMs)).div(new Big(10).pow(draft.security.digits));
  refuse(sessionOf(account, draft, parts, nowMs));
  refuse(distanceOf(draft, last));
  refuse(coverOf(account, draft, parts.purse, last));
}

/** Futures belong to the account for futures, everything else to the others. */
function kindOf({ side, kind }: SandboxAccount, { security }: OrderDraft): OrderText | undefined {
  const isRight = kind === 'simulated' || (security.type === 'FUTURES') === (side === 'futures');
  return isRight ? undefined : 'wrongAccount';
}

function lotOf({ quantity, security, oddLot }: OrderDraft): OrderText | undefined {
  const lot = new Big(security.lot);
  if (oddLot) return lot.gt(quantity) ? undefined : 'oddLot';
  return new Big(quantity).mod(lot).eq(0) ? undefined : 'lot';
}

function ticksOf({ type, price, auxPrice, security }: OrderDraft): OrderText | undefined {
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

function distanceOf({ type, price, auxPrice }: OrderDraft, last: Big): OrderText | undefined {
  const isFar = (value: string): boolean => new Big(value).minus(last).abs().gt(last.times(farthest));
  return (hasLimit(type) && isFar(price)) || (needsTrigger(type) && isFar(auxPrice)) ? 'tooFar' : undefined;
}

function coverOf(account: SandboxAccount, draft: OrderDraft, purse: Purse, last: Big): OrderText | undefined {
  const { security, side, type } = draft;
  const price = hasLimit(type) ? new Big(draft.price) : last;
  const most = purse.most(account, security, price);
  switch (side) {
    case 'BUY':
      return costOf(draft, price, new Big(draft.quantity)).gt(purse.power(account, security.currency)) ? 'power' : undefined;
    case 'SELL':
      return security.type !== 'FUTURES' && most.sell.lt(draft.quantity) ? 'notHeld' : undefined;
    case 'SELL_SHORT':
      return most.short.eq(0) ? 'noShort' : most.short.lt(draft.quantity) ? 'power' : undefined;
    case 'BUY_BACK':
      return most.buyBack.lt(draft.quantity) ? 'notShort' : undefined;
  }
}
