import { InvalidInputError } from '../../errors';
import type { OrderModification, PreparedModification } from '../../records';
import type { WriteEndpoint } from '../endpoint';
import { segment } from '../rules';

/** Sends what {@link prepareModification} built, exactly once; every way it can end is an outcome. */
export const modifyOrder: WriteEndpoint<PreparedModification> = {
  method: 'PUT',
  route: '/api/v1.0/accounts/{acc_id}/orders/{order_id}',
  writes: 'order',
  orderId: ({ orderId }) => orderId,
  build: ({ path, body }) => ({ path, query: '', headers: { 'content-type': 'application/json' }, body }),
};

/** At most 15 digits before the point and 9 after it; no sign, no exponent, no leading zero, no spaces. */
const decimal = /^(0|[1-9]\d{0,14})(\.\d{1,9})?$/;
/** Orders on these exchanges are A-share orders, which cannot be modified. */
const unmodifiable: ReadonlySet<string> = new Set(['SSE', 'SZSE']);
const encoder = new TextEncoder();

/**
 * Builds the exact request of one modification: path and body bytes that preview, journal and wire all share
 * (Spec, PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}).
 *
 * Values go out as given: nothing is trimmed, rounded or reformatted.
 *
 * @throws {@link InvalidInputError} naming the wire field.
 */
export function prepareModification(input: OrderModification): PreparedModification {
  const { accountId, orderId, exchange, quantity, price, auxPrice } = input;
  const path = `/api/v1.0/accounts/${segment('acc_id', accountId)}/orders/${segment('order_id', orderId)}`;
  if (!/^\w+$/.test(exchange)) throw new InvalidInputError('exchange', 'name');
  if (unmodifiable.has(exchange.toUpperCase())) throw new InvalidInputError('exchange', 'no-a-share');
  const required = { exchange, qty: plainDecimal('qty', quantity), price: plainDecimal('price', price) };
  const bodyText = JSON.stringify(auxPrice === undefined ? required : { ...required, aux_price: plainDecimal('aux_price', auxPrice) });
  return { accountId, orderId, path, bodyText, body: encoder.encode(bodyText) };
}

function plainDecimal(field: string, value: string): string {
  if (!decimal.test(value)) throw new InvalidInputError(field, { kind: 'decimal', wholeDigits: 15, decimals: 9 });
  return value;
}
