import { InvalidInputError } from '../../errors';
import type { OrderPlacement, OrderSide, OrderType, PreparedWrite, TimeInForce, TradingSession } from '../tradingRecords';
import { preparedEndpoint, preparedJson } from '../preparedWrite';
import { bytesWithin, oneOf, positiveDecimal, securityId, segment } from '../rules';

/** Beyond the specification: POST /accounts/{acc_id}/orders. Sends what {@link preparePlacement} built. */
export const placeOrder = preparedEndpoint({ method: 'POST', route: '/api/v1.0/accounts/{acc_id}/orders' }, 'order');

export const orderTypes: readonly OrderType[] = [
  'LIMIT',
  'MARKET',
  'AUCTION',
  'AUCTION_LIMIT',
  'STOP',
  'STOP_LIMIT',
  'MARKET_IF_TOUCHED',
  'LIMIT_IF_TOUCHED',
];
export const orderSides: readonly OrderSide[] = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'];
const timesInForce: readonly TimeInForce[] = ['DAY', 'GTC'];
const tradingSessions: readonly TradingSession[] = ['RTH', 'RTH+Pre/Post-Mkt', 'OVERNIGHT', 'ALL_DAY'];

const priced: ReadonlySet<OrderType> = new Set<OrderType>(['LIMIT', 'AUCTION_LIMIT', 'STOP_LIMIT', 'LIMIT_IF_TOUCHED']);
const triggered: ReadonlySet<OrderType> = new Set<OrderType>(['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED']);

/** In bytes of UTF-8. */
const mostRemarkBytes = 64;

/**
 * Builds the exact request of a new order (beyond the specification). Values are sent as given: the service would round
 * digits that it does not keep.
 *
 * @throws {@link InvalidInputError} naming the wire field.
 */
export function preparePlacement(order: OrderPlacement): PreparedWrite {
  const { accountId, code, quantity, side, orderType, timeInForce, price, auxPrice, session, lotType, remark } = order;
  const path = `/api/v1.0/accounts/${segment('acc_id', accountId)}/orders`;
  securityId('code', code);
  positiveDecimal('qty', quantity);
  oneOf('side', side, orderSides);
  oneOf('order_type', orderType, orderTypes);
  oneOf('time_in_force', timeInForce, timesInForce);
  figureOf('price', price, priced.has(orderType));
  figureOf('aux_price', auxPrice, triggered.has(orderType));
  checkSession(order);
  if (lotType !== undefined) {
    if (!code.startsWith('HK.')) throw new InvalidInputError('lot_type', 'not-applicable');
    oneOf('lot_type', lotType, ['ROUND', 'ODD']);
  }
  if (remark !== undefined) bytesWithin('remark', remark, mostRemarkBytes);
  return preparedJson('POST', { accountId }, path, {
    code,
    qty: quantity,
    side,
    order_type: orderType,
    time_in_force: timeInForce,
    price,
    aux_price: auxPrice,
    session,
    lot_type: lotType,
    remark,
  });
}

/** Checks a figure that is either required or not allowed. */
export function figureOf(field: string, value: string | undefined, isNeeded: boolean): void {
  if (value === undefined) {
    if (isNeeded) throw new InvalidInputError(field, 'filled');
    return;
  }
  if (!isNeeded) throw new InvalidInputError(field, 'not-applicable');
  positiveDecimal(field, value);
}

/** Only American securities have sessions, and an order without a limit is valid in regular hours only. */
function checkSession({ code, orderType, session }: OrderPlacement): void {
  if (session === undefined) return;
  oneOf('session', session, tradingSessions);
  if (!code.startsWith('US.') || (session !== 'RTH' && !priced.has(orderType))) throw new InvalidInputError('session', 'not-applicable');
}
