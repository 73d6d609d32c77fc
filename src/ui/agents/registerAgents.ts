import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentCalls } from '../../app/agents/agentCalls';
import type { AgentLog } from '../../app/agents/agentLog';
import type { AllowedPrograms } from '../../app/agents/allowedPrograms';
import type { Proposals } from '../../app/agents/proposals';
import type { MachineClock } from '../../app/platform/ports';
import { Secret } from '../../service/secret';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { sayInfo } from '../platform/say/messages';
import { StatusItem } from '../platform/say/statusItem';
import type { Shell } from '../platform/shell/shell';
import { socketUri } from './agentAddress';
import { createAgentSocket, takesSockets } from './agentSocket';
import type { AgentSocket } from './agentSocket';
import type { AgentServer } from './agentServer';
import { agentTools } from './agentTools';
import { manageAgents } from './manageAgents';

export interface AgentsDependencies {
  readonly shell: Shell;
  readonly calls: Pick<AgentCalls, 'call'>;
  readonly programs: Pick<AllowedPrograms, 'all' | 'change' | 'revoke'>;
  readonly proposals: Pick<Proposals, 'allow'>;
  /** The log of the tools that agents called. */
  readonly calledLog: Pick<AgentLog, 'write' | 'text' | 'onDidChange'>;
  readonly documents: Pick<ReadOnlyDocuments, 'show' | 'put' | 'isOpen'>;
  readonly clock: Pick<MachineClock, 'monotonicMs'>;
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

/** The MCP server in this window: off until the user starts it; it ends with the window. */
export function registerAgents(dependencies: AgentsDependencies): vscode.Disposable {
  const { shell, programs, calledLog, documents, version } = dependencies;
  const title = vscode.l10n.t('Agent Log');
  const changed = new vscode.EventEmitter<void>();
  const item = new StatusItem('marketDesk.agents', 88, vscode.l10n.t('Market Desk MCP Server'));
  item.command = 'marketDesk.agents.manage';
  let running: Promise<Running> | undefined;
  const now = async (): Promise<Running | undefined> => running?.catch(() => undefined);

  const follow = calledLog.onDidChange(() => {
    if (documents.isOpen(title)) documents.put(title, calledLog.text);
  });

  const stop = async (): Promise<void> => {
    const stopped = await now();
    running = undefined;
    item.hide();
    await stopped?.server.stop();
    await stopped?.socket?.remove();
    await shell.setContext('marketDesk.agents', 'off');
    changed.fire();
  };
  const copyConfiguration = async (): Promise<void> => {
    const current = await now();
    if (current === undefined) return;
    // Clients outside the editor don't support sockets.
    const url = await current.server.openPort();
    calledLog.write(`listening on ${url}`);
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
    running ??= start(dependencies);
    running.catch(() => (running = undefined));
    await running;
    const tooltip = vscode.l10n.t('The MCP server is running. Agents that you allow can read from Market Desk. Select to manage them.');
    item.draw({ text: 'MCP', icon: 'hubot', tooltip, label: `MCP. ${tooltip}` });
    await shell.setContext('marketDesk.agents', 'on');
    changed.fire();
    const copy = vscode.l10n.t('Copy Configuration');
    void sayInfo(vscode.l10n.t('The MCP server is running. Copy its configuration for agents outside this editor.'), copy).then(
      async (chosen) => (chosen === copy ? copyConfiguration() : undefined),
    );
  });
  shell.handle('marketDesk.agents.stop', stop);
  shell.handle('marketDesk.agents.copyConfiguration', copyConfiguration);
  shell.handle('marketDesk.agents.manage', async () => manageAgents(programs, (program) => dependencies.proposals.allow(program)));
  shell.handle('marketDesk.agents.showLog', async () => {
    if (calledLog.text === '') void sayInfo(vscode.l10n.t('No agent has called yet.'));
    else await documents.show(title, calledLog.text);
  });
  return vscode.Disposable.from(item, changed, provided, follow, { dispose: () => void stop().catch(() => undefined) });
}

async function start(dependencies: AgentsDependencies): Promise<Running> {
  const { calls, calledLog, clock, manifest, version, protect, loadServer } = dependencies;
  const bearer = new Secret(randomBytes(32).toString('base64url'));
  protect(bearer);
  let toldAtMs = -refusalsEveryMs;
  let untold = 0;
  const library = await loadServer();
  const socket = takesSockets(vscode.version) ? await createAgentSocket() : undefined;
  const server = await library.start({
    version,
    bearer,
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
      calledLog.write(`refused: ${why}; requests since the last such line: ${untold}`);
      untold = 0;
    },
  });
  calledLog.write(`listening on ${socket?.path ?? (await server.openPort())}`);
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
