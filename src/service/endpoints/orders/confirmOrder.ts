import type { WriteEndpoint } from '../endpoint';
import { filled, segment, withJson } from '../rules';

export interface OrderConfirmation {
  readonly accountId: string;
  /** The order whose change is confirmed; it is not sent. */
  readonly orderId: string;
  /** Single-use; only the id of the answer directly before. */
  readonly confirmId: string;
}

/** Beyond the specification: POST /accounts/{acc_id}/order_confirm. Sent exactly once; never throws. */
export const confirmOrder: WriteEndpoint<OrderConfirmation> = {
  method: 'POST',
  route: '/api/v1.0/accounts/{acc_id}/order_confirm',
  writes: 'order',
  orderId: ({ orderId }) => orderId,
  build: ({ accountId, confirmId }) =>
    withJson(
      `/api/v1.0/accounts/${segment('acc_id', accountId)}/order_confirm`,
      JSON.stringify({ confirm_id: filled('confirm_id', confirmId) }),
    ),
};
