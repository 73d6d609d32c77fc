import type { WriteEndpoint } from '../endpoint';
import { exchangeName, filled, plainDecimal, rawQuery, segment, signedDecimal, withJson } from '../rules';
import type { PreparedWrite } from '../tradingRecords';
import { InvalidInputError } from '../../errors';
import type { OrderModification, PreparedModification } from '../../records';

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

export interface OrderCancellation {
  readonly accountId: string;
  readonly orderId: string;
  readonly exchange: string;
}

/** Beyond the specification: DELETE /accounts/{acc_id}/orders/{order_id}, for what is not filled yet. Sent exactly once; never throws. */
export const cancelOrder: WriteEndpoint<OrderCancellation> = {
  method: 'DELETE',
  route: '/api/v1.0/accounts/{acc_id}/orders/{order_id}',
  writes: 'order',
  orderId: ({ orderId }) => orderId,
  build: (cancellation) => {
    const { path, query, body } = prepareCancellation(cancellation);
    return { path, query, headers: {}, body };
  },
};

/**
 * The exact request of a cancellation, which has no body, for the preview and the journal.
 *
 * @throws {@link InvalidInputError} naming the wire field.
 */
export function prepareCancellation({ accountId, orderId, exchange }: OrderCancellation): PreparedWrite {
  const path = `/api/v1.0/accounts/${segment('acc_id', accountId)}/orders/${segment('order_id', orderId)}`;
  const query = rawQuery([['exchange', exchangeName(exchange)]]);
  return { method: 'DELETE', accountId, orderId, path, query, bodyText: '', body: undefined };
}

export interface OrderConfirmation {
  readonly accountId: string;
  /** The order in question, which is not sent; undefined for a new one, which gets its ID with this response. */
  readonly orderId?: string | undefined;
  /** Single-use; only the ID of the previous response is valid. */
  readonly confirmId: string;
  /** Sent if known. */
  readonly exchange?: string | undefined;
}

/** Beyond the specification: POST /accounts/{acc_id}/order_confirm. Sent exactly once; never throws. */
export const confirmOrder: WriteEndpoint<OrderConfirmation> = {
  method: 'POST',
  route: '/api/v1.0/accounts/{acc_id}/order_confirm',
  writes: 'order',
  orderId: ({ orderId }) => orderId,
  build: ({ accountId, confirmId, exchange }) => {
    const confirmation = { confirm_id: filled('confirm_id', confirmId) };
    return withJson(
      `/api/v1.0/accounts/${segment('acc_id', accountId)}/order_confirm`,
      JSON.stringify(exchange === undefined ? confirmation : { ...confirmation, exchange: exchangeName(exchange) }),
    );
  },
};
