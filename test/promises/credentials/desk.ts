import { randomUUID } from 'node:crypto';
import { ApiKeyStore } from '../../../src/app/session/apiKeyStore';
import { CallbackInbox } from '../../../src/app/session/signIn/callbackInbox';
import { ClientRegistrations } from '../../../src/app/session/signIn/clientRegistrations';
import { ClockMonitor } from '../../../src/app/clock/clockMonitor';
import { ConnectionStore } from '../../../src/app/session/connectionStore';
import { Redactor } from '../../../src/app/platform/redactor';
import { createLoggedTransport, logRequest } from '../../../src/app/platform/requestLog';
import { CurrentServiceAccess } from '../../../src/app/session/currentServiceAccess';
import type { ChosenConnection } from '../../../src/app/session/connection';
import { SessionFlow } from '../../../src/app/session/signIn/sessionFlow';
import { SessionStore } from '../../../src/app/session/sessionStore';
import { SessionTokens, SessionTokensPool } from '../../../src/app/session/sessionTokens';
import { TrustedCertificates } from '../../../src/app/session/trustedCertificates';
import { SignIn } from '../../../src/app/session/signIn/signIn';
import type { Authenticator } from '../../../src/service/auth/authenticator';
import { OAuthService } from '../../../src/service/auth/oauth';
import { SignedKeyAuthenticator } from '../../../src/service/auth/signedKey';
import { createServiceClient } from '../../../src/service/client';
import { createTransport } from '../../../src/service/transport/transport';
import { connectionSettings } from '../../../src/ui/platform/network/connectionSettings';
import { createLinkOpener } from '../../../src/ui/platform/links';
import { createLog } from '../../../src/ui/platform/log';
import { machineClock, machineTimers } from '../../../src/ui/platform/machineTime';
import { NetworkSettingsSource } from '../../../src/ui/platform/network/proxy';
import { createErrorReporter } from '../../../src/ui/platform/errors/reportError';
import { MemoryLocks, MemoryState, SharedSecrets } from '../../support/secrets/sharedSecrets';

export const redirectUri = 'vscode://market-desk.market-desk/oauth/callback';
const deadlines = { connectMs: 1000, headersMs: 1000, bodyMs: 1000, totalMs: 3000 };

/** Skips the pauses between attempts: what matters here is when something is sent again, not after how long. */
const hasty = { after: (_ms: number, callback: () => void) => machineTimers.after(0, callback) };

export interface DeskOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly authorities: readonly string[];
}

/** The program as its composition root assembles it, from the settings to the wire, without views. */
export function createDesk({ environment, authorities }: DeskOptions) {
  const lines: string[] = [];
  const write = (message: string): void => void lines.push(message);
  const redactor = new Redactor();
  const redact = (text: string): string => redactor.conceal(text);
  const log = createLog({ trace: write, debug: write, info: write, warn: write, error: (error) => write(String(error)) }, redactor);
  const shared = new SharedSecrets();
  const secrets = shared.window();
  const state = new MemoryState();
  const locks = new MemoryLocks();
  const certificates = new TrustedCertificates(state);
  const network = new NetworkSettingsSource({
    environment,
    systemCertificates: () => authorities,
    isLocal: true,
    trusted: () => certificates.fingerprints(),
    protect: (secret) => redactor.register(secret),
  });
  const transport = createTransport({ settings: () => network.read(), deadlines: { read: deadlines, write: deadlines } });
  const loggedTransport = createLoggedTransport(transport, (request) => logRequest(log, request), machineClock);
  const clientOf = (baseUrl: string, authenticator: Authenticator) =>
    createServiceClient({ baseUrl, transport, authenticator, observe: (event) => logRequest(log, event), redact, timing });
  const createClient = (connection: ChosenConnection, authenticator: Authenticator) => clientOf(connection.baseUrl, authenticator);
  const settings = connectionSettings();
  const connections = new ConnectionStore(
    settings,
    { url: undefined, onDidChange: () => ({ dispose: () => undefined }) },
    state,
    certificates,
  );
  const sessions = new SessionStore(secrets, locks, log, redactor);
  const oauthFor = (connection: ChosenConnection): OAuthService => new OAuthService(connection.baseUrl, loggedTransport, redact);
  const clock = { wallMs: () => Date.now(), monotonicMs: () => performance.now() * 1000 };
  const registrations = new ClientRegistrations(secrets, log, 'Market Desk');
  const pool = new SessionTokensPool(
    (session, connection) =>
      new SessionTokens(session.id, {
        sessions,
        oauth: oauthFor(connection),
        locks,
        clock,
        timers: hasty,
        log,
        forgetClient: async (client) => registrations.forgetClient(connection.baseUrl, client),
      }),
  );
  const apiKeys = new ApiKeyStore(secrets);
  const monitor = new ClockMonitor({ clock: machineClock, timers: machineTimers, log });
  const signatures = {
    describe: async (origin: string) => apiKeys.describe(origin),
    authenticatorFor: (connection: ChosenConnection) =>
      new SignedKeyAuthenticator(connection.origin, async () => apiKeys.load(connection.origin), monitor),
    onDidChange: apiKeys.onDidChange,
  };
  const access = new CurrentServiceAccess({
    connections,
    sessions,
    signatures,
    state,
    tokensFor: (session, connection) => pool.for(session, connection),
    createClient,
  });
  const inbox = new CallbackInbox(secrets, machineTimers, log);
  const signIn = new SignIn({
    registrations,
    ui: { wait: async () => new Promise(() => undefined) },
    flows: () => [{ kind: 'uriHandler', open: async () => Promise.resolve({ redirectUri, isLasting: true, dispose: () => undefined }) }],
    links: createLinkOpener(log),
    timers: machineTimers,
    inbox,
    log,
    redactor,
    oauthFor,
  });
  const flow = new SessionFlow({ signIn, sessions, access, clock: machineClock, log, createId: randomUUID, createClient });
  return {
    access,
    apiKeys,
    certificates,
    connections,
    flow,
    inbox,
    lines,
    locks,
    log,
    monitor,
    network,
    pool,
    redactor,
    secrets,
    sessions,
    state,
    transport,
    secretNames: async () => Promise.resolve([...shared.values.keys()]),
    report: createErrorReporter(log, clock),
    close: async () => {
      for (const part of [access, connections, settings, sessions, apiKeys, inbox, signIn, monitor, network]) part.dispose();
      await transport.close();
    },
  };
}

export type Desk = ReturnType<typeof createDesk>;

const timing = { monotonicMs: () => performance.now(), random: () => 0, sleep: async () => Promise.resolve() };
