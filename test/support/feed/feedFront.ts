import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from '../network/certificate';

export interface FeedFront {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * A proxy in front of a local service under a name of its own, with TLS if a certificate is given.
 *
 * @param host - The name that clients ask for; the service behind it sees a loopback address instead.
 */
export async function startFeedFront(host: string, targetPort: number, certificate?: Certificate): Promise<FeedFront> {
  const sockets = new Set<Socket>();
  const welcome = (client: Socket): void => {
    const service = connect(targetPort, '127.0.0.1');
    for (const socket of [client, service]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.once('data', (head: Buffer) => {
      service.write(head.toString('latin1').replace(new RegExp(`host: ${host}(:\\d+)?`, 'i'), 'host: 127.0.0.1'), 'latin1');
      client.pipe(service).pipe(client);
    });
  };
  const server = certificate === undefined ? createServer(welcome) : createTlsServer(certificate, welcome);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
