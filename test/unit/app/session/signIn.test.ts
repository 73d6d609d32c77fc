import { describe, expect, it } from 'vitest';
import { CallbackInbox } from '../../../../src/app/session/callbackInbox';
import { ClientRegistrations } from '../../../../src/app/session/clientRegistrations';
import { createDeferred } from '../../../../src/app/platform/deferred';
import { Redactor } from '../../../../src/app/platform/redactor';
import type { ChosenConnection } from '../../../../src/app/session/serviceAccessImpl';
import { SignIn, signInLimitMs } from '../../../../src/app/session/signIn';
import type { RedirectRung, RungKind, WaitingChoice, WaitingInfo } from '../../../../src/app/session/signIn';
import { OAuthService } from '../../../../src/service/auth/oauth';
import { TransportError } from '../../../../src/service/errors';
import { MemoryLog } from '../../../support/fakeMachine';
import { FakeTime, settle } from '../../../support/fakeTime';
import { ScriptedTransport } from '../../../support/scriptedTransport';
import type { ScriptedAnswer } from '../../../support/scriptedTransport';
import { SharedSecrets } from '../../../support/sharedSecrets';

const connection: ChosenConnection = {
  kind: 'service',
  id: 'x',
  baseUrl: 'https://api.example.com',
  origin: 'https://api.example.com',
  authentication: 'oauth',
};
const redirects: Readonly<Record<RungKind, string>> = {
  uriHandler: 'vscode://market-desk.market-desk/oauth/callback',
  external: 'https://editor.example/callback',
  loopback: 'http://127.0.0.1:5000/callback',
  paste: 'http://127.0.0.1:5000/callback',
};
const registered = (kind: RungKind, id = 'c1'): ScriptedAnswer => ({
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
  readonly closed: RungKind[] = [];
  readonly wire: ScriptedTransport;
  readonly signIn: SignIn;
  choose: (choice: WaitingChoice) => void = () => undefined;

  constructor(
    script: ScriptedAnswer[],
    rungs: readonly RungKind[] = ['uriHandler', 'loopback', 'paste'],
    broken: readonly RungKind[] = [],
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
      rungs: () => rungs.map((kind) => this.#rung(kind, broken)),
      oauthFor: () => new OAuthService(connection.baseUrl, this.wire),
    });
  }

  #rung(kind: RungKind, broken: readonly RungKind[]): RedirectRung {
    const open = async () => {
      if (broken.includes(kind)) throw new Error('no port');
      return { redirectUri: redirects[kind], isLasting: kind !== 'external', dispose: () => void this.closed.push(kind) };
    };
    return { kind, open };
  }

  run(signal = new AbortController().signal) {
    const result = this.signIn.run(connection, { signal });
    // Judged by the test later; until then it must not count as unhandled.
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
    expect(stage.shown).toMatchObject([{ host: 'api.example.com', rung: 'uriHandler', nextRung: 'loopback' }]);
    expect(stage.wire.requests.map(({ path }) => path)).toEqual(['/oauth2/register', '/oauth2/token']);
    expect(stage.closed).toEqual(['uriHandler']);
    expect(stage.time.pendingTimers).toBe(0);
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
    ['state=STATE', 'authorization-failed'],
    ['code=a&code=b&state=STATE', 'authorization-failed'],
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

  it('waits on after a callback with a foreign state', async () => {
    const stage = new Stage([registered('uriHandler'), tokens]);
    const result = stage.run();
    await stage.answer('code=evil&state=not-ours');
    expect(stage.wire.requests).toHaveLength(1);
    await stage.answer();
    await result;
    expect(stage.wire.form(1).get('code')).toBe('the-code');
  });

  it('ends when the user cancels, quietly', async () => {
    const stage = new Stage([registered('uriHandler')]);
    const result = stage.run();
    await settle();
    stage.choose('cancelled');
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    expect(stage.closed).toEqual(['uriHandler']);
    expect(stage.time.pendingTimers).toBe(0);
  });

  it('ends when the caller gives up, even before it begins', async () => {
    const stage = new Stage([registered('uriHandler')]);
    const controller = new AbortController();
    const result = stage.run(controller.signal);
    await settle();
    controller.abort();
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    await expect(stage.run(AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  });

  it('ends after five minutes and says so', async () => {
    const stage = new Stage([registered('uriHandler')]);
    const result = stage.run();
    await stage.time.advance(signInLimitMs - 1);
    expect(stage.closed).toEqual([]);
    await stage.time.advance(1);
    await expect(result).rejects.toMatchObject({ code: 'authorization-expired' });
    expect(stage.closed).toEqual(['uriHandler']);
  });

  it('lets a second attempt take the place of the first, whose callback then counts for nothing', async () => {
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

  it('climbs to the next way when the user asks, down to the last', async () => {
    const stage = new Stage([registered('uriHandler'), registered('loopback'), tokens]);
    const result = stage.run();
    await settle();
    stage.choose('another-way');
    await settle();
    stage.choose('another-way');
    await stage.answer();
    await result;
    expect(stage.shown.map(({ rung, nextRung }) => [rung, nextRung])).toEqual([
      ['uriHandler', 'loopback'],
      ['loopback', 'paste'],
      ['paste', undefined],
    ]);
    expect(stage.closed).toEqual(['uriHandler', 'loopback', 'paste']);
    expect(stage.wire.form(2).get('redirect_uri')).toBe(redirects.paste);
  });

  it('passes over a way that cannot be used or is refused by the service', async () => {
    const stage = new Stage(
      [{ status: 400, body: { error: 'invalid_redirect_uri' } }, registered('paste'), tokens],
      ['uriHandler', 'loopback', 'paste'],
      ['loopback'],
    );
    const result = stage.run();
    await stage.answer();
    await result;
    expect(stage.shown.map(({ rung }) => rung)).toEqual(['paste']);
  });

  it('says why when no way can be used', async () => {
    const stage = new Stage([], ['uriHandler'], ['uriHandler']);
    await expect(stage.run()).rejects.toThrow('no port');
  });

  it('does not climb when the service cannot be reached', async () => {
    const stage = new Stage([new TransportError('connect-failed', { sent: 'no' })]);
    await expect(stage.run()).rejects.toMatchObject({ code: 'connect-failed' });
    expect(stage.opened).toEqual([]);
  });

  it('registers anew after a remembered client brought no answer: the service may have forgotten it', async () => {
    const stage = new Stage([registered('uriHandler'), tokens, registered('uriHandler', 'c2'), tokens]);
    const first = stage.run();
    await stage.answer();
    await first;
    const second = stage.run();
    await settle();
    expect(stage.opened.at(-1)?.searchParams.get('client_id')).toBe('c1');
    stage.choose('cancelled');
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    const third = stage.run();
    await stage.answer();
    await third;
    expect(stage.opened.at(-1)?.searchParams.get('client_id')).toBe('c2');
  });

  it('registers anew after the service said that it does not know the client', async () => {
    const stage = new Stage([
      registered('uriHandler'),
      { status: 401, body: { error: 'invalid_client' } },
      registered('uriHandler', 'c2'),
      tokens,
    ]);
    const first = stage.run();
    await stage.answer();
    await expect(first).rejects.toMatchObject({ oauthError: 'invalid_client' });
    const second = stage.run();
    await stage.answer();
    expect((await second).client.clientId).toBe('c2');
  });

  it('never sends a code twice', async () => {
    const stage = new Stage([registered('uriHandler'), new TransportError('timed-out', { sent: 'maybe' })]);
    const result = stage.run();
    await stage.answer();
    await expect(result).rejects.toMatchObject({ code: 'timed-out' });
    expect(await stage.inbox.receive(`code=the-code&state=${stage.state}`)).toBe('ignored');
    expect(stage.wire.requests).toHaveLength(2);
  });

  it('hides what it handles from the log', async () => {
    const stage = new Stage([registered('uriHandler'), tokens]);
    const result = stage.run();
    await stage.answer();
    await result;
    const text = `at-secret-1 rt-secret-1 ${stage.state}`;
    expect(stage.redactor.redact(text)).toBe('[secret] [secret] [secret]');
    expect(stage.log.lines.join('\n')).not.toMatch(/at-secret|rt-secret|the-code/);
  });
});
