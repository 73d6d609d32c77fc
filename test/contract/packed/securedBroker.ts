import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import { WebSocketServer } from 'ws';
import { Broker } from '../../promises/broker/broker';
import type { Machine } from '../../promises/desk/machine';
import type { Certificate } from '../../support/network/certificate';
import { listening } from '../../support/network/listening';
import type { Listening } from '../../support/network/listening';

const position = {
  pstn_id: '1',
  pstn_type: 0,
  market: 1,
  symbol: 'HK.00700',
  stock_name: 'Tencent',
  qty: '100',
  qty_avbl: '100',
  cost_price: '10',
  buy_avg_price: '10',
  cur_price: '11',
  mv: '1100',
  profit: '100',
  profit_ratio: '10',
};

/** The broker of the proofs behind TLS, with a feed that accepts any credentials. */
export class SecuredBroker {
  readonly broker: Broker;
  /** Frames that arrived at the feed. */
  readonly frames: string[] = [];
  readonly #feed = new WebSocketServer({ noServer: true });
  readonly #server: Server;
  #listening!: Listening;

  private constructor(machine: Machine, certificate: Certificate) {
    this.broker = new Broker({
      time: { nowMs: () => machine.monotonicMs, after: (ms, run) => machine.after(ms, run) },
      wallOffsetMs: () => machine.wallOffsetMs,
    });
    this.broker.lists.set('simulatedAccounts', [
      { account_id: 'SIM-1', broker_id: 1, market_id: 1, account_type: 1, account_title: 'Paper' },
    ]);
    this.broker.lists.set('positions/SIM-1', [position]);
    const upgrades = createHttpServer();
    upgrades.on('upgrade', (request, socket, head) => {
      this.#feed.handleUpgrade(request, socket, head, (connection) => {
        connection.on('message', (data: Buffer) => {
          const frame = data.toString('utf8');
          this.frames.push(frame);
          const { id } = JSON.parse(frame) as { readonly id?: unknown };
          connection.send(JSON.stringify({ id, code: 0, message: 'success' }));
        });
      });
    });
    this.#server = createServer({ cert: certificate.cert, key: certificate.key }, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (first: Buffer) => {
        socket.pause();
        socket.unshift(first);
        if (/^upgrade: websocket/im.test(first.toString('latin1'))) upgrades.emit('connection', socket);
        else this.broker.accept(socket);
        process.nextTick(() => socket.resume());
      });
    });
  }

  static async start(machine: Machine, certificate: Certificate): Promise<SecuredBroker> {
    const started = new SecuredBroker(machine, certificate);
    started.#listening = await listening(started.#server);
    return started;
  }

  get port(): number {
    return this.#listening.port;
  }

  /** Feeds that are connected. */
  get openFeeds(): number {
    return this.#feed.clients.size;
  }

  /** Presents another certificate to new connections from now on. */
  show({ cert, key }: Certificate): void {
    this.#server.setSecureContext({ cert, key });
    this.#listening.drop();
  }

  /** Forgets what arrived. */
  forget(): void {
    this.broker.arrivals.length = 0;
    this.frames.length = 0;
  }

  async close(): Promise<void> {
    this.#feed.close();
    await this.#listening.close();
  }
}
