import type { Broker } from './broker';
import type { Arrival, Reply } from './wire';

/** A fill as the broker knows it. */
export interface BookedFill {
  readonly id: string;
  readonly orderId: string;
  readonly atUs: number;
}

const dayUs = 24 * 60 * 60 * 1_000_000;

/** Fills of the broker's day. */
export function fillsOfToday(broker: Broker, request: Arrival): Reply {
  const fromUs = Math.floor((broker.serverMs() * 1000) / dayUs) * dayUs;
  return page(broker, request, (atUs) => atUs >= fromUs);
}

/** Fills of a range, including those of today; empty unless the range has both a beginning and an end. */
export function fillsHistory(broker: Broker, request: Arrival): Reply {
  const [start, end] = [Number(request.query.get('start') ?? 'NaN'), Number(request.query.get('end') ?? 'NaN')];
  return page(broker, request, (atUs) => atUs >= start && atUs <= end);
}

function page(broker: Broker, request: Arrival, isAsked: (atUs: number) => boolean): Reply {
  const account = decodeURIComponent(request.path.split('/')[4] ?? '');
  const all = (broker.fills.get(account) ?? []).filter(({ atUs }) => isAsked(atUs));
  const size = Number(request.query.get('page_size') ?? '50');
  const from = Number(/^page-(\d+)$/.exec(request.query.get('page_flag') ?? '')?.[1] ?? '0');
  const isLast = from + size >= all.length;
  const rows = all.slice(from, from + size).map(record);
  return { status: 200, body: { s: 'ok', d: { order_fills: rows, page_flag: isLast ? '' : `page-${from + size}`, completed: isLast } } };
}

function record({ id, orderId, atUs }: BookedFill): Readonly<Record<string, unknown>> {
  return {
    deal_id: id,
    order_id: orderId,
    code: 'HK.00700',
    stock_name: 'Tencent',
    trd_side: 'BUY',
    qty: '100',
    price: '10',
    create_time: atUs,
    updated_time: atUs,
    counter_broker_id: '',
    counter_broker_name: '',
    status: 'OK',
  };
}
