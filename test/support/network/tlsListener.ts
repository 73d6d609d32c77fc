import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import type { Certificate } from './certificate';
import { listening } from './listening';
import type { Listening } from './listening';

/** A server behind TLS that answers every request with `{}` and keeps everything that it received. */
export class TlsListener {
  /** What arrived inside the encryption. */
  received = '';
  readonly #server: Server;
  #listening!: Listening;

  private constructor(certificate: Certificate) {
    this.#server = createServer(certificate, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => {
        this.received += bytes.toString('latin1');
        if (this.received.includes('\r\n\r\n')) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
      });
    });
  }

  static async start(certificate: Certificate): Promise<TlsListener> {
    const started = new TlsListener(certificate);
    started.#listening = await listening(started.#server);
    return started;
  }

  get port(): number {
    return this.#listening.port;
  }

  /** Presents another certificate from now on. */
  show({ cert, key }: Certificate): void {
    this.#server.setSecureContext({ cert, key });
  }

  async close(): Promise<void> {
    await this.#listening.close();
  }
}
