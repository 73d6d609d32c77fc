import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** What the proxy does with a CONNECT. */
export type TunnelMode = 'open' | 'refuse' | 'silent' | 'hang-up';

/** A proxy that leads every tunnel to one local port, whatever host was asked for. */
export class TunnelProxy {
  readonly asked: { readonly target: string; readonly authorization: string | undefined }[] = [];
  mode: TunnelMode = 'open';
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(private readonly targetPort: number) {
    this.#server = createServer((_request, response) => response.writeHead(500).end());
    this.#server.on('connection', (socket: Socket) => this.#keep(socket));
    this.#server.on('connect', (request, socket: Socket) => {
      this.asked.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
      this.#answer(socket);
    });
  }

  static async start(targetPort: number): Promise<TunnelProxy> {
    const proxy = new TunnelProxy(targetPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #answer(socket: Socket): void {
    if (this.mode === 'refuse') socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    if (this.mode === 'hang-up') socket.destroy();
    if (this.mode !== 'open') return;
    const upstream = connect(this.targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    this.#keep(upstream);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
