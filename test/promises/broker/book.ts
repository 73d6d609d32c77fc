/** The broker's own book of orders: the truth, whatever the program was told. */

export interface OrderState {
  readonly qty: string;
  readonly price: string;
  readonly auxPrice: string;
  readonly dealtQty: string;
  readonly status: string;
  readonly orderType: string;
}

export interface OrderFacts {
  readonly orderId: string;
  readonly accountId: string;
  readonly market: string;
  readonly code: string;
  readonly name: string;
  readonly securityType: string;
  readonly side: string;
  readonly currency: string;
  /** The remark that came with it, as the broker keeps it. */
  readonly remark?: string;
  /** Number of the request that created it; undefined for an order from elsewhere. */
  readonly request?: number;
  /** Lists don't include it before this time (clock of the broker's machine). */
  readonly listedFromMs?: number;
}

export interface Change {
  readonly atMs: number;
  /** Number of the request that caused it; undefined for changes made elsewhere. */
  readonly request: number | undefined;
  readonly before: OrderState;
  readonly after: OrderState;
}

/** In the order of the integers that paper accounts use for them. */
export const paperSides: readonly string[] = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'];
const paperStatuses: Readonly<Record<string, number>> = {
  SUBMITTED: 2,
  FILLED_PART: 3,
  FILLED_ALL: 4,
  CANCELLED_ALL: 5,
  CANCELLED_PART: 5,
  FAILED: 6,
};

/** Orders in these states can't be changed or canceled any more. */
const ended: ReadonlySet<string> = new Set(['FILLED_ALL', 'CANCELLED_ALL', 'CANCELLED_PART', 'FAILED', 'SUBMIT_FAILED', 'DELETED']);

export class BookedOrder {
  readonly changes: Change[] = [];
  lastError = '';
  updatedUs: number;

  constructor(
    readonly facts: OrderFacts,
    public state: OrderState,
    readonly createdUs: number,
  ) {
    this.updatedUs = createdUs;
  }

  get hasEnded(): boolean {
    return ended.has(this.state.status);
  }

  /** The state at the given time. */
  stateAt(atMs: number): OrderState {
    return this.changes.findLast((change) => change.atMs <= atMs)?.after ?? this.changes[0]?.before ?? this.state;
  }

  apply(atMs: number, request: number | undefined, change: Partial<OrderState>): void {
    const before = this.state;
    this.state = { ...before, ...change };
    this.changes.push({ atMs, request, before, after: this.state });
    this.updatedUs += 1_000_000;
  }

  /** The record as the service lists it (beyond the specification, order record). */
  record(): Readonly<Record<string, unknown>> {
    const { facts, state } = this;
    return {
      order_id: facts.orderId,
      code: facts.code,
      stock_name: facts.name,
      security_type: facts.securityType,
      side: facts.side,
      order_type: state.orderType,
      order_status: state.status,
      time_in_force: 'DAY',
      session: '',
      currency: facts.currency,
      qty: state.qty,
      price: state.price,
      aux_price: state.auxPrice,
      dealt_qty: state.dealtQty,
      dealt_avg_price: state.dealtQty === '0' ? '' : state.price,
      create_time: this.createdUs,
      updated_time: this.updatedUs,
      last_err_msg: this.lastError,
      remark: facts.remark ?? '',
    };
  }

  /** The record as listed in a paper account: integers instead of words. */
  paperRecord(market: number): Readonly<Record<string, unknown>> {
    const { facts, state } = this;
    return {
      order_id: facts.orderId,
      side: paperSides.indexOf(facts.side) + 1,
      symbol: facts.code.replace(/^[A-Z]+\./, ''),
      stock_name: facts.name,
      order_type: state.orderType === 'MARKET' ? 3 : 1,
      status: paperStatuses[state.status] ?? 2,
      qty: state.qty,
      cum_qty: state.dealtQty,
      price: state.price,
      avg_fill_price: state.dealtQty === '0' ? '0' : state.price,
      aux_price: null,
      create_time: String(this.createdUs),
      update_time: String(this.updatedUs),
      text: facts.remark ?? '',
      market,
    };
  }
}

export class Book {
  readonly orders = new Map<string, BookedOrder>();

  add(facts: OrderFacts, state: Partial<OrderState> = {}, createdUs = 1_790_000_000_000_000): BookedOrder {
    const full = { qty: '1000', price: '100', auxPrice: '', dealtQty: '0', status: 'SUBMITTED', orderType: 'LIMIT', ...state };
    const order = new BookedOrder(facts, full, createdUs);
    this.orders.set(`${facts.accountId}/${facts.orderId}`, order);
    return order;
  }

  /** An order to buy a Hong Kong stock. */
  addBuy(accountId: string, orderId: string, market = 'HK'): BookedOrder {
    const facts = { code: 'HK.00700', name: 'Tencent', securityType: 'STOCK', side: 'BUY', currency: 'HKD' };
    return this.add({ orderId, accountId, market, ...facts });
  }

  find(accountId: string, orderId: string): BookedOrder | undefined {
    return this.orders.get(`${accountId}/${orderId}`);
  }

  remove(order: BookedOrder): void {
    this.orders.delete(`${order.facts.accountId}/${order.facts.orderId}`);
  }

  /** Orders of all markets unless one is named. */
  listed(accountId: string, market?: string): readonly BookedOrder[] {
    return [...this.orders.values()].filter(
      ({ facts }) => facts.accountId === accountId && (market === undefined || facts.market === market),
    );
  }
}
