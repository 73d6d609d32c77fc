import type { Fixed } from '../../decimalText';
import { parseDecimal, rounded, shortText } from '../../decimalText';
import { OrderRefused } from '../orders/orderChange';
import type { Order, OrderType } from '../orders/orders';
import { hasLimit, needsTrigger } from '../orders/orders';
import { orderSide, orderType } from '../../state/records';
import type { Security } from '../../securities/securities';
import { prefixOf } from '../../securities/securities';
import { marketIntegers } from '../positions';

/** A new order as requested; its quantities are valid numbers and its words are known. */
export interface OrderDraft {
  readonly security: Security;
  readonly side: Order['side'];
  readonly type: OrderType;
  readonly timeInForce: Order['timeInForce'];
  readonly quantity: string;
  /** Zero if the type has none. */
  readonly price: string;
  readonly auxPrice: string;
  readonly session: string;
  readonly oddLot: boolean;
  readonly remark: string;
  /** The market integer of a paper account. */
  readonly market: number | undefined;
}

type Body = Readonly<Record<string, unknown>>;
type FindSecurity = (code: string) => Security | undefined;

const sessionsWithBreak = ['RTH', 'RTH+Pre/Post-Mkt', 'OVERNIGHT', 'ALL_DAY'];
const mostRemarkBytes = 64;
const mostTextBytes = 100;

/** A new order of a live account, from the body of POST /accounts/{acc_id}/orders. @throws {@link OrderRefused} */
export function liveDraft(body: Body, find: FindSecurity): OrderDraft {
  const code = text(body, 'code');
  const security = find(code);
  if (security === undefined) throw new OrderRefused('code is not known');
  const type = liveOrderType(body);
  const digits = security.type === 'FUTURES' ? 9 : 4;
  const triggerDigits = security.type === 'FUTURES' ? 9 : 3;
  return {
    security,
    side: word(body, 'side', orderSide.options),
    type,
    timeInForce: word(body, 'time_in_force', ['DAY', 'GTC'] as const),
    quantity: wholeQuantity(body, 'qty'),
    price: hasLimit(type) ? price(body, 'price', digits) : '0',
    auxPrice: needsTrigger(type) ? price(body, 'aux_price', triggerDigits) : '0',
    session: sessionOf(body, security, type),
    oddLot: isOddLot(body, security),
    remark: bounded(body, 'remark', mostRemarkBytes),
    market: undefined,
  };
}

/** The type of an order of a live account. @throws {@link OrderRefused} */
export function liveOrderType(body: Body): OrderType {
  return word(body, 'order_type', orderType.options);
}

/** A new order of a paper account, from the body of POST /sim-trade/{acc_id}/orders. @throws {@link OrderRefused} */
export function simulatedDraft(body: Body, market: number, find: FindSecurity): OrderDraft {
  const security = securityOf(text(body, 'symbol'), market, find);
  const type = number(body, 'order_type', { 1: 'LIMIT', 3: 'MARKET' } as const);
  if (body['order_trade_time_type'] !== undefined) number(body, 'order_trade_time_type', { 1: 'regular', 2: 'extended' } as const);
  return {
    security,
    side: number(body, 'order_side', { 1: 'BUY', 2: 'SELL', 3: 'SELL_SHORT', 4: 'BUY_BACK' } as const),
    type,
    timeInForce: 'DAY',
    quantity: wholeQuantity(body, 'qty'),
    price: type === 'LIMIT' ? price(body, 'price', 4) : '0',
    auxPrice: '0',
    session: body['order_trade_time_type'] === 2 ? 'extended' : 'regular',
    oddLot: false,
    remark: bounded(body, 'text', mostTextBytes),
    market,
  };
}

/** The security of a bare symbol in the market of a paper account. @throws {@link OrderRefused} */
export function securityOf(symbol: string, market: number, find: FindSecurity): Security {
  // Recorded: one account is for American stocks, one for American options.
  const prefixes = market === 100 ? ['US'] : Object.keys(marketIntegers).filter((prefix) => marketIntegers[prefix] === market);
  const security = prefixes.map((prefix) => find(`${prefix}.${symbol}`)).find((found) => found !== undefined);
  // Futures have markets of their own, which no paper account has.
  if (security === undefined || security.type === 'FUTURES') throw new OrderRefused('symbol is not known');
  return security;
}

/** A whole number above zero. @throws {@link OrderRefused} */
export function wholeQuantity(body: Body, name: string): string {
  const quantity = decimal(body, name);
  const whole = shortText(quantity);
  if (quantity.units === 0n || whole.includes('.')) throw new OrderRefused(`${name} must be a whole number greater than zero`);
  return whole;
}

/** A price above zero, rounded to the digits that the service keeps. @throws {@link OrderRefused} */
export function price(body: Body, name: string, digits: number): string {
  const value = rounded(decimal(body, name), digits);
  if (value.units === 0n) throw new OrderRefused(`${name} must be greater than zero`);
  return shortText(value);
}

function sessionOf(body: Body, security: Security, type: OrderType): string {
  if (body['session'] === undefined) return 'RTH';
  const session = word(body, 'session', sessionsWithBreak);
  if (prefixOf(security.code) !== 'US') throw new OrderRefused('session is for US securities only');
  if (session !== 'RTH' && !hasLimit(type)) throw new OrderRefused('market orders are for the session RTH only');
  return session;
}

function isOddLot(body: Body, security: Security): boolean {
  if (body['lot_type'] === undefined) return false;
  if (prefixOf(security.code) !== 'HK') throw new OrderRefused('lot_type is for Hong Kong securities only');
  return word(body, 'lot_type', ['ROUND', 'ODD']) === 'ODD';
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new OrderRefused(`${name} is required`);
  return value;
}

function decimal(body: Body, name: string): Fixed {
  const value = parseDecimal(text(body, name));
  if (value === undefined) throw new OrderRefused(`${name} is not a valid number`);
  return value;
}

function word<T extends string>(body: Body, name: string, known: readonly T[]): T {
  const given = text(body, name);
  const found = known.find((candidate) => candidate === given);
  if (found === undefined) throw new OrderRefused(`${name} is not supported`);
  return found;
}

function number<T>(body: Body, name: string, known: Readonly<Record<number, T>>): T {
  const given = body[name];
  const found = typeof given === 'number' ? known[given] : undefined;
  if (found === undefined) throw new OrderRefused(`${name} is not supported`);
  return found;
}

function bounded(body: Body, name: string, most: number): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string' || Buffer.byteLength(value) > most) throw new OrderRefused(`${name} must be at most ${String(most)} bytes`);
  return value;
}
