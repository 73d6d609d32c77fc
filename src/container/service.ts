import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ApiKeyStore } from '../app/session/apiKeyStore';
import { CallbackInbox } from '../app/session/signIn/callbackInbox';
import { ClockMonitor } from '../app/clock/clockMonitor';
import { ClientRegistrations } from '../app/session/signIn/clientRegistrations';
import type { ChosenConnection } from '../app/session/connection';
import { ConnectionStore } from '../app/session/connectionStore';
import type { Lifetime } from '../app/platform/lifetime';
import { SandboxControl } from '../app/sandbox/sandboxControl';
import { createSandboxProbe } from '../app/sandbox/sandboxProbe';
import { CurrentServiceAccess } from '../app/session/currentServiceAccess';
import type { SignatureCredentials } from '../app/session/currentServiceAccess';
import type { SessionFlow } from '../app/session/signIn/sessionFlow';
import type { SessionRecord } from '../app/session/sessionRecord';
import { ReadAccounts } from '../app/session/accounts/readAccounts';
import { Reachability } from '../app/session/reachability';
import { SharedAnswers } from '../app/session/sharedAnswers';
import { SessionStore } from '../app/session/sessionStore';
import { SessionTokens, SessionTokensPool } from '../app/session/sessionTokens';
import type { Authenticator } from '../service/auth/authenticator';
import { SignedKeyAuthenticator, asItStands } from '../service/auth/signedKey';
import type { ServiceClient } from '../service/serviceClient';
import type { Transport } from '../service/transport/types';
import { connectionSettings } from '../ui/platform/network/connectionSettings';
import { createSharedFile } from '../ui/platform/files/sharedFile';
import { createStoredFiles } from '../ui/platform/files/storedFiles';
import type { Shell } from '../ui/platform/shell/shell';
import { createSandboxRunner } from '../ui/sandbox/sandboxRunner';
import type { Platform } from './platform';
import { createWire } from './wire';
import { sharedFiles } from '../app/platform/storedNames';
import { outage } from '../ui/platform/errors/outage';
import { silence } from '../ui/platform/silence';
import type { Wire } from './wire';

/** The wire and what is built on it: the service in use, the signed-in user, and the service's time. */
export interface Service {
  readonly clientOf: (baseUrl: string, authenticator: Authenticator) => ServiceClient;
  readonly sandbox: SandboxControl;
  readonly connections: ConnectionStore;
  readonly sessions: SessionStore;
  readonly apiKeys: ApiKeyStore;
  readonly monitor: ClockMonitor;
  readonly access: CurrentServiceAccess;
  readonly readAccounts: ReadAccounts;
  readonly inbox: CallbackInbox;
  /** Signs in and out; its code is loaded then. */
  readonly flow: Pick<SessionFlow, 'signIn' | 'signInToShare' | 'signOut'>;
  /** Loads the code for signing in. */
  readonly prepareSignIn: () => Promise<SessionFlow>;
  /** Access to a service beside the one in use, with its own sessions; without API keys, and without watching whether it answers. */
  readonly accessBeside: (connections: Pick<ConnectionStore, 'current' | 'onDidChange'>) => CurrentServiceAccess;
  readonly tokensAt: (session: SessionRecord, connection: ChosenConnection) => SessionTokens;
  /** Tokens of a session, if its service is the one in use. */
  readonly tokensOf: (session: SessionRecord) => SessionTokens | undefined;
}

export function createService(platform: Platform, shell: Shell, lifetime: Lifetime): Service {
  const { clock, timers, log, redactor, secrets, state, locks } = platform;
  const reach = lifetime.own(new Reachability({ timers, clock, random: Math.random, log }));
  lifetime.own(outage.follow(reach, platform.status));
  lifetime.own(silence.follow({ source: reach, clock, timeZone: platform.timeZone }));
  const wire = createWire(platform, lifetime, reach);
  const { createClient } = wire;

  const sandbox = openSandbox(platform, wire.transport, lifetime);
  const connections = lifetime.own(new ConnectionStore(lifetime.own(connectionSettings()), sandbox, state, platform.certificates));
  const sessions = lifetime.own(new SessionStore(secrets, locks, log, redactor));
  const registrations = new ClientRegistrations(secrets, log, 'Market Desk');
  const tokens = new SessionTokensPool(
    (session, connection) =>
      new SessionTokens(session.id, {
        sessions,
        oauth: {
          refresh: async (client, token, options) => (await wire.loadOAuth())(connection).refresh(client, token, options),
        },
        locks,
        clock,
        timers,
        log,
        forgetClient: async (client) => registrations.forgetClient(connection.baseUrl, client),
      }),
  );
  const apiKeys = lifetime.own(new ApiKeyStore(secrets));
  const monitor = lifetime.own(new ClockMonitor({ clock, timers, log }));
  const signatures = signatureCredentials(apiKeys, monitor);
  const answers = new SharedAnswers({ files: createStoredFiles(join(platform.storage, 'answers')), locks, clock, timers });
  const access = lifetime.own(
    new CurrentServiceAccess({
      answersOf: (owner) => answers.of(owner),
      connections,
      sessions,
      signatures,
      state,
      tokensFor: (session, connection) => tokens.for(session, connection),
      createClient,
      reach,
    }),
  );
  const keepAnswers = (): void => {
    const { session } = access.current;
    const ids = sessions.all().flatMap(({ id, needsSignIn }) => (needsSignIn ? [] : [id]));
    void answers.keepOnly(session.kind === 'signedIn' ? [...ids, session.id] : ids, sessions.isWhole ? 'all' : 'some');
  };
  lifetime.own(sessions.onDidChange(keepAnswers));
  lifetime.own(sessions.onDidReadAll(keepAnswers));
  lifetime.own(access.onDidChange(keepAnswers));
  keepAnswers();
  followConnection({ access, monitor, apiKeys, createClient, reach }, lifetime);

  const readAccounts = new ReadAccounts(clock);
  const inbox = lifetime.own(new CallbackInbox(secrets, timers, log));
  let signIn: Promise<SessionFlow> | undefined;
  const prepareSignIn = async (): Promise<SessionFlow> => {
    signIn ??= Promise.all([import('./signInFlow'), wire.loadOAuth()]).then(([{ createSignInFlow }, oauthFor]) =>
      createSignInFlow(platform, shell, lifetime, {
        inbox,
        access,
        sessions,
        registrations,
        oauthFor,
        createClient,
        accountsRead: (sessionId, lists) => readAccounts.put(sessionId, lists),
      }),
    );
    return signIn;
  };
  const flow: Service['flow'] = {
    signIn: async (connection, options) => (await prepareSignIn()).signIn(connection, options),
    signInToShare: async (connection, options) => (await prepareSignIn()).signInToShare(connection, options),
    signOut: async (sessionId) => (await prepareSignIn()).signOut(sessionId),
  };
  const tokensOf = (session: SessionRecord): SessionTokens | undefined => {
    const { connection } = access.current;
    return connection.kind !== 'none' && connection.origin === session.origin ? tokens.for(session, connection) : undefined;
  };
  const { clientOf } = wire;
  const tokensAt: Service['tokensAt'] = (session, connection) => tokens.for(session, connection);
  const accessBeside: Service['accessBeside'] = (beside) =>
    new CurrentServiceAccess({ connections: beside, sessions, signatures: undefined, state, tokensFor: tokensAt, createClient });
  const own = { clientOf, sandbox, connections, sessions, apiKeys, monitor, access, readAccounts, inbox };
  return { ...own, flow, prepareSignIn, tokensOf, tokensAt, accessBeside };
}

function openSandbox({ storage, locks, timers, log }: Platform, transport: Transport, lifetime: Lifetime): SandboxControl {
  const runner = createSandboxRunner(join(storage, 'sandbox', 'state.json'), log);
  const file = lifetime.own(createSharedFile(storage, sharedFiles.sandbox));
  return lifetime.own(new SandboxControl({ runner, probe: createSandboxProbe(transport), file, createId: randomUUID, locks, timers, log }));
}

function signatureCredentials(apiKeys: ApiKeyStore, monitor: ClockMonitor): SignatureCredentials {
  return {
    describe: async (origin) => apiKeys.describe(origin),
    authenticatorFor: ({ origin }) => new SignedKeyAuthenticator(origin, async () => apiKeys.load(origin), monitor),
    onDidChange: apiKeys.onDidChange,
  };
}

/** Another service has another clock, and is reachable or not independently. */
function followConnection(
  parts: Pick<Service, 'access' | 'monitor' | 'apiKeys'> & Pick<Wire, 'createClient'> & { readonly reach: Reachability },
  lifetime: Lifetime,
): void {
  const { access, monitor, reach } = parts;
  const watched = { id: '' };
  const follow = (): void => {
    const { connection } = access.current;
    const id = connection.kind === 'none' ? '' : connection.id;
    if (watched.id === id) return;
    watched.id = id;
    const client = access.anonymousClient();
    reach.setService(
      client === undefined || connection.kind === 'none'
        ? undefined
        : { baseUrl: connection.baseUrl, probe: async (signal) => (await clientForTime(parts, client)).serverTime({ signal, tries: 1 }) },
    );
    monitor.setSource(
      client === undefined ? undefined : async (options) => (await clientForTime(parts, client)).serverTime(options),
      // The reachability probe requests the time too.
      () => reach.failure,
    );
  };
  lifetime.own(access.onDidChange(follow));
  lifetime.own(reach.onDidReturn(() => monitor.serviceReturned()));
  follow();
}

/** Asks without credentials first; with the available ones if a service requires them even for its time. */
async function clientForTime(
  { access, monitor, apiKeys, createClient }: Pick<Service, 'access' | 'monitor' | 'apiKeys'> & Pick<Wire, 'createClient'>,
  anonymous: ServiceClient,
): Promise<ServiceClient> {
  const { connection, session } = access.current;
  if (connection.kind === 'none' || session.kind === 'signedOut') return anonymous;
  if (connection.authentication !== 'apiKey') return access.client().catch(() => anonymous);
  const load = async (): ReturnType<ApiKeyStore['load']> => apiKeys.load(connection.origin);
  return createClient(connection, new SignedKeyAuthenticator(connection.origin, load, asItStands(monitor)));
}
