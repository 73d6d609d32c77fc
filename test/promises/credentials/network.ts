import { createServer as createHttp } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, createServer as createNet, Socket } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTls } from 'node:tls';
import type { Certificate } from '../../support/network/certificate';

/** One request as it arrived, on any server. */
export interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A server that keeps every byte it receives, in the clear and, if a handshake succeeds, inside TLS: the first byte tells which it is. */
export class ListeningServer {
  readonly requests: Arrived[] = [];
  readonly #chunks: Buffer[] = [];
  readonly #sockets = new Set<Socket>();
  connections = 0;

  private constructor(
    private readonly server: Server,
    private readonly http: ReturnType<typeof createHttp>,
    private readonly tls: ReturnType<typeof createTls>,
  ) {
    tls.on('secureConnection', (socket) => this.#listen(socket));
    tls.on('tlsClientError', () => undefined);
    server.on('connection', (socket) => this.#accept(socket));
  }

  static async start(
    certificate: Certificate,
    respond: (request: Arrived) => Reply | Promise<Reply>,
    onTunnel?: (target: string, socket: Socket) => void,
  ): Promise<ListeningServer> {
    const listener: RequestListener = (request, response) => void started.#answer(request, response, respond);
    const http = createHttp(listener);
    http.on('connect', (request: IncomingMessage, socket: Socket) => {
      started.requests.push({ method: 'CONNECT', target: request.url ?? '', headers: headersOf(request), body: '' });
      if (onTunnel === undefined) socket.end('HTTP/1.1 405 X\r\n\r\n');
      else onTunnel(request.url ?? '', socket);
    });
    const started = new ListeningServer(createNet(), http, createTls(certificate));
    await new Promise<void>((resolve) => started.server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  get port(): number {
    const address = this.server.address();
    return address !== null && typeof address === 'object' ? (address satisfies AddressInfo).port : 0;
  }

  /** Everything that arrived since {@link forget}. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** Presents another certificate from now on. */
  show({ cert, key }: Certificate): void {
    this.tls.setSecureContext({ cert, key });
  }

  forget(): void {
    this.requests.length = 0;
    this.#chunks.length = 0;
    this.connections = 0;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.forget();
    this.http.close();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Takes over a connection as if it had arrived here. */
  readonly #accept = (socket: Socket): void => {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === 0x16) this.tls.emit('connection', socket);
      else this.#listen(socket);
      process.nextTick(() => socket.resume());
    });
  };

  #listen(socket: Socket): void {
    this.http.emit('connection', socket);
    // Added last: from then on the HTTP server also reads through the stream, so no byte goes unseen.
    socket.on('data', (chunk: Buffer) => void this.#chunks.push(Buffer.from(chunk)));
  }

  async #answer(request: IncomingMessage, response: ServerResponse, respond: (request: Arrived) => Reply | Promise<Reply>): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part);
    const arrived: Arrived = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: headersOf(request),
      body: Buffer.concat(parts).toString('utf8'),
    };
    this.requests.push(arrived);
    const reply = await respond(arrived);
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
  }
}

function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** Which server answers for a host and port; without an entry, the stray server. */
export class Routes {
  readonly #ports = new Map<string, number>();
  readonly asked: string[] = [];

  constructor(private readonly strayPort: number) {}

  set(hostAndPort: string, port: number): void {
    this.#ports.set(hostAndPort, port);
  }

  portFor(host: string, port: string): number {
    const key = `${host.replace(/^\[|\]$/g, '').toLowerCase()}:${port}`;
    this.asked.push(key);
    return this.#ports.get(key) ?? this.strayPort;
  }

  /** Connects to the server for `hostAndPort`, for a tunnel. */
  open(hostAndPort: string): Socket {
    const at = hostAndPort.lastIndexOf(':');
    const port = this.portFor(hostAndPort.slice(0, at), hostAndPort.slice(at + 1));
    const options = { host: '127.0.0.1', port, [bypass]: true };
    return connect(options);
  }
}

const bypass = Symbol('bypass');

/** From now on no connection of this process leaves the machine: `routes` decides where each host and port leads. No name is looked up. */
export function captureConnections(routes: Routes): void {
  // Node passes its own calls as an array [options, callback], which it recognizes by a symbol that its types don't declare.
  const original = Socket.prototype.connect as (this: Socket, ...given: readonly unknown[]) => Socket;
  const redirect = (options: unknown): unknown => {
    if (typeof options !== 'object' || options === null || !('port' in options) || bypass in options) return options;
    const host = 'host' in options && typeof options.host === 'string' ? options.host : 'localhost';
    return { ...options, host: '127.0.0.1', port: routes.portFor(host, String(options.port)) };
  };
  Socket.prototype.connect = function connectWithin(this: Socket, ...given: readonly unknown[]): Socket {
    const [first, ...rest] = given;
    if (Array.isArray(first)) first[0] = redirect(first[0]);
    return original.call(this, Array.isArray(first) ? first : redirect(first), ...rest);
  };
}
