import type { SandboxLanguage } from '../../types';
import type { Deal } from '../../world/exchange/deals';
import { nameOf } from '../../securities/language';
import type { Order } from '../../world/orders/orders';

/** Beyond the specification: an order record; its times are microseconds. */
export function orderRecord(order: Order, language: SandboxLanguage): object {
  const { security } = order;
  return {
    order_id: order.id,
    code: order.spelling ?? security.code,
    stock_name: nameOf(security, language),
    security_type: security.type,
    side: order.side,
    order_type: order.type,
    order_status: order.status,
    time_in_force: order.timeInForce,
    session: order.placed?.session ?? 'RTH',
    currency: security.currency,
    qty: order.quantity,
    price: order.price,
    aux_price: order.auxPrice,
    dealt_qty: order.dealtQuantity,
    dealt_avg_price: order.dealtPrice,
    trail_type: '',
    trail_value: '',
    trail_spread: '',
    create_time: Math.trunc(order.createdMs) * 1000,
    updated_time: Math.trunc(order.updatedMs) * 1000,
    last_err_msg: order.lastError,
    remark: order.remark,
    ...order.recorded,
  };
}

/** Beyond the specification: a record of a fill; its times are microseconds. */
export function fillRecord(deal: Deal, language: SandboxLanguage): object {
  const time = Math.trunc(deal.atMs) * 1000;
  return {
    deal_id: deal.id,
    order_id: deal.orderId,
    code: deal.security.code,
    stock_name: nameOf(deal.security, language),
    trd_side: deal.side,
    qty: deal.quantity,
    price: deal.price,
    create_time: time,
    updated_time: time,
    counter_broker_id: 0,
    counter_broker_name: '',
    status: deal.fate ?? 'OK',
  };
}
