import type { OrderTarget } from '../../domain/orders/orderAttempts';

/** The name under which all windows lock one order. Ids may hold any character, hence the unambiguous form. */
export function orderLockName(target: OrderTarget): string {
  return `order:${JSON.stringify([target.service, target.accountId, target.orderId])}`;
}
