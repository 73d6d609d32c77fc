import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { untilAborted } from '../abortable';
import { TransportError } from '../errors';
import { judgeCertificate } from './certificates';
import type { Verdict } from './certificates';
import { routeTo, tlsSettings } from './dispatchers';
import { toTransportError } from './failures';
import { judgingConnector } from './secureConnector';
import type { TransportSettings } from './settings';

/** What the TLS connection to an origin shows. Its texts come from the other side. */
export interface SeenCertificate {
  readonly protocol: string;
  readonly subject: string;
  readonly issuer: string;
  /** The organization that issued it; undefined if it names none. */
  readonly issuerName: string | undefined;
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256. */
  readonly fingerprint: string;
  readonly verdict: Verdict;
}

/**
 * Connects as a request would, through a proxy if there is one, reads the certificate, and disconnects. Nothing is sent.
 *
 * @throws {@link TransportError} if no TLS connection could be established.
 */
export async function seeCertificate(
  origin: string,
  settings: TransportSettings,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<SeenCertificate> {
  const { hostname, port, host } = new URL(origin);
  const tls = tlsSettings(settings, patienceMs);
  let seen: SeenCertificate | undefined;
  const secure = judgingConnector(tls, (socket, name) => {
    if (socket instanceof TLSSocket) seen = describe(socket, judgeCertificate(socket, name, settings.trusted?.get(origin)));
    return undefined;
  });
  const { connect, viaProxy } = routeTo(origin, settings, tls, secure);
  const open = async (): Promise<Socket> =>
    new Promise((opened, failed) => {
      connect({ protocol: 'https:', hostname: hostname.replace(/^\[|\]$/g, ''), host, port }, (...[error, socket]) => {
        // A caller that canceled does not wait for it.
        if (error !== null) failed(error);
        else opened(socket.on('error', () => undefined).destroy());
      });
    });
  await untilAborted(open, signal).catch((error: unknown) => {
    throw error instanceof TransportError ? error : toTransportError(error, { request: undefined, sent: 'no', viaProxy });
  });
  if (seen === undefined) throw new TransportError('tls', { sent: 'no', detail: 'no certificate', reason: 'not-tls' });
  return seen;
}

/** Called after the check, which needs the certificate in another form: Node.js no longer returns that one after this one. */
function describe(socket: TLSSocket, verdict: Verdict): SeenCertificate | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return undefined;
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    subject: certificate.subject,
    issuer: certificate.issuer,
    issuerName: /^O=(.+)$/m.exec(certificate.issuer)?.[1],
    validFrom: certificate.validFrom,
    validTo: certificate.validTo,
    fingerprint: certificate.fingerprint256,
    verdict,
  };
}
