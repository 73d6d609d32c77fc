import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { serviceIdentity } from '../../../domain/orders/serviceIdentity';

/**
 * The name under which all windows lock one order, as `isSameOrder` tells orders apart; a new order, which has no ID yet, is locked by its
 * mark. IDs may contain any character, hence the unambiguous form. Nothing is sent for a paper order without its market.
 */
export function orderLockName({ service, accountId, isPaper = false, orderId, mark, market }: OrderTarget): string {
  const place = [serviceIdentity(service), accountId, orderId, ...(mark === undefined ? [] : [mark])];
  return `${isPaper ? `paperOrder${market ?? ''}` : 'order'}:${JSON.stringify(place)}`;
}
