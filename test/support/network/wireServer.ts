import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

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
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  responder: Responder;

  private constructor(responder: Responder) {
    this.responder = responder;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async start(responder: Responder = (request) => reply(request.socket, '{}')): Promise<WireServer> {
    const server = new WireServer(responder);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves once `count` complete requests have arrived. */
  async arrived(count: number): Promise<void> {
    while (this.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    const connection = this.connections;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => undefined);
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = pending.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (pending.length < end + 4 + length) return;
      const request = { connection, head, body: pending.slice(end + 4, end + 4 + length), socket };
      pending = pending.slice(end + 4 + length);
      this.requests.push(request);
      this.responder(request);
    });
  }
}

/** Sends a complete answer with its length. */
export function reply(socket: Socket, body: string, status = '200 OK', headers: readonly string[] = []): void {
  const lines = [`HTTP/1.1 ${status}`, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
