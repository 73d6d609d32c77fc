import type { BookedOrder } from './book';
import { paperSides } from './book';
import type { Broker, OrderRequest } from './broker';
import type { Arrival } from './wire';

type Sent = Readonly<Record<string, unknown>>;

/** The members of a request's body; empty if it has none. */
export function sentIn({ body }: Pick<Arrival, 'body'>): Sent {
  return body.length === 0 ? {} : (JSON.parse(body.toString('utf8')) as Sent);
}

/** The remark as it was sent. */
export function remarkIn(arrival: Pick<Arrival, 'body'>): string {
  const { remark, text } = sentIn(arrival);
  return typeof remark === 'string' ? remark : typeof text === 'string' ? text : '';
}

/** Puts a new order into the book. */
export function makeOrder(
  broker: Broker,
  request: OrderRequest,
  state: { readonly status?: string; readonly lastError?: string } = {},
): void {
  const { arrival, accountId, isPaper } = request;
  const sent = sentIn(arrival);
  const code = isPaper ? `HK.${text(sent, 'symbol')}` : text(sent, 'code');
  const market = isPaper ? 'PAPER' : (code.split('.')[0] ?? '');
  const nowMs = broker.options.time.nowMs();
  const order: BookedOrder = broker.book.add(
    {
      orderId: request.orderId,
      accountId,
      market,
      code,
      name: '',
      securityType: 'STOCK',
      side: isPaper ? (paperSides[Number(sent['order_side']) - 1] ?? '') : text(sent, 'side'),
      currency: 'HKD',
      remark: broker.placing.remark(remarkIn(arrival)),
      request: arrival.number,
      listedFromMs: nowMs + broker.placing.lagMs,
    },
    {
      qty: text(sent, 'qty'),
      price: text(sent, 'price'),
      auxPrice: text(sent, 'aux_price'),
      status: state.status ?? broker.placing.status,
      orderType: isPaper ? (sent['order_type'] === 3 ? 'MARKET' : 'LIMIT') : text(sent, 'order_type'),
    },
    Math.round(broker.exactMs() * 1000),
  );
  order.lastError = state.lastError ?? '';
}

export function changeOrder(broker: Broker, { arrival, accountId, orderId, isPaper }: OrderRequest): void {
  const order = broker.book.find(accountId, orderId);
  const sent = sentIn(arrival);
  const [qty, price, auxPrice] = [sent[isPaper ? 'new_qty' : 'qty'], sent[isPaper ? 'new_price' : 'price'], sent['aux_price']];
  if (typeof qty !== 'string' || typeof price !== 'string') throw new Error('a change without quantity or price was let through');
  order?.apply(broker.options.time.nowMs(), arrival.number, {
    qty,
    price: cut(price, order.facts.securityType === 'FUTURES' ? 9 : 4),
    ...(typeof auxPrice === 'string' ? { auxPrice } : {}),
  });
}

/** Cancels the part that is not filled; an order that has ended stays as it is. */
export function cancelOrder(broker: Broker, { arrival, accountId, orderId }: OrderRequest): void {
  const order = broker.book.find(accountId, orderId);
  if (order === undefined || order.hasEnded) return;
  const status = order.state.dealtQty === '0' ? 'CANCELLED_ALL' : 'CANCELLED_PART';
  order.apply(broker.options.time.nowMs(), arrival.number, { status });
}

function text(sent: Sent, name: string): string {
  const value = sent[name];
  return typeof value === 'string' ? value : '';
}

/** A price as the service keeps it: excess digits are cut off. */
export function cut(number: string, digits: number): string {
  const [whole = '', fraction = ''] = number.split('.');
  const kept = fraction.slice(0, digits).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
