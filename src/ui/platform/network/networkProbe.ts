import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NetworkProbe } from '../../../app/diagnostics/diagnose';
import type { TransportSettings } from '../../../service/transport/settings';

const patienceMs = 5000;
const dayMs = 86_400_000;

/**
 * Examines the network with Node's own sockets. Nothing is sent after a connection stands.
 *
 * @param trust - Which certificates requests trust, so that a handshake fails where a request would, and only there.
 */
export function createNetworkProbe(
  proxyFor: (origin: string) => string | undefined,
  trust: () => Pick<TransportSettings, 'ca' | 'rejectUnauthorized'>,
): NetworkProbe {
  return {
    proxyFor,
    lookUp: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    connect: async (host, port, signal) => {
      (await opened(connectTcp({ host, port }), 'connect', signal)).destroy();
    },
    handshake: async (host, port, signal) => {
      const { ca, rejectUnauthorized } = trust();
      // Only names can be sent ahead, addresses cannot.
      const socket = connectTls({
        host,
        port,
        rejectUnauthorized,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(ca === undefined ? {} : { ca: [...ca] }),
      });
      await opened(socket, 'secureConnect', signal);
      const certificate = socket.getPeerCertificate();
      const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / dayMs);
      const protocol = socket.getProtocol() ?? 'TLS';
      const issuer: unknown = certificate.issuer.O;
      socket.destroy();
      return `${protocol}, certificate by ${typeof issuer === 'string' ? issuer : 'an unknown issuer'}, valid for ${days} more days`;
    },
  };
}

async function opened<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (reason: Error): void => {
      signal.removeEventListener('abort', cancel);
      socket.destroy();
      reject(reason);
    };
    const cancel = (): void => fail(new Error('cancelled'));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    socket.setTimeout(patienceMs, () => fail(new Error(`no answer within ${patienceMs / 1000} s`)));
    socket.once('error', fail);
    socket.once(event, () => {
      signal.removeEventListener('abort', cancel);
      resolve(socket);
    });
  });
}
