import { describe, expect, it } from 'vitest';
import { JournalDamage, JournalError } from '../../../../../src/app/orders/journal/journalErrors';
import { SandboxError } from '../../../../../src/app/sandbox/sandboxControl';
import { SessionStoreError } from '../../../../../src/app/session/sessionStore';
import {
  ApiError,
  AuthError,
  DecodeError,
  HttpError,
  IncompleteError,
  InvalidInputError,
  TransportError,
} from '../../../../../src/service/errors';
import { presentError } from '../../../../../src/ui/platform/errors/presentError';

function api(serverCode: number, changes: Partial<ConstructorParameters<typeof ApiError>[0]> = {}): ApiError {
  return new ApiError({ envelope: 'quote', serverCode, serverMessage: '', status: 200, ...changes });
}

describe('presentError', () => {
  it.each<[unknown, string, string, readonly string[]]>([
    [new TransportError('connect-failed', { sent: 'no' }), 'Can’t reach the service', 'error', ['retry', 'showLog']],
    [new JournalDamage({ line: 3, fault: 'altered' }), 'blocked until you acknowledge this', 'error', ['showJournal', 'showLog']],
    [new JournalError('cannot be written'), 'can’t use the order journal', 'error', ['showLog']],
    [new TransportError('timed-out', { sent: 'maybe' }), 'didn’t respond in time', 'error', ['retry', 'showLog']],
    [new TransportError('tls', { sent: 'no' }), 'certificate', 'error', ['retry', 'showLog']],
    [
      new TransportError('tls', { sent: 'no', reason: 'unknown-issuer' }),
      'doesn’t know who issued it',
      'error',
      ['showCertificate', 'retry', 'showLog'],
    ],
    [
      new TransportError('tls', { sent: 'no', reason: 'other-certificate' }),
      'isn’t the one you trusted',
      'error',
      ['showCertificate', 'retry', 'showLog'],
    ],
    [new TransportError('tls', { sent: 'no', reason: 'certificate-date' }), 'has expired', 'error', ['retry', 'showLog']],
    [new TransportError('tls', { sent: 'no', reason: 'certificate-host' }), 'another host', 'error', ['retry', 'showLog']],
    [new TransportError('proxy', { sent: 'no' }), 'proxy', 'error', ['retry', 'showLog']],
    [new TransportError('too-large', { sent: 'maybe' }), 'too large', 'error', ['retry', 'showLog']],
    [new TransportError('broken-answer', { sent: 'maybe' }), 'incomplete or corrupted', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 401 }), 'didn’t accept your sign-in', 'error', ['signIn', 'showLog']],
    [
      new HttpError({ status: 400, request: { method: 'POST', route: '/oauth2/token' } }),
      'didn’t accept your sign-in',
      'error',
      ['signIn', 'showLog'],
    ],
    [
      new HttpError({ status: 404, request: { method: 'POST', route: '/oauth2/token' } }),
      'This service doesn’t provide this',
      'warning',
      ['showLog'],
    ],
    [new HttpError({ status: 403 }), 'don’t have permission', 'error', ['signIn', 'showLog']],
    [new HttpError({ status: 404 }), 'This service doesn’t provide this', 'warning', ['showLog']],
    [new HttpError({ status: 429, retryAfterMs: 1500 }), 'Try again in 2 s', 'warning', ['retry', 'showLog']],
    [new HttpError({ status: 429 }), 'Try again later', 'warning', ['retry', 'showLog']],
    [new HttpError({ status: 503 }), 'HTTP 503', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 307 }), 'redirect', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 200 }), 'didn’t return data', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 418 }), 'HTTP 418', 'error', ['retry', 'showLog']],
    [api(-3, { serverMessage: 'limit' }), 'rejected a request parameter. The service says: limit', 'warning', ['showLog']],
    [api(-4), 'internal error', 'error', ['retry', 'showLog']],
    [api(-7), 'doesn’t recognize this symbol', 'warning', ['showLog']],
    [api(-9), 'permission to view this data', 'warning', ['signIn', 'showLog']],
    [api(-9, { serverMessage: 'no right to JP' }), 'view this data. The service says: no right to JP', 'warning', ['signIn', 'showLog']],
    [api(-9, { serverMessage: 'no right to JP', status: 403 }), 'The service says: no right to JP', 'warning', ['signIn', 'showLog']],
    [api(-11, { retryAfterMs: 3000 }), 'in 3 s', 'warning', ['retry', 'showLog']],
    [api(-99), 'code -99', 'error', ['retry', 'showLog']],
    [api(4711, { serverMessage: 'broker says no' }), 'The service says: broker says no', 'error', ['retry', 'showLog']],
    [api(-12006, { envelope: 'gateway', status: 401 }), 'clock', 'error', ['synchronize', 'retry', 'showLog']],
    [api(1, { envelope: 'gateway', status: 401 }), 'Sign in again', 'error', ['signIn', 'showLog']],
    [api(1, { envelope: 'gateway', status: 403 }), 'don’t have permission', 'error', ['signIn', 'showLog']],
    [
      api(-12500, { envelope: 'gateway', status: 503, serverMessage: 'temporarily unavailable' }),
      'unavailable (HTTP 503)',
      'error',
      ['retry', 'showLog'],
    ],
    [api(-1200, { envelope: 'order', serverMessage: 'closed' }), 'code -1200', 'error', ['retry', 'showLog']],
    [new AuthError('callback-malformed', { detail: 'duplicate-parameter' }), 'incomplete or contradictory', 'error', ['signIn', 'showLog']],
    [new AuthError('sign-in-required'), 'Sign in to continue', 'warning', ['signIn', 'showLog']],
    [new AuthError('authorization-denied'), 'denied in the browser', 'warning', ['signIn', 'showLog']],
    [new AuthError('authorization-expired'), 'expired', 'error', ['signIn', 'showLog']],
    [
      new AuthError('renewal-failed', { cause: new HttpError({ status: 503 }) }),
      'Couldn’t renew the sign-in now. Market Desk tries again. ',
      'warning',
      ['retry', 'showLog'],
    ],
    [
      new AuthError('renewal-failed', { cause: new HttpError({ status: 401 }), status: 401 }),
      'didn’t renew your sign-in. Sign in again',
      'error',
      ['signIn', 'retry', 'showLog'],
    ],
    [new AuthError('state-mismatch'), 'doesn’t belong', 'error', ['signIn', 'showLog']],
    [new AuthError('authorization-failed', { oauthDescription: 'odd' }), 'The service says: odd', 'error', ['signIn', 'showLog']],
    [new AuthError('credential-invalid'), 'can’t be used', 'error', ['signIn', 'setUpApiKey', 'showLog']],
    [new AuthError('scope-missing'), 'permissions you granted', 'error', ['signIn', 'showLog']],
    [new DecodeError({ path: 'data', expected: 'array', got: 'null' }), 'couldn’t read', 'error', ['retry', 'showLog']],
    [new IncompleteError(), 'part of the list', 'warning', ['retry', 'showLog']],
    [new InvalidInputError('limit', { kind: 'count', least: 1, most: 30 }), 'limit: must be 1 to 30', 'warning', []],
    [new SessionStoreError('read-back'), 'didn’t save', 'warning', ['showLog']],
    [new SandboxError('no-port'), 'no free port', 'error', ['startSandbox', 'showLog']],
    [new Error('secret detail'), 'went wrong in', 'error', ['showLog']],
    [undefined, 'went wrong in', 'error', ['showLog']],
  ])('shows the right words for %s', (error, words, severity, actions) => {
    const presentation = presentError(error);
    expect(presentation.message).toContain(words);
    expect(presentation.severity).toBe(severity);
    expect(presentation.actions.map(({ id }) => id)).toEqual(actions);
  });

  it.each([new TransportError('aborted', { sent: 'maybe' }), AbortSignal.abort().reason])(
    'shows nothing when a request was cancelled',
    (error) => {
      expect(presentError(error).severity).toBe('none');
    },
  );

  it('shows no details of an unforeseen error, which may hold anything', () => {
    expect(presentError(new Error('Bearer abc')).message).not.toContain('abc');
  });

  it('makes the service’s words harmless', () => {
    const { message } = presentError(api(-3, { serverMessage: '[click](command:evil)\u202e\n\nSecond line\u0007' }));
    expect(message).toContain('(click)(command:evil)');
    expect(message).not.toMatch(/[[\]\n\u202e\u0007]/);
  });

  it('cuts long texts of the service', () => {
    expect(presentError(api(-3, { serverMessage: 'x'.repeat(5000) })).message.length).toBeLessThan(400);
  });
});
