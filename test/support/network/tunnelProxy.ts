import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Certificate } from './certificate';
import { listening } from './listening';
import type { Listening } from './listening';

/** How the proxy handles a CONNECT. */
export type TunnelMode = 'open' | 'refuse' | 'silent' | 'hang-up';

export interface TunnelProxyOptions {
  /** The proxy is reached over TLS. */
  readonly certificate?: Certificate;
  /** The only value of `Proxy-Authorization` that opens a tunnel. */
  readonly authorization?: string;
}

/** A proxy that leads every tunnel to one local port, whatever host was requested. */
export class TunnelProxy {
  readonly asked: { readonly target: string; readonly authorization: string | undefined }[] = [];
  mode: TunnelMode = 'open';
  readonly #server: Server;
  #listening!: Listening;

  private constructor(
    private readonly targetPort: number,
    { certificate, authorization }: TunnelProxyOptions,
  ) {
    this.#server =
      certificate === undefined
        ? createServer(refuseRequest)
        : createSecureServer({ cert: certificate.cert, key: certificate.key }, refuseRequest);
    this.#server.on('connect', (request: IncomingMessage, socket: Socket) => {
      const given = request.headers['proxy-authorization'];
      this.asked.push({ target: request.url ?? '', authorization: given });
      this.#answer(socket, authorization === undefined || given === authorization ? this.mode : 'refuse');
    });
  }

  static async start(targetPort: number, options: TunnelProxyOptions = {}): Promise<TunnelProxy> {
    const proxy = new TunnelProxy(targetPort, options);
    proxy.#listening = await listening(proxy.#server);
    return proxy;
  }

  get port(): number {
    return this.#listening.port;
  }

  async close(): Promise<void> {
    await this.#listening.close();
  }

  #answer(socket: Socket, mode: TunnelMode): void {
    if (mode === 'refuse') socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
    if (mode === 'hang-up') socket.destroy();
    if (mode !== 'open') return;
    const upstream = connect(this.targetPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    this.#listening.keep(upstream);
  }
}

function refuseRequest(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(500).end();
}
