import type * as vscode from 'vscode';
import type { MarketDeskApi1 } from '../../../api';
import type { CommandArgument } from '../commandArguments';
import type { CommandId, ContextKeys, PageViewId, PanelType, ToolName, ViewId } from '../ids';

/** Anything a tree shows. Each node knows how to draw itself and what is below it. */
export interface TreeNode {
  /** Stable over refreshes, unique in its view. */
  readonly id: string;
  toTreeItem(): vscode.TreeItem | Promise<vscode.TreeItem>;
  children(): readonly TreeNode[] | Promise<readonly TreeNode[]>;
  parent?(): TreeNode | undefined;
  /** Fills the tooltip only when the user hovers. */
  resolve?(item: vscode.TreeItem): vscode.TreeItem | Promise<vscode.TreeItem>;
}

/** What a feature attaches to a view. */
export interface TreeSource {
  roots(): readonly TreeNode[] | Promise<readonly TreeNode[]>;
  /** Undefined refreshes the whole view. */
  readonly onDidChange: vscode.Event<TreeNode | readonly TreeNode[] | undefined>;
  readonly dragAndDrop?: vscode.TreeDragAndDropController<TreeNode>;
}

/** The MCP servers of this window, for the editor. */
export interface McpServers {
  readonly onDidChange: vscode.Event<void>;
  /** Asks nobody anything. */
  provide(): Promise<vscode.McpServerDefinition[]>;
  /** The definition with what it takes to connect; undefined where it runs no more. */
  resolve(definition: vscode.McpServerDefinition): Promise<vscode.McpServerDefinition | undefined>;
}

/** What the editor can be given: forwards each contributed id to the implementation that a feature attaches. */
export interface EditorShell {
  attach(id: CommandId, run: (given: readonly unknown[]) => unknown): void;
  provideTree(id: ViewId, source: TreeSource): vscode.Disposable;
  view(id: ViewId): vscode.TreeView<TreeNode>;
  provideAuthentication(provider: vscode.AuthenticationProvider): vscode.Disposable;
  handleUris(handler: vscode.UriHandler): void;
  restorePanels(type: PanelType, serializer: vscode.WebviewPanelSerializer): void;
  /** Fills a view that is a page; called again whenever the editor makes the view anew. */
  providePage(id: PageViewId, provider: vscode.WebviewViewProvider): void;
  provideTool(name: ToolName, tool: LanguageTool): void;
  /** Tells the editor's own agents of servers of this window, where the editor takes them. */
  provideMcpServers(source: McpServers): vscode.Disposable;
  /** What other extensions connect to. */
  provideApi(connect: MarketDeskApi1['connect']): vscode.Disposable;
  /** Asked about any file; says quickly when there is nothing to say. */
  provideHover(provider: vscode.HoverProvider): void;
  setContext<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): Promise<void>;
  /** Ids that were registered but have no implementation attached: empty once every feature is loaded. */
  unattached(): readonly string[];
}

/** The context keys as the program last set them. */
export interface ContextSource {
  /** Undefined while the program has not said it. */
  context<K extends keyof ContextKeys>(key: K): ContextKeys[K] | undefined;
  readonly onDidChangeContext: vscode.Event<void>;
}

/** What features attach themselves to. */
export interface Shell extends Omit<EditorShell, 'attach' | 'unattached'> {
  /**
   * Implements a command. Arguments arrive decoded, as the table of commands says; an error is shown in words and logged, and
   * the command ends with undefined.
   */
  handle<K extends CommandId>(id: K, handler: (argument: CommandArgument<K>) => unknown): void;
}

/** A tool of a language model; what the model wrote is unchecked. */
export type LanguageTool = Required<vscode.LanguageModelTool<unknown>>;
