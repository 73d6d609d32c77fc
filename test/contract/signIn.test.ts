import { itemsOf } from '../support/builders/lists';
import type { RunningSandbox } from 'market-desk-sandbox';
import { decide, locationOf, parseConsentPage } from 'market-desk-sandbox/test/sandboxHarness';
import type { Decision } from 'market-desk-sandbox/test/sandboxHarness';
import { useSandbox } from 'market-desk-sandbox/test/sandboxLifetime';
import { describe, expect, it } from 'vitest';
import { CallbackInbox } from '../../src/app/session/signIn/callbackInbox';
import { ClientRegistrations } from '../../src/app/session/signIn/clientRegistrations';
import { Redactor } from '../../src/app/platform/redactor';
import type { ChosenConnection } from '../../src/app/session/connection';
import { SessionFlow } from '../../src/app/session/signIn/sessionFlow';
import { SessionStore } from '../../src/app/session/sessionStore';
import { SessionTokens } from '../../src/app/session/sessionTokens';
import { SignIn } from '../../src/app/session/signIn/signIn';
import type { Authenticator } from '../../src/service/auth/authenticator';
import { BearerAuthenticator } from '../../src/service/auth/bearerAuthenticator';
import { OAuthService } from '../../src/service/auth/oauth';
import { createServiceClient } from '../../src/service/client';
import { Secret } from '../../src/service/secret';
import { createTransport } from '../../src/service/transport/transport';
import { machineClock, machineTimers } from '../../src/ui/platform/machineTime';
import { MemoryLog } from '../support/machine/fakeMachine';
import { worlds } from '../support/sandbox/worlds';
import { MemoryLocks, SharedSecrets } from '../support/secrets/sharedSecrets';

const redirectUri = 'vscode://market-desk.market-desk/oauth/callback';
const loopbackUri = 'http://127.0.0.1:49152/oauth/callback';
const options = { signal: new AbortController().signal };

/** The program without an editor: everything from the sign-in to the client, with the sandbox and a browser that decides at once. */
class Desk {
  readonly transport = createTransport({ settings: () => ({}) });
  readonly log = new MemoryLog();
  readonly redactor = new Redactor();
  readonly shared = new SharedSecrets();
  readonly secrets = this.shared.window();
  readonly locks = new MemoryLocks();
  readonly sessions = new SessionStore(this.secrets, this.locks, this.log, this.redactor);
  readonly inbox = new CallbackInbox(this.secrets, machineTimers, this.log);
  readonly registrations = new ClientRegistrations(this.secrets, this.log, 'Market Desk');
  readonly connection: ChosenConnection;
  readonly oauth: OAuthService;
  readonly signIn: SignIn;
  readonly flow: SessionFlow;
  /** How the browser changes the callback on its way. */
  bend: (query: URLSearchParams) => string = (query) => query.toString();
  decision: Decision = {};
  /** The addresses for which consent pages were opened. */
  readonly decided: (string | null)[] = [];

  constructor(readonly sandbox: RunningSandbox) {
    this.connection = { kind: 'sandbox', id: 'x', baseUrl: sandbox.url, origin: sandbox.url, authentication: 'oauth' };
    this.oauth = new OAuthService(sandbox.url, this.transport);
    this.signIn = new SignIn({
      inbox: this.inbox,
      registrations: this.registrations,
      links: { open: async (url) => this.#browse(url) },
      ui: { wait: async () => new Promise(() => undefined) },
      timers: machineTimers,
      log: this.log,
      redactor: this.redactor,
      flows: () => [
        { kind: 'uriHandler', open: async () => ({ redirectUri, isLasting: true, dispose: () => undefined }) },
        { kind: 'loopback', open: async () => ({ redirectUri: loopbackUri, isLasting: true, dispose: () => undefined }) },
      ],
      oauthFor: () => this.oauth,
    });
    let count = 0;
    this.flow = new SessionFlow({
      signIn: this.signIn,
      sessions: this.sessions,
      access: { use: async () => Promise.resolve() },
      clock: machineClock,
      log: this.log,
      createId: () => `session-${(count += 1)}`,
      createClient: (_connection, authenticator) => this.client(authenticator),
    });
  }

  client(authenticator: Authenticator) {
    return createServiceClient({ baseUrl: this.sandbox.url, transport: this.transport, authenticator });
  }

  /** The client of a session, which renews its token as the program does. */
  clientOf(id: string) {
    const tokens = new SessionTokens(id, {
      sessions: this.sessions,
      oauth: this.oauth,
      locks: this.locks,
      clock: machineClock,
      timers: machineTimers,
      log: this.log,
      forgetClient: async (client) => this.registrations.forgetClient(this.sandbox.url, client),
    });
    return this.client(new BearerAuthenticator(this.sandbox.url, tokens));
  }

  async run() {
    return this.flow.signIn(this.connection, options);
  }

  async #browse(url: string): Promise<boolean> {
    this.decided.push(new URL(url).searchParams.get('redirect_uri'));
    const page = await fetch(url);
    const location = await locationOf(await decide(this.sandbox, parseConsentPage(await page.text()), this.decision));
    await this.inbox.receive(this.bend(location.searchParams));
    return true;
  }
}

describe.each(worlds)('signing in to the sandbox, %s', (world, worldOptions) => {
  const likeLive = world === 'like live';
  const strict = world === 'strict';
  const plain = useSandbox();
  const start: typeof plain = async (given) => plain({ ...worldOptions, ...given });
  /** An address that this service registers. */
  const registered = likeLive ? loopbackUri : redirectUri;
  const open = async (...given: Parameters<typeof start>): Promise<Desk> => new Desk(await start(...given));

  it('ends with a named session that can read', async () => {
    const desk = await open();
    const session = await desk.run();
    // Without a list of accounts nothing distinguishes one user from another.
    const usual = likeLive ? /^Sandbox \(281756479864562681, .+…$/ : /^Sandbox \(.*SIM-1001.*\)$/;
    expect(session.account.label).toMatch(strict ? /^Sandbox · 1$/ : usual);
    expect(session.scopes).toContain('quote:read');
    const page = await itemsOf(desk.clientOf(session.id).searchCalendar({ keyword: 'CPI', searchType: 1 }, options));
    expect(page.length).toBeGreaterThan(0);
  });

  it('registers for the first flow, and for the next one when the service rejects addresses with a custom scheme', async () => {
    const desk = await open();
    await desk.run();
    const answers = desk.sandbox.ledger.of('POST', '/oauth2/register').map(({ status }) => status);
    expect(answers).toEqual(likeLive ? [422, 201] : [201]);
    expect(desk.decided).toEqual([registered]);
  });

  it('grants what the user selected', async () => {
    const desk = await open();
    const accountId = likeLive ? '281756479864563781' : 'SIM-1002';
    desk.decision = { user: 'lin', scopes: ['quote:read'], accounts: [accountId] };
    const session = await desk.run();
    expect([...session.scopes].sort()).toEqual([`accid:${accountId}`, 'quote:read']);
    // Like live, a missing scope is reported in the family's envelope, with the service's own words.
    const refusal = likeLive ? { code: 'api', envelope: 'quote', serverCode: -9, status: 403 } : { code: 'scope-missing' };
    await expect(desk.clientOf(session.id).simulatedPositions({ accountId, market: 1 }, options)).rejects.toMatchObject(refusal);
  });

  it('treats the same user signing in twice as one account when the service names it, and another user as a second', async () => {
    const desk = await open();
    const [first, second] = [await desk.run(), await desk.run()];
    expect(second.id === first.id).toBe(!strict);
    desk.decision = { user: 'lin' };
    const other = await desk.run();
    expect([first.id, second.id]).not.toContain(other.id);
    expect(desk.sessions.all()).toHaveLength(strict ? 3 : 2);
  });
});

// Consents, codes, and tokens are the same in every world.
describe('a sign-in', () => {
  const start = useSandbox();
  const open = async (...given: Parameters<typeof start>): Promise<Desk> => new Desk(await start(...given));

  it('ends without an error when the user denies, and works the next time', async () => {
    const desk = await open();
    desk.decision = { decision: 'deny' };
    await expect(desk.run()).rejects.toMatchObject({ code: 'authorization-denied' });
    desk.decision = {};
    expect((await desk.run()).needsSignIn).toBe(false);
  });

  it('does not accept a callback without a code', async () => {
    const desk = await open();
    desk.bend = (query) => `state=${query.get('state') ?? ''}`;
    await expect(desk.run()).rejects.toMatchObject({ code: 'callback-malformed', message: 'callback-malformed: no-code' });
  });

  it('rejects an unknown code', async () => {
    const desk = await open();
    desk.bend = (query) => `state=${query.get('state') ?? ''}&code=wrong`;
    await expect(desk.run()).rejects.toMatchObject({ code: 'authorization-expired', oauthError: 'invalid_grant' });
  });

  it('keeps waiting while foreign states arrive', async () => {
    const desk = await open();
    desk.bend = (query) => {
      void desk.inbox.receive(`code=${query.get('code') ?? ''}&state=other`);
      return query.toString();
    };
    expect((await desk.run()).needsSignIn).toBe(false);
  });

  it('cannot use a code twice, and trying it ends the session of the first use', async () => {
    const desk = await open();
    const client = await desk.oauth.register({ clientName: 'x', redirectUris: [redirectUri], authMethod: 'none' }, options);
    const attempt = desk.oauth.prepareAuthorization(client, redirectUri);
    const form = parseConsentPage(await (await fetch(attempt.url)).text());
    const parameters = new Secret((await locationOf(await decide(desk.sandbox, form))).searchParams.toString());
    expect((await desk.oauth.exchange(attempt, parameters, options)).refreshToken).toBeDefined();
    await expect(desk.oauth.exchange(attempt, parameters, options)).rejects.toMatchObject({ oauthError: 'invalid_grant' });
  });

  it('cannot use a code after five minutes', async () => {
    let now = Date.now();
    const desk = await open({ wallClock: () => now });
    desk.bend = (query) => {
      now += 5 * 60_000 + 1;
      return query.toString();
    };
    await expect(desk.run()).rejects.toMatchObject({ oauthError: 'invalid_grant' });
  });

  it('renews an expired token by itself, reads once more, and keeps the refresh token', async () => {
    let now = Date.now();
    const sandbox = await start({ wallClock: () => now, tokenLifetimeSeconds: 600 });
    const desk = new Desk(sandbox);
    const session = await desk.run();
    const client = desk.clientOf(session.id);
    // The token has expired at the service; this machine's clock does not know.
    now += 601_000;
    expect(await itemsOf(client.searchCalendar({ keyword: 'CPI', searchType: 1 }, options))).not.toEqual([]);
    const renewed = desk.sessions.get(session.id);
    expect(renewed?.accessToken.reveal()).not.toBe(session.accessToken.reveal());
    expect(renewed?.refreshToken?.reveal()).toBe(session.refreshToken?.reveal());
    expect(sandbox.ledger.entries.filter(({ path }) => path.endsWith('/search'))).toHaveLength(2);
  });

  it('asks for a sign-in when the refresh token is refused, and keeps the session', async () => {
    const sandbox = await start();
    const desk = new Desk(sandbox);
    const session = await desk.run();
    await desk.sessions.update(session.id, (record) => ({
      ...record,
      refreshToken: new Secret('unknown'),
      accessToken: new Secret('unknown'),
      revision: 9,
    }));
    await expect(desk.clientOf(session.id).searchCalendar({ keyword: 'CPI', searchType: 1 }, options)).rejects.toMatchObject({
      name: expect.stringMatching(/Error$/),
    });
    expect(desk.sessions.get(session.id)).toMatchObject({ needsSignIn: true });
    // Where no accounts are listed, it may be another user: then it is another session, and the former one is gone.
    expect([await desk.run()]).toMatchObject(desk.sessions.all().map(({ id }) => ({ id, needsSignIn: false })));
  });

  it('renews for a confidential client with its secret only', async () => {
    const desk = await open();
    const client = await desk.oauth.register({ clientName: 'x', redirectUris: [redirectUri], authMethod: 'client_secret_post' }, options);
    expect(client.clientSecret).toBeDefined();
    const attempt = desk.oauth.prepareAuthorization(client, redirectUri);
    const form = parseConsentPage(await (await fetch(attempt.url)).text());
    const parameters = new Secret((await locationOf(await decide(desk.sandbox, form))).searchParams.toString());
    const { refreshToken = new Secret('') } = await desk.oauth.exchange(attempt, parameters, options);
    const renewed = await desk.oauth.refresh(client, refreshToken, options);
    expect(renewed.refreshToken).toBeUndefined();
    expect(renewed.expiresInSeconds).toBeGreaterThan(0);
    await expect(desk.oauth.refresh({ ...client, clientSecret: undefined }, refreshToken, options)).rejects.toMatchObject({
      oauthError: 'invalid_client',
    });
    await expect(desk.oauth.refresh({ ...client, clientSecret: new Secret('wrong') }, refreshToken, options)).rejects.toMatchObject({
      oauthError: 'invalid_client',
    });
  });

  it('leaves no secret in its log', async () => {
    const desk = await open();
    const session = await desk.run();
    const secrets = [session.accessToken, session.refreshToken, session.client.registrationAccessToken].map(
      (secret) => secret?.reveal() ?? 'missing',
    );
    for (const secret of secrets) {
      expect(desk.log.lines.join('\n')).not.toContain(secret);
      expect(desk.redactor.redact(`x ${secret} y`)).toBe('x [secret] y');
    }
  });
});
