import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { parseRequest } from './httpRequest';
import { listening } from './listening';
import type { Listening } from './listening';

/** One request as it arrived: exact head and body, and its connection. */
export interface ArrivedRequest {
  readonly connection: number;
  readonly head: string;
  readonly body: string;
  readonly socket: Socket;
}

/** Answers one request by writing to its socket in any way the test needs. */
export type Responder = (request: ArrivedRequest) => void;

/** A TCP server that sends exactly the bytes that a test gives it, and keeps a ledger of complete requests. */
export class WireServer {
  readonly requests: ArrivedRequest[] = [];
  connections = 0;
  #server!: Listening;

  private constructor(public responder: Responder) {}

  static async start(responder: Responder = (request) => reply(request.socket, '{}')): Promise<WireServer> {
    const server = new WireServer(responder);
    server.#server = await listening(createServer((socket) => server.#accept(socket)));
    return server;
  }

  get port(): number {
    return this.#server.port;
  }

  get origin(): string {
    return this.#server.origin;
  }

  /** Resolves once `count` complete requests have arrived. */
  async arrived(count: number): Promise<void> {
    while (this.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  async close(): Promise<void> {
    await this.#server.close();
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    const connection = this.connections;
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      for (let parsed = parseRequest(pending); parsed !== undefined; parsed = parseRequest(pending)) {
        const head = pending.subarray(0, pending.indexOf('\r\n\r\n')).toString('latin1');
        pending = pending.subarray(parsed.length);
        const request = { connection, head, body: parsed.request.body.toString('latin1'), socket };
        this.requests.push(request);
        this.responder(request);
      }
    });
  }
}

/** Sends a complete answer with its length. */
export function reply(socket: Socket, body: string, status = '200 OK', headers: readonly string[] = []): void {
  const lines = [`HTTP/1.1 ${status}`, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
