import { describe, expect, it } from 'vitest';
import { toTransportError } from '../../../../src/service/transport/failures';

const request = { method: 'GET', route: '/thing' };
const context = { request, sent: 'no', viaProxy: false } as const;

describe('toTransportError', () => {
  it.each([
    ['ENOTFOUND', 'connect-failed'],
    ['EAI_AGAIN', 'connect-failed'],
    ['EAI_FAIL', 'connect-failed'],
    ['ECONNREFUSED', 'connect-failed'],
    ['EHOSTUNREACH', 'connect-failed'],
    ['ENETUNREACH', 'connect-failed'],
    ['EADDRNOTAVAIL', 'connect-failed'],
    ['EACCES', 'connect-failed'],
    ['EPERM', 'connect-failed'],
    ['ECONNRESET', 'connect-failed'],
    ['ETIMEDOUT', 'timed-out'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timed-out'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timed-out'],
    ['UND_ERR_BODY_TIMEOUT', 'timed-out'],
    ['UND_ERR_HEADERS_OVERFLOW', 'too-large'],
    ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'too-large'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'broken-answer'],
    ['HPE_INVALID_CONSTANT', 'broken-answer'],
    ['UND_ERR_DESTROYED', 'aborted'],
    ['UND_ERR_CLOSED', 'aborted'],
    ['EPROTO', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'tls'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['HOSTNAME_MISMATCH', 'tls'],
    ['INVALID_CA', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
  ])('turns %s into %s', (code, expected) => {
    const error = toTransportError(Object.assign(new Error('raw'), { code }), context);
    expect(error).toMatchObject({ code: expected, sent: 'no', request });
  });

  it('reports a lost connection as a broken answer once something was sent', () => {
    expect(toTransportError(Object.assign(new Error('raw'), { code: 'UND_ERR_SOCKET' }), { ...context, sent: 'maybe' })).toMatchObject({
      code: 'broken-answer',
      sent: 'maybe',
    });
  });

  it('blames the proxy for a failed connection through it, but not for a certificate of the host', () => {
    const viaProxy = { ...context, viaProxy: true };
    expect(toTransportError(Object.assign(new Error('raw'), { code: 'ECONNREFUSED' }), viaProxy).code).toBe('proxy');
    expect(toTransportError(Object.assign(new Error('raw'), { code: 'CERT_HAS_EXPIRED' }), viaProxy).code).toBe('tls');
    expect(toTransportError(Object.assign(new Error('raw'), { code: 'ECONNRESET' }), { ...viaProxy, sent: 'maybe' }).code).toBe(
      'broken-answer',
    );
  });

  it('looks into an error that combines several addresses', () => {
    const bundle = new AggregateError([Object.assign(new Error('raw'), { code: 'ECONNREFUSED' })]);
    expect(toTransportError(bundle, context)).toMatchObject({ code: 'connect-failed', message: 'connect-failed: connection refused' });
  });

  it('keeps nothing of the library’s error except name, code, and message', () => {
    const raw = Object.assign(new Error('raw'), { code: 'HPE_INVALID_CONSTANT', data: 'token=secret', input: 'http://user:secret@proxy' });
    const { cause } = toTransportError(raw, context);
    expect(Object.keys(cause as object)).toEqual(['code']);
  });
});
