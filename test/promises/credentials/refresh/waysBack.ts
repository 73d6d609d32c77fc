import { CallbackInbox } from '../../../../src/app/session/signIn/callbackInbox';
import { ClientRegistrations } from '../../../../src/app/session/signIn/clientRegistrations';
import type { ChosenConnection } from '../../../../src/app/session/connection';
import { CurrentServiceAccess } from '../../../../src/app/session/currentServiceAccess';
import { SessionFlow } from '../../../../src/app/session/signIn/sessionFlow';
import { SessionStore } from '../../../../src/app/session/sessionStore';
import { SessionTokens, SessionTokensPool } from '../../../../src/app/session/sessionTokens';
import { SignIn } from '../../../../src/app/session/signIn/signIn';
import { Redactor } from '../../../../src/app/platform/redactor';
import { OAuthService } from '../../../../src/service/auth/oauth';
import { AuthError } from '../../../../src/service/errors';
import { createServiceClient } from '../../../../src/service/client';
import type { Transport, WireRequest, WireResponse } from '../../../../src/service/transport/types';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryLocks, MemoryState, SharedSecrets } from '../../../support/secrets/sharedSecrets';
import type { Breach, ProofContext } from '../../proof';
import { Random } from '../../random';
import { refusalWords } from './refreshFaults';

const origin = 'https://api.example.com';
const redirectUri = 'vscode://market-desk.market-desk/oauth/callback';
const connection: ChosenConnection = { kind: 'service', id: 'x', baseUrl: origin, origin, authentication: 'oauth' };
const deadClientWords: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** `deaf` takes every refusal for a passing fault; `forgetful` keeps a dead registration. Shows that the proof notices them. */
export type WaysBackDefect = 'deaf' | 'forgetful';

export interface WaysBackReport {
  readonly refusals: number;
  readonly kinds: number;
  readonly breaches: readonly Breach[];
}

interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly description: string | undefined;
}

/** A service that knows its clients and refuses refreshes when told to. */
class MoodyService implements Transport {
  readonly #clients = new Set<string>();
  #made = 0;
  refusal: Refusal | undefined;

  knows(clientId: string): boolean {
    return this.#clients.has(clientId);
  }

  async send(request: WireRequest): Promise<WireResponse> {
    await Promise.resolve();
    const text = new TextDecoder().decode(request.body);
    if (request.path === '/oauth2/register') {
      const id = `client-${(this.#made += 1)}`;
      this.#clients.add(id);
      return answer(201, { client_id: id, redirect_uris: [redirectUri] });
    }
    const form = new URLSearchParams(text);
    const clientId = form.get('client_id') ?? '';
    if (form.get('grant_type') === 'refresh_token' && this.refusal !== undefined) {
      const { status, error, description } = this.refusal;
      if (deadClientWords.has(error)) this.#clients.delete(clientId);
      return answer(status, { error, ...(description === undefined ? {} : { error_description: description }) });
    }
    if (!this.knows(clientId)) return answer(401, { error: 'invalid_client' });
    const token = `access-${(this.#made += 1)}`;
    const fresh = form.get('grant_type') === 'refresh_token' ? {} : { refresh_token: `refresh-${this.#made}` };
    return answer(200, { access_token: token, token_type: 'Bearer', expires_in: 3600, scope: 'quote:read accid:8001', ...fresh });
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}

function answer(status: number, body: object): WireResponse {
  return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)), sentAt: 0, receivedAt: 0 };
}

/** One window, from the secret storage to the session that the views show; its browser agrees to every valid page. */
function openWindow(shared: SharedSecrets, locks: MemoryLocks, time: FakeTime, service: MoodyService, defect: WaysBackDefect | undefined) {
  const [log, secrets, redactor, state] = [new MemoryLog(), shared.window(), new Redactor(), new MemoryState()];
  const sessions = new SessionStore(secrets, locks, log, redactor);
  const registrations = new ClientRegistrations(secrets, log, 'Market Desk');
  const oauth = new OAuthService(origin, service);
  const refresh: OAuthService['refresh'] = async (...given) =>
    oauth.refresh(...given).catch((error: unknown) => {
      throw defect === 'deaf' ? new AuthError('authorization-failed') : error;
    });
  const pool = new SessionTokensPool(
    (session) =>
      new SessionTokens(session.id, {
        sessions,
        oauth: { refresh },
        locks,
        clock: time,
        timers: time,
        log,
        forgetClient: async (client) => (defect === 'forgetful' ? undefined : registrations.forgetClient(origin, client)),
      }),
  );
  const access = new CurrentServiceAccess({
    connections: { current: connection, onDidChange: () => ({ dispose: () => undefined }) },
    sessions,
    signatures: undefined,
    state,
    tokensFor: (session, at) => pool.for(session, at),
    createClient: (_at, authenticator) => createServiceClient({ baseUrl: origin, transport: service, authenticator }),
  });
  const inbox = new CallbackInbox(secrets, time, log);
  const signIn = new SignIn({
    inbox,
    registrations,
    links: {
      open: async (url) => {
        const query = new URL(url).searchParams;
        // The page of an unknown client shows an error and leads nowhere.
        if (service.knows(query.get('client_id') ?? '')) await inbox.receive(`code=c&state=${query.get('state') ?? ''}`);
        return true;
      },
    },
    ui: { wait: async () => new Promise(() => undefined) },
    timers: time,
    log,
    redactor,
    flows: () => [{ kind: 'uriHandler', open: async () => Promise.resolve({ redirectUri, isLasting: true, dispose: () => undefined }) }],
    oauthFor: () => oauth,
  });
  const flow = new SessionFlow({
    signIn,
    sessions,
    access,
    clock: time,
    log,
    createId: () => `session-${time.wallMs()}`,
    createClient: (_at, authenticator) => createServiceClient({ baseUrl: origin, transport: service, authenticator }),
  });
  return { sessions, pool, access, flow };
}

type Window = ReturnType<typeof openWindow>;

/** Refuses refreshes with every OAuth error, and checks that the window says so and that *Sign In* restores the session at once. */
export async function tryWaysBack({ seed, progress }: ProofContext, count: number, defect?: WaysBackDefect): Promise<WaysBackReport> {
  const random = new Random(seed);
  const breaches: Breach[] = [];
  const kinds = new Set<string>();
  let refusals = 0;
  while (refusals < count && breaches.length < 5) {
    const error = random.pick(refusalWords);
    const status = random.pick([400, 401]);
    kinds.add(`${status} ${error}`);
    const found = await tryOne({ status, error, description: random.chance(0.5) ? 'gone' : undefined }, random, defect);
    refusals += 1;
    if (found !== undefined) breaches.push({ summary: `${status} ${error}: ${found}`, replay: { seed, count, case: refusals } });
    progress(refusals);
  }
  return { refusals, kinds: kinds.size, breaches };
}

async function tryOne(refusal: Refusal, random: Random, defect: WaysBackDefect | undefined): Promise<string | undefined> {
  const [shared, locks, time, service] = [new SharedSecrets(), new MemoryLocks(), new FakeTime(), new MoodyService()];
  const windows = [1, 2].map(() => openWindow(shared, locks, time, service, defect));
  const [refused, returning] = [random.pick(windows), random.pick(windows)];
  const before = await within(time, refused.flow.signIn(connection, { signal: new AbortController().signal }));
  if (before === undefined) return 'the first sign-in did not come back';
  await time.advance(3_590_000);
  service.refusal = refusal;
  await askForToken(refused, before.id);
  await settle();
  for (const { access, sessions } of windows) {
    const { session } = access.current;
    if (session.kind !== 'signedOut' || session.lapsed?.id !== before.id) return 'a window does not say that the session has lapsed';
    if (sessions.get(before.id)?.refreshToken?.reveal() !== before.refreshToken?.reveal()) return 'the session was not kept';
  }
  service.refusal = undefined;
  const after = await within(time, returning.flow.signIn(connection, { signal: new AbortController().signal }));
  if (after === undefined) return 'signing in again did not come back at once';
  await settle();
  if (windows.some(({ access }) => access.current.session.kind !== 'signedIn')) return 'a window is not signed in after signing in again';
  if (windows.some(({ sessions }) => sessions.all().length !== 1)) return 'there is a second session, or none';
  await time.advance(3_590_000);
  return (await askForToken(returning, after.id)) ? undefined : 'the session that came back cannot be renewed';
}

async function askForToken({ pool, sessions }: Window, id: string): Promise<boolean> {
  const record = sessions.get(id);
  if (record === undefined) return false;
  return pool
    .for(record, connection)
    .replaceToken(record.accessToken, { signal: new AbortController().signal })
    .catch(() => false);
}

/** The result of an action that needs no time; undefined if it is still waiting, for a browser that will not come back. */
async function within<T>(time: FakeTime, action: Promise<T>): Promise<T | undefined> {
  const done = action.catch(() => undefined);
  for (let turn = 0; turn < 6; turn += 1) await settle();
  // Anything that is still waiting times out now.
  await time.advance(600_000);
  const late = Symbol('late');
  const first = await Promise.race([done, settle().then(() => late)]);
  return first === late ? undefined : (first as T | undefined);
}
