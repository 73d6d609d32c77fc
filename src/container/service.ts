import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ApiKeyStore } from '../app/session/apiKeyStore';
import { CallbackInbox } from '../app/session/callbackInbox';
import { ClientRegistrations } from '../app/session/clientRegistrations';
import { ClockMonitor } from '../app/clock/clockMonitor';
import { ConnectionStore } from '../app/session/connectionStore';
import type { Lifetime } from '../app/platform/lifetime';
import { createLoggedTransport, logRequest } from '../app/platform/requestLog';
import { SandboxControl } from '../app/sandbox/sandboxControl';
import { createSandboxProbe } from '../app/sandbox/sandboxProbe';
import { ServiceAccessImpl } from '../app/session/serviceAccessImpl';
import type { ChosenConnection, SignatureCredentials } from '../app/session/serviceAccessImpl';
import { SessionFlow } from '../app/session/sessionFlow';
import type { SessionRecord } from '../app/session/sessionRecord';
import { SessionStore } from '../app/session/sessionStore';
import { SessionTokens, SessionTokensPool } from '../app/session/sessionTokens';
import { SignIn } from '../app/session/signIn';
import type { Authenticator } from '../service/auth/authenticator';
import { OAuthService } from '../service/auth/oauth';
import { SignedKeyAuthenticator } from '../service/auth/signedKey';
import { createServiceClient } from '../service/client';
import type { ServiceClient } from '../service/serviceClient';
import { createTransport } from '../service/transport/transport';
import type { Transport } from '../service/transport/types';
import { redirectRungs } from '../ui/session/redirectRungs';
import { WaitingUi } from '../ui/session/waitingUi';
import { connectionSettings } from '../ui/platform/network/connectionSettings';
import { readSetting } from '../ui/platform/settings';
import { createSharedFile } from '../ui/platform/files/sharedFile';
import type { Shell } from '../ui/platform/shell';
import { createSandboxRunner } from '../ui/sandbox/sandboxRunner';
import type { Platform } from './platform';

/** The wire and what is built on it: which service, who is signed in, what time it is there. */
export interface Service {
  readonly clientOf: (baseUrl: string, authenticator: Authenticator) => ServiceClient;
  readonly sandbox: SandboxControl;
  readonly connections: ConnectionStore;
  readonly sessions: SessionStore;
  readonly apiKeys: ApiKeyStore;
  readonly monitor: ClockMonitor;
  readonly access: ServiceAccessImpl;
  readonly inbox: CallbackInbox;
  readonly flow: SessionFlow;
  /** Tokens of a session, where its service is the one in use. */
  readonly tokensOf: (session: SessionRecord) => SessionTokens | undefined;
}

export function createService(platform: Platform, shell: Shell, lifetime: Lifetime): Service {
  const { clock, timers, log, redactor, secrets, state, locks, links } = platform;
  const transport = openTransport(platform, lifetime);
  const redact = (text: string): string => redactor.conceal(text);
  const clientOf = (baseUrl: string, authenticator: Authenticator): ServiceClient =>
    createServiceClient({
      baseUrl,
      transport,
      authenticator,
      vendorClientNnid: () => readSetting('service.vendorClientNnid'),
      observe: (event) => logRequest(log, event),
      redact,
    });
  const createClient = (connection: ChosenConnection, authenticator: Authenticator): ServiceClient =>
    clientOf(connection.baseUrl, authenticator);
  const loggedTransport = createLoggedTransport(transport, log, clock);
  const oauthFor = (connection: ChosenConnection): OAuthService => new OAuthService(connection.baseUrl, loggedTransport, redact);

  const sandbox = openSandbox(platform, transport, lifetime);
  const connections = lifetime.own(new ConnectionStore(lifetime.own(connectionSettings()), sandbox, state));
  const sessions = lifetime.own(new SessionStore(secrets, locks, log, redactor));
  const tokens = new SessionTokensPool(
    (session, connection) => new SessionTokens(session.id, { sessions, oauth: oauthFor(connection), locks, clock, timers, log }),
  );
  const apiKeys = lifetime.own(new ApiKeyStore(secrets));
  const monitor = lifetime.own(new ClockMonitor({ machine: clock, timers, log }));
  const signatures = signatureCredentials(apiKeys, monitor);
  const access = lifetime.own(
    new ServiceAccessImpl({
      connections,
      sessions,
      signatures,
      state,
      tokensFor: (session, connection) => tokens.for(session, connection),
      createClient,
    }),
  );
  followConnection(access, monitor, lifetime);

  const inbox = lifetime.own(new CallbackInbox(secrets, timers, log));
  const signIn = lifetime.own(
    new SignIn({
      registrations: new ClientRegistrations(secrets, log, 'Market Desk'),
      ui: new WaitingUi(shell, async (query) => inbox.receive(query)),
      rungs: () => redirectRungs(inbox, state),
      inbox,
      links,
      timers,
      log,
      redactor,
      oauthFor,
    }),
  );
  const flow = new SessionFlow({ signIn, sessions, access, clock, log, createId: randomUUID, createClient });
  const tokensOf = (session: SessionRecord): SessionTokens | undefined => {
    const { connection } = access.current;
    return connection.kind !== 'none' && connection.origin === session.origin ? tokens.for(session, connection) : undefined;
  };
  return { clientOf, sandbox, connections, sessions, apiKeys, monitor, access, inbox, flow, tokensOf };
}

function openTransport({ network, clock, log }: Platform, lifetime: Lifetime): Transport {
  const transport = createTransport({ settings: () => network.read(), monotonicMs: () => clock.monotonicMs() });
  lifetime.own({ dispose: () => void transport.close().catch((error: unknown) => log.error('The transport did not close', error)) });
  return transport;
}

function openSandbox({ storage, locks, timers, log }: Platform, transport: Transport, lifetime: Lifetime): SandboxControl {
  const runner = createSandboxRunner(join(storage, 'sandbox', 'state.json'), log);
  const file = lifetime.own(createSharedFile(storage, 'sandbox.json'));
  return lifetime.own(new SandboxControl({ runner, probe: createSandboxProbe(transport), file, createId: randomUUID, locks, timers, log }));
}

function signatureCredentials(apiKeys: ApiKeyStore, monitor: ClockMonitor): SignatureCredentials {
  return {
    describe: async (origin) => apiKeys.describe(origin),
    authenticatorFor: ({ origin }) => new SignedKeyAuthenticator(origin, async () => apiKeys.load(origin), monitor),
    onDidChange: apiKeys.onDidChange,
  };
}

/** Another service has another clock. */
function followConnection(access: ServiceAccessImpl, monitor: ClockMonitor, lifetime: Lifetime): void {
  const watched = { id: '' };
  const follow = (): void => {
    const { connection } = access.current;
    const id = connection.kind === 'none' ? '' : connection.id;
    if (watched.id === id) return;
    watched.id = id;
    const client = access.anonymousClient();
    monitor.setSource(client === undefined ? undefined : async (options) => client.serverTime(options));
  };
  lifetime.own(access.onDidChange(follow));
  follow();
}
