import type { SandboxAccount } from '../../world/accounts';
import type { Purse } from '../../world/exchange/purse';
import { OrderRefused } from '../../world/orders/orderChange';
import type { RouteContext } from '../routeContext';

/**
 * Money and positions for a new order or, if an order is named, for a change of this one.
 *
 * @throws {@link OrderRefused} if the account has no such order.
 */
export function purseFor({ tools, world }: RouteContext, account: SandboxAccount, orderId = ''): Purse {
  const { orders } = world();
  const purse = orders.purse(tools.now());
  if (orderId === '') return purse;
  if (!orders.list(account.id, tools.now()).some(({ id }) => id === orderId)) throw new OrderRefused('order_id is not known');
  return purse.without(orderId);
}
