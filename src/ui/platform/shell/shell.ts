import type * as vscode from 'vscode';
import type { MarketDeskApi1 } from '../../../api';
import type { CommandArgument } from '../commandArguments';
import type { CommandId, ContextKeys, PageViewId, PanelType, ToolName, ViewId } from '../ids';

/** A node of a tree. It knows how to draw itself and what is below it. */
export interface TreeNode {
  /** Stable over refreshes, unique in its view. */
  readonly id: string;
  toTreeItem(): vscode.TreeItem | Promise<vscode.TreeItem>;
  children(): readonly TreeNode[] | Promise<readonly TreeNode[]>;
  parent?(): TreeNode | undefined;
  /** Fills the tooltip only when the user hovers. */
  resolve?(item: vscode.TreeItem): vscode.TreeItem | Promise<vscode.TreeItem>;
}

/** The implementation that a feature attaches to a view. */
export interface TreeSource {
  roots(): readonly TreeNode[] | Promise<readonly TreeNode[]>;
  /** Undefined refreshes the whole view. */
  readonly onDidChange: vscode.Event<TreeNode | readonly TreeNode[] | undefined>;
  readonly dragAndDrop?: vscode.TreeDragAndDropController<TreeNode>;
}

/** The MCP servers of this window, for the editor. */
export interface McpServers {
  readonly onDidChange: vscode.Event<void>;
  /** Must not ask the user anything. */
  provide(): Promise<vscode.McpServerDefinition[]>;
  /** The definition with the data needed to connect; undefined if the server no longer runs. */
  resolve(definition: vscode.McpServerDefinition): Promise<vscode.McpServerDefinition | undefined>;
}

/** The contributions to the editor: each contributed ID is forwarded to the implementation that a feature attaches. */
export interface EditorShell {
  attach(id: CommandId, run: (given: readonly unknown[]) => unknown): void;
  provideTree(id: ViewId, source: TreeSource): vscode.Disposable;
  view(id: ViewId): vscode.TreeView<TreeNode>;
  provideAuthentication(provider: vscode.AuthenticationProvider): vscode.Disposable;
  handleUris(handler: vscode.UriHandler): void;
  restorePanels(type: PanelType, serializer: vscode.WebviewPanelSerializer): void;
  /** Provides a view that is a page; called again whenever the editor creates the view again. */
  providePage(id: PageViewId, provider: vscode.WebviewViewProvider): void;
  provideTool(name: ToolName, tool: LanguageTool): void;
  /** Offers servers of this window to the editor's own agents, if the editor supports that. */
  provideMcpServers(source: McpServers): vscode.Disposable;
  /** The API that other extensions connect to. */
  provideApi(connect: MarketDeskApi1['connect']): vscode.Disposable;
  /** Called for any file, so it must return quickly when it has nothing to show. */
  provideHover(provider: vscode.HoverProvider): void;
  setContext<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): Promise<void>;
  /** Ids that were registered but have no implementation attached: empty once every feature is loaded. */
  unattached(): readonly string[];
}

/** The context keys as the program last set them. */
export interface ContextSource {
  /** Undefined until the program has set it. */
  context<K extends keyof ContextKeys>(key: K): ContextKeys[K] | undefined;
  readonly onDidChangeContext: vscode.Event<void>;
}

/** The part of the shell that features use. */
export interface Shell extends Omit<EditorShell, 'attach' | 'unattached'> {
  /**
   * Implements a command. Arguments arrive decoded, according to the table of commands; an error is shown and logged, and
   * the command then resolves to undefined.
   */
  handle<K extends CommandId>(id: K, handler: (argument: CommandArgument<K>) => unknown): void;
}

/** A tool for language models; its input is unchecked. */
export type LanguageTool = Required<vscode.LanguageModelTool<unknown>>;
