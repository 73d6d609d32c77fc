import type { OrderTarget } from '../../domain/orders/orderAttempts';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';

/** The name under which all windows lock one order. Ids may hold any character, hence the unambiguous form. */
export function orderLockName(target: Pick<OrderTarget, 'service' | 'accountId' | 'orderId'>): string {
  return `order:${JSON.stringify([serviceIdentity(target.service), target.accountId, target.orderId])}`;
}
