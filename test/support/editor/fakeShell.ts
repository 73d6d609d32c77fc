import type * as vscode from 'vscode';
import type { MarketDeskApi1 } from '../../../src/api';
import type { ReportError } from '../../../src/ui/platform/errors/reportError';
import type { CommandId, ContextKeys, ToolName, ViewId } from '../../../src/ui/platform/ids';
import type { EditorShell, LanguageTool, McpServers, Shell, TreeNode, TreeSource } from '../../../src/ui/platform/shell/shell';
import { createFeatureShell } from '../../../src/ui/platform/shell/featureShell';

const nothing = { dispose: () => undefined };

/** The shell without an editor: keeps what features attach, and runs their commands with arguments decoded as in the product. */
export class FakeShell implements EditorShell {
  readonly commands = new Map<CommandId, (given: readonly unknown[]) => unknown>();
  readonly tools = new Map<ToolName, LanguageTool>();
  readonly trees = new Map<ViewId, TreeSource>();
  readonly contexts = new Map<keyof ContextKeys, unknown>();
  /** Errors of commands, and their retry actions. */
  readonly reports: { readonly error: unknown; readonly retry: (() => unknown) | undefined }[] = [];

  /** The shell that features are given. */
  forFeatures(report: ReportError = (error, options) => void this.reports.push({ error, retry: options?.retry })): Shell {
    return createFeatureShell(this, report);
  }

  async run(id: CommandId, ...given: readonly unknown[]): Promise<unknown> {
    return this.commands.get(id)?.(given);
  }

  attach(id: CommandId, run: (given: readonly unknown[]) => unknown): void {
    this.commands.set(id, run);
  }

  provideTree(id: ViewId, source: TreeSource): vscode.Disposable {
    this.trees.set(id, source);
    return nothing;
  }

  view(): vscode.TreeView<TreeNode> {
    throw new Error('There is no editor to show a view.');
  }

  provideAuthentication(): vscode.Disposable {
    return nothing;
  }

  handleUris(): void {}

  restorePanels(): void {}

  providePage(): void {}

  provideTool(name: ToolName, tool: LanguageTool): void {
    this.tools.set(name, tool);
  }

  connectApi: MarketDeskApi1['connect'] | undefined;

  provideApi(connect: MarketDeskApi1['connect']): vscode.Disposable {
    this.connectApi = connect;
    return nothing;
  }

  mcpServers: McpServers | undefined;

  provideMcpServers(source: McpServers): vscode.Disposable {
    this.mcpServers = source;
    return nothing;
  }

  provideHover(): void {}

  async setContext<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): Promise<void> {
    this.contexts.set(key, value);
    return Promise.resolve();
  }

  unattached(): readonly string[] {
    return [];
  }
}
