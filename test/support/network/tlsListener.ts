import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import type { Certificate } from './certificate';

/** A server behind TLS that answers every request with `{}` and keeps everything that it received. */
export class TlsListener {
  /** What arrived inside the encryption. */
  received = '';
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(certificate: Certificate) {
    this.#server = createServer(certificate, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => {
        this.received += bytes.toString('latin1');
        if (this.received.includes('\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      });
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('tlsClientError', () => undefined);
  }

  static async start(certificate: Certificate): Promise<TlsListener> {
    const started = new TlsListener(certificate);
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Presents another certificate from now on. */
  show({ cert, key }: Certificate): void {
    this.#server.setSecureContext({ cert, key });
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
