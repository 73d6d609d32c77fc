import type { Duplex } from 'node:stream';
import { Book } from './book';
import { cancelOrder, changeOrder, makeOrder } from './carryOut';
import { Credentials } from './credentials';
import type { BookedFill } from './fillRoutes';
import { writeOf } from './orderWrites';
import type { OrderAction, OrderWrite } from './orderWrites';
import { routeOf } from './routes';
import { readRequests, render } from './wire';
import type { Arrival, Reply } from './wire';

/** The broker's source of time. */
export interface BrokerTime {
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => unknown;
}

/** One request that is being handled. */
export interface Exchange {
  readonly request: Arrival;
  readonly socket: Duplex;
  readonly broker: Broker;
  /** Executes the request and returns the proper answer; this is where an order changes. */
  readonly carryOut: () => Reply;
  readonly send: (reply: Reply) => void;
}

/** Handles a request in its own way; false leaves it to the broker. */
export type Treatment = (exchange: Exchange) => boolean;

/** A request to place, change, or cancel an order, and its result. */
export interface OrderRequest {
  readonly arrival: Arrival;
  readonly action: OrderAction;
  readonly accountId: string;
  readonly isPaper: boolean;
  /** Empty for a new order until the broker has assigned one. */
  orderId: string;
  /** How many times it was executed. */
  executed: number;
}

/** How the broker treats new orders. */
export interface Placing {
  /** The part of a remark that it keeps. */
  remark: (sent: string) => string;
  /** The first status of a new order. */
  status: string;
  /** How long lists lag behind the book. */
  lagMs: number;
}

/** What a broker may offer, and how it executes changes. */
export interface BrokerOptions {
  readonly time: BrokerTime;
  /** Offers only what the specification shows. */
  readonly strict?: boolean;
  /** The difference of the broker's clock from its machine's time. */
  readonly wallOffsetMs: () => number;
}

/**
 * An independent broker. It shares no code with the program: it has its own HTTP, its own signatures, and its own book. Its ledger of what
 * arrived and what was executed is a proof's only source of truth.
 */
export class Broker {
  readonly book = new Book();
  readonly credentials = new Credentials(() => this.serverMs());
  readonly arrivals: Arrival[] = [];
  readonly orderRequests: OrderRequest[] = [];
  /** Unused IDs of Order Confirm, with the change that each one stands for. */
  readonly confirmations = new Map<string, { readonly make: () => string }>();
  readonly lists = new Map<string, unknown>();
  /** Fills of live accounts, by account, oldest first. */
  readonly fills = new Map<string, readonly BookedFill[]>();
  readonly placing: Placing = { remark: (sent) => sent, status: 'SUBMITTED', lagMs: 0 };
  /** Whether the ledger also has reads; a long run needs only orders. */
  keepsReads = true;
  treat: Treatment = () => false;
  /** Turns a requested change into an executed one, at once unless replaced. */
  execute: (request: OrderRequest, make: () => void) => void = (_request, make) => make();
  clockSkewMs = 0;
  /** How much faster the broker's clock runs than its machine's time, in parts per million. */
  driftPpm = 0;
  #arrived = 0;
  #connections = 0;
  #made = 0;

  constructor(readonly options: BrokerOptions) {}

  get arrivedCount(): number {
    return this.#arrived;
  }

  /** The user's only live account, for trading in Hong Kong. */
  hasLive(accountId: string): void {
    this.lists.set('liveAccounts', [{ account_id: accountId, security_firm: 'Firm', enable_market: [1], acc_type: 'CASH' }]);
  }

  serverMs(): number {
    return Math.floor(this.exactMs());
  }

  /** Server time including fractions of a millisecond. */
  exactMs(atMs = this.options.time.nowMs()): number {
    return atMs + this.options.wallOffsetMs() + this.clockSkewMs + (atMs * this.driftPpm) / 1e6;
  }

  accept(socket: Duplex): void {
    const connection = (this.#connections += 1);
    readRequests(socket, this.options.time.nowMs, (request) =>
      this.#take({ ...request, number: (this.#arrived += 1), connection }, socket),
    );
  }

  /** Executes what a request asks of an order, at once unless `execute` is replaced. @returns the order's ID. */
  carryOut(arrival: Arrival): string {
    const request = this.requestOf(arrival);
    if (request === undefined) throw new Error('no request about an order');
    if (request.orderId === '') request.orderId = this.nextOrderId();
    this.execute(request, () => this.#make(request));
    return request.orderId;
  }

  /** An ID that no order has yet. */
  nextOrderId(): string {
    return `B-${(this.#made += 1)}`;
  }

  requestOf(arrival: Arrival): OrderRequest | undefined {
    return this.orderRequests.find((entry) => entry.arrival === arrival) ?? this.#note(arrival, writeOf(arrival));
  }

  #make(request: OrderRequest): void {
    request.executed += 1;
    const make = { place: makeOrder, modify: changeOrder, cancel: cancelOrder }[request.action];
    make(this, request);
  }

  #note(arrival: Arrival, write: OrderWrite | undefined): OrderRequest | undefined {
    if (write === undefined) return undefined;
    const request = { arrival, ...write, executed: 0 };
    this.orderRequests.push(request);
    return request;
  }

  #take(request: Arrival, socket: Duplex): void {
    if (this.keepsReads) this.arrivals.push(request);
    this.#note(request, writeOf(request));
    const send = (reply: Reply): void => {
      if (socket.writable) socket.write(render(reply));
    };
    const carryOut = (): Reply =>
      routeOf(request)?.(this, request) ?? { status: 404, body: '404 page not found', headers: ['Content-Type: text/plain'] };
    const exchange = { request, socket, broker: this, carryOut, send };
    if (this.treat(exchange)) return;
    send(this.#refusal(request) ?? carryOut());
  }

  #refusal(request: Arrival): Reply | undefined {
    const isOpen = request.path.startsWith('/oauth2/') || request.path === '/api/v1.0/server-time';
    return isOpen ? undefined : this.credentials.refusal(request);
  }
}
