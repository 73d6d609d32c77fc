import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/app/platform/redactor';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import { SessionTokens } from '../../../../src/app/session/sessionTokens';
import type { TokenSet } from '../../../../src/service/auth/oauthTypes';
import { AuthError, HttpError, TransportError } from '../../../../src/service/errors';
import { Secret } from '../../../../src/service/secret';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryLocks, SharedSecrets } from '../../../support/secrets/sharedSecrets';
import { aClient, aSession, someTokens } from '../../../support/builders/sessionBuilders';

type Step = TokenSet | Error;
const options = { signal: new AbortController().signal };
const invalidGrant = (): AuthError => new AuthError('authorization-expired', { oauthError: 'invalid_grant', status: 400 });

/** A service that refreshes by script; several windows send requests to it. */
class Service {
  readonly asked: string[] = [];
  readonly steps: Step[];
  gate: Promise<void> = Promise.resolve();

  constructor(...steps: Step[]) {
    this.steps = steps;
  }

  readonly refresh = async (_client: unknown, refreshToken: Secret): Promise<TokenSet> => {
    this.asked.push(refreshToken.reveal());
    await this.gate;
    const step = this.steps.shift() ?? someTokens({ accessToken: new Secret(`access-token-${this.asked.length + 1}`) });
    if (step instanceof Error) throw step;
    return step;
  };
}

class Machine {
  readonly time = new FakeTime(0);
  readonly shared = new SharedSecrets();
  readonly locks = new MemoryLocks();
  readonly forgotten: string[] = [];
  readonly log = new MemoryLog();

  constructor(readonly service: Service) {}

  async open(): Promise<{ readonly tokens: SessionTokens; readonly sessions: SessionStore }> {
    const sessions = new SessionStore(this.shared.window(), this.locks, this.log, new Redactor());
    await sessions.load();
    const tokens = new SessionTokens('session-1', {
      sessions,
      oauth: this.service,
      locks: this.locks,
      clock: this.time,
      timers: this.time,
      log: this.log,
      forgetClient: async ({ clientId }) => void this.forgotten.push(clientId),
    });
    return { tokens, sessions };
  }

  /** A window with the session in it, at the given time of its life. */
  async signedIn(atMs = 0, session = aSession()): Promise<{ readonly tokens: SessionTokens; readonly sessions: SessionStore }> {
    const window = await this.open();
    await window.sessions.put(session);
    await this.time.advance(atMs);
    return window;
  }

  /** Lets time pass until the action is done. */
  async finish<T>(action: Promise<T>): Promise<T> {
    const done = action.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    let result: { readonly value: T } | { readonly error: unknown } | undefined;
    void done.then((outcome) => (result = outcome));
    for (let step = 0; step < 200 && result === undefined; step += 1) await this.time.advance(100);
    await settle();
    return action;
  }
}

const due = 6_480_000;
const expired = 7_200_000;

describe('SessionTokens', () => {
  it('uses a token as long as it is valid, without any request', async () => {
    const machine = new Machine(new Service());
    const { tokens } = await machine.signedIn(due - 1);
    expect((await tokens.accessToken(options)).reveal()).toBe('access-token-1');
    expect(machine.service.asked).toEqual([]);
  });

  it('renews a token in time and keeps the refresh token when the answer has none', async () => {
    const machine = new Machine(new Service());
    const { tokens, sessions } = await machine.signedIn(due);
    expect((await tokens.accessToken(options)).reveal()).toBe('access-token-2');
    expect(sessions.get('session-1')?.refreshToken?.reveal()).toBe('refresh-token-1');
    expect((await machine.open()).sessions.get('session-1')?.accessToken.reveal()).toBe('access-token-2');
  });

  it('renews a token once for all callers in the window', async () => {
    const machine = new Machine(new Service());
    const { tokens } = await machine.signedIn(due);
    const all = await Promise.all(Array.from({ length: 20 }, async () => tokens.accessToken(options)));
    expect(new Set(all.map((token) => token.reveal()))).toEqual(new Set(['access-token-2']));
    expect(machine.service.asked).toHaveLength(1);
  });

  it('renews a token once for all windows, even if they get no notifications from each other', async () => {
    const machine = new Machine(new Service());
    const first = await machine.signedIn(due);
    const windows = [first, await machine.open(), await machine.open()];
    const all = await Promise.all(windows.map(async ({ tokens }) => tokens.accessToken(options)));
    expect(new Set(all.map((token) => token.reveal()))).toEqual(new Set(['access-token-2']));
    expect(machine.service.asked).toHaveLength(1);
    expect(machine.locks.held.size).toBe(0);
  });

  it('does not stop a renewal when one of several callers gives up', async () => {
    const machine = new Machine(new Service());
    const { tokens } = await machine.signedIn(due);
    let open: () => void = () => undefined;
    machine.service.gate = new Promise((resolve) => (open = resolve));
    const impatient = new AbortController();
    const gaveUp = tokens.accessToken({ signal: impatient.signal });
    const waits = tokens.accessToken(options);
    await settle();
    impatient.abort();
    await expect(gaveUp).rejects.toMatchObject({ code: 'aborted' });
    open();
    expect((await waits).reveal()).toBe('access-token-2');
    expect(machine.service.asked).toHaveLength(1);
  });

  it('continues with a token that could not be renewed but has not expired', async () => {
    const machine = new Machine(new Service(...Array.from({ length: 3 }, () => new TransportError('connect-failed', { sent: 'no' }))));
    const { tokens, sessions } = await machine.signedIn(due);
    expect((await machine.finish(tokens.accessToken(options))).reveal()).toBe('access-token-1');
    expect(machine.service.asked).toHaveLength(3);
    expect(sessions.get('session-1')?.needsSignIn).toBe(false);
  });

  it.each([
    ['a bad network', new TransportError('timed-out', { sent: 'maybe' }), 3],
    ['a service in trouble', new HttpError({ status: 503 }), 3],
    ['a service that is asked too often', new HttpError({ status: 429 }), 3],
    ['a bad certificate', new TransportError('tls', { sent: 'no' }), 1],
    ['an answer that means nothing', new HttpError({ status: 404 }), 1],
    ['an error of OAuth with another status', new AuthError('authorization-failed', { oauthError: 'invalid_client', status: 403 }), 1],
    ['a refusal that names no error', new HttpError({ status: 401 }), 1],
  ])('reports the renewal as failed after %s, without signing the user out', async (_name, error, attempts) => {
    const machine = new Machine(new Service(...Array.from({ length: attempts }, () => error)));
    const { tokens, sessions } = await machine.signedIn(expired);
    await expect(machine.finish(tokens.accessToken(options))).rejects.toMatchObject({ code: 'renewal-failed', cause: error });
    expect(machine.service.asked).toHaveLength(attempts);
    expect(sessions.get('session-1')?.needsSignIn).toBe(false);
    await machine.time.advance(3000);
    expect((await machine.finish(tokens.accessToken(options))).reveal()).toBe(`access-token-${attempts + 2}`);
  });

  it('sends at most one request in three seconds while the service is in trouble', async () => {
    const error = new HttpError({ status: 404 });
    const machine = new Machine(new Service(error));
    const { tokens } = await machine.signedIn(expired);
    await expect(tokens.accessToken(options)).rejects.toMatchObject({ code: 'renewal-failed', cause: error });
    await expect(tokens.accessToken(options)).rejects.toMatchObject({ code: 'renewal-failed', cause: error });
    expect(machine.service.asked).toHaveLength(1);
  });

  it.each([
    ['invalid_grant', []],
    ['invalid_request', []],
    ['invalid_scope', []],
    ['unsupported_grant_type', []],
    ['something_else', []],
    ['invalid_client', ['client-1']],
    ['unauthorized_client', ['client-1']],
  ])(
    'marks a session whose renewal is refused by %s, keeps it, sends no more requests, and forgets a dead client',
    async (oauthError, forgotten) => {
      for (const status of [400, 401]) {
        const machine = new Machine(new Service(new AuthError('authorization-failed', { oauthError, status })));
        const { tokens, sessions } = await machine.signedIn(due, aSession({ client: aClient({ clientId: 'client-1' }) }));
        await expect(tokens.accessToken(options)).rejects.toMatchObject({ code: 'sign-in-required' });
        await expect(tokens.accessToken(options)).rejects.toMatchObject({ code: 'sign-in-required' });
        expect(machine.service.asked).toHaveLength(1);
        expect(machine.forgotten).toEqual(forgotten);
        expect(sessions.get('session-1')).toMatchObject({ needsSignIn: true });
        expect((await machine.open()).sessions.get('session-1')?.refreshToken?.reveal()).toBe('refresh-token-1');
      }
    },
  );

  it('marks a refused session for all windows', async () => {
    const machine = new Machine(new Service(invalidGrant()));
    const { tokens, sessions } = await machine.signedIn(due);
    await expect(tokens.accessToken(options)).rejects.toMatchObject({ code: 'sign-in-required' });
    await expect(tokens.accessToken(options)).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(machine.service.asked).toHaveLength(1);
    expect(sessions.get('session-1')).toMatchObject({ needsSignIn: true });
    expect((await machine.open()).sessions.get('session-1')).toMatchObject({ needsSignIn: true });
  });

  it('does not mark a session that was signed in again meanwhile', async () => {
    const machine = new Machine(new Service(invalidGrant()));
    const { tokens, sessions } = await machine.signedIn(due);
    let open: () => void = () => undefined;
    machine.service.gate = new Promise((resolve) => (open = resolve));
    const waiting = tokens.accessToken(options);
    await settle();
    await sessions.put(
      aSession({
        refreshToken: new Secret('refresh-token-new'),
        accessToken: new Secret('access-token-new'),
        obtainedAtMs: due,
        expiresAtMs: 2 * due,
        revision: 5,
      }),
    );
    open();
    expect((await waiting).reveal()).toBe('access-token-new');
    expect(sessions.get('session-1')).toMatchObject({ needsSignIn: false });
  });

  it('requires a sign-in when a token has expired and there is nothing to renew it with', async () => {
    const machine = new Machine(new Service());
    const { tokens } = await machine.signedIn(7_200_000, aSession({ refreshToken: undefined }));
    await expect(tokens.accessToken(options)).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(machine.service.asked).toEqual([]);
  });

  it('uses a token that cannot be renewed until it expires or is rejected', async () => {
    const machine = new Machine(new Service());
    const { tokens, sessions } = await machine.signedIn(due, aSession({ refreshToken: undefined }));
    const token = await tokens.accessToken(options);
    expect(token.reveal()).toBe('access-token-1');
    expect(sessions.get('session-1')).toMatchObject({ needsSignIn: false });
    expect(await tokens.replaceToken(token, options)).toBe(false);
    expect(sessions.get('session-1')).toMatchObject({ needsSignIn: true });
  });

  it('replaces a rejected token once, and notices when another caller has already done that', async () => {
    const machine = new Machine(new Service());
    const { tokens } = await machine.signedIn();
    const rejected = await tokens.accessToken(options);
    expect(await tokens.replaceToken(rejected, options)).toBe(true);
    expect(await tokens.replaceToken(rejected, options)).toBe(true);
    expect(machine.service.asked).toHaveLength(1);
    expect((await tokens.accessToken(options)).reveal()).toBe('access-token-2');
  });

  it('says when a rejected token cannot be replaced', async () => {
    const machine = new Machine(new Service(invalidGrant()));
    const { tokens } = await machine.signedIn();
    expect(await tokens.replaceToken(await tokens.accessToken(options), options)).toBe(false);
  });

  it.each([
    ['a fault of the service', new HttpError({ status: 500 })],
    ['a reset', new TransportError('broken-answer', { sent: 'maybe' })],
    ['a body that is too large', new TransportError('too-large', { sent: 'maybe' })],
    ['a web page', new HttpError({ status: 200 })],
  ])('reports %s of a renewal as its cause to every caller, and requires no sign-in', async (_, fault) => {
    const machine = new Machine(new Service(...Array.from({ length: 9 }, () => fault)));
    const { tokens, sessions } = await machine.signedIn();
    const failed = { code: 'renewal-failed', cause: fault };
    const rejected = await tokens.accessToken(options);
    await expect(machine.finish(tokens.replaceToken(rejected, options))).rejects.toMatchObject(failed);
    // Fails again at once, without a request to the service.
    await expect(tokens.replaceToken(rejected, options)).rejects.toMatchObject(failed);
    await expect(machine.finish(tokens.ensureLife(8_000_000, options))).rejects.toMatchObject(failed);
    await machine.time.advance(expired);
    await expect(machine.finish(tokens.accessToken(options))).rejects.toMatchObject(failed);
    expect([sessions.get('session-1')?.needsSignIn, tokens.isRefused]).toEqual([false, false]);
  });

  it.each([400, 401])('treats status %i as a refused renewal until one succeeds', async (status) => {
    const machine = new Machine(new Service(new HttpError({ status })));
    const { tokens, sessions } = await machine.signedIn();
    const rejected = await tokens.accessToken(options);
    await expect(tokens.replaceToken(rejected, options)).rejects.toMatchObject({ code: 'renewal-failed', status });
    expect([sessions.get('session-1')?.needsSignIn, tokens.isRefused]).toEqual([false, true]);
    await machine.time.advance(3000);
    expect(await tokens.replaceToken(rejected, options)).toBe(true);
    expect(tokens.isRefused).toBe(false);
  });

  it('renews a token first when it would expire during something that must not be interrupted', async () => {
    const machine = new Machine(new Service());
    const { tokens } = await machine.signedIn(due - 1);
    await tokens.ensureLife(60_000, options);
    expect(machine.service.asked).toHaveLength(0);
    await tokens.ensureLife(3_600_000, options);
    expect(machine.service.asked).toHaveLength(1);
    await expect(tokens.ensureLife(8_000_000, options)).rejects.toMatchObject({ code: 'sign-in-required' });
  });

  it('never signs the user out because of network faults, however many windows there are', async () => {
    const fault = fc.constantFrom<Step>(
      new TransportError('timed-out', { sent: 'maybe' }),
      new TransportError('broken-answer', { sent: 'maybe' }),
      new HttpError({ status: 502 }),
      new HttpError({ status: 200 }),
    );
    const steps = fc.array(fc.oneof({ weight: 3, arbitrary: fault }, { weight: 7, arbitrary: fc.constant(undefined) }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 4_000_000 })), { minLength: 1, maxLength: 12 }),
        async (script, moves) => {
          const machine = new Machine(new Service());
          machine.service.steps.push(
            ...script.map((step, index) => step ?? someTokens({ accessToken: new Secret(`token-of-step-${index}`) })),
          );
          const windows = [await machine.signedIn(), await machine.open(), await machine.open()];
          for (const [index, ms] of moves) {
            await machine.time.advance(ms);
            await machine.finish(
              Promise.allSettled([windows[index]?.tokens.accessToken(options), windows[0]?.tokens.accessToken(options)]),
            );
          }
          for (const { sessions } of windows) expect(sessions.get('session-1')).toMatchObject({ needsSignIn: false });
          expect((await machine.open()).sessions.get('session-1')?.refreshToken?.reveal()).toBe('refresh-token-1');
        },
      ),
      { numRuns: 25 },
    );
  }, 30_000);
});
