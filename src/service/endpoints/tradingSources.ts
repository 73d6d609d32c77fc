import type { ListPart } from '../lists/readList';
import type { OrderRecord } from '../records';
import type { FillRecord, FillsQuery, HistoryQuery, SimulatedAccountQuery, SimulatedHistoryQuery, SimulatedOrder } from './tradingRecords';
import { fillHistory, orderFills, orderHistory } from './orders/history';
import { simulatedOrderHistory, simulatedOrders } from './simulated/orders';
import { part } from './sources';
import type { Ask, ClientSource } from './sources';

type Flagged<Q> = Omit<Q, 'pageFlag'>;

/** Tells a fill from others in a list that has each once: IDs may count within an order, or within a day of it. */
export function fillKey({ dealId, orderId, code, side, quantity, price, createdAt }: FillRecord): string {
  return JSON.stringify([orderId, dealId, code, createdAt, side, quantity, price]);
}

/** Orders of a live account in a time range; the market names the part. */
export function orderHistoryPart(source: ClientSource, query: Flagged<HistoryQuery>): ListPart<OrderRecord> {
  const ask: Ask<OrderRecord> = async (client, pageFlag, options) => client.beyond.orderHistory({ ...query, pageFlag }, options);
  return { ...part(query.tradeMarket, orderHistory, source, ask), idOf: ({ orderId }) => orderId };
}

/** Fills of a live account today; the market names the part. */
export function orderFillsPart(source: ClientSource, query: Flagged<FillsQuery>): ListPart<FillRecord> {
  const ask: Ask<FillRecord> = async (client, pageFlag, options) => client.beyond.orderFills({ ...query, pageFlag }, options);
  return { ...part(query.tradeMarket, orderFills, source, ask), idOf: fillKey };
}

/** Fills of a live account in a time range; the market names the part. */
export function fillHistoryPart(source: ClientSource, query: Flagged<HistoryQuery>): ListPart<FillRecord> {
  const ask: Ask<FillRecord> = async (client, pageFlag, options) => client.beyond.fillHistory({ ...query, pageFlag }, options);
  return { ...part(query.tradeMarket, fillHistory, source, ask), idOf: fillKey };
}

/** Today's orders of a paper account; its market integer names the part. */
export function simulatedOrdersPart(source: ClientSource, query: SimulatedAccountQuery): ListPart<SimulatedOrder> {
  return part(String(query.market), simulatedOrders, source, async (client, _, options) => client.beyond.simulatedOrders(query, options));
}

/** Orders of a paper account in a time range; its market integer names the part. */
export function simulatedOrderHistoryPart(source: ClientSource, query: Omit<SimulatedHistoryQuery, 'nextKey'>): ListPart<SimulatedOrder> {
  const ask: Ask<SimulatedOrder> = async (client, nextKey, options) => client.beyond.simulatedOrderHistory({ ...query, nextKey }, options);
  return { ...part(String(query.market), simulatedOrderHistory, source, ask), idOf: ({ orderId }) => orderId };
}
