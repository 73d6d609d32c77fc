import { lookup } from 'node:dns/promises';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NetworkProbe } from '../../app/diagnose';

const patienceMs = 5000;
const dayMs = 86_400_000;

/** Examines the network with Node's own sockets. Nothing is sent after a connection stands. */
export function createNetworkProbe(proxyFor: (origin: string) => string | undefined): NetworkProbe {
  return {
    proxyFor,
    lookUp: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    connect: async (host, port, signal) => {
      (await opened(connectTcp({ host, port }), 'connect', signal)).destroy();
    },
    handshake: async (host, port, signal) => {
      const socket = connectTls({ host, port, servername: host });
      await opened(socket, 'secureConnect', signal);
      const certificate = socket.getPeerCertificate();
      const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / dayMs);
      const protocol = socket.getProtocol() ?? 'TLS';
      const issuer: unknown = certificate.issuer.O;
      socket.destroy();
      return `${protocol}, certificate by ${typeof issuer === 'string' ? issuer : 'an unnamed issuer'}, valid for ${days} more days`;
    },
  };
}

async function opened<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (reason: Error): void => {
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
