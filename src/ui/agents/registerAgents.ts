import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentCalls } from '../../app/agents/agentCalls';
import type { AgentLog } from '../../app/agents/agentLog';
import type { AllowedPrograms } from '../../app/agents/allowedPrograms';
import type { ConfiguredProgram, ConfiguredPrograms } from '../../app/agents/configuredPrograms';
import type { Proposals } from '../../app/agents/proposals';
import { Secret } from '../../service/secret';
import { idText } from '../../domain/text/visibleText';
import { sayInfo } from '../platform/say/messages';
import { commandOf } from '../platform/runCommand';
import type { DeskStatus } from '../platform/statusBar/deskStatus';
import { createAgentSocket, takesSockets } from './agentSocket';
import type { AgentSocket } from './agentSocket';
import type { AgentServer } from './agentServer';
import { agentTools } from './agentTools';
import type { LastingConfigurations } from './lastingConfigurations';
import { manageAgents } from './manageAgents';
import { mcpPath } from './httpGate';
import { askText, chooseOne } from '../platform/say/ask';
import type { UiPorts } from '../platform/ports';

/** Of a configuration for good, the name of the program that gets it. */
type ChosenConfiguration = { readonly isLasting: true; readonly name: string } | { readonly isLasting: false };

const longestName = 60;

/** Asks for how long a configuration is to work, and for whom it is; undefined if the user closes the question. */
async function chooseConfiguration(known: readonly ConfiguredProgram[]): Promise<ChosenConfiguration | undefined> {
  const title = vscode.l10n.t('Copy MCP Configuration');
  const items = [
    {
      label: vscode.l10n.t({ message: 'For good', comment: ['How long a configuration works: until it is removed.'] }),
      description: vscode.l10n.t('starts a small program that finds whichever window runs, also tomorrow'),
      isLasting: true,
    },
    {
      label: vscode.l10n.t('Until this window closes'),
      description: vscode.l10n.t('an address and a secret, for agents that start no program'),
      isLasting: false,
    },
  ];
  const chosen = await chooseOne(items, { title, placeHolder: vscode.l10n.t('Select how long the configuration works') });
  if (chosen?.isLasting !== true) return chosen && { isLasting: false };
  const name = await askText({
    title,
    prompt: vscode.l10n.t('Name of the agent that gets it. You can take it back in Manage Agents….'),
    value: vscode.l10n.t({
      message: 'Agent {0}',
      args: [known.length + 1],
      comment: ['A name for a program until the user gives it one; {0} is a number.'],
    }),
    validateInput: (text) => {
      const typed = text.trim();
      if (typed === '') return vscode.l10n.t('Enter a name.');
      if (typed.length > longestName) return vscode.l10n.t('Enter at most {0} characters.', longestName);
      return idText(typed) === typed ? undefined : vscode.l10n.t('The name has characters that can’t be seen.');
    },
  });
  return name === undefined ? undefined : { isLasting: true, name: name.trim() };
}

export interface AgentsDependencies extends Pick<UiPorts, 'shell' | 'clock' | 'log'> {
  readonly status: Pick<DeskStatus, 'set'>;
  readonly calls: Pick<AgentCalls, 'call'>;
  readonly programs: Pick<AllowedPrograms, 'all' | 'change' | 'revoke'>;
  /** Programs with a configuration for good. */
  readonly configured: ConfiguredPrograms;
  readonly lasting: LastingConfigurations;
  readonly proposals: Pick<Proposals, 'allow'>;
  /** What agents did in this window. */
  readonly agentLog: Pick<AgentLog, 'write'>;
  readonly manifest: unknown;
  readonly version: string;
  /** Keeps the secret out of logs. */
  readonly protect: (secret: Secret) => void;
  /** Loads the library together with the server. */
  readonly loadServer: () => Promise<typeof AgentServer>;
}

interface Running {
  readonly server: AgentServer;
  readonly bearer: Secret;
  /** The socket for the editor, if it supports sockets. */
  readonly socket: AgentSocket | undefined;
}

/** Refusals are logged at most this often. */
const refusalsEveryMs = 10_000;

/**
 * The MCP server in this window: off until the user starts it, or, once they have copied a configuration for good, on until they stop it. It ends
 * with the window.
 */
export function registerAgents(dependencies: AgentsDependencies): vscode.Disposable {
  const { shell, status, programs, configured, lasting, agentLog, log, version } = dependencies;
  const changed = new vscode.EventEmitter<void>();
  let running: Promise<Running> | undefined;
  const now = async (): Promise<Running | undefined> => running?.catch(() => undefined);

  const begin = async (): Promise<void> => {
    running ??= start(dependencies);
    running.catch(() => (running = undefined));
    await running;
    status.set('agents', {
      forms: ['MCP'],
      icon: 'hubot',
      notes: [vscode.l10n.t('The MCP server is running. Agents that you allow can read from Market Desk.')],
      action: commandOf('marketDesk.agents.manage', vscode.l10n.t('Manage Agents…')),
    });
    await shell.setContext('marketDesk.agents', 'on');
    changed.fire();
  };
  const end = async (): Promise<void> => {
    const ended = await now();
    running = undefined;
    status.set('agents', undefined);
    await lasting.end();
    await ended?.server.stop();
    await ended?.socket?.remove();
    await shell.setContext('marketDesk.agents', 'off');
    changed.fire();
  };
  const copyConfiguration = async (): Promise<void> => {
    const current = await now();
    if (current === undefined) return;
    const chosen = await chooseConfiguration(configured.all);
    if (chosen === undefined) return;
    if (chosen.isLasting) {
      const program = await configured.add(chosen.name);
      await lasting.renew();
      await configured.keepServer();
      await vscode.env.clipboard.writeText(lasting.textFor(program));
      agentLog.write(`configuration copied for ${program.name}`);
      void sayInfo(
        vscode.l10n.t(
          'Configuration for {0} copied. It holds no secret. New windows start the MCP server until you stop it.',
          idText(program.name),
        ),
      );
      return;
    }
    // Clients outside the editor don't support sockets.
    const url = await current.server.openPort();
    agentLog.write(`listening on ${url}`);
    await vscode.env.clipboard.writeText(configuration(url, current));
    void sayInfo(vscode.l10n.t('Configuration copied. It holds a secret, and works until the server stops or this window closes.'));
  };

  const provided = shell.provideMcpServers({
    onDidChange: changed.event,
    provide: async () => {
      const current = await now();
      return current === undefined ? [] : [new vscode.McpHttpServerDefinition('Market Desk', await addressOf(current), {}, version)];
    },
    resolve: async (definition) => {
      const current = await now();
      if (current === undefined || !(definition instanceof vscode.McpHttpServerDefinition)) return undefined;
      // Added only on resolve, because the editor keeps the definitions.
      return new vscode.McpHttpServerDefinition(definition.label, await addressOf(current), authorization(current), version);
    },
  });
  shell.handle('marketDesk.agents.start', async () => {
    await begin();
    await configured.keepServer();
    const copy = vscode.l10n.t('Copy Configuration');
    void sayInfo(vscode.l10n.t('The MCP server is running. Copy its configuration for agents outside this editor.'), copy).then(
      async (chosen) => (chosen === copy ? copyConfiguration() : undefined),
    );
  });
  shell.handle('marketDesk.agents.stop', async () => {
    await configured.stopServer();
    await end();
  });
  shell.handle('marketDesk.agents.copyConfiguration', copyConfiguration);
  shell.handle('marketDesk.agents.manage', async () => {
    const { name, id } = (await manageAgents(programs, configured.all, (program) => dependencies.proposals.allow(program))) ?? {};
    if (name === undefined || id === undefined) return;
    await configured.remove({ id });
    await lasting.revoke({ id });
    agentLog.write(`configuration of ${name} removed`);
  });
  const renew = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) lasting.renew().catch((error: unknown) => log.error('Programs with a configuration could not be let in', error));
  });
  if (configured.isServerKept) begin().catch((error: unknown) => log.error('The MCP server could not be started', error));
  return vscode.Disposable.from(changed, provided, renew, { dispose: () => void end().catch(() => undefined) });
}

async function start(dependencies: AgentsDependencies): Promise<Running> {
  const { calls, agentLog, clock, lasting, log, manifest, version, protect, loadServer } = dependencies;
  const bearer = new Secret(randomBytes(32).toString('base64url'));
  protect(bearer);
  let toldAtMs = -refusalsEveryMs;
  let untold = 0;
  const library = await loadServer();
  const socket = takesSockets(vscode.version) ? await createAgentSocket() : undefined;
  const server = await library.start({
    version,
    bearers: () => [bearer, ...lasting.secrets],
    socket: socket?.path,
    tools: agentTools(manifest),
    call: async (agent, tool, input, signal) => calls.call(agent, tool, input, signal),
    nowMs: () => clock.monotonicMs(),
    refused: (why) => {
      // Not worth logging: clients send GET to ask whether the server pushes anything.
      if (why === 'method') return;
      untold += 1;
      if (clock.monotonicMs() - toldAtMs < refusalsEveryMs) return;
      toldAtMs = clock.monotonicMs();
      agentLog.write(`refused: ${why}; requests since the last such line: ${untold}`);
      untold = 0;
    },
  });
  agentLog.write(`listening on ${socket?.path ?? (await server.openPort())}`);
  // The editor and other programs can use the server without it.
  await lasting
    .begin(socket === undefined ? { port: Number(new URL(await server.openPort()).port) } : { socket: socket.path })
    .catch((error: unknown) => log.error('Programs with a configuration can’t find the MCP server', error));
  return { server, bearer, socket };
}

async function addressOf({ server, socket }: Running): Promise<vscode.Uri> {
  return socket === undefined ? vscode.Uri.parse(await server.openPort()) : socketUri(socket);
}

function authorization({ bearer }: Running): Record<string, string> {
  return { Authorization: `Bearer ${bearer.reveal()}` };
}

/** The configuration in the form that most clients accept. */
function configuration(url: string, running: Running): string {
  const server = { type: 'http', url, headers: authorization(running) };
  return `${JSON.stringify({ mcpServers: { 'market-desk': server } }, undefined, 2)}\n`;
}

/** The address in the form that the editor takes: the path of the socket, with the request path as its fragment. */
export function socketUri({ path }: Pick<AgentSocket, 'path'>, platform: NodeJS.Platform = process.platform): vscode.Uri {
  return vscode.Uri.from({ scheme: platform === 'win32' ? 'pipe' : 'unix', path, fragment: mcpPath });
}
