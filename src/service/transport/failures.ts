import { TransportError } from '../errors';
import type { ConnectReason, RequestLabel, TransportErrorCode } from '../errors';

/** What is known about a failed request. */
export interface FailureContext {
  readonly request: RequestLabel | undefined;
  readonly sent: 'no' | 'maybe';
  readonly viaProxy: boolean;
}

interface Failure {
  readonly code: TransportErrorCode;
  readonly detail: string;
  readonly reason?: ConnectReason;
}

type ProxyProblem = 'address' | 'not-http' | 'certificate' | 'credentials' | 'refused' | 'hung-up';

const proxyFailures: Readonly<Record<ProxyProblem, Omit<Failure, 'code'>>> = {
  address: { detail: 'the address of the proxy is not valid' },
  'not-http': { detail: 'not an HTTP proxy', reason: 'proxy-kind' },
  certificate: { detail: 'certificate of the proxy', reason: 'proxy-certificate' },
  credentials: { detail: 'the proxy asks for credentials', reason: 'proxy-credentials' },
  refused: { detail: 'the proxy refused the tunnel' },
  'hung-up': { detail: 'the proxy closed the tunnel' },
};

/** No tunnel could be opened through the proxy. */
export class ProxyFailure extends Error {
  constructor(readonly problem: ProxyProblem) {
    super(proxyFailures[problem].detail);
  }
}

/** True if a certificate was not accepted, as Node reports it. */
export function isCertificateFailure(error: unknown): boolean {
  const failure = failureOf(codeOf(error));
  return failure?.code === 'tls' && failure.reason !== 'not-tls';
}

/** The code of a connection whose certificate is not the one that the user trusts. */
export const otherCertificateCode = 'MARKET_DESK_OTHER_CERTIFICATE';

const failures: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  ['ENOTFOUND', { code: 'connect-failed', detail: 'unknown host', reason: 'unknown-host' }],
  ['EAI_AGAIN', { code: 'connect-failed', detail: 'name resolution failed', reason: 'unknown-host' }],
  ['EAI_FAIL', { code: 'connect-failed', detail: 'name resolution failed', reason: 'unknown-host' }],
  ['ECONNREFUSED', { code: 'connect-failed', detail: 'connection refused', reason: 'refused' }],
  ['EHOSTUNREACH', { code: 'connect-failed', detail: 'host unreachable', reason: 'unreachable' }],
  ['ENETUNREACH', { code: 'connect-failed', detail: 'network unreachable', reason: 'unreachable' }],
  ['EADDRNOTAVAIL', { code: 'connect-failed', detail: 'no address to connect from' }],
  ['EACCES', { code: 'connect-failed', detail: 'not permitted to connect', reason: 'not-permitted' }],
  ['EPERM', { code: 'connect-failed', detail: 'not permitted to connect', reason: 'not-permitted' }],
  ['ETIMEDOUT', { code: 'timed-out', detail: 'connection timed out' }],
  ['UND_ERR_CONNECT_TIMEOUT', { code: 'timed-out', detail: 'connecting took too long' }],
  ['UND_ERR_HEADERS_TIMEOUT', { code: 'timed-out', detail: 'no answer' }],
  ['UND_ERR_BODY_TIMEOUT', { code: 'timed-out', detail: 'the answer stopped' }],
  ['UND_ERR_HEADERS_OVERFLOW', { code: 'too-large', detail: 'headers' }],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', { code: 'too-large', detail: 'body' }],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', { code: 'broken-answer', detail: 'body shorter or longer than declared' }],
  ['UND_ERR_DESTROYED', { code: 'aborted', detail: 'closed' }],
  ['UND_ERR_CLOSED', { code: 'aborted', detail: 'closed' }],
  ['EPROTO', { code: 'tls', detail: 'handshake failed', reason: 'not-tls' }],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', { code: 'tls', detail: 'self-signed certificate', reason: 'unknown-issuer' }],
  ['SELF_SIGNED_CERT_IN_CHAIN', { code: 'tls', detail: 'self-signed certificate in the chain', reason: 'unknown-issuer' }],
  ['UNABLE_TO_GET_ISSUER_CERT', { code: 'tls', detail: 'unknown issuer', reason: 'unknown-issuer' }],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', { code: 'tls', detail: 'unknown issuer', reason: 'unknown-issuer' }],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { code: 'tls', detail: 'unknown issuer', reason: 'unknown-issuer' }],
  [otherCertificateCode, { code: 'tls', detail: 'not the trusted certificate', reason: 'other-certificate' }],
  ['HOSTNAME_MISMATCH', { code: 'tls', detail: 'certificate for another host', reason: 'certificate-host' }],
  ['CERT_HAS_EXPIRED', { code: 'tls', detail: 'certificate not valid now', reason: 'certificate-date' }],
  ['CERT_NOT_YET_VALID', { code: 'tls', detail: 'certificate not valid now', reason: 'certificate-date' }],
  ['INVALID_CA', { code: 'tls', detail: 'invalid certificate authority' }],
]);

/** Families of codes, tried after the exact ones. */
const families: readonly (readonly [prefix: string, failure: Failure])[] = [
  ['HPE_', { code: 'broken-answer', detail: 'not HTTP' }],
  ['CERT_', { code: 'tls', detail: 'certificate not valid' }],
  ['ERR_TLS_CERT_ALTNAME', { code: 'tls', detail: 'certificate for another host', reason: 'certificate-host' }],
  ['ERR_TLS_', { code: 'tls', detail: 'handshake failed', reason: 'not-tls' }],
  ['ERR_SSL_', { code: 'tls', detail: 'handshake failed', reason: 'not-tls' }],
];

/** Turns whatever the HTTP library reports into a {@link TransportError} (one row of a table for each code). */
export function toTransportError(error: unknown, context: FailureContext): TransportError {
  const code = codeOf(error);
  const found = error instanceof ProxyFailure ? { code: 'proxy' as const, ...proxyFailures[error.problem] } : failureOf(code);
  const failure = reinterpret(found ?? unnamed(context), context);
  return new TransportError(failure.code, {
    request: context.request,
    sent: context.sent,
    detail: failure.detail,
    reason: failure.reason,
    cause: plain(error, code),
  });
}

function failureOf(code: string): Failure | undefined {
  return failures.get(code) ?? families.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** A broken connection, or anything without its own row. */
function unnamed(context: FailureContext): Failure {
  return context.sent === 'no'
    ? { code: 'connect-failed', detail: 'connection lost' }
    : { code: 'broken-answer', detail: 'connection lost before the end of the answer' };
}

/** Before anything is sent, a failed connection through a proxy is the proxy's failure. */
function reinterpret(failure: Failure, context: FailureContext): Failure {
  const proxyFailed = context.viaProxy && context.sent === 'no' && failure.code === 'connect-failed';
  return proxyFailed ? { code: 'proxy', detail: failure.detail } : failure;
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Several addresses were tried at once and none worked.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : '';
}

/** Keeps only name, code, and message: library errors may carry response bytes or the proxy's URL. */
function plain(error: unknown, code: string): Error {
  const message = error instanceof Error ? error.message : typeof error;
  return Object.assign(new Error(message), { code });
}
