import type { Duplex } from 'node:stream';
import { Book } from './book';
import { Credentials } from './credentials';
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

/** Which order, what became of a request to change it. */
export interface OrderRequest {
  readonly arrival: Arrival;
  readonly accountId: string;
  readonly orderId: string;
  /** Times that the change was made. */
  executed: number;
}

/** What a broker may or may not offer, and how it makes changes. */
export interface BrokerOptions {
  readonly time: BrokerTime;
  /** Only what the specification shows. */
  readonly strict?: boolean;
  /** The broker's clock beyond its machine's time. */
  readonly wallOffsetMs: () => number;
}

const orderPath = /^\/api\/v1\.0\/accounts\/([^/]+)\/orders\/([^/]+)$/;

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
  readonly confirmations = new Map<string, { readonly orderId: string; readonly make: () => void }>();
  readonly lists = new Map<string, unknown>();
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

  /** Notes a request to change an order and makes the change. */
  change(arrival: Arrival, accountId: string, orderId: string): void {
    const request = this.orderRequests.find((entry) => entry.arrival === arrival) ?? this.#note(arrival, accountId, orderId);
    this.execute(request, () => this.#make(request));
  }

  #make(request: OrderRequest): void {
    request.executed += 1;
    const order = this.book.find(request.accountId, request.orderId);
    const { qty, price, aux_price: auxPrice } = JSON.parse(request.arrival.body.toString('utf8')) as Readonly<Record<string, string>>;
    if (qty === undefined || price === undefined) throw new Error('a change without quantity or price was let through');
    order?.apply(this.options.time.nowMs(), request.arrival.number, {
      qty,
      price: cut(price, order.facts.securityType === 'FUTURES' ? 9 : 4),
      ...(auxPrice === undefined ? {} : { auxPrice }),
    });
  }

  #note(arrival: Arrival, accountId: string, orderId: string): OrderRequest {
    const request = { arrival, accountId, orderId, executed: 0 };
    this.orderRequests.push(request);
    return request;
  }

  #take(request: Arrival, socket: Duplex): void {
    if (this.keepsReads) this.arrivals.push(request);
    const order = request.method === 'PUT' ? orderPath.exec(request.path) : null;
    if (order !== null) this.#note(request, decodeURIComponent(order[1] ?? ''), decodeURIComponent(order[2] ?? ''));
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

/** What the service keeps of a price: excess digits are cut off. */
export function cut(number: string, digits: number): string {
  const [whole = '', fraction = ''] = number.split('.');
  const kept = fraction.slice(0, digits).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
