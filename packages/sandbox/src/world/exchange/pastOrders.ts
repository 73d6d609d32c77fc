import type { Market } from '../../market/market';
import { minuteMs } from '../../market/marketDays';
import type { SandboxAccount } from '../accounts';
import { likeLiveAccounts, sandboxAccounts } from '../accounts';
import { fixed, shortText } from '../../decimalText';
import type { Order, PlacedOrder } from '../orders/orders';
import { exchangeOf } from '../orders/orders';
import { holdingsOf, marketOf } from '../positions';
import { createRandom } from '../../random';
import type { Random } from '../../random';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import type { Deal } from './deals';

/** Orders that ended before the start, and their deals, the oldest first. */
export interface Past {
  readonly orders: readonly Order[];
  readonly deals: readonly Deal[];
}

/** The number of orders, three every two trading days. */
const count = 130;

interface PastParts {
  readonly account: SandboxAccount;
  readonly security: Security;
  readonly random: Random;
  /** In units. */
  readonly price: number;
  readonly createdMs: number;
  readonly id: string;
}

/** Orders and deals of an account in the weeks before the start: filled, completely or in part, cancelled and rejected. */
export function pastOf(seed: number, market: Market, account: SandboxAccount, nowMs: number): Past {
  const securities = holdingsOf(seed, account).map(({ security }) => security);
  const random = createRandom(seed, `past/${account.id}`);
  const orders: Order[] = [];
  const deals: Deal[] = [];
  const days = new Map<string, number>();
  for (let index = 0; index < count && securities.length > 0; index += 1) {
    const security = random.pick(securities);
    const prefix = prefixOf(security.code);
    const hours = market.hours(prefix);
    const latest = days.get(prefix) ?? hours.openedBy(nowMs).day;
    const day = index % 3 === 2 ? latest : hours.neighbour(latest, -1);
    days.set(prefix, day);
    const { segments } = hours.dayOf(day);
    const createdMs = segments[0].startMs + random.integer(1, 100) * minuteMs + random.integer(0, 59_999);
    if (createdMs > nowMs - 86_400_000) continue;
    const id = `${account.id.slice(-4)}${String(Math.trunc(createdMs))}${String(index).padStart(3, '0')}`;
    const ended = pastOrder({ account, security, random, price: market.path(security).closeOf(day), createdMs, id });
    const order = account.kind === 'live' ? ended : { ...ended, placed: paperOrder(account, security) };
    orders.push(order);
    const made = dealsOf(order, random);
    deals.push(...made, ...(account.kind === 'live' ? undoneOf(made, orders.length) : []));
  }
  return { orders: orders.toSorted((a, b) => a.createdMs - b.createdMs), deals: deals.toSorted((a, b) => a.atMs - b.atMs) };
}

/** Today's orders of paper accounts: an open one, a filled one, and a cancelled one. */
export function paperOrdersOf(seed: number, market: Market, nowMs: number): readonly Order[] {
  return [...sandboxAccounts, ...likeLiveAccounts].flatMap((account, at) => {
    if (account.kind !== 'simulated') return [];
    const mainMarket = account.markets[0] ?? 0;
    const held = holdingsOf(seed, account).filter((holding) => holding.market === mainMarket);
    return held.slice(0, 3).map(({ security }, index) => {
      const price = Math.max(1, market.path(security).grid.snap(security.reference * (index === 0 ? 0.92 : 1)));
      const createdMs = nowMs - (at * 3 + index + 1) * 61_000;
      const made = orderOf(
        { account, security, price, createdMs, id: `${account.id.slice(-4)}${String(Math.trunc(createdMs))}` },
        'BUY',
        2,
      );
      const placed = { rule: '', session: 'regular', market: mainMarket, isOfStart: true };
      const filled = { status: 'FILLED_ALL', dealtQuantity: made.quantity, dealtPrice: made.price } as const;
      return { ...made, placed, ...(index === 1 ? filled : index === 2 ? ({ status: 'CANCELLED_ALL' } as const) : {}) };
    });
  });
}

function paperOrder({ markets }: SandboxAccount, security: Security): PlacedOrder {
  return { rule: '', session: 'regular', market: markets.length === 1 ? markets[0] : marketOf(security) };
}

function pastOrder(parts: PastParts): Order {
  const { random } = parts;
  const order = orderOf(parts, random.chance(0.6) ? 'BUY' : 'SELL', random.integer(2, 12));
  const fate = random.next();
  if (fate > 0.95) return { ...order, status: 'FAILED', lastError: 'Insufficient buying power' };
  if (fate > 0.85) return { ...order, status: 'CANCELLED_ALL' };
  const half = { dealtQuantity: String(BigInt(order.quantity) / 2n), dealtPrice: order.price };
  if (fate > 0.8) return { ...order, status: 'CANCELLED_PART', ...half };
  return { ...order, status: 'FILLED_ALL', dealtQuantity: order.quantity, dealtPrice: order.price };
}

function orderOf({ account, security, price, createdMs, id }: Omit<PastParts, 'random'>, side: Order['side'], lots: number): Order {
  return {
    id,
    account: account.id,
    security,
    exchange: exchangeOf(security),
    side,
    type: 'LIMIT',
    status: 'SUBMITTED',
    timeInForce: 'DAY',
    quantity: String(lots * security.lot),
    price: shortText(fixed(price, security.digits)),
    auxPrice: '0',
    dealtQuantity: '0',
    dealtPrice: '0',
    createdMs,
    updatedMs: createdMs + 4_000,
    lastError: '',
    remark: '',
  };
}

/** Every twentieth order has a fill that was undone, and every thirtieth one that was changed afterwards: neither is a trade. */
function undoneOf([first]: readonly Deal[], number: number): readonly Deal[] {
  const fate = number % 20 === 7 ? 'CANCELLED' : number % 30 === 11 ? 'CHANGED' : undefined;
  if (first === undefined || fate === undefined) return [];
  return [{ ...first, id: `${first.orderId}9`, atMs: first.atMs + 500, fate }];
}

/** In two parts if possible. */
function dealsOf(order: Order, random: Random): readonly Deal[] {
  const { account, id: orderId, security, side, dealtQuantity, dealtPrice, createdMs } = order;
  const whole = BigInt(dealtQuantity);
  if (whole === 0n) return [];
  const first = random.chance(0.5) && whole > 1n ? whole / 2n : whole;
  return [first, whole - first]
    .filter((quantity) => quantity > 0n)
    .map((quantity, index) => ({
      id: `${orderId}${String(index + 1)}`,
      account,
      orderId,
      security,
      side,
      quantity: String(quantity),
      price: dealtPrice,
      atMs: createdMs + 1_000 + index * 1_500,
      counts: false,
    }));
}
