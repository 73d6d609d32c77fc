import { lookup } from 'node:dns/promises';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import type { NetworkProbe } from '../../../app/diagnostics/diagnose';
import { TransportError } from '../../../service/errors';
import { abortCode, underSignals, untilAborted } from '../../../service/abortable';
import { toTransportError } from '../../../service/transport/failures';
import { certificateFailure } from '../../../service/transport/certificates';
import { seeCertificate } from '../../../service/transport/handshake';
import type { TransportSettings } from '../../../service/transport/settings';

const dayMs = 86_400_000;

/**
 * Examines the network. Sends nothing after a connection is established.
 *
 * @param settings - How requests connect, so that a handshake fails exactly where a request would.
 */
export function createNetworkProbe(
  proxyFor: (origin: string) => string | undefined,
  settings: () => TransportSettings,
  patienceMs = 5000,
): NetworkProbe {
  return {
    proxyFor,
    lookUp: async (host, signal) => {
      const lookedUp = underSignals([signal, AbortSignal.timeout(patienceMs)], async (patience) =>
        untilAborted(async () => lookup(host, { all: true }), patience),
      );
      const found = await lookedUp.catch(rethrow());
      return found.map(({ address }) => address);
    },
    connect: async (host, port, signal, to = 'service') => {
      (await opened(connectTcp({ host, port }), signal, patienceMs).catch(rethrow(to))).destroy();
    },
    handshake: async (origin, signal) => {
      const seen = await seeCertificate(origin, settings(), { signal, patienceMs });
      const failure = certificateFailure(seen.verdict);
      if (failure !== undefined) throw failure;
      const { protocol, issuerName: issuer, validTo, fingerprint, verdict } = seen;
      const days = Math.floor((Date.parse(validTo) - Date.now()) / dayMs);
      return { protocol, issuer, days, trusted: verdict.kind === 'trusted' ? fingerprint : undefined };
    },
  };
}

/** Words an error of Node as it would be worded for a request. */
function rethrow(to: 'service' | 'proxy' = 'service'): (error: unknown) => never {
  return (error) => {
    throw error instanceof TransportError ? error : toTransportError(error, { request: undefined, sent: 'no', viaProxy: to === 'proxy' });
  };
}

async function opened(socket: Socket, signal: AbortSignal, patienceMs: number): Promise<Socket> {
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
    socket.once('connect', () => {
      signal.removeEventListener('abort', cancel);
      resolve(socket);
    });
  });
}
