import { InvalidInputError } from '../../errors';
import type { OrderModification, PreparedModification } from '../../records';
import type { WriteEndpoint } from '../endpoint';
import { exchangeName, plainDecimal, segment, signedDecimal } from '../rules';

/** Sends what {@link prepareModification} built, exactly once; every way it can end is an outcome. */
export const modifyOrder: WriteEndpoint<PreparedModification> = {
  method: 'PUT',
  route: '/api/v1.0/accounts/{acc_id}/orders/{order_id}',
  writes: 'order',
  orderId: ({ orderId }) => orderId,
  build: ({ path, body }) => ({ path, query: '', headers: { 'content-type': 'application/json' }, body }),
};

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
  if (unmodifiable.has(exchangeName(exchange).toUpperCase())) throw new InvalidInputError('exchange', 'no-a-share');
  const required = { exchange, qty: plainDecimal('qty', quantity), price: signedDecimal('price', price) };
  const bodyText = JSON.stringify(auxPrice === undefined ? required : { ...required, aux_price: signedDecimal('aux_price', auxPrice) });
  return { accountId, orderId, path, bodyText, body: encoder.encode(bodyText) };
}
