import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import { createJournalAnchor } from './app/orders/journalAnchor';
import { Lifetime } from './app/platform/lifetime';
import { OrderWriter } from './app/orders/modifyOrder';
import { createOrderGates } from './app/orders/orderGates';
import { OrderJournal } from './app/orders/orderJournal';
import type { Disposable } from './app/platform/ports';
import { PrivacyMode } from './app/privacy/privacyMode';
import { createPlatform } from './container/platform';
import { createService } from './container/service';
import { noAuthenticator } from './service/auth/none';
import { SignedKeyAuthenticator } from './service/auth/signedKey';
import { prepareModification } from './service/endpoints/orders/modifyOrder';
import { registerAccount } from './ui/session/registerAccount';
import { setUpApiKey } from './ui/session/setUpApiKey';
import { registerCalendar } from './ui/calendar/registerCalendar';
import { registerClock } from './ui/clock/registerClock';
import { registerDiagnostics } from './ui/diagnostics/registerDiagnostics';
import { registerLanguageTools } from './ui/languageTools/registerLanguageTools';
import { registerOrders } from './ui/orders/registerOrders';
import { registerPlates } from './ui/plates/registerPlates';
import { createJournalFiles, sha256 } from './ui/platform/files/journalFiles';
import { createNetworkProbe } from './ui/platform/network/networkProbe';
import { reporting } from './ui/platform/errors/reportError';
import { readSetting } from './ui/platform/settings';
import type { Shell } from './ui/platform/shell';
import { registerPrivacy } from './ui/privacy/registerPrivacy';
import { registerPositions } from './ui/positions/registerPositions';
import { registerQuotes } from './ui/quotes/registerQuotes';
import { registerSandbox } from './ui/sandbox/registerSandbox';
import { registerToday } from './ui/calendar/registerToday';
import { registerTradingDays } from './ui/tradingDays/registerTradingDays';

/** What the eager part of the extension hands over when the program is first used. */
export interface ContainerInput {
  readonly context: vscode.ExtensionContext;
  readonly shell: Shell;
  readonly log: vscode.LogOutputChannel;
  /** Remembers that the extension is in use, so that later windows load it by themselves. */
  readonly markUsed: () => Thenable<void>;
}

export interface Container extends Disposable {
  /** Ids without an implementation; empty in a complete build. */
  readonly unattached: readonly string[];
}

/**
 * The composition root: every object of the program is created here and in `container/`, once, in order, with explicit
 * arguments. Features are registered one below the other, each by the `register…` function of its folder in `ui/`.
 */
export async function createContainer(input: ContainerInput): Promise<Container> {
  const lifetime = new Lifetime();
  try {
    await compose(input, lifetime);
  } catch (error) {
    // The next attempt must not find half of this one.
    lifetime.dispose();
    throw error;
  }
  return { unattached: input.shell.unattached(), dispose: () => lifetime.dispose() };
}

async function compose({ context, shell, log: channel, markUsed }: ContainerInput, lifetime: Lifetime): Promise<void> {
  const platform = createPlatform(context, channel, lifetime);
  const { storage, clock, timers, redactor, log, report, describeError, state, locks, links, documents, network, timeZone } = platform;
  const service = createService(platform, shell, lifetime);
  const { clientOf, sandbox, connections, sessions, apiKeys, monitor, access, flow, inbox, tokensOf } = service;
  await sessions.load();
  const resumed = sandbox.follow();
  void access.refreshKey();

  // Changing orders
  const journal = lifetime.own(
    new OrderJournal({
      files: createJournalFiles(join(storage, 'journal')),
      anchor: createJournalAnchor(state),
      locks,
      clock,
      sha256,
      redact: (text) => redactor.redact(text),
    }),
  );
  const gates = createOrderGates({
    access,
    monitor,
    isReadOnly: () => readSetting('orders.readOnly'),
    toleranceMs: () => readSetting('clock.toleranceMilliseconds'),
    ensureTokenLife: async (ms, options) => {
      const record = access.currentRecord;
      await (record === undefined ? undefined : tokensOf(record)?.ensureLife(ms, options));
    },
  });
  const writer = new OrderWriter({
    access,
    journal,
    locks,
    gates,
    log,
    prepare: prepareModification,
    newId: randomUUID,
    protect: (secret) => redactor.register(secret),
  });

  // Features
  const privacy = lifetime.own(new PrivacyMode(state));
  shell.handle('marketDesk.showLog', () => channel.show());
  lifetime.own(
    registerAccount({
      probe: async (baseUrl, options) => clientOf(baseUrl, noAuthenticator).serverTime(options),
      shell,
      connections,
      access,
      sessions,
      flow,
      inbox,
      tokensOf,
      resumed,
      report,
      log,
      markUsed,
      privacy,
    }),
  );
  registerSandbox({ shell, control: sandbox, access, report, markUsed });
  shell.handle(
    'marketDesk.setUpApiKey',
    reporting(report)(async () =>
      setUpApiKey({
        connection: access,
        keys: apiKeys,
        prove: async (connection, key) => {
          const client = clientOf(connection.baseUrl, new SignedKeyAuthenticator(connection.origin, async () => key, monitor));
          await client.hotCalendar({ limit: 1, timeZone: timeZone() }, { signal: AbortSignal.timeout(30_000) });
        },
        links,
        describeError,
      }),
    ),
  );
  lifetime.own(registerClock({ shell, monitor, connection: access, machine: clock, timers, timeZone }));
  registerDiagnostics({
    network: createNetworkProbe(
      (origin) => network.proxyFor(origin),
      () => network.read(),
    ),
    redact: (text) => redactor.redact(text),
    version: versionOf(context),
    connection: access,
    keys: apiKeys,
    machine: clock,
    shell,
    access,
    monitor,
    documents,
    describeError,
    report,
    timeZone,
  });
  lifetime.own(registerCalendar({ shell, access, clock, timers, links, log, timeZone, extensionUri: context.extensionUri }));
  lifetime.own(registerPrivacy({ shell, privacy }));
  lifetime.own(registerPositions({ shell, access, state, clock, timers, log, report, timeZone, privacy }));
  lifetime.own(registerPlates({ shell, access, state, clock, log, report }));
  lifetime.own(registerToday({ shell, access, clock, timers, log, timeZone }));
  lifetime.own(registerOrders({ shell, access, writer, journal, locks, links, documents, clock, timers, timeZone, log, report, privacy }));
  registerLanguageTools({ shell, access, clock, timeZone, describeError, log, privacy });
  lifetime.own(registerQuotes({ shell, access, clock, log, timeZone }));
  lifetime.own(registerTradingDays({ shell, access, clock, report, timeZone }));
}

function versionOf(context: vscode.ExtensionContext): string {
  const manifest: unknown = context.extension.packageJSON;
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string'
    ? manifest.version
    : '';
}
