import { describe, expect, it, vi } from 'vitest';
import { CallbackInbox } from '../../../../../src/app/session/signIn/callbackInbox';
import { ClientRegistrations } from '../../../../../src/app/session/signIn/clientRegistrations';
import { createDeferred } from '../../../../../src/app/platform/deferred';
import { Redactor } from '../../../../../src/app/platform/redactor';
import type { ChosenConnection } from '../../../../../src/app/session/connection';
import { SignIn, waitingLimitMs } from '../../../../../src/app/session/signIn/signIn';
import type { SignInOptions, WaitingChoice, WaitingInfo } from '../../../../../src/app/session/signIn/signIn';
import type { FlowKind, RedirectFlow } from '../../../../../src/app/session/signIn/flows';
import { OAuthService } from '../../../../../src/service/auth/oauth';
import { TransportError } from '../../../../../src/service/errors';
import { MemoryLog } from '../../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { ScriptedTransport } from '../../../../support/network/scriptedTransport';
import type { ScriptedAnswer } from '../../../../support/network/scriptedTransport';
import { SharedSecrets } from '../../../../support/secrets/sharedSecrets';

const connection: ChosenConnection = {
  kind: 'service',
  id: 'x',
  baseUrl: 'https://api.example.com',
  origin: 'https://api.example.com',
  authentication: 'oauth',
};
const redirects: Readonly<Record<FlowKind, string>> = {
  uriHandler: 'vscode://market-desk.market-desk/oauth/callback',
  external: 'https://editor.example/callback',
  loopback: 'http://127.0.0.1:5000/callback',
  paste: 'http://127.0.0.1:5000/callback',
};
const registered = (kind: FlowKind, id = 'c1'): ScriptedAnswer => ({
  status: 201,
  body: { client_id: id, redirect_uris: [redirects[kind]] },
});
const tokens: ScriptedAnswer = {
  body: { access_token: 'at-secret-1', token_type: 'Bearer', expires_in: 60, refresh_token: 'rt-secret-1', scope: 'quote:read' },
};

/** A whole sign-in with a person and a browser that do what the test says. */
class Stage {
  readonly time = new FakeTime();
  readonly secrets = new SharedSecrets().window();
  readonly log = new MemoryLog();
  readonly redactor = new Redactor();
  readonly inbox = new CallbackInbox(this.secrets, this.time, this.log);
  readonly opened: URL[] = [];
  readonly shown: WaitingInfo[] = [];
  readonly closed: FlowKind[] = [];
  readonly wire: ScriptedTransport;
  readonly signIn: SignIn;
  choose: (choice: WaitingChoice) => void = () => undefined;

  constructor(
    script: ScriptedAnswer[],
    flows: readonly FlowKind[] = ['uriHandler', 'loopback', 'paste'],
    broken: readonly FlowKind[] = [],
  ) {
    this.wire = new ScriptedTransport(script);
    this.signIn = new SignIn({
      inbox: this.inbox,
      registrations: new ClientRegistrations(this.secrets, this.log, 'Market Desk'),
      links: { open: async (url) => this.opened.push(new URL(url)) > 0 },
      ui: {
        wait: async (info) => {
          this.shown.push(info);
          const choice = createDeferred<WaitingChoice>();
          this.choose = choice.resolve;
          return choice.promise;
        },
      },
      timers: this.time,
      log: this.log,
      redactor: this.redactor,
      flows: () => flows.map((kind) => this.#flow(kind, broken)),
      oauthFor: () => new OAuthService(connection.baseUrl, this.wire),
    });
  }

  #flow(kind: FlowKind, broken: readonly FlowKind[]): RedirectFlow {
    const open = async () => {
      if (broken.includes(kind)) throw new Error('no port');
      return { redirectUri: redirects[kind], isLasting: kind !== 'external', dispose: () => void this.closed.push(kind) };
    };
    return { kind, open };
  }

  run(signal = new AbortController().signal, options: Omit<SignInOptions, 'signal'> = {}) {
    const result = this.signIn.run(connection, { signal, ...options });
    // Checked by the test later; until then it must not count as unhandled.
    result.catch(() => undefined);
    return result;
  }

  /** The state of the consent page opened last. */
  get state(): string {
    return this.opened.at(-1)?.searchParams.get('state') ?? '';
  }

  async answer(query = 'code=the-code&state=STATE'): Promise<void> {
    await settle();
    await settle();
    await this.inbox.receive(query.replace('STATE', this.state));
  }
}

describe('SignIn', () => {
  it('registers, opens the consent page, waits and exchanges', async () => {
    const stage = new Stage([registered('uriHandler'), tokens]);
    const result = stage.run();
    await stage.answer();
    expect((await result).tokens.accessToken.reveal()).toBe('at-secret-1');
    expect(stage.opened[0]?.searchParams.get('redirect_uri')).toBe(redirects.uriHandler);
    expect(stage.shown).toMatchObject([{ host: 'api.example.com', flow: 'uriHandler', nextFlow: 'loopback' }]);
    expect(stage.wire.requests.map(({ path }) => path)).toEqual(['/oauth2/register', '/oauth2/token']);
    expect(stage.closed).toEqual(['uriHandler']);
    expect(stage.time.pendingTimers).toBe(0);
  });

  it('opens no browser where the consent page is answered by the window itself, and one if that fails', async () => {
    const stage = new Stage([registered('uriHandler'), tokens, tokens, tokens]);
    const asked: URL[] = [];
    const answer = async (url: string): Promise<string> => {
      asked.push(new URL(url));
      return `${redirects.uriHandler}?code=the-code&state=${asked.at(-1)?.searchParams.get('state') ?? ''}`;
    };
    expect((await stage.run(undefined, { answer })).tokens.accessToken.reveal()).toBe('at-secret-1');
    expect(asked[0]?.searchParams.get('code_challenge')).toMatch(/./);
    expect([stage.opened, stage.shown]).toEqual([[], []]);
    expect(stage.time.pendingTimers).toBe(0);
    const failing = [async () => Promise.reject(new Error('refused')), async () => `${redirects.uriHandler}?code=c&state=of-another`];
    for (const [at, wrong] of failing.entries()) {
      const result = stage.run(undefined, { answer: wrong });
      await vi.waitFor(() => expect(stage.opened).toHaveLength(at + 1));
      await stage.answer();
      expect((await result).tokens.accessToken.reveal()).toBe('at-secret-1');
      expect(stage.opened).toHaveLength(at + 1);
    }
  });

  it('registers only once for an address that lasts, and each time for one that does not', async () => {
    const lasting = new Stage([registered('uriHandler'), tokens, tokens]);
    for (let time = 0; time < 2; time += 1) {
      const result = lasting.run();
      await lasting.answer();
      await result;
    }
    expect(lasting.wire.requests.filter(({ path }) => path === '/oauth2/register')).toHaveLength(1);
    const passing = new Stage([registered('external'), tokens, registered('external'), tokens], ['external']);
    for (let time = 0; time < 2; time += 1) {
      const result = passing.run();
      await passing.answer();
      await result;
    }
    expect(passing.wire.requests.filter(({ path }) => path === '/oauth2/register')).toHaveLength(2);
  });

  it.each([
    ['error=access_denied&state=STATE', 'authorization-denied'],
    ['error=server_error&state=STATE', 'authorization-failed'],
    ['state=STATE', 'callback-malformed'],
    ['code=a&code=b&state=STATE', 'callback-malformed'],
    ['code=a&state=STATE&iss=https%3A%2F%2Fevil.example', 'decode'],
  ])('ends cleanly on %s and can be tried again at once', async (query, code) => {
    const stage = new Stage([registered('uriHandler'), tokens]);
    const result = stage.run();
    await stage.answer(query);
    await expect(result).rejects.toMatchObject({ code });
    const again = stage.run();
    await stage.answer();
    expect((await again).tokens.scopes).toEqual(['quote:read']);
  });

  it('keeps waiting after a callback with a foreign state', async () => {
    const stage = new Stage([registered('uriHandler'), tokens]);
    const result = stage.run();
    await stage.answer('code=evil&state=not-ours');
    expect(stage.wire.requests).toHaveLength(1);
    await stage.answer();
    await result;
    expect(stage.wire.form(1).get('code')).toBe('the-code');
  });

  it('ends without an error message when the user cancels', async () => {
    const stage = new Stage([registered('uriHandler')]);
    const result = stage.run();
    await settle();
    stage.choose('cancel');
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    expect(stage.closed).toEqual(['uriHandler']);
    expect(stage.time.pendingTimers).toBe(0);
  });

  it('ends when the caller cancels, even before it begins', async () => {
    const stage = new Stage([registered('uriHandler')]);
    const controller = new AbortController();
    const result = stage.run(controller.signal);
    await settle();
    controller.abort();
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    await expect(stage.run(AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });

  it('gives each flow five minutes of waiting, and the exchange its own time', async () => {
    const stage = new Stage([registered('uriHandler'), registered('loopback'), tokens]);
    const result = stage.run();
    await stage.time.advance(waitingLimitMs - 1);
    stage.choose('another-way');
    await stage.time.advance(waitingLimitMs - 1);
    await stage.answer();
    await stage.time.advance(waitingLimitMs);
    expect((await result).client.clientId).toBe('c1');
    expect(stage.time.pendingTimers).toBe(0);
  });

  it('ends after five minutes and says so', async () => {
    const stage = new Stage([registered('uriHandler')]);
    const result = stage.run();
    await stage.time.advance(waitingLimitMs - 1);
    expect(stage.closed).toEqual([]);
    await stage.time.advance(1);
    await expect(result).rejects.toMatchObject({ code: 'authorization-expired' });
    expect(stage.closed).toEqual(['uriHandler']);
  });

  it('lets a second attempt replace the first, whose callback is ignored from then on', async () => {
    const stage = new Stage([registered('uriHandler'), tokens]);
    const first = stage.run();
    await settle();
    const firstState = stage.state;
    const second = stage.run();
    await settle();
    await expect(first).rejects.toMatchObject({ code: 'aborted' });
    expect(await stage.inbox.receive(`code=old&state=${firstState}`)).toBe('ignored');
    await stage.answer();
    expect((await second).tokens.accessToken.reveal()).toBe('at-secret-1');
  });

  it('moves to the next flow when the user asks, down to the last', async () => {
    const stage = new Stage([registered('uriHandler'), registered('loopback'), tokens]);
    const result = stage.run();
    await settle();
    stage.choose('another-way');
    await settle();
    stage.choose('another-way');
    await stage.answer();
    await result;
    expect(stage.shown.map(({ flow, nextFlow }) => [flow, nextFlow])).toEqual([
      ['uriHandler', 'loopback'],
      ['loopback', 'paste'],
      ['paste', undefined],
    ]);
    expect(stage.closed).toEqual(['uriHandler', 'loopback', 'paste']);
    expect(stage.wire.form(2).get('redirect_uri')).toBe(redirects.paste);
  });

  it('skips a flow that cannot be used or that the service refuses', async () => {
    const stage = new Stage(
      [{ status: 400, body: { error: 'invalid_redirect_uri' } }, registered('paste'), tokens],
      ['uriHandler', 'loopback', 'paste'],
      ['loopback'],
    );
    const result = stage.run();
    await stage.answer();
    await result;
    expect(stage.shown.map(({ flow }) => flow)).toEqual(['paste']);
  });

  it('says why when no flow can be used', async () => {
    const stage = new Stage([], ['uriHandler'], ['uriHandler']);
    await expect(stage.run()).rejects.toThrow('no port');
  });

  it('does not try another flow when the service cannot be reached', async () => {
    const stage = new Stage([new TransportError('connect-failed', { sent: 'no' })]);
    await expect(stage.run()).rejects.toMatchObject({ code: 'connect-failed' });
    expect(stage.opened).toEqual([]);
  });

  it('registers again if a remembered client got no answer', async () => {
    const stage = new Stage([registered('uriHandler'), tokens, registered('uriHandler', 'c2'), tokens]);
    const first = stage.run();
    await stage.answer();
    await first;
    const second = stage.run();
    await settle();
    expect(stage.opened.at(-1)?.searchParams.get('client_id')).toBe('c1');
    stage.choose('cancel');
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    const third = stage.run();
    await stage.answer();
    await third;
    expect(stage.opened.at(-1)?.searchParams.get('client_id')).toBe('c2');
  });

  it.each([
    [{ status: 401, body: { error: 'invalid_client' } }, undefined],
    [{ status: 400, body: { error: 'unauthorized_client' } }, undefined],
    [undefined, 'error=unauthorized_client&state=STATE'],
    [undefined, 'error=invalid_client&state=STATE'],
  ] as const)('replaces a dead registration within the same sign-in (%#)', async (atToken, atAuthorize) => {
    const stage = new Stage([
      registered('uriHandler'),
      tokens,
      ...(atToken === undefined ? [] : [atToken]),
      registered('uriHandler', 'c2'),
      tokens,
    ]);
    const first = stage.run();
    await stage.answer();
    await first;
    const second = stage.run();
    await stage.answer(atAuthorize);
    await stage.answer();
    expect((await second).client.clientId).toBe('c2');
    expect(stage.opened.map((url) => url.searchParams.get('client_id'))).toEqual(['c1', 'c1', 'c2']);
  });

  it('stops asking for registrations when a new one is rejected as dead as well', async () => {
    const dead = { status: 401, body: { error: 'invalid_client' } };
    const stage = new Stage([registered('uriHandler'), dead]);
    const result = stage.run();
    await stage.answer();
    await expect(result).rejects.toMatchObject({ oauthError: 'invalid_client' });
    expect(stage.wire.requests).toHaveLength(2);
  });

  it('does not reuse an old registration after a page that did not return', async () => {
    const stage = new Stage([registered('loopback'), tokens, registered('uriHandler'), tokens, registered('loopback', 'c2'), tokens]);
    for (const flow of ['loopback', 'uriHandler'] as const) {
      const result = stage.run(undefined, { flow });
      await stage.answer();
      await result;
    }
    const result = stage.run();
    await settle();
    stage.choose('another-way');
    await stage.answer();
    expect((await result).client.clientId).toBe('c2');
  });

  it('tries the chosen flow first, then the others', async () => {
    const stage = new Stage([{ status: 403, body: '<html>' }, registered('uriHandler'), tokens], ['uriHandler', 'loopback']);
    const result = stage.run(undefined, { flow: 'loopback' });
    await stage.answer();
    await result;
    expect(stage.closed).toEqual(['loopback', 'uriHandler']);
    expect(stage.shown).toMatchObject([{ flow: 'uriHandler', nextFlow: undefined }]);
  });

  it('asks the consent page for the requested scopes, and for none when none are given', async () => {
    const stage = new Stage([registered('uriHandler'), tokens, tokens]);
    for (const scopes of [['quote:read', 'trade:read'], undefined]) {
      const result = stage.run(undefined, { scopes });
      await stage.answer();
      await result;
    }
    expect(stage.opened.map((url) => url.searchParams.get('scope'))).toEqual(['quote:read trade:read', null]);
  });

  it.each<readonly [string, ScriptedAnswer]>([
    ...[400, 401, 403, 404, 405, 409, 413, 415, 418, 422, 429].map(
      (status) => [`a page with ${status}`, { status, body: '<html>no</html>' }] as const,
    ),
    ['an error of OAuth', { status: 400, body: { error: 'invalid_redirect_uri' } }],
    ['another error of OAuth', { status: 401, body: { error: 'access_denied' } }],
    ['an error object', { status: 400, body: { error: { code: 'invalid_parameter', message: 'redirect_uris' } } }],
    ['an error with 200', { status: 200, body: { error: 'invalid_client_metadata' } }],
    ['an error object with 200', { status: 200, body: { error: { code: 'invalid_parameter', message: 'redirect_uris' } } }],
    ['a code with 200', { status: 200, body: { code: -3, message: 'redirect_uris' } }],
    ['a ret_code with 200', { status: 200, body: { ret_code: -3, ret_msg: 'redirect_uris' } }],
    ['a record of other addresses', { status: 201, body: { client_id: 'c1', redirect_uris: ['https://other.example/'] } }],
  ])('moves to the next flow when the registration is refused by %s', async (_name, refusal) => {
    const stage = new Stage([refusal, registered('loopback'), tokens]);
    const result = stage.run();
    await stage.answer();
    await result;
    expect(stage.shown.map(({ flow }) => flow)).toEqual(['loopback']);
  });

  it.each<readonly [string, ScriptedAnswer]>([
    ['a fault of the service', { status: 503, body: { error: 'temporarily_unavailable' } }],
    ['a page with 200', { status: 200, body: '<html>sign in to the network</html>' }],
    ['a redirect', { status: 302, body: '' }],
  ])('tries no other flow after %s, which says nothing about the registration', async (_name, answer) => {
    const stage = new Stage([answer]);
    await expect(stage.run()).rejects.toMatchObject({ code: 'http' });
    expect(stage.wire.requests).toHaveLength(1);
  });

  it('never sends a code twice', async () => {
    const stage = new Stage([registered('uriHandler'), new TransportError('timed-out', { sent: 'maybe' })]);
    const result = stage.run();
    await stage.answer();
    await expect(result).rejects.toMatchObject({ code: 'timed-out' });
    expect(await stage.inbox.receive(`code=the-code&state=${stage.state}`)).toBe('ignored');
    expect(stage.wire.requests).toHaveLength(2);
  });

  it('hides its codes and secrets from the log', async () => {
    const stage = new Stage([registered('uriHandler'), tokens]);
    const result = stage.run();
    await stage.answer();
    await result;
    const text = `at-secret-1 rt-secret-1 ${stage.state}`;
    expect(stage.redactor.redact(text)).toBe('[secret] [secret] [secret]');
    expect(stage.log.lines.join('\n')).not.toMatch(/at-secret|rt-secret|the-code/);
  });
});
