import type { BookedOrder } from './book';
import type { Broker } from './broker';
import { sentIn } from './carryOut';
import type { Arrival, Reply } from './wire';

const ok = (body: unknown): Reply => ({ status: 200, body });

function accountOf({ path }: Arrival): string {
  return decodeURIComponent(path.split('/')[4] ?? '');
}

/** Executes a request about an order; the answer to a new one has its ID. */
export function answerWrite(broker: Broker, request: Arrival): Reply {
  const id = broker.carryOut(request);
  return ok(request.method === 'POST' ? { s: 'ok', d: { order_id: id } } : { s: 'ok' });
}

export function answerPaperWrite(broker: Broker, request: Arrival): Reply {
  const id = broker.carryOut(request);
  return ok({ ret_code: 0, ret_msg: '', data: request.path.endsWith('/orders') ? { order_id: id } : {} });
}

/** The orders that lists include by now. */
function listed(broker: Broker, request: Arrival, market: string | undefined): readonly BookedOrder[] {
  const nowMs = broker.options.time.nowMs();
  return broker.book.listed(accountOf(request), market).filter(({ facts }) => (facts.listedFromMs ?? 0) <= nowMs);
}

function page(orders: readonly BookedOrder[], request: Arrival): Reply {
  const size = Number(request.query.get('page_size') ?? '50');
  const from = Number(/^page-(\d+)$/.exec(request.query.get('page_flag') ?? '')?.[1] ?? '0');
  const isLast = from + size >= orders.length;
  const rows = orders.slice(from, from + size).map((order) => order.record());
  return ok({ s: 'ok', d: { orders: rows, page_flag: isLast ? '' : `page-${from + size}`, completed: isLast } });
}

export function listOrders(broker: Broker, request: Arrival): Reply {
  return page(listed(broker, request, request.query.get('trd_market') ?? ''), request);
}

/** Orders by creation time, of all markets unless one is named; empty unless the range has both a beginning and an end. */
export function ordersHistory(broker: Broker, request: Arrival): Reply {
  const [start, end] = [Number(request.query.get('start') ?? 'NaN'), Number(request.query.get('end') ?? 'NaN')];
  const market = request.query.get('trd_market');
  const all = listed(broker, request, market === null || market === '' ? undefined : market);
  return page(
    all.filter(({ createdUs }) => createdUs >= start && createdUs <= end),
    request,
  );
}

export function paperOrders(broker: Broker, request: Arrival): Reply {
  const market = Number(request.query.get('market') ?? 'NaN');
  return ok({ ret_code: 0, ret_msg: '', data: { orders: listed(broker, request, 'PAPER').map((order) => order.paperRecord(market)) } });
}

export function paperHistory(broker: Broker, request: Arrival): Reply {
  const [start, end] = [Number(request.query.get('time_begin') ?? 'NaN'), Number(request.query.get('time_end') ?? 'NaN')];
  const all = listed(broker, request, 'PAPER').filter(({ createdUs }) => createdUs >= start && createdUs <= end);
  const size = Number(request.query.get('page_size') ?? '50');
  const from = Number(/^k(\d+)$/.exec(request.query.get('next_key') ?? '')?.[1] ?? '0');
  const isLast = from + size >= all.length;
  const orders = all.slice(from, from + size).map((order) => order.paperRecord(Number(request.query.get('market') ?? '1')));
  return ok({
    ret_code: 0,
    ret_msg: '',
    data: { orders, pagination: { has_more: !isLast, next_key: isLast ? '-1' : `k${from + size}` } },
  });
}

export function orderDetail(broker: Broker, request: Arrival): Reply {
  const { order_ids: ids } = sentIn(request);
  const nowMs = broker.options.time.nowMs();
  const found = (Array.isArray(ids) ? ids : []).map((id) => broker.book.find(accountOf(request), String(id)));
  return ok({
    s: 'ok',
    d: found.filter((order) => order !== undefined && (order.facts.listedFromMs ?? 0) <= nowMs).map((order) => order?.record()),
  });
}

export function confirmOrder(broker: Broker, request: Arrival): Reply {
  const id = String(sentIn(request)['confirm_id']);
  const waiting = broker.confirmations.get(id);
  if (waiting === undefined) return ok({ s: 'error', errcode: -1200, errmsg: 'no such confirmation' });
  broker.confirmations.delete(id);
  return ok({ s: 'ok', d: { order_id: waiting.make() } });
}
