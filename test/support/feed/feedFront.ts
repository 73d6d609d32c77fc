import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from '../network/certificate';
import { listening } from '../network/listening';
import type { Listening } from '../network/listening';

/**
 * A proxy in front of a local service under a name of its own, with TLS if a certificate is given.
 *
 * @param host - The name that clients ask for; the service behind it sees a loopback address instead.
 */
export async function startFeedFront(host: string, targetPort: number, certificate?: Certificate): Promise<Listening> {
  const welcome = (client: Socket): void => {
    const service = connect(targetPort, '127.0.0.1');
    front.keep(service);
    client.once('data', (head: Buffer) => {
      service.write(head.toString('latin1').replace(new RegExp(`host: ${host}(:\\d+)?`, 'i'), 'host: 127.0.0.1'), 'latin1');
      client.pipe(service).pipe(client);
    });
  };
  const server = certificate === undefined ? createServer(welcome) : createTlsServer(certificate, welcome);
  const front = await listening(server);
  return front;
}
