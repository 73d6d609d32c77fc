import type { PreparedWrite, SimulatedCancellation, SimulatedModification, SimulatedPlacement } from '../tradingRecords';
import { figureOf, orderSides } from '../orders/placeOrder';
import { preparedEndpoint, preparedJson } from '../preparedWrite';
import { bytesWithin, oneOf, positiveDecimal, segment } from '../rules';
import { checkedSymbol, marketOf, sessionNumbers, sideNumbers, simulatedPath, typeNumbers } from './wire';

/** In bytes of UTF-8. */
const mostTextBytes = 100;

/** Beyond the specification: POST /sim-trade/{acc_id}/orders. Sends what {@link prepareSimulatedPlacement} built. */
export const placeSimulatedOrder = preparedEndpoint({ method: 'POST', route: '/api/v1.0/sim-trade/{acc_id}/orders' }, 'simulatedOrder');

/** Beyond the specification: sends what {@link prepareSimulatedModification} built. */
export const modifySimulatedOrder = preparedEndpoint(
  { method: 'POST', route: '/api/v1.0/sim-trade/{acc_id}/orders/{order_id}/modify' },
  'simulatedOrder',
);

/** Beyond the specification: sends what {@link prepareSimulatedCancellation} built. */
export const cancelSimulatedOrder = preparedEndpoint(
  { method: 'POST', route: '/api/v1.0/sim-trade/{acc_id}/orders/{order_id}/cancel' },
  'simulatedOrder',
);

/**
 * Builds the exact request of a new order of a paper account (beyond the specification).
 *
 * @throws {@link InvalidInputError} naming the wire field.
 */
export function prepareSimulatedPlacement(order: SimulatedPlacement): PreparedWrite {
  const { accountId, market, symbol, quantity, side, orderType, price, session, remark } = order;
  oneOf('order_type', orderType, ['LIMIT', 'MARKET']);
  oneOf('order_side', side, orderSides);
  figureOf('price', price, orderType === 'LIMIT');
  if (session !== undefined) oneOf('order_trade_time_type', session, ['regular', 'extended']);
  if (remark !== undefined) bytesWithin('text', remark, mostTextBytes);
  return preparedJson('POST', { accountId }, simulatedPath(accountId, 'orders'), {
    market: marketOf({ market }),
    symbol: checkedSymbol(symbol),
    order_type: typeNumbers[orderType],
    order_side: sideNumbers[side],
    qty: positiveDecimal('qty', quantity),
    price,
    text: remark,
    order_trade_time_type: session === undefined ? undefined : sessionNumbers[session],
  });
}

/**
 * Builds the exact request of one change: always both values.
 *
 * @throws {@link InvalidInputError} naming the wire field.
 */
export function prepareSimulatedModification({ accountId, orderId, market, quantity, price }: SimulatedModification): PreparedWrite {
  return preparedJson('POST', { accountId, orderId }, orderPath(accountId, orderId, 'modify'), {
    market: marketOf({ market }),
    new_qty: positiveDecimal('new_qty', quantity),
    new_price: positiveDecimal('new_price', price),
  });
}

/**
 * Builds the exact request of one cancellation.
 *
 * @throws {@link InvalidInputError} naming the wire field.
 */
export function prepareSimulatedCancellation({ accountId, orderId, market }: SimulatedCancellation): PreparedWrite {
  return preparedJson('POST', { accountId, orderId }, orderPath(accountId, orderId, 'cancel'), { market: marketOf({ market }) });
}

function orderPath(accountId: string, orderId: string, action: string): string {
  return simulatedPath(accountId, 'orders', segment('order_id', orderId), action);
}
