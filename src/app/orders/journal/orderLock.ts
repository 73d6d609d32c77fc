import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';

/**
 * The name under which all windows lock one order, as `isSameOrder` tells orders apart; a new order, which has no ID yet, is locked by its
 * mark. IDs may contain any character, hence the unambiguous form.
 */
export function orderLockName({ service, accountId, isPaper = false, orderId, mark }: OrderTarget): string {
  return `${isPaper ? 'paperOrder' : 'order'}:${JSON.stringify([serviceIdentity(service), accountId, orderId, ...(mark === undefined ? [] : [mark])])}`;
}
