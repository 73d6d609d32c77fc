import type { AddressInfo, Server, Socket } from 'node:net';

/** A server of a test, on the loopback interface. */
export interface Listening {
  readonly port: number;
  readonly origin: string;
  /** Keeps a connection that the server opened itself, to end it with the others; an error of one is what the test wants to see. */
  keep(socket: Socket): void;
  /** Ends every connection, and goes on listening. */
  drop(): void;
  close(): Promise<void>;
}

/** Starts a server, also one of HTTP or TLS. @param port - By default a free one. */
export async function listening(server: Server, port = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  server.on('connection', keep).on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', backlog: 511 }, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const close = async (): Promise<void> => {
    drop();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  return { port: bound, origin: `http://127.0.0.1:${bound}`, keep, drop, close };
}
