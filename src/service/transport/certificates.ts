import { checkServerIdentity, TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import type { TransportError } from '../errors';
import { otherCertificateCode, toTransportError } from './failures';

/**
 * Certificates that the user trusts although no authority known to this system issued them: SHA-256 fingerprints by origin. A
 * fingerprint covers only that certificate, which still has to be valid and to name the host.
 */
export type TrustedFingerprints = ReadonlyMap<string, string>;

/** The result of checking a connection's certificate. If it is not accepted, `error` has the code of the reason. */
export type Verdict =
  | { readonly kind: 'verified' }
  /** Not verified, but exactly the one that the user trusts. */
  | { readonly kind: 'trusted' }
  /** Its only fault is the unknown issuer: the user may trust it. */
  | { readonly kind: 'unverified'; readonly error: Error }
  | { readonly kind: 'refused'; readonly error: Error };

/** The issuer is unknown. For a wrong date or purpose, OpenSSL reports that instead of one of these. */
const unknownIssuer: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Checks the certificate of an established connection that was not verified. Nothing may be sent before.
 *
 * @param host - The requested host name, or an address without brackets.
 */
export function judgeCertificate(socket: Socket, host: string, fingerprint: string | undefined): Verdict {
  if (!(socket instanceof TLSSocket)) return refused('ERR_TLS_HANDSHAKE', 'not a TLS connection');
  if (socket.authorized) return { kind: 'verified' };
  const code = String(socket.authorizationError);
  if (!unknownIssuer.has(code)) return refused(code, 'certificate not valid');
  const certificate = socket.getPeerCertificate();
  const mismatch = checkServerIdentity(host, certificate);
  if (mismatch !== undefined) return { kind: 'refused', error: mismatch };
  if (!isInForce(certificate.valid_from, certificate.valid_to)) return refused('CERT_HAS_EXPIRED', 'certificate not valid now');
  if (fingerprint === undefined) return { kind: 'unverified', error: withCode(code, 'unknown issuer') };
  if (certificate.fingerprint256 === fingerprint) return { kind: 'trusted' };
  return { kind: 'unverified', error: withCode(otherCertificateCode, 'not the trusted certificate') };
}

/** Why requests over such a connection fail; undefined if they do not. */
export function certificateFailure(verdict: Verdict): TransportError | undefined {
  if (verdict.kind === 'verified' || verdict.kind === 'trusted') return undefined;
  return toTransportError(verdict.error, { request: undefined, sent: 'no', viaProxy: false });
}

function isInForce(from: string, to: string): boolean {
  const now = Date.now();
  return Date.parse(from) <= now && now <= Date.parse(to);
}

function refused(code: string, message: string): Verdict {
  return { kind: 'refused', error: withCode(code, message) };
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
