import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NetworkProbe } from '../../../app/diagnostics/diagnose';
import { TransportError } from '../../../service/errors';
import { abortCode, untilAborted } from '../../../service/abortable';
import { toTransportError } from '../../../service/transport/failures';
import type { TransportSettings } from '../../../service/transport/settings';

const dayMs = 86_400_000;

/**
 * Examines the network with Node's own sockets. Nothing is sent after a connection stands.
 *
 * @param trust - Which certificates requests trust, so that a handshake fails where a request would, and only there.
 */
export function createNetworkProbe(
  proxyFor: (origin: string) => string | undefined,
  trust: () => Pick<TransportSettings, 'ca'>,
  patienceMs = 5000,
): NetworkProbe {
  return {
    proxyFor,
    lookUp: async (host, signal) => {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      const found = await untilAborted(async () => lookup(host, { all: true }), patience).catch(rethrow());
      return found.map(({ address }) => address);
    },
    connect: async (host, port, signal, isProxy = false) => {
      (await opened(connectTcp({ host, port }), 'connect', signal, patienceMs).catch(rethrow(isProxy))).destroy();
    },
    handshake: async (host, port, signal) => {
      const { ca } = trust();
      // Only names can be sent ahead, addresses cannot.
      const socket = connectTls({
        host,
        port,
        rejectUnauthorized: true,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        ...(ca === undefined ? {} : { ca: [...ca] }),
      });
      await opened(socket, 'secureConnect', signal, patienceMs).catch(rethrow());
      const certificate = socket.getPeerCertificate();
      const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / dayMs);
      const protocol = socket.getProtocol() ?? 'TLS';
      const issuer: unknown = certificate.issuer.O;
      socket.destroy();
      return { protocol, issuer: typeof issuer === 'string' ? issuer : undefined, days };
    },
  };
}

/** Gives what Node reports the words that a request would have for it. */
function rethrow(viaProxy = false): (error: unknown) => never {
  return (error) => {
    throw error instanceof TransportError ? error : toTransportError(error, { request: undefined, sent: 'no', viaProxy });
  };
}

async function opened<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  patienceMs: number,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (reason: Error): void => {
      signal.removeEventListener('abort', cancel);
      socket.destroy();
      reject(reason);
    };
    const cancel = (): void => fail(new TransportError(abortCode(signal), { sent: 'no', detail: 'given up' }));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    socket.setTimeout(patienceMs, () => fail(new TransportError('timed-out', { sent: 'no', detail: 'no connection' })));
    socket.once('error', fail);
    socket.once(event, () => {
      signal.removeEventListener('abort', cancel);
      resolve(socket);
    });
  });
}
