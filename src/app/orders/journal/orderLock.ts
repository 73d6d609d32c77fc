import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';

/**
 * The name under which all windows lock one order; a new order, which has no ID yet, is locked by its mark. IDs may contain any character,
 * hence the unambiguous form.
 */
export function orderLockName({ service, accountId, orderId, mark }: OrderTarget): string {
  return `order:${JSON.stringify([serviceIdentity(service), accountId, orderId, ...(mark === undefined ? [] : [mark])])}`;
}
