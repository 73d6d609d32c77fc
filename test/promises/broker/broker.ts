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

/** Where the broker takes its time from. */
export interface BrokerTime {
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => unknown;
}

/** One request that is being dealt with. */
export interface Exchange {
  readonly request: Arrival;
  readonly socket: Duplex;
  readonly broker: Broker;
  /** Does what the request asks for and gives the proper answer; an order is changed here. */
  readonly carryOut: () => Reply;
  readonly send: (reply: Reply) => void;
}

/** Deals with a request in its own way; false leaves it to the broker. */
export type Treatment = (exchange: Exchange) => boolean;

/** A request to place, change, or cancel an order, and what became of it. */
export interface OrderRequest {
  readonly arrival: Arrival;
  readonly action: OrderAction;
  readonly accountId: string;
  readonly isPaper: boolean;
  /** Empty for a new order until the broker has given it one. */
  orderId: string;
  /** Times that it was carried out. */
  executed: number;
}

/** What the broker makes of new orders. */
export interface Placing {
  /** What it keeps of a remark. */
  remark: (sent: string) => string;
  /** In what state an order comes into its book. */
  status: string;
  /** How long lists lag behind the book. */
  lagMs: number;
}

/** What a broker may or may not offer, and how it makes changes. */
export interface BrokerOptions {
  readonly time: BrokerTime;
  /** Only what the specification shows. */
  readonly strict?: boolean;
  /** The broker's clock beyond its machine's time. */
  readonly wallOffsetMs: () => number;
}

/**
 * An independent broker. It shares no code with the program: its own HTTP, its own signatures, its own book. Its ledger of what
 * arrived and what was carried out is the only truth of a proof.
 */
export class Broker {
  readonly book = new Book();
  readonly credentials = new Credentials(() => this.serverMs());
  readonly arrivals: Arrival[] = [];
  readonly orderRequests: OrderRequest[] = [];
  /** Ids of Order Confirm that were given out and not used, with what they stand for. */
  readonly confirmations = new Map<string, { readonly make: () => string }>();
  readonly lists = new Map<string, unknown>();
  /** Fills of live accounts, by account, the oldest first. */
  readonly fills = new Map<string, readonly BookedFill[]>();
  readonly placing: Placing = { remark: (sent) => sent, status: 'SUBMITTED', lagMs: 0 };
  /** Keeps the ledger of reads; a long run only needs the orders'. */
  keepsReads = true;
  treat: Treatment = () => false;
  /** Turns a change that was asked for into one that is made, at once unless replaced. */
  execute: (request: OrderRequest, make: () => void) => void = (_request, make) => make();
  clockSkewMs = 0;
  /** How much faster than its machine's time the broker's clock runs, in millionths. */
  driftPpm = 0;
  #arrived = 0;
  #connections = 0;
  #made = 0;

  constructor(readonly options: BrokerOptions) {}

  get arrivedCount(): number {
    return this.#arrived;
  }

  serverMs(): number {
    return Math.floor(this.exactMs());
  }

  /** Server time with its fraction. */
  exactMs(atMs = this.options.time.nowMs()): number {
    return atMs + this.options.wallOffsetMs() + this.clockSkewMs + (atMs * this.driftPpm) / 1e6;
  }

  accept(socket: Duplex): void {
    const connection = (this.#connections += 1);
    readRequests(socket, this.options.time.nowMs, (request) =>
      this.#take({ ...request, number: (this.#arrived += 1), connection }, socket),
    );
  }

  /** Does what a request asks of an order, at once unless `execute` says otherwise. @returns the order's ID. */
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
