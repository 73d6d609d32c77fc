import type { PreparedWrite } from '../tradingRecords';
import type { WriteEndpoint } from '../endpoint';
import { exchangeName, rawQuery, segment } from '../rules';

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
