import Big from 'big.js';
import type { SandboxAccount } from '../accounts';
import type { Fixed } from '../../decimalText';
import { parseDecimal, rounded, shortText, truncated } from '../../decimalText';
import type { Order } from './orders';
import { exchanges, hasLimit, isOpen, needsTrigger } from './orders';

/** The result of a validated modification. */
export interface OrderChange {
  readonly quantity: string;
  readonly price: string;
  /** Absent if the order's type has no trigger. */
  readonly auxPrice?: string;
}

/** Why a modification is refused; the message is sent to the caller. */
export class OrderRefused extends Error {
  constructor(
    message: string,
    /** A code that was recorded from services of this family; if undefined, the specification's own. */
    readonly recordedCode?: number,
  ) {
    super(message);
  }
}

function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (value === undefined || value === null || value === '') {
    throw new OrderRefused(`${name} is required`);
  }
  if (typeof value !== 'string') {
    throw new OrderRefused(`${name} must be a string`);
  }
  return value;
}

function decimalField(body: Readonly<Record<string, unknown>>, name: string): Fixed {
  const decimal = parseDecimal(textField(body, name));
  if (decimal === undefined) {
    throw new OrderRefused(`${name} is not a valid number`);
  }
  return decimal;
}

function checkExchange(order: Order, body: Readonly<Record<string, unknown>>): void {
  const exchange = textField(body, 'exchange');
  if (!exchanges.includes(exchange)) {
    throw new OrderRefused('exchange is not supported');
  }
  if (exchange !== order.exchange) {
    throw new OrderRefused('exchange does not match the order');
  }
  if (exchange === 'SSE' || exchange === 'SZSE') {
    throw new OrderRefused('A-share orders cannot be modified');
  }
}

function checkQuantity(order: Order, body: Readonly<Record<string, unknown>>): string {
  const quantity = decimalField(body, 'qty');
  if (quantity.units === 0n) {
    throw new OrderRefused('qty must be greater than zero');
  }
  if (order.security.type !== 'STOCK' && truncated(quantity, 0).units * 10n ** BigInt(quantity.digits) !== quantity.units) {
    throw new OrderRefused('qty must be a whole number of contracts');
  }
  const kept = shortText(quantity);
  if (isBelowFilled(order, kept)) {
    throw new OrderRefused('qty is less than the filled quantity');
  }
  return kept;
}

function isBelowFilled({ dealtQuantity }: Order, quantity: string): boolean {
  return new Big(quantity).lt(dealtQuantity);
}

/** Whether a change that was validated some time ago can still be applied: meanwhile the order may have been filled, or ended. */
export function stillFits(order: Order, { quantity }: OrderChange): boolean {
  return isOpen(order) && !isBelowFilled(order, quantity);
}

/** Why an order that is not open can be neither changed nor cancelled. */
export function closedText({ status }: Order): string {
  return status === 'SUBMITTING' ? 'the order is not at the exchange yet' : 'the order is no longer open';
}

function checkPrice(order: Order, body: Readonly<Record<string, unknown>>): string {
  // Digits beyond what the service keeps are discarded, not rounded.
  const price = truncated(priceField(order, body), order.security.type === 'FUTURES' ? 9 : 4);
  if (hasLimit(order.type) && price.units === 0n && !mayCostNothing(order)) {
    throw new OrderRefused('price must be greater than zero');
  }
  return shortText(price);
}

/** Futures and combinations may be worth nothing or less. */
function mayCostNothing({ security, recorded }: Order): boolean {
  return security.type === 'FUTURES' || recorded?.security_type === 'MULTILEG_OPTION';
}

function priceField(order: Order, body: Readonly<Record<string, unknown>>): Fixed {
  const { price } = body;
  if (!mayCostNothing(order) || typeof price !== 'string' || !price.startsWith('-')) return decimalField(body, 'price');
  const size = decimalField({ price: price.slice(1) }, 'price');
  return { ...size, units: -size.units };
}

function checkTrigger(account: SandboxAccount, body: Readonly<Record<string, unknown>>): string {
  const trigger = rounded(decimalField(body, 'aux_price'), account.side === 'futures' ? 9 : 3);
  if (trigger.units === 0n) {
    throw new OrderRefused('aux_price must be greater than zero');
  }
  return shortText(trigger);
}

/**
 * Validates a modification by the rules of the specification and returns what the service will keep of it
 * (Spec, PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}).
 *
 * @throws {@link OrderRefused} with the text of the -1200 response.
 */
export function checkChange(order: Order, account: SandboxAccount, body: Readonly<Record<string, unknown>>): OrderChange {
  checkExchange(order, body);
  if (!isOpen(order)) {
    throw new OrderRefused(closedText(order));
  }
  const quantity = checkQuantity(order, body);
  const price = checkPrice(order, body);
  return needsTrigger(order.type) ? { quantity, price, auxPrice: checkTrigger(account, body) } : { quantity, price };
}
