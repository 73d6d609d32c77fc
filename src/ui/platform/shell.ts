import * as vscode from 'vscode';
import { authenticationProviderId, calendarPanelType, commandIds, toolNames, viewIds } from './ids';
import type { CommandId, ContextKeys, ToolName, ViewId } from './ids';

export type CommandHandler = (...args: readonly unknown[]) => unknown;

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

/**
 * The eager face of the extension: registers every contributed id with the editor at once and forwards to the
 * implementation, which is loaded on first use. So activation costs next to nothing, and nothing can be called too early.
 */
export interface Shell {
  handle(id: CommandId, handler: CommandHandler): void;
  provideTree(id: ViewId, source: TreeSource): vscode.Disposable;
  view(id: ViewId): vscode.TreeView<TreeNode>;
  provideAuthentication(provider: vscode.AuthenticationProvider): vscode.Disposable;
  handleUris(handler: vscode.UriHandler): void;
  restorePanels(serializer: vscode.WebviewPanelSerializer): void;
  provideTool(name: ToolName, tool: LanguageTool): void;
  /** Asked about any file; says quickly when there is nothing to say. */
  provideHover(provider: vscode.HoverProvider): void;
  setContext<K extends keyof ContextKeys>(key: K, value: ContextKeys[K]): Promise<void>;
  /** Ids that were registered but have no implementation attached: empty once the container is built. */
  unattached(): readonly string[];
}

/** A tool of a language model; what the model wrote is unchecked. */
export type LanguageTool = Required<vscode.LanguageModelTool<unknown>>;

type Load = () => Promise<unknown>;

class LazyTree implements vscode.TreeDataProvider<TreeNode> {
  readonly changed = new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  source: TreeSource | undefined;

  constructor(
    private readonly load: Load,
    private readonly isDormant: () => boolean,
  ) {}

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    return node.toTreeItem();
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node !== undefined) return [...(await node.children())];
    if (this.source === undefined && this.isDormant()) return [];
    await this.load();
    return [...((await this.source?.roots()) ?? [])];
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent?.();
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.ProviderResult<vscode.TreeItem> {
    return node.resolve === undefined ? item : node.resolve(item);
  }
}

class LazyDragAndDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dropMimeTypes: readonly string[];
  readonly dragMimeTypes: readonly string[];

  constructor(
    id: ViewId,
    private readonly tree: LazyTree,
  ) {
    const mime = `application/vnd.code.tree.${id.toLowerCase()}`;
    this.dropMimeTypes = [mime];
    this.dragMimeTypes = [mime];
  }

  handleDrag(source: readonly TreeNode[], data: vscode.DataTransfer, token: vscode.CancellationToken): Thenable<void> | void {
    return this.tree.source?.dragAndDrop?.handleDrag?.(source, data, token);
  }

  handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer, token: vscode.CancellationToken): Thenable<void> | void {
    return this.tree.source?.dragAndDrop?.handleDrop?.(target, data, token);
  }
}

/**
 * Registers everything with the editor.
 *
 * @param load - Builds the container; called on first use of anything, every call gives the same promise.
 * @param isDormant - True while the user has never chosen a service: then views stay empty without loading anything.
 */
export function createShell(context: vscode.ExtensionContext, load: Load, isDormant: () => boolean): Shell {
  const handlers = new Map<CommandId, CommandHandler>();
  const tools = new Map<ToolName, LanguageTool>();
  const trees = new Map<ViewId, { readonly tree: LazyTree; readonly view: vscode.TreeView<TreeNode> }>();
  let authentication: vscode.AuthenticationProvider | undefined;
  let uris: vscode.UriHandler | undefined;
  let panels: vscode.WebviewPanelSerializer | undefined;
  let hovers: vscode.HoverProvider | undefined;
  const sessionsChanged = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();

  for (const id of commandIds) {
    context.subscriptions.push(
      vscode.commands.registerCommand(id, async (...args: unknown[]): Promise<unknown> => {
        await load();
        return handlers.get(id)?.(...args);
      }),
    );
  }
  for (const name of toolNames) {
    const loadedTool = async (): Promise<LanguageTool> => {
      await load();
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`Market Desk has no tool ${name}`);
      return tool;
    };
    context.subscriptions.push(
      vscode.lm.registerTool<unknown>(name, {
        invoke: async (options, token) => (await loadedTool()).invoke(options, token),
        prepareInvocation: async (options, token) => (await loadedTool()).prepareInvocation(options, token),
      }),
    );
  }
  for (const id of viewIds) {
    const tree = new LazyTree(load, isDormant);
    const view = vscode.window.createTreeView<TreeNode>(id, {
      treeDataProvider: tree,
      showCollapseAll: id === 'marketDesk.positions' || id === 'marketDesk.plates',
      canSelectMany: false,
      ...(id === 'marketDesk.plates' ? { dragAndDropController: new LazyDragAndDrop(id, tree) } : {}),
    });
    trees.set(id, { tree, view });
    context.subscriptions.push(view, tree.changed);
  }

  const loadedAuthentication = async (): Promise<vscode.AuthenticationProvider> => {
    await load();
    if (authentication === undefined) throw new Error('Market Desk has no authentication provider');
    return authentication;
  };
  context.subscriptions.push(
    sessionsChanged,
    vscode.authentication.registerAuthenticationProvider(
      authenticationProviderId,
      'Market Desk',
      {
        onDidChangeSessions: sessionsChanged.event,
        getSessions: async (scopes, options) => (isDormant() ? [] : (await loadedAuthentication()).getSessions(scopes, options)),
        createSession: async (scopes, options) => (await loadedAuthentication()).createSession(scopes, options),
        removeSession: async (sessionId) => (await loadedAuthentication()).removeSession(sessionId),
      },
      { supportsMultipleAccounts: true },
    ),
    vscode.window.registerUriHandler({
      handleUri: async (uri) => {
        await load();
        await uris?.handleUri(uri);
      },
    }),
    vscode.window.registerWebviewPanelSerializer(calendarPanelType, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        await load();
        await panels?.deserializeWebviewPanel(panel, state);
      },
    }),
    // Pointing at text must never be what loads the program.
    vscode.languages.registerHoverProvider('*', {
      provideHover: (document, position, token) => hovers?.provideHover(document, position, token),
    }),
  );

  const entry = (id: ViewId): { readonly tree: LazyTree; readonly view: vscode.TreeView<TreeNode> } => {
    const found = trees.get(id);
    if (found === undefined) throw new Error(`no view ${id}`);
    return found;
  };
  return {
    handle: (id, handler) => void handlers.set(id, handler),
    provideTree: (id, source) => {
      const { tree } = entry(id);
      tree.source = source;
      const subscription = source.onDidChange((nodes) =>
        tree.changed.fire(Array.isArray(nodes) ? [...(nodes as readonly TreeNode[])] : (nodes as TreeNode | undefined)),
      );
      tree.changed.fire(undefined);
      return subscription;
    },
    view: (id) => entry(id).view,
    provideAuthentication: (provider) => {
      authentication = provider;
      return provider.onDidChangeSessions((change) => sessionsChanged.fire(change));
    },
    handleUris: (handler) => {
      uris = handler;
    },
    restorePanels: (serializer) => {
      panels = serializer;
    },
    provideTool: (name, tool) => void tools.set(name, tool),
    provideHover: (provider) => {
      hovers = provider;
    },
    setContext: async (key, value) => {
      await vscode.commands.executeCommand('setContext', key, value);
    },
    unattached: () => [
      ...commandIds.filter((id) => !handlers.has(id)),
      ...toolNames.filter((name) => !tools.has(name)),
      ...viewIds.filter((id) => entry(id).tree.source === undefined),
      ...(authentication === undefined ? ['authentication'] : []),
      ...(uris === undefined ? ['uri handler'] : []),
      ...(panels === undefined ? ['panel serializer'] : []),
      ...(hovers === undefined ? ['hover'] : []),
    ],
  };
}
