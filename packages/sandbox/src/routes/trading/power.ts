import Big from 'big.js';
import type { Security } from '../../securities/securities';
import type { SandboxAccount } from '../../world/accounts';
import { price } from '../../world/exchange/drafts';
import { lastOf } from '../../world/exchange/orderChecks';
import { marginRates } from '../../world/exchange/purse';
import type { MostOf, Purse } from '../../world/exchange/purse';
import { OrderRefused } from '../../world/orders/orderChange';
import type { RouteContext } from '../routeContext';

/**
 * Money and positions for a new order or, if an order is named, for a change of this one.
 *
 * @throws {@link OrderRefused} if the account has no such order.
 */
function purseFor({ tools, world }: RouteContext, account: SandboxAccount, orderId = ''): Purse {
  const { orders } = world();
  const purse = orders.purse(tools.now());
  if (orderId === '') return purse;
  if (!orders.list(account.id, tools.now()).some(({ id }) => id === orderId)) throw new OrderRefused('order_id is not known');
  return purse.without(orderId);
}

/**
 * The most that an account can trade of a security, and the margins that a lot requires. A limit order without a price gets zeros.
 *
 * @param asked - The price of a limit order, empty if it has none; undefined for a market order.
 * @throws {@link OrderRefused}
 */
export function powerOf(
  route: RouteContext,
  account: SandboxAccount,
  security: Security,
  asked: string | undefined,
  orderId: string | undefined,
): { readonly most: MostOf; readonly margin: (side: 'long' | 'short') => string } {
  const last = lastOf(route.world().market, security, route.tools.now());
  const at = asked === undefined ? last : new Big(asked === '' ? 0 : price({ price: asked }, 'price', 9));
  const lot = (at.eq(0) ? last : at).times(security.lot).times(security.contractSize);
  return {
    most: purseFor(route, account, orderId).most(account, security, at),
    margin: (side) => lot.times(marginRates(security)[side]).toFixed(2),
  };
}
