import type { WriteEndpoint } from '../endpoint';
import { exchangeName, filled, segment, withJson } from '../rules';

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
