import type { RequestParts } from '../endpoint';
import { filled, segment, withJson } from '../rules';

export const confirmOrderLabel = { method: 'POST', route: '/api/v1.0/accounts/{acc_id}/order_confirm' } as const;

/**
 * Beyond the specification: POST /accounts/{acc_id}/order_confirm, a write. `confirmId` is single-use.
 *
 * @throws {@link InvalidInputError}
 */
export function buildConfirmOrder({ accountId, confirmId }: { readonly accountId: string; readonly confirmId: string }): RequestParts {
  return withJson(
    `/api/v1.0/accounts/${segment('acc_id', accountId)}/order_confirm`,
    JSON.stringify({ confirm_id: filled('confirm_id', confirmId) }),
  );
}
