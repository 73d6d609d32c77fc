import { describe, expect, it, vi } from 'vitest';
import { SandboxError } from '../../../../../src/app/sandbox/sandboxControl';
import { SessionStoreError } from '../../../../../src/app/session/sessionStore';
import {
  ApiError,
  AuthError,
  DecodeError,
  HttpError,
  InvalidInputError,
  OutcomeUnknownError,
  PaginationError,
  TransportError,
} from '../../../../../src/service/errors';
import { presentError } from '../../../../../src/ui/platform/errors/presentError';

vi.mock('vscode', async () => (await import('../../../../support/vscodeText')).vscodeText);

function api(serverCode: number, changes: Partial<ConstructorParameters<typeof ApiError>[0]> = {}): ApiError {
  return new ApiError({ envelope: 'quote', serverCode, serverMessage: '', status: 200, ...changes });
}

describe('presentError', () => {
  it.each<[unknown, string, string, readonly string[]]>([
    [new TransportError('connect-failed', { sent: 'no' }), 'cannot be reached', 'error', ['retry', 'showLog']],
    [new TransportError('timed-out', { sent: 'maybe' }), 'did not answer in time', 'error', ['retry', 'showLog']],
    [new TransportError('tls', { sent: 'no' }), 'certificate', 'error', ['retry', 'showLog']],
    [new TransportError('proxy', { sent: 'no' }), 'proxy', 'error', ['retry', 'showLog']],
    [new TransportError('too-large', { sent: 'maybe' }), 'too large', 'error', ['retry', 'showLog']],
    [new TransportError('broken-answer', { sent: 'maybe' }), 'cut short', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 401 }), 'did not accept the sign-in', 'error', ['signIn', 'showLog']],
    [
      new HttpError({ status: 400, request: { method: 'POST', route: '/oauth2/token' } }),
      'did not accept the sign-in',
      'error',
      ['signIn', 'showLog'],
    ],
    [new HttpError({ status: 404, request: { method: 'POST', route: '/oauth2/token' } }), 'does not offer this', 'warning', ['showLog']],
    [new HttpError({ status: 403 }), 'no permission', 'error', ['signIn', 'showLog']],
    [new HttpError({ status: 404 }), 'does not offer this', 'warning', ['showLog']],
    [new HttpError({ status: 429, retryAfterMs: 1500 }), 'Try again in 2 s', 'warning', ['retry', 'showLog']],
    [new HttpError({ status: 429 }), 'a little later', 'warning', ['retry', 'showLog']],
    [new HttpError({ status: 503 }), 'HTTP 503', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 307 }), 'redirect', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 200 }), 'did not answer with data', 'error', ['retry', 'showLog']],
    [new HttpError({ status: 418 }), 'HTTP 418', 'error', ['retry', 'showLog']],
    [api(-3, { serverMessage: 'limit' }), 'refused a parameter of the request. The service says: limit', 'warning', ['showLog']],
    [api(-4), 'internal error', 'error', ['retry', 'showLog']],
    [api(-7), 'does not know this symbol', 'warning', ['showLog']],
    [api(-9), 'no right to this data', 'warning', ['signIn', 'showLog']],
    [api(-11, { retryAfterMs: 3000 }), 'in 3 s', 'warning', ['retry', 'showLog']],
    [api(-99), 'code -99', 'error', ['retry', 'showLog']],
    [api(4711, { serverMessage: 'broker says no' }), 'The service says: broker says no', 'error', ['retry', 'showLog']],
    [api(-12006, { envelope: 'gateway', status: 401 }), 'clocks', 'error', ['synchronize', 'retry', 'showLog']],
    [api(1, { envelope: 'gateway', status: 401 }), 'Sign in again', 'error', ['signIn', 'showLog']],
    [api(1, { envelope: 'gateway', status: 403 }), 'no permission', 'error', ['signIn', 'showLog']],
    [
      api(-12500, { envelope: 'gateway', status: 503, serverMessage: 'temporarily unavailable' }),
      'out of order at the moment (HTTP 503)',
      'error',
      ['retry', 'showLog'],
    ],
    [api(-1200, { envelope: 'order', serverMessage: 'closed' }), 'code -1200', 'error', ['retry', 'showLog']],
    [
      new AuthError('authorization-failed', { oauthError: 'duplicate-parameter' }),
      'incomplete or contradicts itself',
      'error',
      ['signIn', 'showLog'],
    ],
    [new AuthError('sign-in-required'), 'Sign in first', 'warning', ['signIn', 'showLog']],
    [new AuthError('authorization-denied'), 'denied in the browser', 'warning', ['signIn', 'showLog']],
    [new AuthError('authorization-expired'), 'too long', 'error', ['signIn', 'showLog']],
    [new AuthError('state-mismatch'), 'does not belong', 'error', ['signIn', 'showLog']],
    [new AuthError('authorization-failed', { oauthDescription: 'odd' }), 'The service says: odd', 'error', ['signIn', 'showLog']],
    [new AuthError('credential-invalid'), 'cannot be used', 'error', ['signIn', 'setUpApiKey', 'showLog']],
    [new AuthError('scope-missing'), 'permissions granted', 'error', ['signIn', 'showLog']],
    [new DecodeError({ path: 'data', expected: 'array', got: 'null' }), 'could not be understood', 'error', ['retry', 'showLog']],
    [new PaginationError('cursor-repeated'), 'incomplete', 'warning', ['retry', 'showLog']],
    [new InvalidInputError('limit', 'must be 1 to 30'), 'limit: must be 1 to 30', 'warning', []],
    [new OutcomeUnknownError(), 'not known', 'error', ['showLog']],
    [new SessionStoreError('read-back'), 'did not keep', 'warning', ['showLog']],
    [new SandboxError('no-port'), 'no port', 'error', ['startSandbox', 'showLog']],
    [new Error('secret detail'), 'went wrong inside', 'error', ['showLog']],
    [undefined, 'went wrong inside', 'error', ['showLog']],
  ])('%s', (error, words, severity, actions) => {
    const presentation = presentError(error);
    expect(presentation.message).toContain(words);
    expect(presentation.severity).toBe(severity);
    expect(presentation.actions.map(({ id }) => id)).toEqual(actions);
  });

  it.each([new TransportError('aborted', { sent: 'maybe' }), AbortSignal.abort().reason])(
    'never shows that something was cancelled',
    (error) => {
      expect(presentError(error).severity).toBe('none');
    },
  );

  it('shows nothing of an unforeseen error: it may hold anything', () => {
    expect(presentError(new Error('Bearer abc')).message).not.toContain('abc');
  });

  it('makes the words of the service harmless', () => {
    const { message } = presentError(api(-3, { serverMessage: '[click](command:evil)\u202e\n\nSecond line\u0007' }));
    expect(message).toContain('(click)(command:evil)');
    expect(message).not.toMatch(/[[\]\n\u202e\u0007]/);
  });

  it('cuts long words of the service', () => {
    expect(presentError(api(-3, { serverMessage: 'x'.repeat(5000) })).message.length).toBeLessThan(400);
  });
});
