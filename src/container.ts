import type * as vscode from 'vscode';
import { AgentLog } from './app/agents/agentLog';
import { AllowedPrograms, userOfService } from './app/agents/allowedPrograms';
import type { TicketEvent } from './app/orders/ticket/ticketEvents';
import { Emitter } from './app/platform/emitter';
import { Lifetime } from './app/platform/lifetime';
import type { Disposable } from './app/platform/ports';
import { PrivacyMode } from './app/privacy/privacyMode';
import { createBooks } from './container/books';
import type { Core } from './container/core';
import { FeatureLoader } from './container/featureLoader';
import type { Live } from './container/live';
import { orderJournal } from './container/journal';
import { createPlatform } from './container/platform';
import { sendingStop } from './container/sending';
import { createService } from './container/service';
import { registerClock } from './ui/clock/registerClock';
import { createSharedFile } from './ui/platform/files/sharedFile';
import type { FeatureName } from './ui/platform/ids';
import type { EditorShell } from './ui/platform/shell/shell';
import { colorOldRows } from './ui/platform/trees/dim';
import { loadStatusBarItems } from './ui/platform/shell/loadStatusBarItems';
import { createFeatureShell } from './ui/platform/shell/featureShell';
import { registerStop } from './ui/orders/stop/registerStop';
import { registerPrivacy } from './ui/privacy/registerPrivacy';
import { watchlistStore } from './ui/watchlist/userWatchlist';
import { registerInCode } from './ui/quotes/inCode';
import { registerLazyHover } from './ui/quotes/registerLazyHover';
import { registerSession } from './ui/session/registerSession';
import { registerStatus } from './ui/status/registerStatus';
import { activeSessionKey, sharedFiles, stateKeys } from './app/platform/storedNames';
import { readAgain } from './app/session/readAgain';

/** What the eager part of the extension hands over when the program is first used. */
export interface ContainerInput {
  readonly context: vscode.ExtensionContext;
  readonly shell: EditorShell;
  readonly log: vscode.LogOutputChannel;
  /** Remembers that the extension is in use, so that later windows load it by themselves. */
  readonly markUsed: () => Thenable<void>;
}

export interface Container extends Disposable {
  /** Loads and composes a feature, once. */
  load(feature: FeatureName): Promise<void>;
  /** Loads every feature; gives the ids that have no implementation even then: none in a complete build. */
  loadAll(): Promise<readonly string[]>;
}

/**
 * The composition root: every object of the program is created here and in `container/`, once, in order, with explicit
 * arguments. Here is what a signed-in window always has: session, clock and privacy mode. Every other feature is composed by
 * its file in `container/features/` when it is first used.
 */
export async function createContainer(input: ContainerInput): Promise<Container> {
  const lifetime = new Lifetime();
  try {
    const loader = await compose(input, lifetime);
    return {
      load: async (feature) => loader.load(feature),
      loadAll: async () => {
        await loader.loadAll();
        return input.shell.unattached();
      },
      dispose: () => lifetime.dispose(),
    };
  } catch (error) {
    // The next attempt must not find half of this one.
    lifetime.dispose();
    throw error;
  }
}

async function compose({ context, shell: editor, log: channel, markUsed }: ContainerInput, lifetime: Lifetime): Promise<FeatureLoader> {
  const platform = createPlatform(context, channel, lifetime);
  const shell = createFeatureShell(editor, platform.report);
  const service = createService(platform, shell, lifetime);
  const { connection } = service.access.current;
  const inUse = connection.kind === 'none' ? undefined : platform.state.get(activeSessionKey(connection.origin));
  if (!(await service.sessions.load(typeof inUse === 'string' ? [inUse] : []))) lifetime.own(readAgain(service.sessions, platform.timers));
  const resumed = service.sandbox.follow();
  void service.access.refreshKey();

  const privacy = lifetime.own(new PrivacyMode(platform.state));
  const hover = registerLazyHover(shell, service.access, async () => loader.load('quotes'));
  let live: Promise<Live> | undefined;
  let opened: Live | undefined;
  const openLive = async (): Promise<Live> => {
    live ??= import('./container/live').then(({ composeLive }) => (opened = composeLive({ ...platform, ...service }, lifetime)));
    live.catch(() => (live = undefined));
    return live;
  };
  const books = createBooks({ ...platform, ...service }, lifetime);
  // There before anything is drawn.
  await books.last.load();
  void books.last.clean();
  lifetime.own(colorOldRows());
  const alertsFile = lifetime.own(createSharedFile(platform.storage, sharedFiles.alerts));
  let proposals: ReturnType<Core['proposals']> | undefined;
  const journal = orderJournal(platform, lifetime);
  const core: Core = {
    ...platform,
    ...service,
    context,
    extensionUri: context.extensionUri,
    shell: { ...shell, ...hover },
    channel,
    privacy,
    markUsed,
    books,
    watchlist: watchlistStore(service.access, platform.state),
    programs: new AllowedPrograms({
      ...platform,
      service: () => userOfService(service.access.current),
      ask: async (program, resembles) => (await import('./ui/agents/agentWords')).askAboutProgram(program, resembles),
    }),
    agentLog: lifetime.own(new AgentLog({ ...platform, conceal: (text) => platform.redactor.conceal(text) })),
    journal,
    sending: sendingStop(platform, journal, lifetime),
    tickets: lifetime.own(new Emitter<TicketEvent>()),
    proposals: async () =>
      (proposals ??= import('./container/proposals').then(({ createProposals }) => lifetime.own(createProposals(core)))),
    alertsFile,
    live: openLive,
  };
  const loader = new FeatureLoader(core, lifetime);
  shell.handle('marketDesk.showLog', () => channel.show());
  lifetime.own(registerSession({ ...core, resumed }));
  lifetime.own(registerClock({ ...core, liveStatus: () => opened?.market.status }));
  lifetime.own(registerPrivacy(core));
  lifetime.own(registerStatus(core));
  lifetime.own(registerStop(core));
  lifetime.own(
    registerInCode(core.access, async (changed) => {
      const { PriceHints } = await import('./ui/quotes/priceHints');
      return lifetime.own(new PriceHints({ ...core, ...(await core.live()), changed }));
    }),
  );
  lifetime.own(loadStatusBarItems({ access: core.access, load: async (feature) => loader.load(feature), log: platform.log }));
  // What the service accepted is followed to its end, and what is unresolved is counted, also where nobody looks at the Orders view.
  if (platform.state.get(stateKeys.ordersFollowing) === true)
    void loader.load('orders').catch((error: unknown) => platform.log.error('Accepted order changes could not be followed', error));
  // Somebody has a configuration that finds whichever window runs.
  if (platform.state.get(stateKeys.keptServer) === true)
    void loader.load('agents').catch((error: unknown) => platform.log.error('The MCP server could not be started', error));
  // Alerts watch in every window, also in one where nobody looks at a view, and in one that was open before the first alert was set.
  const watchAlerts = (): void =>
    void loader.load('alerts').catch((error: unknown) => platform.log.error('Alerts could not be watched', error));
  if (platform.state.get(stateKeys.alertsUsed) === true) watchAlerts();
  else lifetime.own(alertsFile.onDidChange(watchAlerts));
  return loader;
}
