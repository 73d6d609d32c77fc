import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { parseRequest } from '../../support/network/httpRequest';
import type { SentRequest } from '../../support/network/httpRequest';
import { listening } from '../../support/network/listening';
import type { Listening } from '../../support/network/listening';

/** What the server recorded about one case. The ledger knows only what happened on the wire. */
export interface CaseLedger {
  /** Bytes that arrived on any connection, whether or not they formed a request; a TLS handshake carries none of the request's. */
  bytes: number;
  readonly requests: SentRequest[];
  /** Requests that changed something. */
  readonly processed: SentRequest[];
}

/** How the server treats the connections of one case. */
export interface Behaviour {
  /** False if only the behavior itself counts: a long run must not fill the ledger. */
  readonly keepsRequests?: boolean;
  /** Called for each connection before anything is read; true if the behavior took over the connection. */
  readonly onConnection?: (socket: Socket) => boolean;
  /** Called for each complete request; `process` enters it into the ledger as executed. */
  readonly onRequest: (exchange: {
    readonly socket: Socket;
    readonly request: SentRequest;
    readonly index: number;
    readonly process: () => void;
  }) => void;
}

const tlsHandshake = 0x16;

/** A server on raw sockets that does to each connection what the case says, and keeps a ledger. One case at a time. */
export class FaultServer {
  #ledger: CaseLedger = { bytes: 0, requests: [], processed: [] };
  #behaviour: Behaviour | undefined;
  #server!: Listening;

  private constructor() {}

  static async start(): Promise<FaultServer> {
    const started = new FaultServer();
    started.#server = await listening(createServer({ allowHalfOpen: true }, (socket) => started.#accept(socket)));
    return started;
  }

  get origin(): string {
    return this.#server.origin;
  }

  /** Begins a case: from now on everything that arrives belongs to it. */
  begin(behaviour: Behaviour): CaseLedger {
    this.#server.drop();
    this.#behaviour = behaviour;
    this.#ledger = { bytes: 0, requests: [], processed: [] };
    return this.#ledger;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #accept(socket: Socket): void {
    const behaviour = this.#behaviour;
    const ledger = this.#ledger;
    socket.setNoDelay(true);
    if (behaviour === undefined) {
      socket.destroy();
      return;
    }
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      if (pending.length > 0 || chunk[0] !== tlsHandshake) ledger.bytes += chunk.length;
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const parsed = parseRequest(pending);
        if (parsed === undefined) return;
        pending = pending.subarray(parsed.length);
        const index = behaviour.keepsRequests === false ? 0 : ledger.requests.push(parsed.request) - 1;
        behaviour.onRequest({ socket, request: parsed.request, index, process: () => void ledger.processed.push(parsed.request) });
      }
    });
    socket.on('end', () => socket.end());
    behaviour.onConnection?.(socket);
  }
}
