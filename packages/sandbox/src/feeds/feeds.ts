import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { gateRefusal } from 'market-desk-gate';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { isRefusal } from '../auth/refusal';
import { NonceMemory } from '../auth/nonces';
import { toleratedOffsetMs } from '../auth/signature';
import { gatewayCode } from '../http/gateway';
import { serviceGate } from '../http/listener';
import { splitTarget } from '../http/target';
import type { Order } from '../world/orders/orders';
import { closeCode, FeedConnection } from './connection';
import type { Asked, ConnectionCounts } from './connection';
import type { CredentialDependencies } from './credentials';
import { checkFrame } from './credentials';
import type { FeedName } from './feedFaults';
import { FeedFaults } from './feedFaults';
import type { OrderEventType } from './orderEvents';
import { QuoteFeed } from './quoteFeed';
import { TradeFeed } from './tradeFeed';
import type { TradeFeedDependencies } from './tradeFeed';

/** The paths of the feeds, on the port of the service. */
export const feedPaths: Readonly<Record<FeedName, string>> = { quote: '/ws/quote', trade: '/ws/trade' };
const scopes: Readonly<Record<FeedName, string>> = { quote: 'quote:read', trade: 'trade:read' };

/** A connection must authenticate within the first time, and again within the second. */
const proveMs = 15_000;
const proveAgainMs = 10 * 60_000;
const checkMs = 1_000;
/** The number of frames that a client may send at once. */
/** More than the windows of a machine open. */
const mostConnections = 200;
const mostFrameBytes = 256 * 1024;

export interface FeedsDependencies extends Omit<CredentialDependencies, 'nonces'>, TradeFeedDependencies {
  readonly pushesPerSecond: number;
  readonly likeLive: boolean;
}

export interface ConnectionState extends ConnectionCounts {
  readonly subscriptions: readonly string[];
}

/** Both WebSocket feeds: their connections, authentication and messages. */
export class Feeds {
  readonly faults = new FeedFaults();
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: mostFrameBytes, autoPong: false });
  readonly #connections = new Set<FeedConnection>();
  readonly #nonces = new NonceMemory(4 * toleratedOffsetMs);
  readonly #quotes: QuoteFeed;
  readonly #trades: TradeFeed;
  readonly #watch: NodeJS.Timeout;
  #accepted = 0;
  #closedUntil = 0;

  constructor(private readonly dependencies: FeedsDependencies) {
    this.#quotes = new QuoteFeed({ ...dependencies, faults: this.faults });
    this.#trades = new TradeFeed(dependencies);
    this.#watch = setInterval(() => this.#dismissUnproven(), checkMs);
    this.#watch.unref();
  }

  /** Handles the upgrades of the service's HTTP server. */
  attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#upgrade(request, socket, head));
  }

  /** Connections accepted since the start. */
  get accepted(): number {
    return this.#accepted;
  }

  get connections(): readonly ConnectionState[] {
    return [...this.#connections].map((connection) => ({ ...connection.counts, subscriptions: this.#quotes.keysOf(connection) }));
  }

  /** Sends a frame unchanged to every signed-in connection of a feed; faults apply. */
  push(feed: FeedName, frame: string): void {
    for (const connection of this.#connections) if (connection.feed === feed && connection.grant !== undefined) connection.push(frame);
  }

  /** Sends an event on the trade feed, regardless of the state of the order. */
  tell(type: OrderEventType, order: Order): void {
    this.#trades.tell({ type, order });
  }

  /** Checks the orders for changes at once. */
  orderMayHaveChanged(): void {
    this.#trades.lookNow();
  }

  /** Closes the connections of one feed or of both. */
  closeConnections(code: number, reason: string, feed?: FeedName): void {
    for (const connection of this.#connections) if (feed === undefined || connection.feed === feed) connection.close(code, reason);
  }

  /** Ends every connection like a service that restarts, and accepts none for this long. */
  restart(downMs: number): void {
    this.#closedUntil = Date.now() + downMs;
    this.closeConnections(closeCode.restart, 'service_restart');
  }

  /** Breaks every connection. */
  stop(): void {
    clearInterval(this.#watch);
    this.#quotes.stop();
    this.#trades.stop();
    for (const connection of this.#connections) connection.terminate();
    this.#server.close();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => undefined);
    const { path } = splitTarget(request.url ?? '/');
    const feed = path === feedPaths.quote ? 'quote' : path === feedPaths.trade ? 'trade' : undefined;
    // Pages of other sites may open WebSockets anywhere; programs send no origin.
    const refusal = gateRefusal(serviceGate, request);
    if (refusal !== undefined) {
      rejectUpgrade(socket, refusal === 'host' ? 421 : 403);
      return;
    }
    if (this.#connections.size >= mostConnections) {
      rejectUpgrade(socket, 503);
      return;
    }
    if (feed === undefined) {
      rejectUpgrade(socket, 404);
      return;
    }
    if (Date.now() < this.#closedUntil) {
      rejectUpgrade(socket, 503);
      return;
    }
    const fault = this.faults.connect(feed);
    if (fault !== undefined) {
      rejectUpgrade(socket, fault.status);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#welcome(feed, webSocket));
  }

  #welcome(feed: FeedName, socket: WebSocket): void {
    const connection = new FeedConnection(feed, socket, this.faults, this.dependencies.nowMs());
    this.#accepted += 1;
    this.#connections.add(connection);
    connection.onAsked((asked) => this.#handle(connection, asked));
    connection.onClose(() => {
      this.#connections.delete(connection);
      this.#quotes.leave(connection);
      this.#trades.leave(connection);
    });
  }

  #handle(connection: FeedConnection, asked: Asked | undefined): void {
    if (asked === undefined) {
      connection.refuse(undefined, -3, 'a frame must be a JSON object with an action');
      return;
    }
    if (asked.action === 'auth' || asked.action === 'refresh') {
      this.#prove(connection, asked);
      return;
    }
    if (connection.grant === undefined) {
      connection.refuse(asked.id, gatewayCode.credentialMissing, 'the first frame must be auth');
      connection.close(closeCode.policy, 'not_authenticated');
    } else if (connection.feed === 'quote' && (asked.action === 'subscribe' || asked.action === 'unsubscribe')) {
      this.#quotes.handle(connection, asked);
    } else {
      connection.refuse(asked.id, -3, 'action is not supported');
    }
  }

  #prove(connection: FeedConnection, asked: Asked): void {
    if (asked.action === 'refresh' && connection.grant === undefined) {
      connection.refuse(asked.id, gatewayCode.credentialMissing, 'there is nothing to refresh');
      return;
    }
    const grant = checkFrame(asked.data, { ...this.dependencies, nonces: this.#nonces });
    const refusal = isRefusal(grant)
      ? grant
      : grant.scopes.includes(scopes[connection.feed])
        ? undefined
        : { code: gatewayCode.scopeMissing, message: `the scope ${scopes[connection.feed]} was not granted` };
    if (refusal !== undefined || isRefusal(grant)) {
      connection.refuse(asked.id, refusal?.code ?? gatewayCode.failed, refusal?.message ?? '');
      connection.close(closeCode.policy, 'auth_failed');
      return;
    }
    const fault = this.faults.auth(connection.feed);
    const isFirst = connection.grant === undefined;
    connection.accept(grant, this.dependencies.nowMs());
    const answer = (): void => {
      connection.send({ id: asked.id, session_id: connection.sessionId, server_time: Math.trunc(this.dependencies.now()) * 1_000 });
      if (fault?.kind === 'silence') connection.fallSilent(fault.pongs ?? true);
      if (isFirst && connection.feed === 'trade' && connection.isOpen) this.#trades.join(connection);
    };
    if (fault?.kind === 'delayAuth') setTimeout(answer, fault.ms).unref();
    else answer();
  }

  #dismissUnproven(): void {
    // What happened until now was for these connections: a clock that jumps would take it away with the right to it.
    this.#trades.lookNow();
    const nowMs = this.dependencies.nowMs();
    for (const connection of this.#connections) {
      const isProven = connection.grant !== undefined;
      if (nowMs - connection.provenAtMs > (isProven ? proveAgainMs : proveMs))
        connection.close(closeCode.policy, isProven ? 'auth_expired' : 'not_authenticated');
    }
  }
}

const reasons: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

function rejectUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${String(status)} ${reasons[status] ?? 'Rejected'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
